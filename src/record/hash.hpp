// XXH3 with 64 bits: checksums of blocks and the hash of a trajectory. Not a defence against forgery.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace carom::detail {

/// The hash of all bytes at once.
std::uint64_t hash_of(std::string_view bytes);

/// The same hash of bytes that come in pieces; where they are cut changes nothing.
class Hash {
public:
    Hash();
    Hash(Hash&&) noexcept;
    Hash& operator=(Hash&&) noexcept;
    ~Hash();

    void add(std::string_view bytes);
    std::uint64_t value() const;
    /// As if these had been added too.
    std::uint64_t value_with(std::string_view bytes) const;

    /// What `restored` goes on from, in the form of xxHash 0.8.
    std::string state() const;
    /// Empty when the bytes cannot be a state.
    static std::optional<Hash> restored(std::string_view state);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace carom::detail

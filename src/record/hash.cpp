#include "record/hash.hpp"

#ifndef XXH_INLINE_ALL
#define XXH_INLINE_ALL
#endif
#include <xxhash.h>

namespace carom::detail {

struct Hash::State {
    XXH3_state_t xxh;
};

std::uint64_t hash_of(std::string_view bytes) {
    return XXH3_64bits(bytes.data(), bytes.size());
}

Hash::Hash() : state_(std::make_unique<State>()) {
    XXH3_64bits_reset(&state_->xxh);
}
Hash::Hash(Hash&&) noexcept = default;
Hash& Hash::operator=(Hash&&) noexcept = default;
Hash::~Hash() = default;

void Hash::add(std::string_view bytes) {
    XXH3_64bits_update(&state_->xxh, bytes.data(), bytes.size());
}

std::uint64_t Hash::value() const {
    return XXH3_64bits_digest(&state_->xxh);
}

}  // namespace carom::detail

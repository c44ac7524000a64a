#include "record/hash.hpp"

#ifndef XXH_INLINE_ALL
#define XXH_INLINE_ALL
#endif
#include <xxhash.h>

#include "record/bytes.hpp"

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

std::uint64_t Hash::value_with(std::string_view bytes) const {
    State copy = *state_;
    XXH3_64bits_update(&copy.xxh, bytes.data(), bytes.size());
    return XXH3_64bits_digest(&copy.xxh);
}

std::string Hash::state() const {
    const XXH3_state_t& xxh = state_->xxh;
    ByteWriter out;
    for (const XXH64_hash_t accumulator : xxh.acc) out.u64(accumulator);
    out.u64(xxh.totalLen);
    out.u64(xxh.nbStripesSoFar);
    out.u32(xxh.bufferedSize);
    for (const unsigned char byte : xxh.buffer) out.u8(byte);
    return std::string(out.bytes());
}

std::optional<Hash> Hash::restored(std::string_view state) {
    Hash hash;
    XXH3_state_t& xxh = hash.state_->xxh;
    ByteReader in(state);
    for (XXH64_hash_t& accumulator : xxh.acc) accumulator = in.u64();
    xxh.totalLen = in.u64();
    xxh.nbStripesSoFar = in.u64();
    xxh.bufferedSize = in.u32();
    for (unsigned char& byte : xxh.buffer) byte = in.u8();
    const bool fits = in.ok() && in.left() == 0 && xxh.bufferedSize <= sizeof xxh.buffer &&
                      xxh.nbStripesSoFar <= xxh.nbStripesPerBlock;
    if (!fits) return {};
    return hash;
}

}  // namespace carom::detail

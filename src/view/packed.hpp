// The numbers of an excerpt in few bytes, without losing a bit of them.
#pragma once

#include <cstdint>
#include <vector>

#include "view/excerpt.hpp"

namespace carom::view {

struct Packed {
    std::vector<unsigned char> bytes;
    std::uint32_t sum = 0;  // of the columns, which a page compares with what it has unpacked
};

/// Balls first, then events. Numbers that the page can foretell are written as how far the forecast is off,
/// in units of the last place; so most of them take one byte. page/unpack.js reads what this writes.
template <int N>
Packed packed(const Excerpt<N>& excerpt);

}  // namespace carom::view

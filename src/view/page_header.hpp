// What a page says about its trajectory besides the columns of numbers: names, walls, the window.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "view/excerpt.hpp"

namespace carom::view {

/// A column of numbers in the data of the page.
struct Column {
    const char* name;
    const char* type;  // "f64", "u32" or "u8"
    std::uint64_t at;  // first byte
    std::uint64_t count;
};

/// JSON that may stand inside a <script>.
template <int N>
std::string page_header(const Excerpt<N>& excerpt, const std::vector<Column>& columns, std::uint64_t bytes);

}  // namespace carom::view

// What a page says about its trajectory besides the numbers: names, walls, the window.
#pragma once

#include <string>

#include "view/excerpt.hpp"
#include "view/packed.hpp"

namespace carom::view {

/// JSON that may stand inside a <script>.
template <int N>
std::string page_header(const Excerpt<N>& excerpt, const Packed& data);

}  // namespace carom::view

// Texts broken between words, so that they fit a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace carom::app {

/// Narrower columns are not worth a break.
inline constexpr std::size_t kNarrowest = 16;

/// Pieces of at most `width` characters, or of one word; all in one when `width` is too small to be of use.
std::vector<std::string> broken(const std::string& text, std::size_t width);

/// A text of several lines, such as a page of help. A line that is too long goes on below its last column,
/// or a little further in where that leaves no room. A width of 0 has room for all.
std::string fitted(const std::string& text, std::size_t width);

}  // namespace carom::app

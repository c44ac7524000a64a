// A page is a frame with marks, in whose place its parts come.
#pragma once

#include <string>
#include <string_view>

namespace carom::view {

/// The frame up to its next mark `<!--name-->`, which is taken off.
inline std::string_view up_to_mark(std::string_view& frame, std::string_view name) {
    const std::string mark = "<!--" + std::string(name) + "-->";
    const std::size_t at = frame.find(mark);
    const std::string_view before = frame.substr(0, at);
    frame.remove_prefix(at + mark.size());
    return before;
}

}  // namespace carom::view

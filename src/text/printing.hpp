// All that the command prints.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

namespace carom::app {

/// Line ends and tabs in a text: kept, or replaced like other control characters where a line end would start
/// a line that is not ours.
enum class LineEnds : unsigned char { kept, replaced };

/// The text as a terminal may get it. Names and paths come from elsewhere and hold anything; control
/// characters and what is not UTF-8 become '?'.
std::string plain_text(std::string_view text, LineEnds line_ends);

/// Prints what holds control sequences of our own; all else in it has passed `plain_text`.
void show(std::FILE* stream, const std::string& text);

/// Prints a text, and no control character but line ends and tabs.
template <class... Values>
void tell(std::FILE* stream, fmt::format_string<Values...> format, Values&&... values) {
    show(stream, plain_text(fmt::format(format, std::forward<Values>(values)...), LineEnds::kept));
}

}  // namespace carom::app

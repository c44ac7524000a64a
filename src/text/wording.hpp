// Numbers and errors as people read them.
#pragma once

#include <cstdint>
#include <string>

#include "carom/record/trajectory.hpp"

namespace carom::app {

/// 1234567 as "1,234,567".
std::string with_separators(std::uint64_t count);

/// "1 ball", "2,000 balls".
std::string counted(std::uint64_t count, const char* noun);

/// 1234567 as "1.23 M".
std::string short_count(double count);

/// A size in bytes as "1.2 MB".
std::string short_size(double bytes);

/// What is at the end of a trajectory that was cut off inside a block.
std::string unfinished_block(std::uint64_t bytes);

/// The text as a shell takes it for one word.
std::string shell_word(const std::string& text);

/// Prints "carom: MESSAGE" to stderr.
void print_error(const FileError& error);

}  // namespace carom::app

// The keys and values in the comment of extended XYZ.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/core/result.hpp"

namespace carom::detail {

/// A key of the comment.
struct XyzEntry {
    std::string key, value;
    std::uint32_t key_column = 1;  ///< in characters, from 1
    std::uint32_t column = 0;      ///< of the value; 0 where there is none
};

/// What is wrong with the comment, and where.
struct XyzFault {
    std::uint32_t column = 1;
    std::string message;
};

/// In their order, a key as often as it is there. Blanks may surround the `=`, and a word without it is a key
/// too.
Result<std::vector<XyzEntry>, XyzFault> xyz_entries(std::string_view comment);

/// Without regard to small and capital letters.
bool is_written_as(std::string_view word, std::string_view key);

/// The entry of a key; null when there is none. A bare word is none.
const XyzEntry* entry_of(const std::vector<XyzEntry>& entries, std::string_view key);

/// A key that stands there twice or in other letters, and with `needs_value` one without a value.
std::optional<XyzFault> fault_of_key(const std::vector<XyzEntry>& entries, std::string_view key,
                                     bool needs_value);

}  // namespace carom::detail

// The keys and values in the comment of extended XYZ.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "carom/core/result.hpp"

namespace carom::detail {

/// A key of the comment.
struct XyzEntry {
    std::string key, value;
    std::uint32_t column = 0;  ///< of the value, in bytes; 0 where there is none
};

/// Where a quote or bracket starts that is never closed.
struct XyzUnclosed {
    std::uint32_t column = 1;
};

/// In their order, a key as often as it is there. Blanks may surround the `=`, and a word without it is a key
/// too.
Result<std::vector<XyzEntry>, XyzUnclosed> xyz_entries(std::string_view comment);

}  // namespace carom::detail

// Where something stands in the files that make a scene.
#pragma once

#include <compare>
#include <cstdint>

namespace carom::detail {

/// Counted from 1, in characters.
struct TextPlace {
    std::uint32_t line = 1;
    std::uint32_t column = 1;
    std::uint32_t file = 0;  ///< 0 is the scene file, others are those it imports

    /// File by file, as people read.
    friend constexpr std::strong_ordering operator<=>(const TextPlace& a, const TextPlace& b) {
        if (const auto order = a.file <=> b.file; order != 0) return order;
        if (const auto order = a.line <=> b.line; order != 0) return order;
        return a.column <=> b.column;
    }
    friend constexpr bool operator==(const TextPlace&, const TextPlace&) = default;
};

}  // namespace carom::detail

/// \file
/// What is wrong with a scene file, with places.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "carom/core/abi.hpp"

namespace carom {

/// Everything that is wrong with a scene file and what it imports, each a line "FILE:LINE:COLUMN: what".
struct SceneFaults {
    /// The line of the file that a fault is about, or the part of it around the place.
    struct Excerpt {
        std::size_t line = 1;    ///< its number in the file
        std::string text;        ///< without control characters; empty when there is no such line
        std::size_t column = 1;  ///< of the place, from 1, in characters of `text`
    };

    std::vector<std::string> lines;  ///< at least one
    std::vector<Excerpt> excerpts;   ///< one for each line; none when the file could not be read
};

}  // namespace carom

// The part of a recording that a page shows, read from its file.
#pragma once

#include <filesystem>
#include <optional>
#include <variant>

#include "view/excerpt.hpp"

namespace carom::view {

/// Of a trajectory in the plane, or of shots; of one in space.
using AnyExcerpt = std::variant<Excerpt<2>, Excerpt<3>>;

/// Reads it; empty when `goes_on` ended it.
Result<std::optional<AnyExcerpt>, ExcerptFault> read_excerpt(const std::filesystem::path& recording,
                                                             const Window& window, const GoesOn& goes_on);

}  // namespace carom::view

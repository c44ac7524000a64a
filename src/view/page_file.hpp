// The page that plays a trajectory: one HTML file that needs nothing else (docs/viewer.md).
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "view/page_excerpt.hpp"

namespace carom::view {

/// What is in the page.
struct PageSummary {
    std::uint64_t balls = 0;
    std::uint64_t impacts = 0;
    double from = 0, to = 0;  // unit of time of the scene
    bool goes_on = false;     // the trajectory does, after `to`
};

/// Whether a page carries the engine, where this build has one.
enum class WithEngine : unsigned char { yes, no };

/// The page as a text.
template <int N>
std::string page_text(const Excerpt<N>& excerpt, WithEngine with_engine);

/// Writes `page`, whole or not at all.
template <int N>
Result<PageSummary, FileError> write_page(const Excerpt<N>& excerpt, const std::filesystem::path& page);

/// The page of a part of a trajectory, or of a file of shots; empty when `goes_on` ended it.
Result<std::optional<PageSummary>, ExcerptFault> write_page(const std::filesystem::path& trajectory,
                                                            const std::filesystem::path& page,
                                                            const Window& window, const GoesOn& goes_on);

}  // namespace carom::view

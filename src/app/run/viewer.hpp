// The page that plays a trajectory, with a progress line.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/command_line/options.hpp"
#include "view/page_file.hpp"

namespace carom::app {

/// Empty when interrupted.
Result<std::optional<view::PageSummary>, view::ExcerptFault> write_page_with_progress(
    const std::filesystem::path& trajectory, const std::filesystem::path& page, const view::Window& window,
    Verbosity verbosity);

/// The scene for visitors who change it on the page; empty where the page has no engine, or where the scene
/// is more than one file says.
std::string text_for_page(const std::filesystem::path& scene);

/// One line for people.
std::string page_in_words(const view::PageSummary& summary, const std::filesystem::path& page);

}  // namespace carom::app

// PNG or SVG?
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "carom/core/result.hpp"
#include "picture/picture_options.hpp"

namespace carom::app {

/// As the file's name says, or --format for standard output; or what is wrong with them.
Result<PictureFormat, std::string> format_of(const std::filesystem::path& file,
                                             std::optional<PictureFormat> given);

}  // namespace carom::app

// The proof of shots: carom check of a file of them, and what carom run says of its own.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "app/terminal/exit_code.hpp"
#include "app/terminal/progress.hpp"
#include "carom/core/result.hpp"
#include "carom/proof/check_shots.hpp"

namespace carom::app {

/// False when there are so many events that the check would take longer than a few seconds.
bool is_quick_to_check_shots(std::uint64_t events);

/// Nothing after an interrupt.
Result<std::optional<ShotCheckReport>, FileError> check_shots_with_progress(const std::filesystem::path& file,
                                                                            std::uint64_t shots,
                                                                            Verbosity verbosity);

/// carom check FILE.
ExitCode check_shot_file(const std::filesystem::path& file);

}  // namespace carom::app

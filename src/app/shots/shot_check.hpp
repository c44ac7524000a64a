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

/// What a check has to do.
struct ShotCheckWork {
    std::uint64_t events = 0;      ///< with every motion
    std::uint64_t ball_balls = 0;  ///< of them
    std::uint64_t cushions = 0;    ///< of them
    std::uint64_t balls = 0;       ///< on the table
};

/// False when the check would take longer than a few seconds under these laws.
bool is_quick_to_check_shots(const ShotCheckWork& work, const billiards::ImpactLaws& laws);

/// Nothing after an interrupt.
Result<std::optional<ShotCheckReport>, FileError> check_shots_with_progress(const std::filesystem::path& file,
                                                                            std::uint64_t shots,
                                                                            Verbosity verbosity);

/// carom check FILE.
ExitCode check_shot_file(const std::filesystem::path& file);

}  // namespace carom::app

// What the results of a run need of its trajectory, from one reading of the file: the proof, the paths of the
// picture, and the excerpt of the page.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "app/command_line/options.hpp"
#include "app/run/proof.hpp"
#include "picture/ball_paths.hpp"
#include "view/excerpt.hpp"

namespace carom::app {

struct ResultsWanted {
    bool proof = true, page = true;
    std::uint64_t records = 0;  // of the trajectory, for the progress line
};

template <int N>
struct TrajectoryResults {
    Proof proof;  // when wanted
    PathSet<N> paths;
    std::optional<Result<view::Excerpt<N>, FileError>> excerpt;  // when wanted, and not interrupted
};

/// Reads no further than one of them needs. An interrupt ends all but the paths.
template <int N>
TrajectoryResults<N> read_results(TrajectoryReader<N> trajectory, const ResultsWanted& wanted,
                                  Verbosity verbosity);

}  // namespace carom::app

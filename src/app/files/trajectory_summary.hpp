// What is in a trajectory file, read once from start to end.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <variant>

#include "carom/core/result.hpp"
#include "carom/record/trajectory.hpp"

namespace carom::app {

using AnyScene = std::variant<Scene<2>, Scene<3>>;

struct TrajectorySummary {
    std::string scene;
    int dimension = 2;
    std::uint64_t balls = 0, immovable = 0;
    std::string boundaries;  // per axis, in words
    std::uint64_t walls = 0;
    CollisionLaw law;
    double kinetic_energy_start = 0;
    std::uint64_t records = 0;
    std::map<EventKind, std::uint64_t> records_of;
    double end = 0;
    bool closed = false;
    std::uint64_t left_out = 0;  // bytes at the end that are no whole block
    std::uint64_t hash = 0;
    std::optional<FileError> fault;  // why reading stopped early
};

/// Of a scene, of which nothing is recorded.
TrajectorySummary summary_of_scene(const AnyScene& scene);

/// An interrupt ends it early.
Result<TrajectorySummary, FileError> summarise(const std::filesystem::path& file);

}  // namespace carom::app

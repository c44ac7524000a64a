// A scene while it is being read: what is known, what had to be refused, and where everything was written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "carom/scene/scene.hpp"
#include "scene_text/table_reader.hpp"

namespace carom::detail {

/// A run of balls that one table of the file made.
struct BallSource {
    std::size_t first = 0;
    const TomlNode* table = nullptr;
};

/// What `[defaults]` says.
struct BallDefaults {
    std::optional<double> radius;
    std::optional<double> mass;
};

template <int N>
struct SceneDraft {
    Scene<N> scene;
    std::vector<char> refused_balls;     ///< per ball: its table was faulty, its numbers mean nothing
    std::vector<char> refused_walls;     ///< per wall, likewise
    std::vector<BallSource> sources;     ///< by first ball
    std::vector<const TomlNode*> walls;  ///< per wall
    bool world_sound = true;             ///< otherwise the box is left out (all axes open)
    bool complete = true;                ///< otherwise a generator made nothing

    void add_source(const TomlNode& table) { sources.push_back({scene.balls.size(), &table}); }
};

/// Fills in `world`, `law` and the walls.
template <int N>
void read_world(TableReader& top, SceneDraft<N>& draft, PlacedFaults& faults);

/// `[defaults]`.
BallDefaults read_defaults(TableReader& top, PlacedFaults& faults);

/// `[[balls]]`, in the order of the file.
template <int N>
void read_balls(TableReader& top, const BallDefaults& defaults, SceneDraft<N>& draft, PlacedFaults& faults);

/// `[[generate]]`, in the order of the file. `seed` replaces that of every generator.
template <int N>
void read_generators(TableReader& top, const BallDefaults& defaults, std::optional<std::uint64_t> seed,
                     SceneDraft<N>& draft, PlacedFaults& faults);

}  // namespace carom::detail

// A scene while it is being read: what is known, what had to be refused, and where everything was written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "carom/measure/plan.hpp"
#include "carom/scene/scene.hpp"
#include "carom/sim/dense_gas.hpp"
#include "scene_text/ball_file.hpp"
#include "scene_text/table_reader.hpp"

namespace carom::detail {

/// A run of balls that one table of the file made.
struct BallSource {
    std::size_t first = 0;
    const TomlNode* table = nullptr;
    const BallFile* file = nullptr;  ///< of imported balls
    bool wraps = false;              ///< imported balls outside a periodic box are taken into it
};

/// What `[defaults]` says, and other tables for balls that do not say it themselves.
struct BallDefaults {
    std::optional<double> radius;
    std::optional<double> mass;
    bool sound =
        true;  ///< otherwise a value was refused where it stands, and who needs it is refused in silence
};

template <int N>
struct SceneDraft {
    Scene<N> scene;
    std::vector<char> refused_balls;  ///< per ball: its table was faulty, its numbers mean nothing
    std::vector<char> refused_walls;  ///< per wall, likewise
    std::vector<BallSource> sources;  ///< by first ball
    std::map<std::size_t, const TomlNode*>
        moved;                           ///< balls that lie elsewhere, and the table that says where
    std::vector<const TomlNode*> walls;  ///< per wall
    std::vector<char> refused_containers;
    std::vector<const TomlNode*> containers;
    bool world_sound = true;                       ///< otherwise the box is left out (all axes open)
    const TomlNode* world_without_box = nullptr;   ///< `[world]`, when it leaves its box to an import
    bool box_asked_for = false;                    ///< by an import
    std::optional<TextPlace> box_place;            ///< in the file of that import
    bool complete = true;                          ///< otherwise a generator or an import made nothing
    std::vector<std::unique_ptr<BallFile>> files;  ///< of imports, whose texts are shown in faults
    Patience patience;                             ///< where it has ended, nothing more is read

    void add_source(const TomlNode& table) {
        sources.push_back({scene.balls.size(), &table, nullptr, false});
    }
};

/// Fills in `world`, `law` and the walls.
template <int N>
void read_world(TableReader& top, SceneDraft<N>& draft, PlacedFaults& faults);

/// `[defaults]`.
BallDefaults read_defaults(TableReader& top, PlacedFaults& faults);

/// The radius and mass that a table gives to balls, with faults at the table.
BallDefaults read_own(TableReader& reader);

/// The radius of a table's ball or balls, from `[defaults]` where it has none.
double read_radius(TableReader& reader, const BallDefaults& defaults);
/// The mass: its own, or immovable, or the default, or 1.
double read_mass(TableReader& reader, const BallDefaults& defaults);

/// `[[balls]]`, in the order of the file.
template <int N>
void read_balls(TableReader& top, const BallDefaults& defaults, SceneDraft<N>& draft, PlacedFaults& faults);

/// `[[import]]`, in the order of the file. `scene` is the file beside which the imported ones lie.
template <int N>
void read_imports(TableReader& top, const std::string& scene, const BallDefaults& defaults,
                  SceneDraft<N>& draft, PlacedFaults& faults);

/// What generators are told from outside of the file.
struct GeneratorChoices {
    std::optional<std::uint64_t> seed;  ///< replaces that of every generator
    std::function<bool(const GrowthProgress&)> goes_on;
};

/// `[[generate]]`, in the order of the file.
template <int N>
void read_generators(TableReader& top, const BallDefaults& defaults, const GeneratorChoices& choices,
                     SceneDraft<N>& draft, PlacedFaults& faults);

/// `[[moves]]`, after all balls are made.
template <int N>
void read_moves(TableReader& top, SceneDraft<N>& draft, PlacedFaults& faults);

/// `[measure]`; without it no quantity is asked for.
MeasurePlan read_measure(TableReader& top, int dimension, PlacedFaults& faults);

/// Quantities that the file names, but its sound scene does not have, are faults.
template <int N>
void check_measure(const TomlNode& tree, const MeasurePlan& plan, const Scene<N>& scene,
                   PlacedFaults& faults);

}  // namespace carom::detail

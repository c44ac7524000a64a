// The tables [defaults] and [[balls]].
#include "scene/wording.hpp"
#include "scene_text/scene_draft.hpp"

namespace carom::detail {
namespace {

/// The ball's mass: its own, or immovable, or the default, or 1.
double read_mass(TableReader& reader, const BallDefaults& defaults) {
    const auto mass = reader.number("mass");
    const bool fixed = reader.flag("immovable").value_or(false);
    if (fixed && reader.has("mass")) {
        reader.fault("wrong masses", "mass", "mass is given although the ball is immovable");
    }
    return fixed ? immovable : mass.value_or(defaults.mass.value_or(1));
}

template <int N>
void read_ball(const TomlNode& table, const BallDefaults& defaults, SceneDraft<N>& draft,
               PlacedFaults& faults) {
    const auto* name = text_at(table, "name");
    SceneBall<N> ball{name == nullptr ? "" : *name, {}, {}, 0, 1};
    TableReader reader(table, label(ball, draft.scene.balls.size()), faults);
    reader.text("name");
    ball.position = reader.needed("position", reader.vec<N>("position")).value_or(Vec<double, N>{});
    ball.velocity = reader.vec<N>("velocity").value_or(Vec<double, N>{});
    const auto radius = reader.number("radius");
    if (!reader.has("radius") && !defaults.radius) {
        reader.fault("missing keys", "radius", "radius is missing, and [defaults] has none");
    }
    ball.radius = radius.value_or(defaults.radius.value_or(0));
    ball.mass = read_mass(reader, defaults);
    const bool refused = !reader.sound();
    reader.reject_other_keys();
    draft.add_source(table);
    draft.scene.balls.push_back(std::move(ball));
    draft.refused_balls.push_back(refused);
}

}  // namespace

BallDefaults read_defaults(TableReader& top, PlacedFaults& faults) {
    const TomlNode* table = top.table("defaults");
    if (table == nullptr) return {};
    TableReader reader(*table, "[defaults]", faults);
    const BallDefaults defaults{reader.number("radius"), reader.number("mass")};
    reader.reject_other_keys();
    return defaults;
}

template <int N>
void read_balls(TableReader& top, const BallDefaults& defaults, SceneDraft<N>& draft, PlacedFaults& faults) {
    for (const TomlNode* table : top.tables("balls")) read_ball(*table, defaults, draft, faults);
}

template void read_balls(TableReader&, const BallDefaults&, SceneDraft<2>&, PlacedFaults&);
template void read_balls(TableReader&, const BallDefaults&, SceneDraft<3>&, PlacedFaults&);

}  // namespace carom::detail

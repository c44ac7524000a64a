// The tables [defaults] and [[balls]].
#include "scene/complaint.hpp"
#include "scene/wording.hpp"
#include "scene_text/scene_draft.hpp"

namespace carom::detail {
namespace {

template <int N>
void read_ball(const TomlNode& table, const BallDefaults& defaults, SceneDraft<N>& draft,
               PlacedFaults& faults) {
    const auto* name = text_at(table, "name");
    SceneBall<N> ball{name == nullptr ? "" : *name, {}, {}, 0, 1};
    TableReader reader(table, label(ball, draft.scene.balls.size()), faults);
    reader.text("name");
    ball.position = reader.needed("position", reader.vec<N>("position")).value_or(Vec<double, N>{});
    ball.velocity = reader.vec<N>("velocity").value_or(Vec<double, N>{});
    ball.radius = read_radius(reader, defaults);
    ball.mass = read_mass(reader, defaults);
    const bool refused = !reader.sound();
    reader.reject_other_keys();
    draft.add_source(table);
    draft.scene.balls.push_back(std::move(ball));
    draft.refused_balls.push_back(refused);
}

}  // namespace

double read_radius(TableReader& reader, const BallDefaults& defaults) {
    const auto radius = reader.number("radius");
    if (!reader.has("radius") && !defaults.radius) {
        if (defaults.sound)
            reader.fault("missing keys", "radius", "radius is missing, and [defaults] has none");
        reader.refuse();
    }
    return radius.value_or(defaults.radius.value_or(0));
}

double read_mass(TableReader& reader, const BallDefaults& defaults) {
    const auto mass = reader.number("mass");
    const bool fixed = reader.flag("immovable").value_or(false);
    if (fixed && reader.has("mass")) {
        reader.fault("wrong masses", "mass", "mass is given beside immovable = true");
    }
    if (!fixed && !reader.has("mass") && !defaults.sound) reader.refuse();
    return fixed ? immovable : mass.value_or(defaults.mass.value_or(1));
}

BallDefaults read_own(TableReader& reader) {
    BallDefaults own{reader.number("radius"), reader.number("mass")};
    const auto check = [&](const char* key, std::optional<double>& value, const std::string& complaint) {
        if (complaint.empty()) return;
        reader.fault("wrong values", key, std::string(key) + " " + complaint);
        value.reset();
    };
    if (own.radius) check("radius", own.radius, positive_complaint(*own.radius));
    if (own.mass) check("mass", own.mass, mass_complaint(*own.mass));
    own.sound = reader.sound();
    return own;
}

BallDefaults read_defaults(TableReader& top, PlacedFaults& faults) {
    const TomlNode* table = top.table("defaults");
    if (table == nullptr) return {};
    TableReader reader(*table, "[defaults]", faults);
    const BallDefaults defaults = read_own(reader);
    reader.reject_other_keys();
    return defaults;
}

template <int N>
void read_balls(TableReader& top, const BallDefaults& defaults, SceneDraft<N>& draft, PlacedFaults& faults) {
    for (const TomlNode* table : top.tables("balls")) {
        if (draft.patience.ends()) return;
        read_ball(*table, defaults, draft, faults);
    }
}

template void read_balls(TableReader&, const BallDefaults&, SceneDraft<2>&, PlacedFaults&);
template void read_balls(TableReader&, const BallDefaults&, SceneDraft<3>&, PlacedFaults&);

}  // namespace carom::detail

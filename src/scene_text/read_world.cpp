// The tables [world], [[walls]], [[containers]], [thermostat], [shear] and [collisions].
#include "scene/wording.hpp"
#include "scene_text/ball_columns.hpp"
#include "scene_text/scene_draft.hpp"

namespace carom::detail {
namespace {

/// One word for all axes, or an array of one per axis.
template <int N>
std::array<Boundary, N> read_boundary(TableReader& world, const TomlNode& table) {
    std::array<Boundary, N> result{};
    result.fill(Boundary::wall);
    std::vector<std::string> words;
    const bool single = text_at(table, "boundary") != nullptr;
    if (single) {
        words.assign(N, world.text("boundary").value_or("wall"));
    } else {
        words = world.texts("boundary", N).value_or(std::vector<std::string>(N, "wall"));
    }
    for (std::size_t k = 0; k < N; ++k) {
        const auto boundary = boundary_named(words[k]);
        if (boundary) {
            result[k] = *boundary;
        } else if (k == 0 || !single) {
            world.reject_word("boundary", words[k], {"wall", "periodic", "open"});
        }
    }
    return result;
}

/// Where there are imports, one of them may give the box.
enum class Imports : unsigned char { none, some };

template <int N>
void read_box(const TomlNode& table, Imports imports, SceneDraft<N>& draft, PlacedFaults& faults) {
    TableReader world(table, "[world]", faults);
    const auto lower = world.vec<N>("lower");
    const auto upper = world.vec<N>("upper");
    const auto boundary = read_boundary<N>(world, table);
    const auto gravity = world.vec<N>("gravity");
    const bool cornered = world.has("lower") || world.has("upper");
    const bool left_out = !cornered && !world.has("boundary") && imports == Imports::some;
    bool bounded = cornered;
    for (const Boundary one : boundary) bounded = bounded || (one != Boundary::open && !left_out);
    const bool unsaid = !cornered && !world.has("boundary");
    const std::string hint = unsaid ? "; without a box, write boundary = \"open\"" : "";
    if (bounded && !world.has("lower")) world.missing("lower", hint);
    if (bounded && !world.has("upper")) world.missing("upper", hint);
    draft.world_sound = world.sound();
    world.reject_other_keys();
    if (!draft.world_sound) return;
    draft.scene.world.gravity = gravity.value_or(Vec<double, N>{});
    if (left_out) {
        draft.world_without_box = &table;
        return;
    }
    draft.scene.world.boundary = boundary;
    draft.scene.world.box = {lower.value_or(Vec<double, N>{}), upper.value_or(Vec<double, N>{})};
}

template <int N>
void read_wall(const TomlNode& table, SceneDraft<N>& draft, PlacedFaults& faults) {
    TableReader reader(table, "wall " + text(draft.walls.size()), faults);
    Wall<N> wall;
    wall.name = reader.text("name").value_or("");
    const auto normal = reader.needed("normal", reader.vec<N>("normal"));
    const auto offset = reader.number("offset");
    const auto point = reader.vec<N>("point");
    if (reader.has("offset") == reader.has("point")) {
        reader.fault("wrong walls", "offset", "exactly one of offset and point must be given");
    }
    if (normal) wall.half_space = {*normal, offset.value_or(0)};
    if (normal && point) wall.half_space = half_space_below(plane_through(*point, *normal));
    wall.speed = reader.number("speed").value_or(0);
    wall.temperature = reader.number("temperature");
    draft.refused_walls.push_back(!reader.sound());
    reader.reject_other_keys();
    draft.walls.push_back(&table);
    draft.scene.world.walls.push_back(wall);
}

template <int N>
void read_container(const TomlNode& table, SceneDraft<N>& draft, PlacedFaults& faults) {
    TableReader reader(table, "container " + text(draft.containers.size()), faults);
    Container<N> container;
    container.name = reader.text("name").value_or("");
    container.center = reader.needed("center", reader.vec<N>("center")).value_or(Vec<double, N>{});
    container.radius = reader.needed("radius", reader.number("radius")).value_or(1);
    container.axis = reader.vec<N>("axis").value_or(Vec<double, N>{});
    draft.refused_containers.push_back(!reader.sound());
    reader.reject_other_keys();
    draft.containers.push_back(&table);
    draft.scene.world.containers.push_back(container);
}

std::optional<Thermostat> read_thermostat(const TomlNode& table, PlacedFaults& faults) {
    TableReader reader(table, "[thermostat]", faults);
    const auto temperature = reader.needed("temperature", reader.number("temperature"));
    const auto rate = reader.needed("rate", reader.number("rate"));
    reader.reject_other_keys();
    if (!temperature || !rate) return {};
    return Thermostat{*temperature, *rate};
}

std::optional<Shear> read_shear(const TomlNode& table, int dimension, PlacedFaults& faults) {
    TableReader reader(table, "[shear]", faults);
    const auto flow = reader.needed("flow", reader.axis("flow", dimension));
    const auto gradient = reader.needed("gradient", reader.axis("gradient", dimension));
    const auto rate = reader.needed("rate", reader.number("rate"));
    reader.reject_other_keys();
    if (!flow || !gradient || !rate) return {};
    return Shear{*flow, *gradient, *rate};
}

void read_between(const TomlNode& table, CollisionLaw& law, PlacedFaults& faults) {
    TableReader reader(table, "collisions.between " + text(law.between.size()), faults);
    const auto species = reader.needed("species", reader.texts("species"));
    const auto restitution = reader.needed("restitution", reader.number("restitution"));
    if (species && species->size() != 2) {
        reader.fault("wrong values", "species", "species must be two names, not " + text(species->size()));
    }
    reader.reject_other_keys();
    if (reader.sound() && restitution) {
        law.between.push_back({species->front(), species->back(), *restitution});
    }
}

void read_law(const TomlNode& table, CollisionLaw& law, PlacedFaults& faults) {
    TableReader reader(table, "[collisions]", faults);
    law.restitution_balls = reader.number("restitution_balls").value_or(1);
    law.restitution_walls = reader.number("restitution_walls").value_or(1);
    law.elastic_below = reader.number("elastic_below");
    law.contact_time = reader.number("contact_time").value_or(0);
    law.full_loss_speed = reader.number("full_loss_speed").value_or(0);
    law.contact_tolerance = reader.number("contact_tolerance");
    for (const TomlNode* pair : reader.tables("between")) read_between(*pair, law, faults);
    reader.reject_other_keys();
}

}  // namespace

template <int N>
void read_world(TableReader& top, SceneDraft<N>& draft, PlacedFaults& faults) {
    if (const TomlNode* table = top.table("world")) {
        read_box(*table, top.has("import") ? Imports::some : Imports::none, draft, faults);
    } else {
        draft.world_sound = !top.has("world");
    }
    for (const TomlNode* table : top.tables("walls")) read_wall(*table, draft, faults);
    for (const TomlNode* table : top.tables("containers")) read_container(*table, draft, faults);
    if (const TomlNode* table = top.table("thermostat"))
        draft.scene.thermostat = read_thermostat(*table, faults);
    if (const TomlNode* table = top.table("shear")) draft.scene.world.shear = read_shear(*table, N, faults);
    if (const TomlNode* table = top.table("collisions")) read_law(*table, draft.scene.law, faults);
}

template void read_world(TableReader&, SceneDraft<2>&, PlacedFaults&);
template void read_world(TableReader&, SceneDraft<3>&, PlacedFaults&);

}  // namespace carom::detail

// The tables [[generate]]: which generator, its request, and the balls it makes.
#include "carom/sim/dense_gas.hpp"
#include "math/vec_ops.hpp"
#include "scene/request.hpp"
#include "scene/wording.hpp"
#include "scene_text/scene_draft.hpp"

namespace carom::detail {
namespace {

enum class GeneratorKind : unsigned char { rack, lattice, random_gas, cradle };

/// What every generator is told.
struct Context {
    const BallDefaults& defaults;
    const GeneratorChoices& choices;
    PlacedFaults& faults;
    std::size_t most = max_balls;  ///< that the scene still takes
};

ThermalMotion read_motion(TableReader& reader, const Context& context) {
    ThermalMotion motion;
    motion.temperature = reader.number("temperature");
    motion.rms_speed = reader.number("rms_speed");
    motion.seed = context.choices.seed.value_or(reader.whole("seed", 0).value_or(1));
    if (!reader.flag("remove_drift").value_or(true)) motion.drift = ThermalMotion::Drift::kept;
    return motion;
}

template <int N>
GeneratedBalls<N> read_rack(TableReader& reader, const Context& context) {
    Rack<N> rack;
    rack.shape = reader
                     .needed("shape", reader.choice<RackShape>("shape", {{"8-ball", RackShape::eight_ball},
                                                                         {"9-ball", RackShape::nine_ball}}))
                     .value_or(RackShape::nine_ball);
    rack.apex = reader.needed("apex", reader.vec<N>("apex")).value_or(Vec<double, N>{});
    rack.direction = reader
                         .choice<Direction>("direction", {{"+x", Direction::plus_x},
                                                          {"-x", Direction::minus_x},
                                                          {"+y", Direction::plus_y},
                                                          {"-y", Direction::minus_y}})
                         .value_or(Direction::plus_x);
    rack.radius = read_radius(reader, context.defaults);
    rack.mass = read_mass(reader, context.defaults);
    rack.gap = reader.number("gap").value_or(0);
    const bool sound = reader.sound();
    reader.reject_other_keys();
    return sound ? make_rack(rack) : GeneratedBalls<N>(GenerateError{});
}

template <int N>
GeneratedBalls<N> read_cradle(TableReader& reader, const Context& context) {
    Cradle<N> cradle;
    cradle.position = reader.needed("position", reader.vec<N>("position")).value_or(Vec<double, N>{});
    cradle.axis = reader.axis("axis", N).value_or(0);
    cradle.count = reader.needed("count", reader.whole("count", 1)).value_or(1);
    cradle.moving = reader.whole("moving", 0).value_or(1);
    cradle.speed = reader.number("speed").value_or(0);
    cradle.approach = reader.number("approach").value_or(0);
    cradle.radius = read_radius(reader, context.defaults);
    cradle.mass = read_mass(reader, context.defaults);
    cradle.gap = reader.number("gap").value_or(0);
    const bool sound = reader.sound();
    reader.reject_other_keys();
    return sound ? make_cradle(cradle, context.most) : GeneratedBalls<N>(GenerateError{});
}

template <int N>
std::optional<LatticeKind> read_lattice_kind(TableReader& reader) {
    if constexpr (N == 2) {
        return reader.choice<LatticeKind>(
            "lattice", {{"square", LatticeKind::square}, {"hexagonal", LatticeKind::hexagonal}});
    } else {
        return reader.choice<LatticeKind>(
            "lattice", {{"cubic", LatticeKind::cubic}, {"fcc", LatticeKind::face_centred}});
    }
}

template <int N>
GeneratedBalls<N> read_lattice(TableReader& reader, const Context& context) {
    Lattice<N> lattice;
    lattice.kind = reader.needed("lattice", read_lattice_kind<N>(reader)).value_or(lattice.kind);
    lattice.origin = reader.needed("origin", reader.vec<N>("origin")).value_or(Vec<double, N>{});
    const auto counts = reader.needed("counts", reader.wholes("counts", N, 1));
    for (std::size_t k = 0; counts && k < N; ++k) lattice.counts[k] = (*counts)[k];
    lattice.spacing = reader.needed("spacing", reader.number("spacing")).value_or(0);
    lattice.radius = read_radius(reader, context.defaults);
    lattice.mass = read_mass(reader, context.defaults);
    lattice.motion = read_motion(reader, context);
    lattice.name = reader.text("name").value_or("");
    const bool sound = reader.sound();
    reader.reject_other_keys();
    return sound ? make_lattice(lattice, context.most) : GeneratedBalls<N>(GenerateError{});
}

/// The species of a mixture, or the single one of the gas itself. With counts per species their sum is
/// returned.
std::optional<std::uint64_t> read_species(TableReader& gas, const Context& context,
                                          std::vector<Species>& species) {
    const std::vector<const TomlNode*> tables = gas.tables("species");
    std::uint64_t total = 0;
    std::size_t counted = 0;
    for (const TomlNode* table : tables) {
        TableReader reader(*table, "species " + text(species.size()), context.faults);
        const auto count = reader.whole("count", 1);
        const double share = reader.number("share").value_or(1);
        species.push_back({count ? static_cast<double>(*count) : share, read_radius(reader, context.defaults),
                           read_mass(reader, context.defaults), reader.text("name").value_or("")});
        if (reader.has("count") && reader.has("share")) {
            reader.fault("wrong species", "share",
                         "count and share are both given; one of them decides the other");
        }
        counted += reader.has("count") ? 1 : 0;
        total += count.value_or(0);
        reader.reject_other_keys();
        if (!reader.sound()) gas.refuse();
    }
    if (counted > 0 && counted < tables.size()) {
        gas.fault("wrong species", "species", "either every species has a count, or none has");
    }
    if (tables.empty()) {
        species.push_back({1, read_radius(gas, context.defaults), read_mass(gas, context.defaults), ""});
    }
    return counted > 0 ? std::optional(total) : std::nullopt;
}

template <int N>
GeneratedBalls<N> read_gas(TableReader& reader, const Context& context, const SceneDraft<N>& draft) {
    RandomGas<N> gas;
    gas.name = reader.text("name").value_or("");
    gas.region.lower = reader.vec<N>("lower").value_or(draft.scene.world.box.lower);
    gas.region.upper = reader.vec<N>("upper").value_or(draft.scene.world.box.upper);
    gas.motion = read_motion(reader, context);
    gas.seed = gas.motion.seed;
    gas.count = reader.whole("count", 1);
    gas.packing = reader.number("packing");
    Growth growth;
    growth.rate = reader.number("growth_rate");
    growth.goes_on = context.choices.goes_on;
    const auto counted = read_species(reader, context, gas.species);
    if (static_cast<int>(reader.has("count")) + static_cast<int>(reader.has("packing")) +
            static_cast<int>(counted.has_value()) !=
        1) {
        reader.fault("wrong gases", "count",
                     "exactly one of count, packing and a count per species must be given");
    }
    if (counted) gas.count = counted;
    const bool sound = reader.sound() && draft.world_sound;
    reader.reject_other_keys();
    if (!sound) return GenerateError{};
    std::vector<SceneBall<N>> present;
    for (std::size_t i = 0; i < draft.scene.balls.size(); ++i) {
        if (!draft.refused_balls[i]) present.push_back(draft.scene.balls[i]);
    }
    return make_dense_gas<N>(gas, draft.scene.world, present, growth);
}

template <int N>
GeneratedBalls<N> read_generator(GeneratorKind kind, TableReader& reader, const Context& context,
                                 const SceneDraft<N>& draft) {
    switch (kind) {
        case GeneratorKind::rack:
            return read_rack<N>(reader, context);
        case GeneratorKind::lattice:
            return read_lattice<N>(reader, context);
        case GeneratorKind::cradle:
            return read_cradle<N>(reader, context);
        case GeneratorKind::random_gas:
            break;
    }
    return read_gas<N>(reader, context, draft);
}

template <int N>
void run_generator(const TomlNode& table, const std::string& who, const Context& context,
                   SceneDraft<N>& draft) {
    TableReader reader(table, who, context.faults);
    const auto kind =
        reader.needed("kind", reader.choice<GeneratorKind>("kind", {{"rack", GeneratorKind::rack},
                                                                    {"lattice", GeneratorKind::lattice},
                                                                    {"random_gas", GeneratorKind::random_gas},
                                                                    {"cradle", GeneratorKind::cradle}}));
    if (!kind) {
        draft.complete = false;
        return;
    }
    GeneratedBalls<N> balls = read_generator<N>(*kind, reader, context, draft);
    if (!balls) {
        draft.complete = false;
        const GenerateError& error = balls.error();
        if (!error.message.empty()) reader.fault("refused generators", error.field, error.message);
        return;
    }
    draft.add_source(table);
    // Drawn velocities are those about the flow of a sheared box.
    const bool drawn = reader.has("temperature") || reader.has("rms_speed");
    for (SceneBall<N>& ball : *balls) {
        if (drawn) ball.velocity = ball.velocity + flow_at(draft.scene.world, ball.position);
        draft.scene.balls.push_back(std::move(ball));
    }
    draft.refused_balls.resize(draft.scene.balls.size(), 0);
}

}  // namespace

template <int N>
void read_generators(TableReader& top, const BallDefaults& defaults, const GeneratorChoices& choices,
                     SceneDraft<N>& draft, PlacedFaults& faults) {
    std::size_t index = 0;
    for (const TomlNode* table : top.tables("generate")) {
        const Context context{defaults, choices, faults, room_beside(draft.scene.balls.size())};
        run_generator(*table, "generator " + text(index), context, draft);
        ++index;
    }
}

template void read_generators(TableReader&, const BallDefaults&, const GeneratorChoices&, SceneDraft<2>&,
                              PlacedFaults&);
template void read_generators(TableReader&, const BallDefaults&, const GeneratorChoices&, SceneDraft<3>&,
                              PlacedFaults&);

}  // namespace carom::detail

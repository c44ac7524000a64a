#include "record/shot_format.hpp"

#include <type_traits>
#include <variant>

#include "billiards/number_range.hpp"

namespace carom::billiards::detail {

namespace {

/// Calls `visit` with every number of a ball's properties; the same order in both directions.
template <class Ball, class Visit>
void each_property(Ball& ball, const Visit& visit) {
    for (auto* number : {&ball.radius, &ball.mass, &ball.sliding_friction, &ball.rolling_friction,
                         &ball.spinning_friction, &ball.ball_friction, &ball.ball_restitution,
                         &ball.bed_restitution, &ball.cushion_restitution, &ball.cushion_friction})
        visit(*number);
}

template <class Scene, class Visit>
void each_number_of_laws(Scene& scene, const Visit& visit) {
    auto& laws = scene.setup.laws;
    auto& cue = scene.setup.cue;
    for (auto* number :
         {&cue.mass, &cue.end_mass, &cue.tip_radius, &laws.curve.a, &laws.curve.b, &laws.curve.c,
          &laws.omega_ratio, &scene.setup.contact_speed, &scene.setup.table.gravity})
        visit(*number);
}

template <class Strike, class Visit>
void each_number_of_strike(Strike& strike, const Visit& visit) {
    for (auto* number : {&strike.speed, &strike.direction, &strike.elevation, &strike.left, &strike.up})
        visit(*number);
}

template <std::size_t N, class Vector>
void put(ByteWriter& out, const Vector& x) {
    for (int k = 0; k < static_cast<int>(N); ++k) out.f64(x[k]);
}

template <class Vector, int N>
Vector get(ByteReader& in) {
    Vector x;
    for (int k = 0; k < N; ++k) x[k] = in.f64();
    return x;
}

void encode_table(ByteWriter& out, const Table& table) {
    out.u32(static_cast<std::uint32_t>(table.straight_cushions.size()));
    for (const StraightCushion& cushion : table.straight_cushions) {
        put<2>(out, cushion.from);
        put<2>(out, cushion.to);
        out.f64(cushion.height);
    }
    out.u32(static_cast<std::uint32_t>(table.round_cushions.size()));
    for (const RoundCushion& cushion : table.round_cushions) {
        put<2>(out, cushion.centre);
        out.f64(cushion.radius);
        out.f64(cushion.height);
    }
    out.u32(static_cast<std::uint32_t>(table.pockets.size()));
    for (const Pocket& pocket : table.pockets) {
        put<2>(out, pocket.centre);
        out.f64(pocket.radius);
        out.f64(pocket.depth);
    }
}

/// What was added later, and only matters where balls jump: left out where it is as before.
bool has_flights(const TableScene& scene) {
    const ImpactLaws usual;
    const ImpactLaws& laws = scene.setup.laws;
    return laws.jumps || laws.least_bounce != usual.least_bounce ||
           scene.setup.table.rail_width != Table{}.rail_width;
}

bool has_game(const TableScene& scene) {
    return rules_of(scene.game) != Rules::none;
}

/// Beside the number of the rules where the cue ball is in hand behind a line, and at three-cushion where the
/// first shot is the opening shot or the game has a distance. Added later than games: programs that do not
/// know it see no game that they know.
constexpr std::uint8_t kSaysMore = 0x80;

bool says_more(const GameState& game) {
    const auto* const carom = std::get_if<ThreeCushionState>(&game);
    return carom != nullptr ? carom->is_break || carom->distance > 0 : is_behind_line(game);
}

void encode_flights(ByteWriter& out, const TableScene& scene) {
    if (!has_flights(scene) && !has_game(scene)) return;
    out.u8(scene.setup.laws.jumps ? 1 : 0);
    out.f64(scene.setup.laws.least_bounce);
    out.f64(scene.setup.table.rail_width);
}

void decode_flights(ByteReader& in, TableScene& scene) {
    if (in.left() == 0) return;
    scene.setup.laws.jumps = in.u8() != 0;
    scene.setup.laws.least_bounce = in.f64();
    scene.setup.table.rail_width = in.f64();
}

/// Calls `visit` with the numbers of a game before a shot; the same order in both directions.
template <class State, class Visit>
void each_number_of_game(State& state, const Visit& visit) {
    if constexpr (requires { state.shooter; }) visit(state.shooter);
    constexpr bool is_carom = std::is_same_v<std::remove_const_t<State>, ThreeCushionState>;
    if constexpr (!is_carom && requires { state.is_break; }) visit(state.is_break);
    if constexpr (requires { state.may_push_out; }) visit(state.may_push_out);
    if constexpr (requires { state.on; }) visit(state.on);
    const auto each = [&](auto& two) {
        for (auto& one : two) visit(one);
    };
    if constexpr (requires { state.fouls_in_row; }) each(state.fouls_in_row);
    if constexpr (requires { state.groups; }) each(state.groups);
    if constexpr (requires { state.points; }) each(state.points);
}

/// Added later than flights.
void encode_game(ByteWriter& out, const TableScene& scene) {
    if (!has_game(scene)) return;
    const auto rules = static_cast<std::uint8_t>(rules_of(scene.game));
    out.u8(says_more(scene.game) ? static_cast<std::uint8_t>(rules | kSaysMore) : rules);
    std::visit(
        [&](const auto& state) {
            each_number_of_game(state,
                                [&](const auto& number) { out.u32(static_cast<std::uint32_t>(number)); });
        },
        scene.game);
    if (const auto* const carom = std::get_if<ThreeCushionState>(&scene.game);
        carom != nullptr && says_more(scene.game)) {
        out.u32(carom->is_break ? 1 : 0);
        out.u32(static_cast<std::uint32_t>(carom->distance));
    }
    for (const PlannedShot& shot : scene.shots) {
        const Announcement& announced = shot.announced;
        for (const int number : {announced.call.ball, announced.call.pocket, announced.colour})
            out.u32(static_cast<std::uint32_t>(number));
        out.u8(static_cast<std::uint8_t>((announced.call.safety ? 1 : 0) + (announced.push_out ? 2 : 0) +
                                         (announced.pass ? 4 : 0)));
    }
}

/// False for a game that this carom does not know.
bool decode_game(ByteReader& in, TableScene& scene) {
    if (in.left() == 0) return true;
    const std::uint8_t noted = in.u8();
    const auto rules = static_cast<std::uint8_t>(noted & ~kSaysMore);
    if (rules >= std::variant_size_v<GameState>) return false;
    scene.game = new_game(static_cast<Rules>(rules));
    std::visit(
        [&](auto& state) {
            if constexpr (requires { state.behind_line; }) state.behind_line = noted != rules;
            each_number_of_game(state, [&](auto& number) {
                number = static_cast<std::remove_reference_t<decltype(number)>>(in.u32());
            });
        },
        scene.game);
    if (auto* const carom = std::get_if<ThreeCushionState>(&scene.game)) {
        carom->is_break = noted != rules && in.u32() != 0;
        carom->distance = noted != rules ? static_cast<int>(in.u32()) : 0;
    } else if (noted != rules && !is_behind_line(scene.game)) {
        return false;
    }
    for (PlannedShot& shot : scene.shots) {
        Announcement& announced = shot.announced;
        for (int* number : {&announced.call.ball, &announced.call.pocket, &announced.colour})
            *number = static_cast<int>(in.u32());
        const std::uint8_t flags = in.u8();
        announced.call.safety = (flags & 1U) != 0;
        announced.push_out = (flags & 2U) != 0;
        announced.pass = (flags & 4U) != 0;
    }
    return true;
}

/// A count is believed only as far as bytes follow.
std::size_t count_of(ByteReader& in, std::size_t least_bytes) {
    const std::size_t count = in.u32();
    if (count * least_bytes <= in.left()) return count;
    in.take(in.left() + 1);
    return 0;
}

Table decode_table(ByteReader& in) {
    Table table;
    for (std::size_t k = count_of(in, 40); k > 0; --k) {
        const auto from = get<Vec2d, 2>(in);
        const auto to = get<Vec2d, 2>(in);
        table.straight_cushions.push_back({from, to, in.f64()});
    }
    for (std::size_t k = count_of(in, 32); k > 0; --k) {
        const auto centre = get<Vec2d, 2>(in);
        const double radius = in.f64();
        table.round_cushions.push_back({centre, radius, in.f64()});
    }
    for (std::size_t k = count_of(in, 32); k > 0; --k) {
        const auto centre = get<Vec2d, 2>(in);
        const double radius = in.f64();
        table.pockets.push_back({centre, radius, in.f64()});
    }
    return table;
}

void encode_balls(ByteWriter& out, const TableScene& scene) {
    out.u32(static_cast<std::uint32_t>(scene.start.size()));
    for (std::size_t k = 0; k < scene.start.size(); ++k) {
        out.text(scene.ball_names[k]);
        each_property(scene.setup.balls[k], [&](double number) { out.f64(number); });
        encode_state(out, scene.start[k]);
    }
}

void decode_balls(ByteReader& in, TableScene& scene) {
    for (std::size_t k = count_of(in, 157); k > 0; --k) {
        scene.ball_names.emplace_back(in.text());
        BallProperties& ball = scene.setup.balls.emplace_back();
        each_property(ball, [&](double& number) { number = in.f64(); });
        scene.start.push_back(decode_state(in));
    }
}

void encode_shots(ByteWriter& out, const std::vector<PlannedShot>& shots) {
    out.u32(static_cast<std::uint32_t>(shots.size()));
    for (const PlannedShot& planned : shots) {
        out.u8(planned.place ? 1 : 0);
        put<2>(out, planned.place.value_or(Vec2d{}));
        out.u32(static_cast<std::uint32_t>(planned.shot.cue_ball));
        each_number_of_strike(planned.shot.strike, [&](double number) { out.f64(number); });
    }
}

void decode_shots(ByteReader& in, std::vector<PlannedShot>& shots) {
    for (std::size_t k = count_of(in, 61); k > 0; --k) {
        PlannedShot& planned = shots.emplace_back();
        const bool placed = in.u8() != 0;
        const auto place = get<Vec2d, 2>(in);
        if (placed) planned.place = place;
        planned.shot.cue_ball = static_cast<int>(in.u32());
        each_number_of_strike(planned.shot.strike, [&](double& number) { number = in.f64(); });
    }
}

bool is_index(int index, std::size_t count) {
    return index >= 0 && static_cast<std::size_t>(index) < count;
}

}  // namespace

void encode_table_scene(ByteWriter& out, const TableScene& scene) {
    out.text(scene.name);
    encode_table(out, scene.setup.table);
    const ImpactLaws& laws = scene.setup.laws;
    out.u8(static_cast<std::uint8_t>(laws.ball_ball));
    out.u8(static_cast<std::uint8_t>(laws.ball_friction));
    out.u8(static_cast<std::uint8_t>(laws.cushion));
    each_number_of_laws(scene, [&](double number) { out.f64(number); });
    encode_balls(out, scene);
    encode_shots(out, scene.shots);
    encode_flights(out, scene);
    encode_game(out, scene);
}

Result<TableScene, Malformed> decode_table_scene(std::string_view bytes) {
    ByteReader in(bytes);
    TableScene scene;
    scene.name = in.text();
    scene.setup.table = decode_table(in);
    ImpactLaws& laws = scene.setup.laws;
    const std::uint8_t ball_ball = in.u8(), ball_friction = in.u8(), cushion = in.u8();
    laws.ball_ball = static_cast<BallBallModel>(ball_ball);
    laws.ball_friction = static_cast<BallFriction>(ball_friction);
    laws.cushion = static_cast<CushionModel>(cushion);
    each_number_of_laws(scene, [&](double& number) { number = in.f64(); });
    decode_balls(in, scene);
    decode_shots(in, scene.shots);
    decode_flights(in, scene);
    if (!decode_game(in, scene)) return Malformed{0, "its game is unknown: a newer carom is needed"};
    if (!in.ok() || in.left() > 0) return Malformed{in.at(), "the scene is damaged"};
    const bool known = ball_ball <= static_cast<int>(BallBallModel::mathavan_2014_published) &&
                       ball_friction <= static_cast<int>(BallFriction::alciatore) &&
                       cushion <= static_cast<int>(CushionModel::mathavan_2010);
    if (!known) return Malformed{0, "a model is unknown: a newer carom is needed"};
    for (const BallState& state : scene.start) {
        if (!is_proper_state(state)) return Malformed{0, "a start state is not proper"};
    }
    const std::vector<TableFault> faults = faults_of(scene);
    if (!faults.empty()) return Malformed{0, "the scene is not valid: " + faults.front().message};
    return scene;
}

void encode_state(ByteWriter& out, const BallState& state) {
    out.u8(static_cast<std::uint8_t>(state.phase));
    put<3>(out, state.position);
    put<3>(out, state.velocity);
    put<3>(out, state.spin);
}

BallState decode_state(ByteReader& in) {
    BallState state;
    state.phase = static_cast<Phase>(in.u8());
    state.position = get<Vec3d, 3>(in);
    state.velocity = get<Vec3d, 3>(in);
    state.spin = get<Vec3d, 3>(in);
    return state;
}

void encode_event(ByteWriter& out, const ShotEvent& event) {
    out.u8(static_cast<std::uint8_t>(event.kind));
    out.f64(event.time);
    out.u32(static_cast<std::uint32_t>(event.ball));
    out.u32(static_cast<std::uint32_t>(event.other));
    encode_state(out, event.ball_after);
    put<2>(out, event.ball_acceleration);
    if (event.kind != EventKind::ball_ball) return;
    encode_state(out, event.other_after);
    put<2>(out, event.other_acceleration);
    out.u32(static_cast<std::uint32_t>(event.following));
}

ShotEvent decode_event(ByteReader& in) {
    ShotEvent event;
    event.kind = static_cast<EventKind>(in.u8());
    event.time = in.f64();
    event.ball = static_cast<int>(in.u32());
    event.other = static_cast<int>(in.u32());
    event.ball_after = decode_state(in);
    event.ball_acceleration = get<Vec2d, 2>(in);
    if (event.kind != EventKind::ball_ball) return event;
    event.other_after = decode_state(in);
    event.other_acceleration = get<Vec2d, 2>(in);
    event.following = static_cast<int>(in.u32());
    return event;
}

bool is_proper_state(const BallState& state) {
    return state.phase >= Phase::resting && state.phase <= Phase::off_table && is_in_range(state.position) &&
           is_in_range(state.velocity) && is_in_range(state.spin);
}

bool is_proper_event(const ShotEvent& event, const TableScene& scene) {
    const std::size_t balls = scene.start.size();
    const bool proper = event.kind >= EventKind::strike && event.kind <= EventKind::off_table &&
                        is_in_range(event.time) && event.time >= 0 && is_index(event.ball, balls) &&
                        is_proper_state(event.ball_after) && is_in_range(event.ball_acceleration);
    if (!proper) return false;
    switch (event.kind) {
        case EventKind::ball_ball:
            return is_index(event.other, balls) && event.other != event.ball && event.following >= 0 &&
                   is_proper_state(event.other_after) && is_in_range(event.other_acceleration);
        case EventKind::straight_cushion:
            return is_index(event.other, scene.setup.table.straight_cushions.size());
        case EventKind::round_cushion:
            return is_index(event.other, scene.setup.table.round_cushions.size());
        case EventKind::pocket:
            return is_index(event.other, scene.setup.table.pockets.size());
        default:
            return event.other == -1;
    }
}

}  // namespace carom::billiards::detail

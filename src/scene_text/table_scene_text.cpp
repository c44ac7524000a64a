#include "carom/scene_text/table_scene_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "scene_text/table_words.hpp"

namespace carom {
namespace {

using billiards::BallProperties;
using billiards::BallState;
using billiards::Phase;
using billiards::Table;
using billiards::TableScene;

std::string toml_string(const std::string& text) {
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') quoted += '\\';
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
            quoted += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        } else {
            quoted += c;
        }
    }
    return quoted + "\"";
}

/// The shortest digits that give this double; -0 would be a whole number, which has no sign.
std::string toml_number(double number) {
    return number == 0 && std::signbit(number) ? "-0.0" : fmt::format("{}", number);
}

template <int N>
std::string toml_vec(const Vec<double, N>& vec) {
    std::string text;
    for (int k = 0; k < N; ++k) text += (k == 0 ? "" : ", ") + toml_number(vec[k]);
    return "[" + text + "]";
}

/// "key = number\n", unless it has its default.
std::string changed(const char* key, double number, double usual) {
    const bool same = std::bit_cast<std::uint64_t>(number) == std::bit_cast<std::uint64_t>(usual);
    return same ? "" : fmt::format("{} = {}\n", key, toml_number(number));
}

bool is_same(const Table& a, const Table& b) {
    return std::equal(a.straight_cushions.begin(), a.straight_cushions.end(), b.straight_cushions.begin(),
                      b.straight_cushions.end(),
                      [](const auto& x, const auto& y) {
                          return x.from == y.from && x.to == y.to && x.height == y.height;
                      }) &&
           std::equal(a.round_cushions.begin(), a.round_cushions.end(), b.round_cushions.begin(),
                      b.round_cushions.end(),
                      [](const auto& x, const auto& y) {
                          return x.centre == y.centre && x.radius == y.radius && x.height == y.height;
                      }) &&
           std::equal(a.pockets.begin(), a.pockets.end(), b.pockets.begin(), b.pockets.end(),
                      [](const auto& x, const auto& y) {
                          return x.centre == y.centre && x.radius == y.radius && x.depth == y.depth;
                      });
}

/// The name of a ready table; empty for others.
std::string ready_kind(const Table& table) {
    const std::array<std::pair<const char*, Table>, 5> ready{
        {{"pool_7_foot", pocket_table(billiards::pool_table_7_foot())},
         {"pool_8_foot", pocket_table(billiards::pool_table_8_foot())},
         {"pool_9_foot", pocket_table(billiards::pool_table_9_foot())},
         {"snooker_12_foot", pocket_table(billiards::snooker_table_12_foot())},
         {"carom", billiards::carom_table()}}};
    for (const auto& [name, each] : ready) {
        if (is_same(table, each)) return name;
    }
    return "";
}

std::string cushions_text(const Table& table) {
    std::string text;
    for (const auto& cushion : table.straight_cushions)
        text += fmt::format("\n[[table.straight_cushions]]\nfrom = {}\nto = {}\nheight = {}\n",
                            toml_vec(cushion.from), toml_vec(cushion.to), toml_number(cushion.height));
    for (const auto& cushion : table.round_cushions)
        text +=
            fmt::format("\n[[table.round_cushions]]\ncentre = {}\nradius = {}\nheight = {}\n",
                        toml_vec(cushion.centre), toml_number(cushion.radius), toml_number(cushion.height));
    for (const auto& pocket : table.pockets)
        text += fmt::format("\n[[table.pockets]]\ncentre = {}\nradius = {}\ndepth = {}\n",
                            toml_vec(pocket.centre), toml_number(pocket.radius), toml_number(pocket.depth));
    return text;
}

std::string table_text(const Table& table) {
    const std::string kind = ready_kind(table);
    return fmt::format("[table]\nkind = \"{}\"\n", kind.empty() ? "free" : kind) +
           changed("gravity", table.gravity, Table{}.gravity) +
           changed("rail_width", table.rail_width, Table{}.rail_width) +
           (kind.empty() ? cushions_text(table) : "");
}

std::string properties_text(const BallProperties& ball, const BallProperties& usual) {
    std::string text;
    for (const auto& [key, member] : detail::kBallProperties)
        text += changed(key, ball.*member, usual.*member);
    return text;
}

/// `usual` becomes what the balls have that say nothing.
std::string defaults_text(const std::vector<BallProperties>& balls, BallProperties& usual) {
    if (balls.empty()) return "";
    usual = balls[0];
    if (usual == billiards::snooker_ball()) return "\n[defaults]\nkind = \"snooker\"\n";
    if (usual == billiards::carom_ball()) return "\n[defaults]\nkind = \"carom\"\n";
    const std::string text = properties_text(usual, BallProperties{});
    return text.empty() ? "" : "\n[defaults]\n" + text;
}

template <class Choice, std::size_t K>
std::string choice_text(const char* key, Choice choice, Choice usual,
                        const std::pair<std::string_view, Choice> (&words)[K]) {
    if (choice == usual) return "";
    const auto* const found = std::find_if(std::begin(words), std::end(words),
                                           [&](const auto& word) { return word.second == choice; });
    return fmt::format("{} = \"{}\"\n", key, found->first);
}

std::string ball_text(const std::string& name, const BallProperties& ball, const BallProperties& usual,
                      const BallState& state) {
    std::string text = "\n[[balls]]\n";
    if (!name.empty()) text += fmt::format("name = {}\n", toml_string(name));
    text += properties_text(ball, usual);
    if (is_out_of_play(state.phase))
        return text + choice_text("out_of_play", state.phase, Phase::resting, detail::kWaysOut);
    text += fmt::format("position = {}\n", toml_vec(Vec2d{state.position[0], state.position[1]}));
    const Vec2d velocity{state.velocity[0], state.velocity[1]};
    if (velocity != Vec2d{}) text += fmt::format("velocity = {}\n", toml_vec(velocity));
    if (state.spin != Vec3d{}) text += fmt::format("spin = {}\n", toml_vec(state.spin));
    return text + changed("height", state.position[2], ball.radius) + changed("rise", state.velocity[2], 0);
}

/// What a scene says of its game: nothing else of the state before the first shot.
std::string game_text(const billiards::GameState& game, const std::vector<std::string>& names) {
    const billiards::Rules rules = rules_of(game);
    if (rules == billiards::Rules::none || !why_no_game(rules, names).empty()) return "";
    std::string text = fmt::format("\n[game]\nrules = \"{}\"\n", name_of(rules));
    if (is_break(game)) text += "break = true\n";
    if (is_behind_line(game)) text += "behind_line = true\n";
    if (const auto* const eight = std::get_if<billiards::EightBallState>(&game))
        text += choice_text("on", eight->groups[0], billiards::Group::open, detail::kGroups);
    if (const auto* const snooker = std::get_if<billiards::SnookerState>(&game))
        text += choice_text("on", snooker->on, billiards::BallOn::red, detail::kBallsOn);
    const auto points = points_of(game);
    if (points != std::array<int, 2>{}) text += fmt::format("points = [{}, {}]\n", points[0], points[1]);
    if (const auto* const carom = std::get_if<billiards::ThreeCushionState>(&game);
        carom != nullptr && carom->distance > 0)
        text += fmt::format("distance = {}\n", carom->distance);
    return text;
}

std::string cue_text(const billiards::Cue& cue) {
    const billiards::Cue usual;
    const std::string text = changed("mass", cue.mass, usual.mass) +
                             changed("end_mass", cue.end_mass, usual.end_mass) +
                             changed("tip_radius", cue.tip_radius, usual.tip_radius);
    return text.empty() ? "" : "\n[cue]\n" + text;
}

std::string laws_text(const billiards::ShotSetup& setup) {
    const billiards::ImpactLaws &laws = setup.laws, usual;
    std::string text =
        choice_text("ball_ball", laws.ball_ball, usual.ball_ball, detail::kBallBallModels) +
        choice_text("ball_friction", laws.ball_friction, usual.ball_friction, detail::kBallFrictions) +
        choice_text("cushion", laws.cushion, usual.cushion, detail::kCushionModels);
    const Vec3d curve{laws.curve.a, laws.curve.b, laws.curve.c};
    if (curve != Vec3d{usual.curve.a, usual.curve.b, usual.curve.c})
        text += fmt::format("friction_curve = {}\n", toml_vec(curve));
    text += changed("omega_ratio", laws.omega_ratio, usual.omega_ratio);
    if (laws.jumps) text += "jumps = true\n";
    text += changed("least_bounce", laws.least_bounce, usual.least_bounce) +
            changed("contact_speed", setup.contact_speed, billiards::ShotSetup{}.contact_speed);
    return text.empty() ? "" : "\n[laws]\n" + text;
}

/// How a shot names its ball: nothing where it is meant without, empty where it cannot be named.
std::optional<std::string> name_of_struck(const std::vector<std::string>& names, int ball) {
    const std::string& name = names[static_cast<std::size_t>(ball)];
    const auto first = [&](const std::string& wanted) {
        return static_cast<int>(std::find(names.begin(), names.end(), wanted) - names.begin());
    };
    const int meant = first("cue");
    if (ball == (meant < static_cast<int>(names.size()) ? meant : 0)) return {};
    return name.empty() || first(name) != ball ? "" : name;
}

std::string announcement_text(const billiards::Announcement& announced,
                              const std::vector<std::string>& names) {
    const billiards::Call& call = announced.call;
    std::string text;
    const std::string name = call.ball < 0 ? "" : names[static_cast<std::size_t>(call.ball)];
    if (!name.empty()) text += fmt::format("called_ball = {}\n", toml_string(name));
    if (call.pocket >= 0) text += fmt::format("called_pocket = {}\n", call.pocket);
    return text + (call.safety ? "safety = true\n" : "") + (announced.push_out ? "push_out = true\n" : "") +
           (announced.pass ? "pass = true\n" : "");
}

std::optional<std::string> shot_text(const billiards::PlannedShot& planned,
                                     const std::vector<std::string>& names) {
    const billiards::Strike& strike = planned.shot.strike;
    std::string text = fmt::format("\n[[shots]]\nspeed = {}\ndirection = {}\n", toml_number(strike.speed),
                                   toml_number(strike.direction));
    text += changed("elevation", strike.elevation, 0) + changed("left", strike.left, 0) +
            changed("up", strike.up, 0);
    const auto name = name_of_struck(names, planned.shot.cue_ball);
    if (name && name->empty()) return {};
    if (name) text += fmt::format("ball = {}\n", toml_string(*name));
    if (planned.place) text += fmt::format("place = {}\n", toml_vec(*planned.place));
    return text + announcement_text(planned.announced, names);
}

}  // namespace

std::optional<std::string> table_scene_text(const TableScene& scene) {
    std::string text = scene.name.empty() ? "" : fmt::format("name = {}\n\n", toml_string(scene.name));
    text += table_text(scene.setup.table);
    BallProperties usual;
    text += defaults_text(scene.setup.balls, usual);
    for (std::size_t k = 0; k < scene.start.size(); ++k)
        text += ball_text(scene.ball_names[k], scene.setup.balls[k], usual, scene.start[k]);
    text += game_text(scene.game, scene.ball_names) + cue_text(scene.setup.cue) + laws_text(scene.setup);
    for (const billiards::PlannedShot& planned : scene.shots) {
        const auto shot = shot_text(planned, scene.ball_names);
        if (!shot) return {};
        text += *shot;
    }
    return text;
}

}  // namespace carom

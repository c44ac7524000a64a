// The only file of this layer that knows nlohmann-json.
#include "view/page_header.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "carom/billiards/shot.hpp"
#include "carom/core/version.hpp"
#include "look/table_look.hpp"
#include "look/table_plan.hpp"
#include "scene_text/table_words.hpp"
#include "view/shot_excerpt.hpp"

namespace carom::view {
namespace {

using Json = nlohmann::ordered_json;

template <int N>
Json json_of(const Vec<double, N>& vector) {
    return vector.coordinates;
}

/// Every wall by its number in events: the faces of the box, then the further ones.
template <int N>
Json wall_names(const World<N>& world) {
    Json names = Json::array();
    for (int axis = 0; axis < N; ++axis) {
        for (const char* side : {"lower ", "upper "})
            names.push_back(side + std::string(1, "xyz"[axis]) + " wall");
    }
    for (std::size_t k = 0; k < world.walls.size(); ++k) {
        const std::string& name = world.walls[k].name;
        names.push_back(name.empty() ? "wall " + std::to_string(k) : name);
    }
    for (std::size_t k = 0; k < world.containers.size(); ++k) {
        const std::string& name = world.containers[k].name;
        names.push_back(name.empty() ? "container " + std::to_string(k) : name);
    }
    return names;
}

/// What each kind of event is called, what `other` is in it, and whether it stops the ball.
Json event_kinds() {
    const auto kind = [](const char* name, const char* other) {
        return Json{{"name", name}, {"other", other}};
    };
    const auto number = [](EventKind event) { return std::to_string(static_cast<int>(event)); };
    return {{number(EventKind::ball_ball), kind("impact of two balls", "ball")},
            {number(EventKind::ball_wall), kind("impact with a wall", "wall")},
            {number(EventKind::cluster), kind("several contacts", "part")},
            {number(EventKind::kick), kind("thermostat", "none")},
            {number(EventKind::rest), {{"name", "comes to rest"}, {"other", "none"}, {"stops", true}}},
            {number(EventKind::wake), kind("wakes", "none")}};
}

/// The same on a table.
Json table_event_kinds() {
    using billiards::EventKind;
    Json kinds;
    const auto add = [&](EventKind event, const char* name, const char* other) {
        kinds[std::to_string(kFirstTableKind + static_cast<int>(event))] = {{"name", name}, {"other", other}};
    };
    kinds[std::to_string(static_cast<int>(carom::EventKind::ball_ball))] = {{"name", "impact of two balls"},
                                                                            {"other", "ball"}};
    add(EventKind::strike, "strike of the cue", "none");
    add(EventKind::straight_cushion, "cushion", "cushion");
    add(EventKind::round_cushion, "jaw", "cushion");
    add(EventKind::pocket, "pocketed", "none");
    add(EventKind::slide_to_roll, "begins to roll", "none");
    add(EventKind::roll_to_spin, "spins on the spot", "none");
    add(EventKind::roll_to_rest, "comes to rest", "none");
    add(EventKind::rest_to_roll, "is pushed on", "none");
    add(EventKind::spin_to_rest, "stops spinning", "none");
    add(EventKind::motion, "another force", "none");
    add(EventKind::bed, "comes down", "none");
    add(EventKind::rail_edge, "edge of a rail", "none");
    add(EventKind::off_table, "leaves the table", "none");
    kinds[std::to_string(kPlaced)] = {{"name", "is put in place"}, {"other", "none"}};
    return kinds;
}

Json json_of(const std::vector<Vec2d>& places) {
    Json list = Json::array();
    for (const Vec2d& place : places) list.push_back(json_of(place));
    return list;
}

/// What a table is made of.
Json rails_of(const billiards::Table& table) {
    Json straight = Json::array();
    Json round = Json::array();
    Json pockets = Json::array();
    for (const auto& cushion : table.straight_cushions)
        straight.push_back(
            {{"from", json_of(cushion.from)}, {"to", json_of(cushion.to)}, {"height", cushion.height}});
    for (const auto& cushion : table.round_cushions)
        round.push_back(
            {{"center", json_of(cushion.centre)}, {"radius", cushion.radius}, {"height", cushion.height}});
    for (const auto& pocket : table.pockets)
        pockets.push_back({{"center", json_of(pocket.centre)}, {"radius", pocket.radius}});
    Json mouths = Json::array();
    for (const auto& mouth : look::mouths_of(table)) mouths.push_back(json_of(mouth));
    return {{"straight", straight}, {"round", round}, {"pockets", pockets}, {"mouths", mouths}};
}

/// What is solid besides the faces of the box.
template <int N>
Json further_walls(const World<N>& world) {
    Json walls = Json::array();
    for (const Wall<N>& wall : world.walls) {
        walls.push_back({{"kind", "half_space"},
                         {"normal", json_of(wall.half_space.normal)},
                         {"offset", wall.half_space.offset},
                         {"speed", wall.speed}});
    }
    return walls;
}

/// Round vessels that balls are inside of.
template <int N>
Json containers_of(const World<N>& world) {
    Json containers = Json::array();
    for (const Container<N>& container : world.containers) {
        const bool is_sphere = container.axis == Vec<double, N>{};
        containers.push_back({{"kind", is_sphere ? "sphere" : "cylinder"},
                              {"center", json_of(container.center)},
                              {"axis", json_of(container.axis)},
                              {"radius", container.radius}});
    }
    return containers;
}

/// Null without shear.
template <int N>
Json shear_of(const World<N>& world) {
    if (!world.shear) return nullptr;
    return {{"flow", world.shear->flow},
            {"gradient", world.shear->gradient},
            {"rate", world.shear->rate},
            {"speed", drift_speed(world)}};
}

template <int N>
Json world_of(const World<N>& world) {
    constexpr const char* words[] = {"open", "wall", "periodic"};
    Json boundary = Json::array();
    for (const Boundary kind : world.boundary) boundary.push_back(words[static_cast<std::size_t>(kind)]);
    return {{"boundary", boundary},
            {"lower", json_of(world.box.lower)},
            {"upper", json_of(world.box.upper)},
            {"gravity", json_of(world.gravity)},
            {"shear", shear_of(world)},
            {"walls", further_walls(world)},
            {"containers", containers_of(world)},
            {"wall_names", wall_names(world)}};
}

Json json_of(const CollisionLaw& law) {
    Json between = Json::array();
    for (const SpeciesRestitution& pair : law.between)
        between.push_back(
            {{"first", pair.first}, {"second", pair.second}, {"restitution", pair.restitution}});
    return {{"restitution_balls", law.restitution_balls},     {"restitution_walls", law.restitution_walls},
            {"elastic_below", law.elastic_below.value_or(0)}, {"contact_time", law.contact_time},
            {"full_loss_speed", law.full_loss_speed},         {"between", between}};
}

/// Empty when no ball has a name.
template <int N>
Json names_of(const std::vector<SceneBall<N>>& balls) {
    Json names = Json::array();
    const bool any =
        std::any_of(balls.begin(), balls.end(), [](const auto& ball) { return !ball.name.empty(); });
    if (!any) return names;
    for (const SceneBall<N>& ball : balls) names.push_back(ball.name);
    return names;
}

template <int N>
std::vector<look::BallLook> looks_on(const Excerpt<N>& excerpt) {
    if constexpr (N == 2) {
        if (excerpt.setup) return look::table_looks_of(excerpt.scene);
    }
    return look::looks_of(excerpt.scene);
}

template <int N>
Json sights_on(const Excerpt<N>& excerpt) {
    if constexpr (N == 2) {
        const auto pockets = excerpt.setup ? excerpt.setup->table.pockets : std::vector<billiards::Pocket>();
        return json_of(look::sights_of(excerpt.scene.world.box, pockets));
    }
    return Json::array();
}

/// Null on paper.
template <int N>
Json table_of(const Excerpt<N>& excerpt) {
    const Scene<N>& scene = excerpt.scene;
    if (!excerpt.setup && look::ground_of(scene) == look::Ground::paper) return nullptr;
    Json balls = Json::array();
    for (const look::BallLook& ball : looks_on(excerpt)) {
        balls.push_back(
            {{"fill", ball.fill}, {"line", ball.line}, {"label", ball.label}, {"striped", ball.striped}});
    }
    return {{"wood", look::kWood},
            {"felt", look::kFelt},
            {"cushion", look::kCushion},
            {"sights", look::kSights},
            {"white", look::kPoolWhite},
            {"ink", look::kPoolInk},
            {"balls", std::move(balls)},
            {"rail", look::kRailShare},
            {"cushion_width", look::kCushionShare},
            {"collar", look::kCollar},
            {"nose", look::kNose},
            {"sight_places", sights_on(excerpt)},
            {"rails", excerpt.setup ? rails_of(excerpt.setup->table) : Json()}};
}

/// For the eye: digits beyond the thousandth of a radian in a second are left out.
Json rounded(const std::vector<double>& spins) {
    Json list = Json::array();
    for (const double spin : spins) list.push_back(std::round(1000 * spin) / 1000);
    return list;
}

/// How the balls of a table turn; null elsewhere.
template <int N>
Json spin_of(const Excerpt<N>& excerpt) {
    if (!excerpt.setup) return nullptr;
    return {{"start", rounded(excerpt.start_spin)},
            {"states", rounded(excerpt.spin)},
            {"decay", rounded(excerpt.spin_decay)}};
}

/// State, height and speed upwards of each, for the eye: to the millionth of a metre.
Json rounded(const std::vector<Flight>& flights) {
    Json list = Json::array();
    for (const auto& [state, height, rise] : flights)
        list.push_back({state, std::round(1e6 * height) / 1e6, std::round(1e6 * rise) / 1e6});
    return list;
}

/// Where balls of a table are in the air; null elsewhere.
template <int N>
Json flights_of(const Excerpt<N>& excerpt) {
    if (!excerpt.setup) return nullptr;
    return {{"gravity", excerpt.setup->table.gravity},
            {"start", rounded(excerpt.start_flights)},
            {"states", rounded(excerpt.flights)}};
}

/// One of these words, and all of them.
template <class Choice, std::size_t K>
Json choice_of(Choice choice, const std::pair<std::string_view, Choice> (&words)[K]) {
    Json value;
    Json choices = Json::array();
    for (const auto& [word, each] : words) {
        if (each == choice) value = word;
        choices.push_back(word);
    }
    return {{"value", value}, {"choices", choices}};
}

/// What a visitor of a page may change: what the first ball is made of, and the models. Null without a table.
template <int N>
Json physics_of(const Excerpt<N>& excerpt) {
    if (!excerpt.setup || excerpt.setup->balls.empty()) return nullptr;
    Json ball;
    for (const auto& [key, member] : detail::kBallProperties) ball[key] = excerpt.setup->balls[0].*member;
    const billiards::ImpactLaws& laws = excerpt.setup->laws;
    return {{"ball", ball},
            {"laws",
             {{"ball_ball", choice_of(laws.ball_ball, detail::kBallBallModels)},
              {"ball_friction", choice_of(laws.ball_friction, detail::kBallFrictions)},
              {"cushion", choice_of(laws.cushion, detail::kCushionModels)}}},
            {"omega_ratio", laws.omega_ratio},
            {"jumps", laws.jumps}};
}

/// The phases of balls as numbers, and what they are called; null where there is no table.
template <int N>
Json phases_of(const Excerpt<N>& excerpt) {
    using billiards::Phase;
    if (!excerpt.setup) return nullptr;
    Json names = Json::array();
    for (int k = 0; k <= static_cast<int>(Phase::off_table); ++k)
        names.push_back(name_of(static_cast<Phase>(k)));
    return {{"names", names}, {"start", excerpt.start_phase}, {"states", excerpt.phase}};
}

/// What strikes and impacts on a table did; null elsewhere. `kinds` has lists of names; `events`, by the
/// numbers of events, a kind and numbers of these names.
template <int N>
Json facts_of(const Excerpt<N>& excerpt) {
    if (!excerpt.setup) return nullptr;
    Json kinds = Json::array(), events = Json::object();
    for (const auto& [event, facts] : excerpt.facts) {
        Json names = Json::array(), numbers = Json::array();
        for (const auto& [name, number] : facts) {
            names.push_back(name);
            numbers.push_back(std::round(1e6 * number) / 1e6);
        }
        const auto kind = std::find(kinds.begin(), kinds.end(), names);
        numbers.insert(numbers.begin(), kind - kinds.begin());
        if (kind == kinds.end()) kinds.push_back(std::move(names));
        events[std::to_string(event)] = std::move(numbers);
    }
    return {{"kinds", std::move(kinds)}, {"events", std::move(events)}};
}

/// The first of them; a mass of null is infinite.
Json species_json(const std::vector<look::SpeciesLook>& species) {
    constexpr std::size_t most = look::kPalette.size();
    Json list = Json::array();
    for (std::size_t k = 0; k < std::min(species.size(), most); ++k) {
        const look::SpeciesLook& kind = species[k];
        list.push_back({{"radius", kind.radius},
                        {"mass", kind.immovable ? Json() : Json(kind.mass)},
                        {"balls", kind.balls}});
    }
    return list;
}

/// What the page draws with; it has no rules of its own.
template <int N>
Json look_of(const Excerpt<N>& excerpt) {
    constexpr const char* words[] = {"", "id", "species", "speed", ""};
    const std::vector<look::SpeciesLook>& species = excerpt.species;
    const look::ColourBy colours = excerpt.setup ? look::ColourBy::id : look::usual_colours(excerpt.scene);
    return {{"table", table_of(excerpt)},     {"colour", words[static_cast<std::size_t>(colours)]},
            {"palette", look::kPalette},      {"ramp", look::kRamp},
            {"immovable", look::kImmovable},  {"species", species_json(species)},
            {"species_count", species.size()}};
}

/// "</script>" in a name must not end the element: "<" is written as an escape.
std::string inside_script(const Json& json) {
    const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    std::string safe;
    for (const char c : text) c == '<' ? safe += "\\u003c" : safe += c;
    return safe;
}

}  // namespace

template <int N>
std::string page_header(const Excerpt<N>& excerpt, const Packed& data) {
    const Scene<N>& scene = excerpt.scene;
    return inside_script({{"carom", version},
                          {"name", scene.name},
                          {"dimension", N},
                          {"world", world_of(scene.world)},
                          {"kinds", excerpt.setup ? table_event_kinds() : event_kinds()},
                          {"bends", !excerpt.start_acceleration.empty()},
                          {"law", json_of(scene.law)},
                          {"balls", excerpt.radius.size()},
                          {"events", excerpt.event_time.size()},
                          {"names", names_of(scene.balls)},
                          {"look", look_of(excerpt)},
                          {"spin", spin_of(excerpt)},
                          {"flights", flights_of(excerpt)},
                          {"physics", physics_of(excerpt)},
                          {"phases", phases_of(excerpt)},
                          {"facts", facts_of(excerpt)},
                          {"scene_text", excerpt.scene_text},
                          {"from", excerpt.from},
                          {"length", excerpt.length},
                          {"impacts_before", excerpt.impacts_before},
                          {"goes_on", excerpt.goes_on},
                          {"states", excerpt.position.size() / N},
                          {"bytes", data.bytes.size()},
                          {"sum", data.sum}});
}

template std::string page_header(const Excerpt<2>&, const Packed&);
template std::string page_header(const Excerpt<3>&, const Packed&);

}  // namespace carom::view

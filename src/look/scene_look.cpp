#include "look/scene_look.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>
#include <tuple>

namespace carom::look {
namespace {

constexpr std::size_t kFewBalls = 16;  // told apart by their colours

struct PoolColour {
    const char* fill;
    const char* line;  // brighter where the fill would drown in the felt
};

constexpr std::array<PoolColour, 8> kPoolColours = {{
    {"#f5c518", "#ffd23f"},  // yellow
    {"#1d4fb8", "#7db4ff"},  // blue
    {"#d4242a", "#ff6b6b"},  // red
    {"#5b2a86", "#c59bf0"},  // purple
    {"#f07f1b", "#ffa24c"},  // orange
    {"#12803c", "#7ee787"},  // green
    {"#7b1e22", "#e08d7a"},  // maroon
    {"#16181a", "#0b0d0e"},  // black
}};

/// 0 for the cue ball, -1 for any other name.
int pool_number(const std::string& name) {
    if (name == "cue") return 0;
    for (int number = 1; number <= 15; ++number) {
        if (name == std::to_string(number)) return number;
    }
    return -1;
}

BallLook pool_look(const std::string& name) {
    const int number = pool_number(name);
    if (number == 0) return {name, kPoolWhite, kPoolWhite, kPoolInk, "", 0, false};
    const PoolColour& colour = kPoolColours[static_cast<std::size_t>((number - 1) % 8)];
    return {name, colour.fill, colour.line, kPoolInk, name, number, number > 8};
}

BallLook plain_look(const std::string& name, const std::string& fill) {
    return {name, fill, fill, "#ffffff", name.size() <= 3 ? name : "", -1, false};
}

template <int N>
bool tell_balls_apart(const Scene<N>& scene, const std::vector<std::size_t>& balls) {
    std::vector<std::string_view> names;
    names.reserve(balls.size());
    for (const std::size_t ball : balls) names.push_back(scene.balls[ball].name);
    std::sort(names.begin(), names.end());
    return std::adjacent_find(names.begin(), names.end()) == names.end();
}

template <int N>
std::vector<std::size_t> all_balls(const Scene<N>& scene) {
    std::vector<std::size_t> balls(scene.balls.size());
    std::iota(balls.begin(), balls.end(), std::size_t{0});
    return balls;
}

const char* palette_colour(std::size_t k) {
    return kPalette[k % kPalette.size()];
}

template <int N>
auto key_of(const SceneBall<N>& ball) {
    return std::tuple(std::isinf(ball.mass), ball.radius, ball.mass);
}

}  // namespace

template <int N>
Ground ground_of(const Scene<N>& scene) {
    const World<N>& world = scene.world;
    const bool closed = world.boundary[0] == Boundary::wall && world.boundary[1] == Boundary::wall;
    const bool from_above = world.gravity == Vec<double, N>{};
    if (N != 2 || !closed || !from_above || !world.walls.empty() || !world.containers.empty())
        return Ground::paper;
    const bool pool = std::all_of(scene.balls.begin(), scene.balls.end(),
                                  [](const SceneBall<N>& ball) { return pool_number(ball.name) >= 0; });
    return pool && tell_balls_apart(scene, all_balls(scene)) ? Ground::felt : Ground::paper;
}

template <int N>
ColourBy usual_colours(const Scene<N>& scene) {
    if (scene.balls.size() <= kFewBalls) return ColourBy::id;
    const std::vector<SpeciesLook> species = species_of(scene).species;
    const auto moving = static_cast<std::size_t>(std::count_if(
        species.begin(), species.end(), [](const SpeciesLook& kind) { return !kind.immovable; }));
    return moving > 1 && moving <= kPalette.size() ? ColourBy::species : ColourBy::speed;
}

template <int N>
std::vector<BallLook> looks_of(const Scene<N>& scene, const std::vector<std::size_t>& balls) {
    const bool pool = ground_of(scene) == Ground::felt, distinct = tell_balls_apart(scene, balls);
    std::vector<BallLook> looks;
    for (std::size_t k = 0; k < balls.size(); ++k) {
        const SceneBall<N>& ball = scene.balls[balls[k]];
        const char* const fill = std::isinf(ball.mass) ? kImmovable : palette_colour(k);
        looks.push_back(pool ? pool_look(ball.name) : plain_look(distinct ? ball.name : "", fill));
    }
    return looks;
}

template <int N>
std::vector<BallLook> looks_of(const Scene<N>& scene) {
    return looks_of(scene, all_balls(scene));
}

template <int N>
SpeciesLooks species_of(const Scene<N>& scene) {
    std::vector<std::tuple<bool, double, double>> keys;
    for (const SceneBall<N>& ball : scene.balls) keys.push_back(key_of(ball));
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    SpeciesLooks table;
    for (std::size_t k = 0; k < keys.size(); ++k) {
        const auto& [immovable, radius, mass] = keys[k];
        table.species.push_back({immovable, radius, mass, 0, immovable ? kImmovable : palette_colour(k)});
    }
    for (const SceneBall<N>& ball : scene.balls) {
        const auto at = std::lower_bound(keys.begin(), keys.end(), key_of(ball)) - keys.begin();
        table.of_ball.push_back(static_cast<std::uint32_t>(at));
        ++table.species[static_cast<std::size_t>(at)].balls;
    }
    return table;
}

template Ground ground_of(const Scene<2>&);
template Ground ground_of(const Scene<3>&);
template ColourBy usual_colours(const Scene<2>&);
template ColourBy usual_colours(const Scene<3>&);
template std::vector<BallLook> looks_of(const Scene<2>&, const std::vector<std::size_t>&);
template std::vector<BallLook> looks_of(const Scene<3>&, const std::vector<std::size_t>&);
template std::vector<BallLook> looks_of(const Scene<2>&);
template std::vector<BallLook> looks_of(const Scene<3>&);
template SpeciesLooks species_of(const Scene<2>&);
template SpeciesLooks species_of(const Scene<3>&);

}  // namespace carom::look

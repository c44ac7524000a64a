#include "picture/ball_look.hpp"

#include <algorithm>
#include <array>

namespace carom::app {
namespace {

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

constexpr const char* kDark = "#14181d";

using PlainColours = std::array<const char*, 12>;

/// After Paul Tol's "bright" and "muted" schemes, which the colour-blind tell apart too.
constexpr PlainColours kColoursOnPaper = {"#4477aa", "#ee6677", "#228833", "#cc8b1f", "#33a6c9", "#aa3377",
                                          "#332288", "#999933", "#117733", "#cc6677", "#882255", "#667788"};

/// The same, light enough for felt.
constexpr PlainColours kColoursOnFelt = {"#8ec1ff", "#ff8a98", "#a5e887", "#ffc45c", "#7fe3f5", "#f09ad0",
                                         "#c3b4ff", "#e6e27a", "#6fdcb0", "#ffb3a0", "#e0a3c0", "#d5dde6"};

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
    if (number == 0) return {name, "#ffffff", "#ffffff", kDark, "", 0, false};
    const PoolColour& colour = kPoolColours[static_cast<std::size_t>((number - 1) % 8)];
    return {name, colour.fill, colour.line, kDark, name, number, number > 8};
}

BallLook plain_look(const std::string& name, std::size_t index, Ground ground) {
    const PlainColours& colours = ground == Ground::felt ? kColoursOnFelt : kColoursOnPaper;
    const char* const colour = colours[index % colours.size()];
    const char* const ink = ground == Ground::felt ? kDark : "#ffffff";
    return {name, colour, colour, ink, name.size() <= 3 ? name : "", -1, false};
}

bool tell_balls_apart(std::vector<std::string> names) {
    std::sort(names.begin(), names.end());
    return std::adjacent_find(names.begin(), names.end()) == names.end();
}

}  // namespace

template <int N>
Ground ground_of(const Scene<N>& scene) {
    const auto& boundary = scene.world.boundary;
    const bool pool = N == 2 && boundary[0] == Boundary::wall && boundary[1] == Boundary::wall &&
                      std::all_of(scene.balls.begin(), scene.balls.end(),
                                  [](const SceneBall<N>& ball) { return pool_number(ball.name) >= 0; });
    return pool ? Ground::felt : Ground::paper;
}

template Ground ground_of(const Scene<2>&);
template Ground ground_of(const Scene<3>&);

std::vector<BallLook> looks_of(const std::vector<std::string>& names, Ground ground) {
    const bool pool =
        ground == Ground::felt && std::all_of(names.begin(), names.end(),
                                              [](const std::string& name) { return pool_number(name) >= 0; });
    const bool distinct = tell_balls_apart(names);
    std::vector<BallLook> looks;
    for (std::size_t k = 0; k < names.size(); ++k) {
        const std::string name = distinct ? names[k] : "";
        looks.push_back(pool ? pool_look(names[k]) : plain_look(name, k, ground));
    }
    return looks;
}

}  // namespace carom::app

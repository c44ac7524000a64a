// Characters bounded by circles: they walk into walls and slide along them, stop when they meet, and back
// away.
//
//   y = 6  +-----------------------+   Ann walks to the right against the lower wall, into the corner.
//          | B       +---+         |   Cid walks up and right against the pillar, and round its corner.
//          |    C    |   |         |   Bob walks down to the lower wall; then he and Ann run at each other.
//          | A       +---+         |
//   y = 0  +-----------------------+
//        x = 0     x = 5, 7      x = 12
#include <array>
#include <cstdio>
#include <set>
#include <string>
#include <vector>

#include "carom/pair/move_and_slide.hpp"
#include "carom/pair/overlap.hpp"

namespace {

using Circle = carom::Circle<double>;
using Slide = carom::SlideResult<double, 2>;
using carom::ObstacleKind;

constexpr int kFramesPerSecond = 60;

/// A way to walk for some seconds.
struct Leg {
    int seconds;
    carom::Vec2d velocity;  // m/s
};

struct Character {
    std::string name;
    Circle body;
    std::vector<Leg> legs;
    std::string doing = "stands";
};

const std::vector<carom::HalfSpace<double, 2>> walls{{{1, 0}, 0}, {{-1, 0}, -12}, {{0, 1}, 0}, {{0, -1}, -6}};
const std::array<const char*, 4> wall_names{"left wall", "right wall", "lower wall", "upper wall"};
const std::vector<carom::Box<double, 2>> pillars{{{5, 2}, {7, 4}}};

/// The displacement of one frame.
carom::Vec2d step_of(const Character& character, int frame) {
    for (const Leg& leg : character.legs) {
        frame -= leg.seconds * kFramesPerSecond;
        if (frame < 0) return {leg.velocity[0] / kFramesPerSecond, leg.velocity[1] / kFramesPerSecond};
    }
    return {};
}

std::string what_is_done(const Slide& slide, const std::vector<std::string>& names_of_others) {
    std::set<std::string> touched;
    for (const auto& [obstacle, normal, fraction] : slide.contacts()) {
        const bool is_corner = normal[0] != 0 && normal[1] != 0;
        if (obstacle.kind == ObstacleKind::ball) touched.insert(names_of_others[obstacle.index]);
        if (obstacle.kind == ObstacleKind::half_space) touched.insert(wall_names[obstacle.index]);
        if (obstacle.kind == ObstacleKind::box) touched.insert(is_corner ? "pillar's corner" : "pillar");
    }
    if (touched.empty()) return "walks freely";
    std::string doing = slide.end == carom::SlideEnd::stopped ? "is stopped by" : "slides along";
    for (const std::string& name : touched) doing += (name == *touched.begin() ? " " : " and ") + name;
    return doing;
}

/// One character's turn. The others stand where they are by now, as resting obstacles: so nobody ever
/// overlaps anybody, whoever's turn it is, and the order only decides who is first where there is room for
/// one. `Obstacles::movers` is for what stops for nobody, as a lift or a closing door: it pushes a character
/// out of its way, or ends its move as `squeezed`.
void take_turn(std::size_t who, int frame, std::vector<Character>& characters) {
    Character& self = characters[who];
    std::vector<Circle> others;
    std::vector<std::string> names;
    for (const Character& other : characters) {
        if (&other == &self) continue;
        others.push_back(other.body);
        names.push_back(other.name);
    }
    carom::Obstacles<double, 2> obstacles;
    obstacles.balls = others;
    obstacles.half_spaces = walls;
    obstacles.boxes = pillars;
    const Slide slide = move_and_slide({self.body.center, self.body.radius, step_of(self, frame)}, obstacles);
    self.body.center = slide.center;

    const std::string doing = what_is_done(slide, names);
    if (doing == self.doing) return;
    self.doing = doing;
    std::printf("%5.2f s  %s at (%5.2f, %4.2f) %s\n", (frame + 1.0) / kFramesPerSecond, self.name.c_str(),
                slide.center[0], slide.center[1], doing.c_str());
}

/// `overlaps` counts touching, as beside a wall; a gap below 0 is more than that.
bool is_inside_something(const Character& self, const std::vector<Character>& characters) {
    bool found = false;
    for (const auto& wall : walls) found = found || gap(self.body, wall) < 0;
    for (const auto& pillar : pillars) found = found || gap(self.body, pillar) < 0;
    for (const auto& other : characters) found = found || (&other != &self && gap(self.body, other.body) < 0);
    return found;
}

}  // namespace

int main() {
    std::vector<Character> characters{{"Ann", {{1, 1.2}, 0.5}, {{4, {3, -1}}, {3, {-3, 0}}, {1, {1, 2}}}},
                                      {"Bob", {{1, 5}, 0.5}, {{4, {0, -2}}, {3, {2, 0}}, {1, {-2, 0}}}},
                                      {"Cid", {{3, 2.5}, 0.4}, {{8, {1.5, 1}}}}};
    for (int frame = 0; frame < 8 * kFramesPerSecond; ++frame) {
        for (std::size_t who = 0; who < characters.size(); ++who) take_turn(who, frame, characters);
        for (const Character& character : characters) {
            if (is_inside_something(character, characters)) return 1;
        }
    }
    std::printf("In %d frames nobody was inside anything.\n", 8 * kFramesPerSecond);
}

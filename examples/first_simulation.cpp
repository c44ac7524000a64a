// Three balls on a table for two seconds: a scene built in C++, its faults, its impacts, and why the run
// ends.
#include <cstdio>

#include "carom/sim/simulation.hpp"

namespace {

carom::Scene<2> make_scene() {
    carom::Scene<2> scene;
    scene.name = "three balls";
    scene.world.box = {{0, 0}, {2, 1}};
    scene.world.boundary = {carom::Boundary::wall, carom::Boundary::wall};
    scene.law.restitution_balls = 0.95;
    scene.law.restitution_walls = 0.8;
    // Name, centre, velocity, radius, mass.
    scene.balls.push_back({"cue", {0.4, 0.5}, {2, 0}, 0.05, 0.2});
    scene.balls.push_back({"red", {1.2, 0.53}, {0, 0}, 0.05, 0.2});
    scene.balls.push_back({"blue", {1.6, 0.8}, {0, 0}, 0.05, 0.2});
    return scene;
}

void print_findings(const std::vector<carom::Finding>& findings, const char* kind) {
    for (const carom::Finding& finding : findings) std::printf("%s: %s\n", kind, finding.message.c_str());
}

void print_event(const carom::Simulation<2>& simulation, const carom::Scene<2>& scene,
                 const carom::Event<2>& event) {
    const double time = simulation.seconds(event.time);
    const char* ball = scene.balls[event.ball].name.c_str();
    switch (event.kind) {
        case carom::EventKind::ball_ball:
            std::printf("%.4f s  %s meets %s\n", time, ball, scene.balls[event.other].name.c_str());
            break;
        case carom::EventKind::ball_wall:
            std::printf("%.4f s  %s bounces off wall %u\n", time, ball, event.other);
            break;
        default:  // several contacts at once, rest, wake and so on: see carom/sim/event.hpp
            std::printf("%.4f s  %s: %s\n", time, ball, carom::name_of(event.kind));
    }
}

const char* meaning(carom::StopReason reason) {
    switch (reason) {
        case carom::StopReason::none:
            return "it has not ended";
        case carom::StopReason::time_reached:
            return "the next impact comes later";
        case carom::StopReason::no_more_events:
            return "nothing will ever touch again";
        case carom::StopReason::jammed:
            return "a ball bounces without room, and nothing goes forward";
        case carom::StopReason::nothing_in_sight:
            return "no impact was found, however far the engine looked";
    }
    return "";
}

}  // namespace

int main() {
    carom::Scene<2> scene = make_scene();

    // A scene with faults is refused, with all faults at once.
    scene.balls[1].position = {0.45, 0.5};
    scene.balls[2].mass = 0;
    if (const auto refused = carom::Simulation<2>::create(scene); !refused)
        print_findings(refused.error().faults, "fault");

    scene = make_scene();
    auto simulation = carom::Simulation<2>::create(scene);
    if (!simulation) return 1;
    print_findings(simulation->notes(), "note");

    while (const auto event = simulation->next_event(2.0)) print_event(*simulation, scene, *event);
    std::printf("the run ends: %s\n", meaning(simulation->stop_reason()));

    for (std::size_t i = 0; i < simulation->ball_count(); ++i) {
        const carom::Vec2d place = simulation->position_now(i);
        std::printf("%-4s is at (%.4f, %.4f)\n", scene.balls[i].name.c_str(), place[0], place[1]);
    }
    std::printf("%.4f J of 0.4 J are left\n", simulation->kinetic_energy());
}

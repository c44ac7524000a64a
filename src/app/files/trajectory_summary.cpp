#include "app/files/trajectory_summary.hpp"

#include <fmt/format.h>

#include <cmath>
#include <system_error>

#include "app/terminal/interrupt.hpp"

namespace carom::app {
namespace {

template <int N>
std::string boundaries_of(const World<N>& world) {
    constexpr const char* words[] = {"open", "walls", "periodic"};
    std::string text;
    for (int axis = 0; axis < N; ++axis) {
        const Boundary boundary = world.boundary[static_cast<std::size_t>(axis)];
        text += fmt::format("{}{} {}", axis == 0 ? "" : ", ", "xyz"[axis],
                            words[static_cast<std::size_t>(boundary)]);
        if (boundary != Boundary::open)
            text += fmt::format(" {:.6g} to {:.6g}", world.box.lower[axis], world.box.upper[axis]);
    }
    if (const auto& shear = world.shear) {
        text += fmt::format(", sheared at rate {:.6g}: flow along {}, gradient along {}", shear->rate,
                            "xyz"[shear->flow], "xyz"[shear->gradient]);
    }
    return text;
}

template <int N>
TrajectorySummary start_of(const Scene<N>& scene) {
    TrajectorySummary summary;
    summary.scene = scene.name;
    summary.dimension = N;
    summary.boundaries = boundaries_of(scene.world);
    summary.walls = scene.world.walls.size();
    summary.law = scene.law;
    summary.balls = scene.balls.size();
    for (const SceneBall<N>& ball : scene.balls) {
        if (std::isinf(ball.mass)) {
            ++summary.immovable;
            continue;
        }
        const Vec<double, N> flow = flow_at(scene.world, ball.position);
        for (int axis = 0; axis < N; ++axis) {
            const double speed = ball.velocity[axis] - flow[axis];
            summary.kinetic_energy_start += 0.5 * ball.mass * speed * speed;
        }
    }
    return summary;
}

template <int N>
TrajectorySummary summary_of(TrajectoryReader<N>& reader) {
    const TrajectoryStart<N>& start = reader.start();
    TrajectorySummary summary = start_of(start.scene);
    while (const auto event = reader.next()) {
        ++summary.records;
        ++summary.records_of[event->kind];
        if (summary.records % 4096 == 0 && interrupted()) break;
    }
    const Time end = reader.end();
    summary.end = static_cast<double>(end.epoch) * start.epoch_length + end.offset;
    summary.closed = reader.closed();
    summary.left_out = reader.left_out();
    summary.hash = reader.hash();
    summary.fault = reader.fault();
    return summary;
}

}  // namespace

TrajectorySummary summary_of_scene(const AnyScene& scene) {
    return std::visit([](const auto& each) { return start_of(each); }, scene);
}

Result<TrajectorySummary, FileError> summarise(const std::filesystem::path& file) {
    auto trajectory = open_trajectory(file);
    if (!trajectory) return trajectory.error();
    return std::visit([](auto& reader) { return summary_of(reader); }, *trajectory);
}

}  // namespace carom::app

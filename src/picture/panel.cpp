#include "picture/panel.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "picture/world_at.hpp"

namespace carom::app {
namespace {

constexpr double kPanelGap = 40;  // pixels between panels

/// What is to be seen on an axis: the box, or where the balls were when there is none, with a margin.
struct AxisRange {
    double lower = 0, upper = 0;
    double length() const { return upper - lower; }
};

template <int N>
AxisRange span_of(const PathSet<N>& set, int axis) {
    const World<N>& world = set.scene.world;
    if (world.boundary[static_cast<std::size_t>(axis)] != Boundary::open) {
        return {world.box.lower[axis], world.box.upper[axis]};
    }
    AxisRange span{HUGE_VAL, -HUGE_VAL};
    for (const double time : {0.0, set.end})
        include_walls(world_at(world, time), axis, span.lower, span.upper);
    for (const BallPath<N>& path : set.paths) {
        const double radius = set.scene.balls[path.ball].radius;
        const auto include = [&](double coordinate) {
            span.lower = std::min(span.lower, coordinate - 2 * radius);
            span.upper = std::max(span.upper, coordinate + 2 * radius);
        };
        include(set.scene.balls[path.ball].position[axis]);
        include(path.end[axis]);
        for (const Leg<N>& leg : path.legs) include(leg.to[axis]);
    }
    return span;
}

}  // namespace

template <int N>
std::vector<Panel> layout(const PathSet<N>& set, const Frame& frame) {
    std::array<AxisRange, N> spans;
    for (int axis = 0; axis < N; ++axis) spans[static_cast<std::size_t>(axis)] = span_of(set, axis);
    std::vector<Panel> panels(N == 2 ? 1 : 3);
    if constexpr (N == 3) {
        panels[1].up = panels[2].up = 2;
        panels[2].right = 1;
    }
    double width = 0, height = 0;
    for (const Panel& panel : panels) {
        width += spans[static_cast<std::size_t>(panel.right)].length();
        height = std::max(height, spans[static_cast<std::size_t>(panel.up)].length());
    }
    const double gaps = kPanelGap * static_cast<double>(panels.size() - 1);
    const double scale = std::min((frame.width - gaps) / width, frame.height / height);
    double left = frame.left + (frame.width - gaps - scale * width) / 2;
    for (Panel& panel : panels) {
        const AxisRange& across = spans[static_cast<std::size_t>(panel.right)];
        const AxisRange& along = spans[static_cast<std::size_t>(panel.up)];
        panel.lower_right_axis = across.lower;
        panel.lower_up_axis = along.lower;
        panel.left = left;
        panel.width = scale * across.length();
        panel.height = scale * along.length();
        panel.top = frame.top + scale * height - panel.height;
        panel.scale = scale;
        left += panel.width + kPanelGap;
    }
    return panels;
}

template std::vector<Panel> layout(const PathSet<2>&, const Frame&);
template std::vector<Panel> layout(const PathSet<3>&, const Frame&);

double round_length(double longest) {
    const double power = std::pow(10, std::floor(std::log10(longest)));
    for (const double step : {5.0, 2.0}) {
        if (step * power <= longest) return step * power;
    }
    return power;
}

}  // namespace carom::app

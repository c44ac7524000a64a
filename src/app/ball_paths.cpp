#include "app/ball_paths.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace carom::app {
namespace {

/// More paths than these cannot be told apart, and more legs cannot be followed.
constexpr std::size_t kAllBalls = 40;
constexpr std::size_t kFewBalls = 12;
constexpr std::size_t kLegs = 2'000;
constexpr std::size_t kNotDrawn = std::numeric_limits<std::size_t>::max();

template <int N>
Vec<double, N> between(const Vec<double, N>& from, const Vec<double, N>& to, double share) {
    Vec<double, N> point;
    for (int k = 0; k < N; ++k) point[k] = from[k] + share * (to[k] - from[k]);
    return point;
}

template <int N>
class Collector {
public:
    explicit Collector(const TrajectoryStart<N>& start) : epoch_length_(start.epoch_length) {
        set_.scene = start.scene;
        const std::size_t balls = set_.scene.balls.size();
        set_.balls = balls <= kAllBalls ? Extent::all : Extent::part;
        const std::size_t drawn = set_.balls == Extent::all ? balls : kFewBalls;
        slots_.assign(balls, kNotDrawn);
        for (std::size_t k = 0; k < drawn; ++k) {
            const std::size_t ball = k * balls / drawn;
            const SceneBall<N>& data = set_.scene.balls[ball];
            slots_[ball] = k;
            set_.paths.push_back({ball, data.position, {}});
            states_.push_back({data.position, data.velocity, {}, {}});
        }
    }

    bool full() const { return legs_ >= kLegs; }

    void add(const Event<N>& event) {
        fly(event.ball, event.ball_after);
        if (event.kind == EventKind::ball_ball) fly(event.other, event.other_after);
        ++(event.kind == EventKind::ball_ball ? set_.ball_ball : set_.ball_wall);
        last_ = event.time;
    }

    PathSet<N> finish(Time end, Extent time) {
        const Time until = time == Extent::all ? end : last_;
        for (std::size_t slot = 0; slot < states_.size(); ++slot) {
            const BallState<N>& state = states_[slot];
            const double span = seconds(until) - seconds(state.time);
            Vec<double, N> target = state.position;
            for (int k = 0; k < N; ++k) target[k] += span * state.velocity[k];
            draw(slot, target, until);
        }
        set_.end = seconds(until);
        set_.time = time;
        return std::move(set_);
    }

private:
    double seconds(Time time) const { return static_cast<double>(time.epoch) * epoch_length_ + time.offset; }

    double width(int axis) const {
        return set_.scene.world.box.upper[axis] - set_.scene.world.box.lower[axis];
    }

    bool periodic(int axis) const {
        return set_.scene.world.boundary[static_cast<std::size_t>(axis)] == Boundary::periodic;
    }

    void fly(std::uint32_t ball, const BallState<N>& after) {
        const std::size_t slot = slots_[ball];
        if (slot == kNotDrawn) return;
        const BallState<N>& before = states_[slot];
        Vec<double, N> target = after.position;
        for (int k = 0; k < N; ++k) {
            if (periodic(k)) target[k] += static_cast<double>(after.image[k] - before.image[k]) * width(k);
        }
        draw(slot, target, after.time);
        states_[slot] = after;
    }

    /// From the ball's state straight to `target`, which may lie outside a periodic box: cut at each face.
    void draw(std::size_t slot, Vec<double, N> target, Time time) {
        BallPath<N>& path = set_.paths[slot];
        Vec<double, N> from = states_[slot].position;
        double begin = seconds(states_[slot].time);
        const double end = seconds(time);
        while (legs_ < 2 * kLegs) {
            const auto [axis, share] = next_face(from, target);
            const Vec<double, N> to = between(from, target, share);
            const double at = begin + share * (end - begin);
            if (from != to) path.legs.push_back({from, to, begin, at});
            ++legs_;
            path.end = to;
            if (axis < 0) return;
            const double shift = target[axis] > from[axis] ? -width(axis) : width(axis);
            from = to;
            from[axis] = shift < 0 ? set_.scene.world.box.lower[axis] : set_.scene.world.box.upper[axis];
            target[axis] += shift;
            begin = at;
        }
        set_.flights = Extent::part;
    }

    /// The periodic face that is reached first and the share of the way to it; axis -1 and 1 when there is
    /// none.
    std::pair<int, double> next_face(const Vec<double, N>& from, const Vec<double, N>& target) const {
        std::pair<int, double> first{-1, 1.0};
        for (int k = 0; k < N; ++k) {
            if (!periodic(k)) continue;
            const auto& box = set_.scene.world.box;
            if (target[k] >= box.lower[k] && target[k] <= box.upper[k]) continue;
            const double face = target[k] > from[k] ? box.upper[k] : box.lower[k];
            const double share = std::clamp((face - from[k]) / (target[k] - from[k]), 0.0, 1.0);
            if (share < first.second) first = {k, share};
        }
        return first;
    }

    double epoch_length_;
    PathSet<N> set_;
    std::vector<std::size_t> slots_;    // of each ball in `set_.paths`
    std::vector<BallState<N>> states_;  // of the drawn balls
    std::size_t legs_ = 0;
    Time last_;
};

template <int N>
PathSet<N> collect(TrajectoryReader<N>& reader) {
    Collector<N> collector(reader.start());
    while (const auto event = reader.next()) {
        if (collector.full()) return collector.finish(reader.end(), Extent::part);
        collector.add(*event);
    }
    return collector.finish(reader.end(), Extent::all);
}

}  // namespace

Result<AnyPathSet, FileError> read_paths(const std::filesystem::path& trajectory) {
    auto opened = open_trajectory(trajectory);
    if (!opened) return opened.error();
    return std::visit([](auto& reader) { return AnyPathSet(collect(reader)); }, *opened);
}

}  // namespace carom::app

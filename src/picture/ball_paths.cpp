#include "picture/ball_paths.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "math/vec_ops.hpp"
#include "record/sheared_crossing.hpp"

namespace carom::app {

using namespace detail;

namespace {

/// More paths than these cannot be told apart.
constexpr std::size_t kAllBalls = 40;
constexpr std::size_t kFewPaths = 12;
constexpr std::size_t kNotDrawn = std::numeric_limits<std::size_t>::max();
constexpr int kPiecesOfACurve = 16;

std::vector<std::size_t> chosen_balls(const PathChoice& choice, std::size_t balls) {
    if (!choice.balls.empty()) return choice.balls;
    const std::size_t drawn = balls <= kAllBalls ? balls : kFewPaths;
    std::vector<std::size_t> chosen;
    for (std::size_t k = 0; k < drawn; ++k) chosen.push_back(k * balls / drawn);
    return chosen;
}

}  // namespace

template <int N>
PathCollector<N>::PathCollector(const Playback<N>& playback, const PathChoice& choice)
    : playback_(playback), most_legs_(choice.most_legs), slots_(playback.ball_count(), kNotDrawn) {
    set_.scene = playback_.start().scene;
    for (const std::size_t ball : chosen_balls(choice, slots_.size())) {
        slots_[ball] = set_.paths.size();
        set_.paths.push_back({ball, playback_.position(ball), {}, {}});
        flights_.push_back(flight_of(ball));
    }
    set_.balls = set_.paths.size() == slots_.size() ? Extent::all : Extent::part;
}

template <int N>
bool PathCollector<N>::take(const Event<N>& event) {
    add(event);
    if (legs_ < most_legs_) return true;
    set_.time = Extent::part;
    end_here();
    return false;
}

template <int N>
PathSet<N> PathCollector<N>::finish() {
    if (set_.time == Extent::all) end_here();
    return std::move(set_);
}

template <int N>
void PathCollector<N>::end_here() {
    for (std::size_t slot = 0; slot < flights_.size(); ++slot) fly(slot);
    set_.end = now();
}

template <int N>
typename PathCollector<N>::PathState PathCollector<N>::flight_of(std::size_t ball) const {
    return {playback_.position(ball), playback_.unwrapped_position(ball), playback_.velocity(ball), now()};
}

template <int N>
void PathCollector<N>::add(const Event<N>& event) {
    change(event.ball);
    if (is_pair(event.kind)) {
        ++set_.ball_ball;
        change(event.other);
        mark(event.ball);
        mark(event.other);
    } else if (event.kind == EventKind::cluster) {
        set_.clusters += event.other == 0 ? 1 : 0;
        mark(event.ball);
    } else if (event.kind == EventKind::ball_wall) {
        ++set_.ball_wall;
        mark(event.ball);
    }
}

template <int N>
void PathCollector<N>::change(std::size_t ball) {
    const std::size_t slot = slots_[ball];
    if (slot == kNotDrawn) return;
    fly(slot);
    flights_[slot] = flight_of(ball);
}

/// An impact of a drawn ball.
template <int N>
void PathCollector<N>::mark(std::size_t ball) {
    const std::size_t slot = slots_[ball];
    if (slot != kNotDrawn) set_.paths[slot].impacts.push_back(flights_[slot].position);
}

/// Draws the flight up to now: a straight line, or a parabola, which its ends and its first velocity fix.
template <int N>
void PathCollector<N>::fly(std::size_t slot) {
    const PathState& flight = flights_[slot];
    const double span = now() - flight.time;
    const Vec<double, N> straight = span * flight.velocity;
    // In a sheared box images drift, but the flight is straight.
    const Vec<double, N> way = set_.scene.world.shear
                                   ? straight
                                   : playback_.unwrapped_position(set_.paths[slot].ball) - flight.unwrapped;
    const bool curved = largest(way - straight) > 1e-6 * (largest(way) + largest(straight));
    const int pieces = curved ? kPiecesOfACurve : 1;
    Vec<double, N> from = flight.position, done{};
    for (int k = 1; k <= pieces; ++k) {
        const double share = static_cast<double>(k) / pieces;
        const Vec<double, N> reached = (share * (1 - share)) * straight + (share * share) * way;
        const double begin = flight.time + span * (k - 1) / pieces;
        from = draw(set_.paths[slot], from, from + (reached - done), {begin, flight.time + span * share});
        done = reached;
    }
    ++legs_;
}

/// Straight to `target`, which may lie outside a periodic box: cut at each face. Returns where it ends.
template <int N>
Vec<double, N> PathCollector<N>::draw(BallPath<N>& path, Vec<double, N> from, Vec<double, N> target,
                                      PathTime time) {
    const Box<double, N>& box = set_.scene.world.box;
    for (; legs_ < 2 * most_legs_; ++legs_) {
        const auto [axis, share] = next_face(from, target);
        const Vec<double, N> to = from + share * (target - from);
        const double at = time.begin + share * (time.end - time.begin);
        if (from != to) path.legs.push_back({from, to, time.begin, at});
        path.end = to;
        if (axis < 0) return to;
        const bool up = target[axis] > from[axis];
        from = to;
        from[axis] = up ? box.lower[axis] : box.upper[axis];
        target[axis] += up ? box.lower[axis] - box.upper[axis] : box.upper[axis] - box.lower[axis];
        cross_sheared_face(set_.scene.world, axis, up, at, time.end, from, target);
        time.begin = at;
    }
    set_.flights = Extent::part;
    return target;
}

/// The periodic face that is reached first and the share of the way to it; axis -1 and 1 when there is
/// none.
template <int N>
std::pair<int, double> PathCollector<N>::next_face(const Vec<double, N>& from,
                                                   const Vec<double, N>& target) const {
    std::pair<int, double> first{-1, 1.0};
    for (int k = 0; k < N; ++k) {
        if (set_.scene.world.boundary[static_cast<std::size_t>(k)] != Boundary::periodic) continue;
        const auto& box = set_.scene.world.box;
        if (target[k] >= box.lower[k] && target[k] <= box.upper[k]) continue;
        const double face = target[k] > from[k] ? box.upper[k] : box.lower[k];
        const double share = std::clamp((face - from[k]) / (target[k] - from[k]), 0.0, 1.0);
        if (share < first.second) first = {k, share};
    }
    return first;
}

Result<AnyPathSet, FileError> read_paths(const std::filesystem::path& trajectory, const PathChoice& choice) {
    auto opened = open_trajectory(trajectory);
    if (!opened) return opened.error();
    return std::visit(
        [&]<int N>(TrajectoryReader<N>& reader) {
            Playback<N> playback(std::move(reader));
            PathCollector<N> collector(playback, choice);
            while (const auto event = playback.next_until(choice.until)) {
                if (!collector.take(*event)) break;
            }
            return AnyPathSet(collector.finish());
        },
        *opened);
}

template class PathCollector<2>;
template class PathCollector<3>;

}  // namespace carom::app

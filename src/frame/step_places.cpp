#include "frame/step_places.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/instantiate.hpp"
#include "pair/pushed.hpp"

namespace carom::detail {
namespace {

/// Of pushes in the last places.
constexpr int kMostRounds = 1024;

/// A push grows by a unit in the last place after so many rounds.
constexpr int kRoundsOfAPush = 256;

/// The length of a push before pushes are summed.
constexpr double kPushUnit = 0x1p20;

template <class T, int N>
Ball<T, N> ball_of(const FrameBody<T, N>& body) {
    return {body.center, body.radius};
}

}  // namespace

template <class T, int N>
void StepPlaces<T, N>::begin() {
    const std::size_t size = frame_.bodies.size();
    ends_.clear();
    overlaps_.clear();
    inside_.clear();
    is_back_.assign(size, false);
    pushes_.assign(size, {});
    for (std::size_t i = 0; i < size; ++i) {
        const FrameBody<T, N>& start = frame_.starts[i];
        const StepBody<N>& body = frame_.bodies[i];
        MovingBall<T, N> end{convert<T>(body.center_at(1)), start.radius, {}};
        is_back_[i] = !body.is_one || !is_finite(end.center);
        if (is_back_[i]) end.center = start.center;
        if (!body.is_one) end.radius = -1;
        ends_.push_back(end);
    }
    const FrameBalls<T, N> balls = frame_balls<T, N>(std::span<const MovingBall<T, N>>(ends_));
    const std::span<const FrameContact<T>> contacts = search_.find(balls, frame_.filter);
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        if (i % 256 == 255) pause(options_.workers);
        const FrameContact<T>& contact = contacts[i];
        if (contact.state == ContactState::overlapping && is_new_overlap(contact.a, contact.b))
            overlaps_.emplace_back(contact.a, contact.b);
    }
    for (std::uint32_t i = 0; i < size && frame_.obstacles != nullptr; ++i) {
        if (enters_obstacle(i)) inside_.push_back(i);
    }
}

template <class T, int N>
void StepPlaces<T, N>::settle(const PlayedFrame<T, N>& frame) {
    frame_ = frame;
    begin();
    for (int round = 0; round < kMostRounds; ++round) {
        if (!push_all(round)) break;
    }
    for (const auto& [i, j] : overlaps_) {
        go_back(i);
        go_back(j);
    }
    for (const std::uint32_t i : inside_) go_back(i);
}

/// Pushes all bodies that overlap at once, so that their order does not matter. False when none did.
template <class T, int N>
bool StepPlaces<T, N>::push_all(int round) {
    pushed_.clear();
    for (const auto& [i, j] : overlaps_) push_apart(i, j);
    for (const std::uint32_t i : inside_) {
        for_each_entered(i, [&](const Vec<double, N>& out) { push(i, out); });
    }
    std::sort(pushed_.begin(), pushed_.end());
    pushed_.erase(std::unique(pushed_.begin(), pushed_.end()), pushed_.end());
    for (const std::uint32_t i : pushed_) {
        put(i, pushed_place(i, round));
        pushes_[i] = {};
    }
    find_overlaps(pushed_);
    return !pushed_.empty();
}

template <class T, int N>
void StepPlaces<T, N>::push_apart(std::uint32_t i, std::uint32_t j) {
    const Vec<double, N> apart = convert<double>(ends_[j].center) - convert<double>(ends_[i].center);
    push(j, apart);
    push(i, -apart);
}

template <class T, int N>
bool StepPlaces<T, N>::can_go(std::uint32_t i) const {
    return !is_back_[i] && frame_.starts[i].inverse_mass > 0;
}

/// Sums of integers do not depend on their order.
template <class T, int N>
void StepPlaces<T, N>::push(std::uint32_t i, const Vec<double, N>& away) {
    if (!can_go(i) || !(largest(away) > 0)) return;
    const Vec<double, N> unit = normalised(away);
    for (int k = 0; k < N; ++k) pushes_[i][k] += std::llround(kPushUnit * unit[k]);
    pushed_.push_back(i);
}

/// In the direction of the sum of its pushes, farther from round to round.
template <class T, int N>
Vec<T, N> StepPlaces<T, N>::pushed_place(std::uint32_t i, int round) const {
    const FrameBody<T, N>& start = frame_.starts[i];
    const Vec<T, N>& at = ends_[i].center;
    std::int64_t most = 0;
    for (int k = 0; k < N; ++k) most = std::max(most, std::abs(pushes_[i][k]));
    if (most == 0) return at;
    const T size = std::max({largest(at), largest(start.displacement), start.radius});
    const T ulp = std::nextafter(size, std::numeric_limits<T>::infinity()) - size;
    const int ulps = 1 + round / kRoundsOfAPush;
    return generate<T, N>([&](int k) {
        const double share = static_cast<double>(pushes_[i][k]) / static_cast<double>(most);
        return at[k] + ulp * static_cast<T>(std::round(static_cast<double>(ulps) * share));
    });
}

/// Of these bodies, and of those that did not move since.
template <class T, int N>
void StepPlaces<T, N>::find_overlaps(std::span<const std::uint32_t> of) {
    const auto has_moved = [&](std::uint32_t i) { return std::binary_search(of.begin(), of.end(), i); };
    std::erase_if(overlaps_,
                  [&](const Pair& pair) { return has_moved(pair.first) || has_moved(pair.second); });
    std::erase_if(inside_, has_moved);
    for (const std::uint32_t i : of) {
        for_each_near(i, [&](std::uint32_t other) {
            if (other < i && has_moved(other)) return;
            if (is_new_overlap(i, other)) overlaps_.emplace_back(std::min(i, other), std::max(i, other));
        });
        if (enters_obstacle(i)) inside_.push_back(i);
    }
}

/// Back to the start, and so must all that are there now.
template <class T, int N>
void StepPlaces<T, N>::go_back(std::uint32_t body) {
    const auto put_back = [&](std::uint32_t i) {
        if (is_back_[i]) return;
        is_back_[i] = true;
        put(i, frame_.starts[i].center);
        to_check_.push_back(i);
    };
    put_back(body);
    while (!to_check_.empty()) {
        const std::uint32_t i = to_check_.back();
        to_check_.pop_back();
        for_each_near(i, [&](std::uint32_t other) {
            if (!is_back_[other] && is_new_overlap(i, other)) put_back(other);
        });
    }
}

template <class T, int N>
void StepPlaces<T, N>::put(std::uint32_t i, const Vec<T, N>& center) {
    ends_[i].center = center;
    search_.grow(i, ends_[i]);
}

template <class T, int N>
template <class F>
void StepPlaces<T, N>::for_each_near(std::uint32_t i, const F& f) {
    pause(options_.workers);
    const PairCheck check(frame_.filter);
    if (!is_valid(ends_[i])) return;
    search_.near(ends_[i], [&](std::uint32_t other) {
        if (other != i && check.passes(i, other)) f(other);
    });
}

template <class T, int N>
bool StepPlaces<T, N>::is_new_overlap(std::uint32_t i, std::uint32_t j) const {
    const FrameBody<T, N>& a = frame_.starts[i];
    const FrameBody<T, N>& b = frame_.starts[j];
    if (!(a.inverse_mass > 0) && !(b.inverse_mass > 0)) return false;
    return is_inside(ends_[i].center, a.radius, Ball<T, N>{ends_[j].center, b.radius}) &&
           !is_inside(a.center, a.radius, ball_of(b));
}

/// f(direction out of it) for each obstacle in which the body would be here, but was not at the start.
template <class T, int N>
template <class F>
void StepPlaces<T, N>::for_each_entered(std::uint32_t i, const F& f) const {
    const FrameBody<T, N>& start = frame_.starts[i];
    const Vec<T, N>& center = ends_[i].center;
    if (frame_.obstacles == nullptr || !(start.inverse_mass > 0)) return;
    const Obstacles<T, N> all = frame_.obstacles->obstacles();
    const auto check = [&](const auto& solid, const Vec<double, N>& out) {
        if (is_inside(center, start.radius, solid) && !is_inside(start.center, start.radius, solid)) f(out);
    };
    frame_.obstacles->for_each_contact(
        MovingBall<T, N>{center, start.radius, {}}, [&](ObstacleId id, const Sweep<T, N>& in) {
            if (id.kind == ObstacleKind::plane) return;
            with_obstacle(all, id, [&](const auto& solid) { check(solid, -convert<double>(in.normal)); });
        });
    // Rounding may carry a small ball across a plane without touching it.
    const MovingBall<T, N> before{start.center, start.radius, start.displacement};
    for (const Plane<T, N>& plane : all.planes) {
        const HalfSpace<T, N> solid = solid_of(before, plane);
        check(solid, convert<double>(solid.normal));
    }
}

template <class T, int N>
bool StepPlaces<T, N>::enters_obstacle(std::uint32_t i) const {
    bool enters = false;
    for_each_entered(i, [&](const Vec<double, N>&) { enters = true; });
    return enters;
}

template <class T, int N>
std::optional<Vec<T, N>> StepPlaces<T, N>::lost(std::size_t i) const {
    const StepBody<N>& body = frame_.bodies[i];
    if (!body.is_one || (!body.is_stopped && !is_back_[i])) return {};
    const Vec<double, N> wanted = body.center_at(body.time) + (1 - body.time) * body.velocity;
    return convert<T>(wanted - convert<double>(ends_[i].center));
}

template <class T, int N>
std::size_t StepPlaces<T, N>::bytes() const {
    return search_.memory() + ends_.capacity() * sizeof(MovingBall<T, N>) + is_back_.capacity() / 8 +
           (to_check_.capacity() + inside_.capacity() + pushed_.capacity()) * sizeof(std::uint32_t) +
           overlaps_.capacity() * sizeof(Pair) + pushes_.capacity() * sizeof(Push);
}

#define CAROM_INSTANTIATE(T, N) template class StepPlaces<T, N>;
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)
#undef CAROM_INSTANTIATE

}  // namespace carom::detail

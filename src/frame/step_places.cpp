#include "frame/step_places.hpp"

#include "core/instantiate.hpp"
#include "pair/pushed.hpp"

namespace carom::detail {
namespace {

template <class T, int N>
Ball<T, N> ball_of(const FrameBody<T, N>& body) {
    return {body.center, body.radius};
}

}  // namespace

template <class T, int N>
void StepPlaces<T, N>::settle(const PlayedFrame<T, N>& frame) {
    frame_ = frame;
    const std::size_t size = frame.bodies.size();
    ends_.clear();
    is_back_.assign(size, false);
    for (std::size_t i = 0; i < size; ++i) {
        const FrameBody<T, N>& start = frame.starts[i];
        MovingBall<T, N> end = frame.bodies[i].way_from(1);
        end.displacement = {};
        const bool is_one = is_body(start);
        is_back_[i] = !is_one || !is_finite(end.center);
        if (is_back_[i]) end.center = start.center;
        if (!is_one) end.radius = -1;
        ends_.push_back(end);
    }
    const FrameBalls<T, N> balls = frame_balls<T, N>(std::span<const MovingBall<T, N>>(ends_));
    const std::span<const FrameContact<T>> contacts = search_.find(balls, frame.filter);
    place_of_.assign(size, ~std::uint32_t{0});
    for (std::size_t place = 0; place < search_.tree().size(); ++place) {
        place_of_[search_.tree().numbers()[place]] = static_cast<std::uint32_t>(place);
    }
    for (const FrameContact<T>& contact : contacts) {
        if (contact.state == ContactState::overlapping) part(contact.a, contact.b);
    }
    if (frame.obstacles == nullptr) return;
    for (std::uint32_t i = 0; i < size; ++i) {
        Vec<double, N> out;
        for_each_entered(i, ends_[i].center, [&](const Vec<double, N>& away) { out = out + away; });
        if (enters_obstacle(i, ends_[i].center) && !moves_away(i, out)) go_back(i);
    }
}

/// Makes sure that two bodies do not overlap, unless they did at the start.
template <class T, int N>
void StepPlaces<T, N>::part(std::uint32_t i, std::uint32_t j) {
    if (!is_new_overlap(i, ends_[i].center, j)) return;
    const Vec<double, N> apart = convert<double>(ends_[j].center) - convert<double>(ends_[i].center);
    if (moves_away(j, apart) || moves_away(i, -apart)) return;
    go_back(i);
    go_back(j);
}

/// Puts the body a few units in the last place further in this direction, if it is free there.
template <class T, int N>
bool StepPlaces<T, N>::moves_away(std::uint32_t i, const Vec<double, N>& away) {
    const FrameBody<T, N>& start = frame_.starts[i];
    if (is_back_[i] || !(start.inverse_mass > 0)) return false;
    for (int ulps = 1; ulps <= kMostPushes; ++ulps) {
        const Vec<T, N> center =
            pushed(MovingBall<T, N>{ends_[i].center, start.radius, start.displacement}, 0.0, away, ulps);
        if (!is_free(i, center)) continue;
        put(i, center);
        return true;
    }
    return false;
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
        for_each_near(i, ends_[i].center, [&](std::uint32_t other) {
            if (!is_back_[other] && is_new_overlap(i, ends_[i].center, other)) put_back(other);
        });
    }
}

template <class T, int N>
void StepPlaces<T, N>::put(std::uint32_t i, const Vec<T, N>& center) {
    ends_[i].center = center;
    if (place_of_[i] < search_.tree().size()) search_.tree().grow(place_of_[i], ends_[i]);
}

template <class T, int N>
template <class F>
void StepPlaces<T, N>::for_each_near(std::uint32_t i, const Vec<T, N>& center, const F& f) const {
    const BallTree<T, N>& tree = search_.tree();
    const PairCheck check(frame_.filter);
    tree.near(MovingBall<T, N>{center, ends_[i].radius, {}}, options_.set, [&](std::size_t place) {
        const std::uint32_t other = tree.numbers()[place];
        if (other != i && check.passes(i, other)) f(other);
    });
}

template <class T, int N>
bool StepPlaces<T, N>::is_new_overlap(std::uint32_t i, const Vec<T, N>& center, std::uint32_t j) const {
    const FrameBody<T, N>& a = frame_.starts[i];
    const FrameBody<T, N>& b = frame_.starts[j];
    if (!(a.inverse_mass > 0) && !(b.inverse_mass > 0)) return false;
    return is_inside(center, a.radius, Ball<T, N>{ends_[j].center, b.radius}) &&
           !is_inside(a.center, a.radius, ball_of(b));
}

/// f(direction out of it) for each obstacle in which the body would be here, but was not at the start.
template <class T, int N>
template <class F>
void StepPlaces<T, N>::for_each_entered(std::uint32_t i, const Vec<T, N>& center, const F& f) const {
    const FrameBody<T, N>& start = frame_.starts[i];
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
bool StepPlaces<T, N>::enters_obstacle(std::uint32_t i, const Vec<T, N>& center) const {
    bool enters = false;
    for_each_entered(i, center, [&](const Vec<double, N>&) { enters = true; });
    return enters;
}

template <class T, int N>
bool StepPlaces<T, N>::is_free(std::uint32_t i, const Vec<T, N>& center) const {
    if (!is_finite(center) || enters_obstacle(i, center)) return false;
    bool is_free = true;
    for_each_near(i, center,
                  [&](std::uint32_t other) { is_free = is_free && !is_new_overlap(i, center, other); });
    return is_free;
}

template <class T, int N>
std::optional<Vec<T, N>> StepPlaces<T, N>::lost(std::size_t i) const {
    const StepBody<T, N>& body = frame_.bodies[i];
    const bool is_one = ends_[i].radius >= 0;
    if (!is_one || (!body.stopped && !is_back_[i])) return {};
    const Vec<T, N> wanted =
        position_at(body.body.center, body.body.displacement, static_cast<double>(1 - body.time));
    return wanted - ends_[i].center;
}

template <class T, int N>
std::size_t StepPlaces<T, N>::bytes() const {
    return search_.memory() + ends_.capacity() * sizeof(MovingBall<T, N>) + is_back_.capacity() / 8 +
           (to_check_.capacity() + place_of_.capacity()) * sizeof(std::uint32_t);
}

#define CAROM_INSTANTIATE(T, N) template class StepPlaces<T, N>;
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)
#undef CAROM_INSTANTIATE

}  // namespace carom::detail

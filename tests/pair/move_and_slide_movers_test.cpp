// What holds for every move among moving obstacles: nothing entered, no plane crossed, pushed no further than
// needed, squeezed at the right instant, and the same bits in the mirror and in any unit of length.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "pair/slide_scenes.hpp"
#include "support/always.hpp"
#include "support/every_type.hpp"
#include "support/generators.hpp"

namespace carom {
namespace {

using namespace slide_scenes;

template <class K>
class SlideAmongMovers : public testing::Test {};
TYPED_TEST_SUITE(SlideAmongMovers, EveryKind);

/// Resting and moving obstacles, and who moves among them.
template <class T, int N>
struct CrowdOfMovers {
    Draw<T, N> d;
    std::vector<MovingBall<T, N>> movers;

    SlideResult<T, N> slide() const {
        Obstacles<T, N> all = d.scene.obstacles();
        all.movers = movers;
        return move_and_slide(d.mover, all);
    }
    Ball<T, N> start() const { return {d.mover.center, d.mover.radius}; }
};

template <class T, int N>
Vec<T, N> after(const MovingBall<T, N>& x, T fraction) {
    Vec<T, N> place;
    for (int k = 0; k < N; ++k) place[k] = x.center[k] + fraction * x.displacement[k];
    return place;
}

/// The next frame begins where this one has ended.
template <class T, int N>
void go_on(CrowdOfMovers<T, N>& crowd, const SlideResult<T, N>& result) {
    crowd.d.mover.center = result.center;
    for (auto& x : crowd.movers) x.center = after(x, result.fraction);
}

template <class T, int N>
CrowdOfMovers<T, N> draw_crowd(int most) {
    CrowdOfMovers<T, N> crowd{draw<T, N>(), {}};
    const Grain grain = crowd.d.grain;
    if (uniform(0, 4) == 0) crowd.d.mover.displacement = {};
    for (int i = uniform(1, most + 1); i > 0; --i) {
        crowd.movers.push_back(
            {place<T, N>(grain, 5), std::fabs(number<T>(grain, 2)), displacement<T, N>(grain)});
    }
    return crowd;
}

/// Several frames, so that most of them start in touch.
template <class T, int N, class F>
void for_some_frames(CrowdOfMovers<T, N> crowd, F check) {
    for (int frame = 0; frame < 4; ++frame) {
        const SlideResult<T, N> result = crowd.slide();
        check(crowd, result);
        go_on(crowd, result);
        if (uniform(0, 2) == 0) crowd.d.mover.displacement = displacement<T, N>(crowd.d.grain);
        for (auto& x : crowd.movers) {
            if (uniform(0, 4) == 0) x.displacement = displacement<T, N>(crowd.d.grain);
        }
    }
}

// --- the end is free, whatever comes

template <class T, int N>
bool enters_a_mover(const CrowdOfMovers<T, N>& crowd, const SlideResult<T, N>& result) {
    const Ball<T, N> end{result.center, crowd.d.mover.radius};
    for (const auto& x : crowd.movers) {
        const bool inside = overlaps_exactly(end, Ball<T, N>{after(x, result.fraction), x.radius});
        if (inside && !overlaps_exactly(crowd.start(), Ball<T, N>{x.center, x.radius})) return true;
    }
    return false;
}

template <class T, int N>
void check_end_among_movers(const CrowdOfMovers<T, N>& crowd, const SlideResult<T, N>& result) {
    RC_ASSERT(!enters_something(crowd.d.scene, crowd.start(), result.center));
    RC_ASSERT(!enters_a_mover(crowd, result));
    const bool is_cut = result.end == SlideEnd::squeezed || result.end == SlideEnd::out_of_steps;
    RC_ASSERT(result.fraction >= 0 && result.fraction <= 1);
    RC_ASSERT(is_cut || result.fraction == 1);
    RC_ASSERT(result.contact_count <= kMostSlideContacts);
    for (int k = 0; k < N; ++k) {
        RC_ASSERT(result.moved[k] == result.center[k] - crowd.d.mover.center[k]);
        RC_ASSERT(result.end != SlideEnd::arrived || result.remaining[k] == 0);
        RC_ASSERT(std::fabs(result.remaining[k]) <= std::fabs(crowd.d.mover.displacement[k]));
    }
    RC_CLASSIFY(result.end == SlideEnd::squeezed, "squeezed");
}

TYPED_TEST(SlideAmongMovers, EndIsFree) {
    always<TypeParam>([]<class T, int N>(Kind<T, N>) {
        for_some_frames(draw_crowd<T, N>(6), check_end_among_movers<T, N>);
    });
}

// --- a two-sided plane is a wall from both sides

template <class T, int N>
void check_planes(const CrowdOfMovers<T, N>& crowd, const SlideResult<T, N>& result) {
    for (const auto& plane : crowd.d.scene.planes) {
        const int side = sgn(distance_times_length(crowd.d.mover.center, plane));
        RC_ASSERT(side == 0 || sgn(distance_times_length(result.center, plane)) == side);
    }
}

template <class T, int N>
void for_some_frames_between_planes() {
    CrowdOfMovers<T, N> crowd = draw_crowd<T, N>(4);
    for (int i = 0; i < 3; ++i) {
        const Plane<T, N> plane{normal<T, N>(crowd.d.grain), number<T>(crowd.d.grain, 4)};
        crowd.d.scene.planes.push_back(plane);
    }
    for_some_frames(crowd, check_planes<T, N>);
}

TYPED_TEST(SlideAmongMovers, NeverCrossesAPlane) {
    always<TypeParam>([]<class T, int N>(Kind<T, N>) { for_some_frames_between_planes<T, N>(); });
}

// --- every call ends

template <class T, int N>
void check_calls_end(const CrowdOfMovers<T, N>& crowd, const SlideResult<T, N>& first) {
    check_end_among_movers(crowd, first);
    CrowdOfMovers<T, N> rest = crowd;
    SlideResult<T, N> result = first;
    for (int calls = 1; result.end == SlideEnd::out_of_steps; ++calls) {
        RC_ASSERT(calls < 9);
        go_on(rest, result);
        rest.d.mover.displacement = result.remaining;
        for (auto& x : rest.movers) {
            for (int k = 0; k < N; ++k) x.displacement[k] *= 1 - result.fraction;
        }
        result = rest.slide();
    }
}

TYPED_TEST(SlideAmongMovers, EveryCallEndsInACrowd) {
    always<TypeParam>(
        []<class T, int N>(Kind<T, N>) { for_some_frames(draw_crowd<T, N>(40), check_calls_end<T, N>); });
}

/// Balls of every size, from everywhere.
template <class T, int N>
void check_every_size() {
    const int most = generators::some_exponent(generators::kLargestExponent<T>);
    CrowdOfMovers<T, N> crowd;
    crowd.d.mover = generators::moving_ball<T, N>(most);
    for (int i = uniform(1, 6); i > 0; --i) crowd.movers.push_back(generators::moving_ball<T, N>(most));
    for (int i = uniform(0, 4); i > 0; --i) crowd.d.scene.balls.push_back(generators::ball<T, N>(most));
    check_end_among_movers(crowd, crowd.slide());
}

TYPED_TEST(SlideAmongMovers, EndIsFreeAtEverySize) {
    always<TypeParam>([]<class T, int N>(Kind<T, N>) { check_every_size<T, N>(); });
}

// --- pushed, and no further than needed

/// A resting ball, on a floor half of the time, and one mover that comes.
template <class T, int N>
CrowdOfMovers<T, N> draw_push() {
    CrowdOfMovers<T, N> crowd;
    Draw<T, N>& d = crowd.d;
    d.grain = *rc::gen::element(Grain::sixteenths, Grain::dense);
    const auto radius = [&] { return T(0.0625) + std::fabs(number<T>(d.grain, 1)); };
    d.mover = {uniform(0, 4) == 0 ? Vec<T, N>{} : place<T, N>(d.grain, 3), radius(), {}};
    crowd.movers.push_back({place<T, N>(d.grain, 5), radius(), displacement<T, N>(d.grain)});
    if (uniform(0, 2) == 0) return crowd;
    const int axis = uniform(0, N);
    HalfSpace<T, N> floor;
    floor.normal[axis] = *rc::gen::element(T{-1}, T{1});
    floor.offset = floor.normal[axis] * d.mover.center[axis] - d.mover.radius;
    d.scene.half_spaces.push_back(floor);
    return crowd;
}

/// The least displacement x with x.n >= w.n for the mover's w, and none into the floor; empty where they
/// press together. It acts from the contact on: then the balls part, along the tangent.
template <class T, int N>
std::optional<Vec<double, N>> needed_push(const CrowdOfMovers<T, N>& crowd, const Sweep<T, N>& hit) {
    const MovingBall<T, N>& mover = crowd.movers[0];
    Vec<double, N> along, push;
    for (int k = 0; k < N; ++k) along[k] = static_cast<double>(hit.normal[k]);
    if (!crowd.d.scene.half_spaces.empty()) {
        const Vec<T, N>& up = crowd.d.scene.half_spaces[0].normal;
        const double into = std::fmin(product(hit.normal, up), 0);
        for (int k = 0; k < N; ++k) along[k] -= into * static_cast<double>(up[k]);
    }
    const double rate = std::fmax(product(mover.displacement, hit.normal), 0);
    const double share = product(along, along);  // n.along
    if (share < 0.25) return {};
    for (int k = 0; k < N; ++k) push[k] = (1 - static_cast<double>(hit.first)) * rate / share * along[k];
    return push;
}

template <class T, int N>
void check_push() {
    const CrowdOfMovers<T, N> crowd = draw_push<T, N>();
    const MovingBall<T, N>& mover = crowd.movers[0];
    if (overlaps_exactly(crowd.start(), Ball<T, N>{mover.center, mover.radius})) return;
    const Sweep<T, N> hit = sweep(mover, crowd.start());
    const SlideResult<T, N> result = crowd.slide();
    check_end_among_movers(crowd, result);
    const bool is_pushed =
        hit.state == ContactState::will_touch || hit.state == ContactState::touching_closing;
    if (!is_pushed) {
        const bool may_be_in_the_floor = !crowd.d.scene.half_spaces.empty();
        RC_ASSERT(norm(result.moved) <= (may_be_in_the_floor ? rounding(crowd.d.mover) : 0));
        return;
    }
    const auto push = needed_push(crowd, hit);
    if (!push) return;
    RC_TAG(crowd.d.scene.half_spaces.size());
    RC_ASSERT(result.fraction == 1);
    const double reach = static_cast<double>(mover.radius) + static_cast<double>(crowd.d.mover.radius);
    const double w = norm(mover.displacement);
    const double slack = 4 * (rounding(mover) + rounding(crowd.d.mover)) * (1 + w / reach);
    Vec<double, N> off, apart;
    for (int k = 0; k < N; ++k) {
        off[k] = static_cast<double>(result.moved[k]) - (*push)[k];
        apart[k] =
            (1 - static_cast<double>(hit.first)) * static_cast<double>(mover.displacement[k]) - (*push)[k];
    }
    RC_ASSERT(norm(off) <= slack);
    const double left = static_cast<double>(
        gap(Ball<T, N>{result.center, crowd.d.mover.radius}, Ball<T, N>{after(mover, T{1}), mover.radius}));
    RC_ASSERT(left <= product(apart, apart) / (2 * reach) + slack);
}

TYPED_TEST(SlideAmongMovers, PushedNoFurtherThanNeeded) {
    always<TypeParam>([]<class T, int N>(Kind<T, N>) { check_push<T, N>(); });
}

// --- squeezed between a mover and what holds against it

/// A mover comes along an axis to a ball, beyond which something stands across the way or comes too.
template <class T, int N>
struct Press {
    CrowdOfMovers<T, N> crowd;
    double room = 0;   ///< what the ball has on both sides together
    double speed = 0;  ///< at which that goes
};

template <class T, int N>
Press<T, N> draw_press() {
    Press<T, N> press;
    Draw<T, N>& d = press.crowd.d;
    d.grain = *rc::gen::element(Grain::sixteenths, Grain::dense);
    const int axis = uniform(0, N);
    const T sign = *rc::gen::element(T{-1}, T{1});
    const auto size = [&] { return T(0.0625) + std::fabs(number<T>(d.grain, 2)); };
    d.mover = {place<T, N>(d.grain, 4), size(), {}};
    if (uniform(0, 2) == 0) d.mover.displacement[axis] = number<T>(d.grain, 5);
    const auto ball_at = [&](T side, T radius, T speed) {
        MovingBall<T, N> ball{d.mover.center, radius, {}};
        ball.center[axis] += side * (size() + d.mover.radius + radius);
        ball.displacement[axis] = -side * speed;
        return ball;
    };
    const MovingBall<T, N> comes = ball_at(-sign, size(), 2 * size());
    const MovingBall<T, N> stands = ball_at(sign, size(), size());
    press.crowd.movers.push_back(comes);
    press.speed = norm(comes.displacement);
    const T face = stands.center[axis] - sign * stands.radius;
    const int kind = uniform(0, 5);
    Vec<T, N> normal;
    normal[axis] = -sign;
    if (kind == 0) d.scene.balls.push_back({stands.center, stands.radius});
    if (kind == 1) d.scene.half_spaces.push_back({normal, -sign * face});
    if (kind == 2) d.scene.planes.push_back({normal, -sign * face});
    if (kind == 3) {
        Box<T, N> box{stands.center, stands.center};
        (sign > 0 ? box.lower : box.upper)[axis] = face;
        d.scene.boxes.push_back(box);
    }
    if (kind == 4) press.crowd.movers.push_back(stands);
    if (kind == 4) press.speed += norm(stands.displacement);
    const bool is_ball = kind == 0 || kind == 4;
    const double far = is_ball ? static_cast<double>(stands.center[axis]) : static_cast<double>(face);
    press.room = std::fabs(far - static_cast<double>(comes.center[axis])) -
                 (is_ball ? static_cast<double>(stands.radius) : 0) - static_cast<double>(comes.radius) -
                 2 * static_cast<double>(d.mover.radius);
    return press;
}

template <class T, int N>
void check_press() {
    const Press<T, N> press = draw_press<T, N>();
    const SlideResult<T, N> result = press.crowd.slide();
    check_end_among_movers(press.crowd, result);
    const double slack = rounding(press.crowd.movers[0]) + rounding(press.crowd.d.mover);
    RC_CLASSIFY(result.end == SlideEnd::squeezed, "squeezed");
    if (std::fabs(press.room - press.speed) <= slack) return;
    RC_ASSERT((result.end == SlideEnd::squeezed) == (press.room < press.speed));
    if (result.end != SlideEnd::squeezed) return;
    RC_ASSERT(std::fabs(static_cast<double>(result.fraction) * press.speed - press.room) <= slack);
}

TYPED_TEST(SlideAmongMovers, SqueezedWhenNoRoomIsLeft) {
    always<TypeParam>([]<class T, int N>(Kind<T, N>) { check_press<T, N>(); });
}

// --- the mirror and the unit of length

/// Mirrored across one axis, in another unit.
template <class T, int N>
struct Image {
    int axis;
    T factor;

    Vec<T, N> mirrored(Vec<T, N> x) const {
        x[axis] = -x[axis];
        return x;
    }
    Vec<T, N> operator()(Vec<T, N> x) const {
        for (int k = 0; k < N; ++k) x[k] *= factor;
        return mirrored(x);
    }
    MovingBall<T, N> operator()(const MovingBall<T, N>& x) const {
        return {(*this)(x.center), x.radius * factor, (*this)(x.displacement)};
    }
    template <class Surface>
    Surface surface(const Surface& x) const {
        return {mirrored(x.normal), x.offset * factor};
    }
    Box<T, N> operator()(const Box<T, N>& x) const {
        Box<T, N> box{(*this)(x.lower), (*this)(x.upper)};
        std::swap(box.lower[axis], box.upper[axis]);
        return box;
    }
    CrowdOfMovers<T, N> operator()(CrowdOfMovers<T, N> crowd) const {
        Scene<T, N>& scene = crowd.d.scene;
        for (auto& x : scene.balls) x = {(*this)(x.center), x.radius * factor};
        for (auto& x : scene.half_spaces) x = surface(x);
        for (auto& x : scene.planes) x = surface(x);
        for (auto& x : scene.boxes) x = (*this)(x);
        for (auto& x : crowd.movers) x = (*this)(x);
        crowd.d.mover = (*this)(crowd.d.mover);
        return crowd;
    }
};

/// In the middle of a box either way out is as short, and a centre on a plane counts as on the side of its
/// normal: the mirror decides neither.
template <class T, int N>
bool starts_where_a_side_is_chosen(const CrowdOfMovers<T, N>& crowd) {
    const Ball<T, N> point{crowd.d.mover.center, T{0}};
    bool found = false;
    for (const Box<T, N>& box : crowd.d.scene.boxes) {
        found = found || sweep(MovingBall<T, N>{point.center, T{0}, {}}, box).state != ContactState::apart;
        for (int k = 0; k < N; ++k) {
            found = found || (box.lower[k] == box.upper[k] && box.lower[k] == point.center[k]);
        }
    }
    for (const Plane<T, N>& plane : crowd.d.scene.planes) {
        found = found || distance_times_length(point.center, plane) == 0;
    }
    return found;
}

template <class T, int N>
void check_image(const CrowdOfMovers<T, N>& crowd, const SlideResult<T, N>& result) {
    if (starts_where_a_side_is_chosen(crowd)) return;
    const Image<T, N> image{uniform(0, N), std::ldexp(T{1}, uniform(-30, 31))};
    const SlideResult<T, N> other = image(crowd).slide();
    RC_ASSERT(other.center == image(result.center));
    RC_ASSERT(other.end == result.end);
    RC_ASSERT(other.fraction == result.fraction);
    RC_ASSERT(other.remaining == image(result.remaining));
    RC_ASSERT(other.contact_count == result.contact_count);
}

TYPED_TEST(SlideAmongMovers, MirrorAndUnitOfLengthChangeNoBit) {
    always<TypeParam>(
        []<class T, int N>(Kind<T, N>) { for_some_frames(draw_crowd<T, N>(6), check_image<T, N>); });
}

}  // namespace
}  // namespace carom

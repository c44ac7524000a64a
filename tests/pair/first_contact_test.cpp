// The obstacle that stops a mover first: against the exact minimum over crowds of all kinds with many ties,
// and a clipped move that does not end behind what it met.
#include "carom/pair/first_contact.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "carom/pair/clip_move.hpp"
#include "pair/box_families.hpp"
#include "support/box_oracle.hpp"
#include "support/every_type.hpp"

namespace carom {
namespace {

template <class K>
class FirstContactOf : public testing::Test {};
TYPED_TEST_SUITE(FirstContactOf, EveryKind);

/// A contact that stops the mover: at the start, or at a root p - sqrt(q).
struct Stop {
    bool later = false;
    oracle::RootTime time;

    /// -1, 0 or 1 as x is before, at or after y.
    static int compare(const Stop& x, const Stop& y) {
        if (!x.later || !y.later) return static_cast<int>(x.later) - static_cast<int>(y.later);
        return oracle::sign_with_roots(mpq_class(x.time.p - y.time.p), y.time.q, x.time.q);
    }
};

/// `rate` is the sign of the rate at which the gap of a mover that overlaps changes.
std::optional<Stop> stop_of(ContactState state, int rate, const oracle::RootTime& time) {
    if (state == ContactState::will_touch) return Stop{true, time};
    const bool closes =
        state == ContactState::touching_closing || (state == ContactState::overlapping && rate < 0);
    return closes ? std::optional(Stop{}) : std::nullopt;
}

template <class T, int N>
std::optional<Stop> stop(const MovingBall<T, N>& a, const MovingBall<T, N>& b) {
    const oracle::Quadratic q = oracle::quadratic(a, b);
    oracle::RootTime time;
    if (q.a != 0) time = {-q.b / q.a, q.discriminant() / (q.a * q.a), -1};
    return stop_of(oracle::state(q), sgn(q.b), time);
}
template <class T, int N>
std::optional<Stop> stop(const MovingBall<T, N>& a, const Ball<T, N>& b) {
    return stop(a, MovingBall<T, N>{b.center, b.radius, {}});
}

std::optional<Stop> stop_at_surface(ContactState state, const mpq_class& start, const mpq_class& rate,
                                    const mpq_class& reach_squared) {
    oracle::RootTime time;
    if (rate != 0) time = {-start / rate, reach_squared / (rate * rate), -1};
    return stop_of(state, sgn(rate), time);
}
template <class T, int N>
std::optional<Stop> stop(const MovingBall<T, N>& a, const HalfSpace<T, N>& b) {
    const auto s = oracle::plane_signs(a, b.normal, b.offset);
    return stop_at_surface(oracle::half_space_state(s), s.start, s.end - s.start, s.reach_squared);
}
template <class T, int N>
std::optional<Stop> stop(const MovingBall<T, N>& a, const Plane<T, N>& b) {
    const auto s = oracle::plane_signs(a, b.normal, b.offset);
    const mpq_class rate = s.end - s.start;
    const ContactState state = oracle::plane_state(s);
    // From the middle of the plane both ways lead out.
    const bool below = s.start < 0 || (s.start == 0 && rate < 0);
    if (below) return stop_at_surface(state, -s.start, -rate, s.reach_squared);
    return stop_at_surface(state, s.start, rate, s.reach_squared);
}

/// The sign of the rate at which the gap changes; inside that of the gap to the nearest face, of several the
/// largest.
template <class T, int N>
int rate_to_box(const MovingBall<T, N>& a, const Box<T, N>& b) {
    mpq_class slope = 0;
    std::optional<mpq_class> least;
    bool inside = true;
    int rate = 0;
    for (int k = 0; k < N; ++k) {
        const mpq_class below = oracle::rational(a.center[k]) - oracle::rational(b.lower[k]);
        const mpq_class above = oracle::rational(b.upper[k]) - oracle::rational(a.center[k]);
        const mpq_class w = oracle::rational(a.displacement[k]);
        inside = inside && below >= 0 && above >= 0;
        if (below < 0) slope += below * w;
        if (above < 0) slope -= above * w;
        for (const auto& [depth, outward] : {std::pair(below, -sgn(w)), std::pair(above, sgn(w))}) {
            if (!least || depth < *least || (depth == *least && outward > rate)) rate = outward;
            if (!least || depth < *least) least = depth;
        }
    }
    return inside ? rate : sgn(slope);
}
template <class T, int N>
std::optional<Stop> stop(const MovingBall<T, N>& a, const Box<T, N>& b) {
    const oracle::BoxContact contact = oracle::box_contact(a, b);
    return stop_of(contact.state, rate_to_box(a, b), contact.first);
}

/// A mover among 1 to 30 obstacles, many of them at exactly the same distance.
template <class T, int N>
class Crowd {
public:
    explicit Crowd(unsigned seed) : make_(seed) {}

    void next() {
        balls_.clear();
        movers_.clear();
        half_spaces_.clear();
        planes_.clear();
        boxes_.clear();
        const bool on_lattice = make_.one_in(2);
        mover = make_(on_lattice ? families::BoxFamily::lattice : families::BoxFamily::generic).ball;
        size_ = on_lattice ? std::max({std::fabs(mover.center[0]), std::fabs(mover.displacement[0]),
                                       mover.radius, std::numeric_limits<T>::min()})
                           : T{4};
        for (int i = make_.integer(1, 30); i > 0; --i) add();
    }

    Obstacles<T, N> obstacles() const { return {balls_, movers_, half_spaces_, planes_, boxes_}; }

    MovingBall<T, N> mover;

private:
    Vec<T, N> place() {
        const bool about_the_mover = !make_.one_in(3);
        Vec<T, N> at;
        for (int k = 0; k < N; ++k) {
            at[k] = size_ * static_cast<T>(make_.integer(-8, 8)) / 4;
            if (about_the_mover) at[k] += mover.center[k];
        }
        return at;
    }
    T radius() { return std::ldexp(size_, -make_.integer(0, 4)); }

    void add() {
        switch (make_.integer(0, 4)) {
            case 0:
                balls_.push_back({place(), radius()});
                if (make_.one_in(4)) balls_.push_back(balls_.back());
                break;
            case 1:
                movers_.push_back({place(), radius(), place()});
                break;
            case 2:
                add_surface();
                break;
            case 3:
                add_box();
                break;
            default:
                add_equals();
        }
    }
    void add_surface() {
        Vec<T, N> normal{};
        if (make_.one_in(2)) {
            normal[make_.integer(0, N - 1)] = static_cast<T>(make_.one_in(2) ? 1 : -2);
        } else {
            normal[0] = static_cast<T>(make_.integer(-3, 3));
            normal[1] = static_cast<T>(make_.integer(1, 4));
        }
        const Vec<T, N> at = place();
        T offset = 0;
        for (int k = 0; k < N; ++k) offset += normal[k] * at[k];
        if (make_.one_in(2)) half_spaces_.push_back({normal, offset});
        if (make_.one_in(2)) planes_.push_back({normal, offset});
    }
    void add_box() {
        Box<T, N> box{place(), place()};
        for (int k = 0; k < N; ++k) {
            if (box.lower[k] > box.upper[k]) std::swap(box.lower[k], box.upper[k]);
        }
        boxes_.push_back(box);
    }
    /// The last ball as a mover at rest, and a face of the last box as a wall.
    void add_equals() {
        if (!balls_.empty()) movers_.push_back({balls_.back().center, balls_.back().radius, {}});
        if (boxes_.empty()) return;
        const int k = make_.integer(0, N - 1);
        HalfSpace<T, N> wall;
        wall.normal[k] = 1;
        wall.offset = boxes_.back().upper[k];
        half_spaces_.push_back(wall);
    }

    families::BoxMaker<T, N> make_;
    T size_ = 1;
    std::vector<Ball<T, N>> balls_;
    std::vector<MovingBall<T, N>> movers_;
    std::vector<HalfSpace<T, N>> half_spaces_;
    std::vector<Plane<T, N>> planes_;
    std::vector<Box<T, N>> boxes_;
};

/// The exact minimum, the earlier in the walk of those at the same time.
struct Earliest {
    std::optional<ObstacleId> id;
    Stop stop;
    bool is_tied = false;
};

template <class T, int N>
Earliest earliest(const MovingBall<T, N>& mover, const Obstacles<T, N>& obstacles) {
    Earliest best;
    const auto walk = [&](ObstacleKind kind, const auto& some) {
        for (std::size_t i = 0; i < some.size(); ++i) {
            const std::optional<Stop> here = stop(mover, some[i]);
            if (!here) continue;
            const int order = best.id ? Stop::compare(*here, best.stop) : -1;
            if (order == 0) best.is_tied = true;
            if (order < 0) best = {ObstacleId{kind, i}, *here, false};
        }
    };
    walk(ObstacleKind::ball, obstacles.balls);
    walk(ObstacleKind::mover, obstacles.movers);
    walk(ObstacleKind::half_space, obstacles.half_spaces);
    walk(ObstacleKind::plane, obstacles.planes);
    walk(ObstacleKind::box, obstacles.boxes);
    return best;
}

TYPED_TEST(FirstContactOf, IsTheExactMinimum) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    Crowd<T, N> crowd(4);
    int ties = 0;
    std::array<int, 5> kinds{};
    for (int i = 0; i < 3000; ++i) {
        crowd.next();
        const auto found = first_contact(crowd.mover, crowd.obstacles());
        const Earliest exact = earliest(crowd.mover, crowd.obstacles());
        ASSERT_EQ(found.has_value(), exact.id.has_value()) << i;
        if (!found) continue;
        ASSERT_EQ(found->obstacle, *exact.id) << i;
        ties += exact.is_tied;
        ++kinds[static_cast<std::size_t>(found->obstacle.kind)];
    }
    EXPECT_GT(ties, 500);
    for (const int count : kinds) EXPECT_GT(count, 50);
}

TYPED_TEST(FirstContactOf, GivesTheSweepOfTheObstacle) {
    using K = TypeParam;
    using T = typename K::T;
    const Ball<T, K::N> far{K::at(9, 0), 1};
    const Box<T, K::N> near{K::at(4, -4), K::at(6, 4)};
    const MovingBall<T, K::N> mover{K::at(0, 0), 1, K::at(12, 0)};
    Obstacles<T, K::N> obstacles;
    obstacles.balls = {&far, 1};
    obstacles.boxes = {&near, 1};
    const auto found = first_contact(mover, obstacles);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->obstacle, (ObstacleId{ObstacleKind::box, 0}));
    const auto s = sweep(mover, near);
    EXPECT_EQ(found->sweep.state, s.state);
    EXPECT_EQ(found->sweep.first, T(0.25));
    EXPECT_EQ(found->sweep.center_a, s.center_a);
    EXPECT_EQ(found->sweep.normal, s.normal);
    EXPECT_FALSE(first_contact(mover, Obstacles<T, K::N>{}));
}

TYPED_TEST(FirstContactOf, NanObstaclesAreSkipped) {
    using K = TypeParam;
    using T = typename K::T;
    constexpr int N = K::N;
    const T nan = std::numeric_limits<T>::quiet_NaN();
    const MovingBall<T, N> mover{K::at(0, 0), 1, K::at(12, 0)};
    const std::vector<Ball<T, N>> balls{{K::at(3, 0), nan}, {K::at(9, 0), 1}, {K::at(nan, 0), 1}};
    const std::vector<MovingBall<T, N>> movers{{K::at(3, 0), 1, K::at(0, nan)}};
    const std::vector<HalfSpace<T, N>> walls{{K::at(-1, 0), nan}};
    const std::vector<Plane<T, N>> planes{{K::at(nan, 1), 0}};
    const std::vector<Box<T, N>> boxes{{K::at(2, -1), K::at(3, nan)}};
    const auto found = first_contact(mover, Obstacles<T, N>{balls, movers, walls, planes, boxes});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->obstacle, (ObstacleId{ObstacleKind::ball, 1}));
    EXPECT_FALSE(first_contact(mover, Obstacles<T, N>{{}, movers, walls, planes, boxes}));
}

template <class T, int N>
bool is_blocked(const MovingBall<T, N>& mover, const Box<T, N>& box) {
    Obstacles<T, N> obstacles;
    obstacles.boxes = {&box, 1};
    return first_contact(mover, obstacles).has_value();
}

TYPED_TEST(FirstContactOf, CentreOfABoxMayLeaveToAnyNearestFace) {
    using K = TypeParam;
    using Mover = MovingBall<typename K::T, K::N>;
    Box<typename K::T, K::N> box{K::at(-1, -1), K::at(1, 1)};
    box.lower[K::N - 1] = -1;
    box.upper[K::N - 1] = 1;
    for (const double to : {-1.0, 1.0}) {
        EXPECT_FALSE(is_blocked(Mover{K::at(0, 0), 0.5, K::at(to, 0)}, box));
        EXPECT_FALSE(is_blocked(Mover{K::at(0, 0), 0.5, K::at(0, to)}, box));
        EXPECT_TRUE(is_blocked(Mover{K::at(0.5, 0), 0.5, K::at(-1, to)}, box));
        EXPECT_FALSE(is_blocked(Mover{K::at(0.5, 0), 0.5, K::at(1, to)}, box));
    }
}

/// d.w = 0 at a corner, where rounded products have another sign.
TEST(FirstContact, SlidingInsideTheReachOfACornerIsFree) {
    const MovingBall<double, 3> slides{{-0x1.1e6773p+24, -0x1.21ba5dp+24, -0x1.2dbc9ap+23},
                                       0x1p+30,
                                       {0x1.b4636c8fa6p+40, 0x1.418eca545dep+43, -0x1.68896fe6e79p+44}};
    EXPECT_FALSE(is_blocked(slides, {{0, 0, 0}, {0x1p40, 0x1p40, 0x1p40}}));
}

/// Rounding may carry a point through a plane that it stops at.
TYPED_TEST(FirstContactOf, ClippedMoveDoesNotEndBehindAPlane) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    families::Draws<T, N> draw(15);
    int stopped = 0;
    for (int i = 0; i < 3000; ++i) {
        const T r = draw.one_in(2) ? T{0} : static_cast<T>(std::ldexp(1.0, -draw.integer(20, 60)));
        const MovingBall<T, N> mover{draw.cube(10, 0), r, draw.cube(20, 0)};
        const Plane<T, N> plane{draw.cube(1, 0), static_cast<T>(draw.uniform(-1, 1))};
        Obstacles<T, N> obstacles;
        obstacles.planes = {&plane, 1};
        const auto move = clip_move(mover, obstacles);
        stopped += move.obstacle.has_value();
        MovingBall<T, N> end{{}, r, {}};
        for (int k = 0; k < N; ++k) end.center[k] = mover.center[k] + move.displacement[k];
        const int before = sgn(oracle::plane_signs(mover, plane.normal, plane.offset).start);
        const int after = sgn(oracle::plane_signs(end, plane.normal, plane.offset).start);
        ASSERT_GE(before * after, 0) << i;
    }
    EXPECT_GT(stopped, 500);
}

}  // namespace
}  // namespace carom

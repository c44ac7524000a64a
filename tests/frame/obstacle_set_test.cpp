// A set of obstacles answers as the pair library does for all of them one by one.
#include "carom/frame/obstacle_set.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>
#include <vector>

#include "carom/frame/frame_contact_finder.hpp"
#include "frame/expected_contacts.hpp"
#include "support/every_type.hpp"
#include "support/pair_draws.hpp"

namespace carom {
namespace {

using frame_scenes::same_contacts;
using frame_scenes::view;

enum class Place { anywhere, lattice, nested, far_off, mixed_exponents };
constexpr std::array kPlaces{Place::anywhere, Place::lattice, Place::nested, Place::far_off,
                             Place::mixed_exponents};

/// Obstacles of all kinds, and movers among them.
template <class T, int N>
class Surroundings {
public:
    Surroundings(Place place, double unit, unsigned seed) : place_(place), unit_(unit), draw_(seed) {}

    void add_obstacles(int size) {
        for (int i = 0; i < size; ++i) {
            balls_.push_back({vec(20), radius()});
            boxes_.push_back(box());
            if (i % 16 != 0) continue;
            half_spaces_.push_back({normal(), number(40)});
            planes_.push_back({normal(), number(20)});
        }
    }
    /// Every third one starts inside an obstacle.
    MovingBall<T, N> mover() {
        const double moves = std::array{0.0, 1.0, 20.0, 60.0}[index(4)];
        MovingBall<T, N> mover{vec(20), draw_.one_in(2) ? T{0} : radius(), vec(moves)};
        if (!balls_.empty() && draw_.one_in(3)) mover.center = balls_[index(balls_.size())].center;
        return mover;
    }
    /// A ray 10^6 times as long as an obstacle is wide, through the middle of one.
    MovingBall<T, N> long_ray() {
        MovingBall<T, N> ray{vec(20), 0, vec(1)};
        for (int k = 0; k < N; ++k) {
            ray.displacement[k] *= T{1'000'000};
            if (!boxes_.empty()) ray.center[k] = boxes_[index(boxes_.size())].lower[k];
            ray.center[k] -= ray.displacement[k] * static_cast<T>(draw_.uniform(0, 1));
        }
        return ray;
    }
    Obstacles<T, N> obstacles() const { return {balls_, {}, half_spaces_, planes_, boxes_}; }

    std::vector<Ball<T, N>>& balls() { return balls_; }
    std::vector<Box<T, N>>& boxes() { return boxes_; }
    std::vector<HalfSpace<T, N>>& half_spaces() { return half_spaces_; }
    std::vector<Plane<T, N>>& planes() { return planes_; }

private:
    T number(double half) {
        double x = draw_.uniform(-half, half);
        if (place_ == Place::lattice) x = std::nearbyint(x);
        if (place_ == Place::nested) x *= std::array{1.0, 1e-4, 1e-8}[index(3)];
        if (place_ == Place::mixed_exponents) {
            const int most = std::is_same_v<T, float> ? 40 : 300;
            return std::ldexp(static_cast<T>(x), draw_.integer(-most, most));
        }
        return static_cast<T>(x * unit_);
    }
    Vec<T, N> vec(double half) {
        Vec<T, N> x;
        for (int k = 0; k < N; ++k) {
            x[k] = number(half);
            if (place_ == Place::far_off && half == 20) x[k] += static_cast<T>(1e5 * unit_);
        }
        return x;
    }
    T radius() { return std::fabs(number(1)); }
    /// Solid, flat, a point, or empty.
    Box<T, N> box() {
        Box<T, N> box{vec(20), {}};
        box.upper = box.lower;
        const int kind = draw_.integer(0, 7);
        for (int k = 0; k < N; ++k) {
            if (kind != 0 && (kind != 1 || k != 0)) box.upper[k] += std::fabs(number(2));
        }
        if (kind == 2) box.upper[0] = box.lower[0] - std::fabs(number(2));
        return box;
    }
    Vec<T, N> normal() {
        Vec<T, N> x;
        const int axis = draw_.integer(0, N - 1);
        const bool is_along_axis = draw_.one_in(2);
        for (int k = 0; k < N; ++k) {
            if (is_along_axis ? k == axis : true) x[k] = static_cast<T>(draw_.uniform(0.5, 2) * draw_.sign());
        }
        return x;
    }
    std::size_t index(std::size_t size) {
        return static_cast<std::size_t>(draw_.integer(0, static_cast<int>(size) - 1));
    }

    Place place_;
    double unit_;
    families::Draws<T, N> draw_;
    std::vector<Ball<T, N>> balls_;
    std::vector<HalfSpace<T, N>> half_spaces_;
    std::vector<Plane<T, N>> planes_;
    std::vector<Box<T, N>> boxes_;
};

/// f(id, obstacle) for each.
template <class T, int N, class F>
void for_each(const Obstacles<T, N>& obstacles, const F& f) {
    const auto walk = [&](ObstacleKind kind, const auto& some) {
        for (std::size_t i = 0; i < some.size(); ++i) f(ObstacleId{kind, i}, some[i]);
    };
    walk(ObstacleKind::ball, obstacles.balls);
    walk(ObstacleKind::half_space, obstacles.half_spaces);
    walk(ObstacleKind::plane, obstacles.planes);
    walk(ObstacleKind::box, obstacles.boxes);
}

/// In the order of (first, kind, index).
template <class T, int N>
std::vector<FirstContact<T, N>> expected_contacts(const MovingBall<T, N>& mover,
                                                  const Obstacles<T, N>& obstacles) {
    std::vector<FirstContact<T, N>> contacts;
    if (!frame_scenes::is_ball(mover)) return contacts;
    for_each(obstacles, [&](ObstacleId id, const auto& obstacle) {
        const Sweep<T, N> in = sweep(mover, obstacle);
        if (in) contacts.push_back({id, in});
    });
    std::stable_sort(contacts.begin(), contacts.end(),
                     [](const auto& x, const auto& y) { return x.sweep.first < y.sweep.first; });
    return contacts;
}
template <class T, int N>
std::vector<ObstacleContact<T>> expected_contacts(const std::vector<MovingBall<T, N>>& movers,
                                                  const Obstacles<T, N>& obstacles) {
    std::vector<ObstacleContact<T>> contacts;
    for (std::uint32_t i = 0; i < movers.size(); ++i) {
        for (const auto& [id, in] : expected_contacts(movers[i], obstacles)) {
            contacts.push_back({i, id, in.first, in.last, in.state});
        }
    }
    std::stable_sort(contacts.begin(), contacts.end(), [](const auto& x, const auto& y) {
        return std::tie(x.first, x.ball) < std::tie(y.first, y.ball);
    });
    return contacts;
}

template <class T, int N>
bool same(const FirstContact<T, N>& x, const FirstContact<T, N>& y) {
    return x.obstacle == y.obstacle && x.sweep.state == y.sweep.state &&
           same_bits(x.sweep.first, y.sweep.first) && same_bits(x.sweep.last, y.sweep.last) &&
           same_bits(x.sweep.center_a, y.sweep.center_a) && same_bits(x.sweep.center_b, y.sweep.center_b) &&
           same_bits(x.sweep.normal, y.sweep.normal) && same_bits(x.sweep.point, y.sweep.point);
}

template <class T, int N>
void expect_same_answers(const ObstacleSet<T, N>& set, const Obstacles<T, N>& obstacles,
                         const MovingBall<T, N>& mover) {
    const auto expected = first_contact(mover, obstacles);
    const auto first = set.first_contact(mover);
    ASSERT_EQ(expected.has_value(), first.has_value());
    if (expected) {
        ASSERT_EQ(expected->obstacle.kind, first->obstacle.kind);
        ASSERT_EQ(expected->obstacle.index, first->obstacle.index);
        ASSERT_TRUE(same(*expected, *first));
    }
    const auto all = expected_contacts(mover, obstacles);
    const auto found = set.contacts(mover);
    ASSERT_EQ(all.size(), found.size());
    for (std::size_t i = 0; i < all.size(); ++i) ASSERT_TRUE(same(all[i], found[i])) << i;
}

template <class T>
std::vector<double> units() {
    const double smallest = std::numeric_limits<T>::denorm_min();
    return {1, std::sqrt(smallest) / 64, smallest * 1000, 1e15};
}

template <class K>
class ObstacleSetOf : public testing::Test {};
TYPED_TEST_SUITE(ObstacleSetOf, EveryKind);

TYPED_TEST(ObstacleSetOf, EveryPlaceUnitAndSize) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    unsigned seed = 80;
    std::size_t contacts = 0;
    for (const Place place : kPlaces) {
        for (const double unit : units<T>()) {
            for (const int size : {0, 1, 9, 110}) {
                SCOPED_TRACE(testing::Message() << "place " << static_cast<int>(place) << ", unit " << unit
                                                << ", " << size << " obstacles of a kind");
                Surroundings<T, N> scene(place, unit, ++seed);
                scene.add_obstacles(size);
                const ObstacleSet<T, N> set(scene.obstacles());
                std::vector<MovingBall<T, N>> movers;
                for (int i = 0; i < 8; ++i) {
                    movers.push_back(scene.mover());
                    movers.push_back(scene.long_ray());
                }
                for (const auto& mover : movers) {
                    expect_same_answers(set, scene.obstacles(), mover);
                    if (this->HasFatalFailure()) return;
                }
                FrameContactFinder<T, N> finder;
                const auto expected = expected_contacts(movers, scene.obstacles());
                ASSERT_TRUE(same_contacts(expected, finder.find(view(movers), set)));
                ASSERT_EQ(finder.statistics().contacts, expected.size());
                contacts += expected.size();
            }
        }
    }
    EXPECT_GT(contacts, 2000U);
}

TYPED_TEST(ObstacleSetOf, AnyNumberOfThreads) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    Surroundings<T, N> scene(Place::anywhere, 1, 81);
    scene.add_obstacles(60);
    std::vector<MovingBall<T, N>> movers;
    for (int i = 0; i < 3000; ++i) movers.push_back(scene.mover());
    movers[17].radius = -1;
    movers[18].center[0] = std::numeric_limits<T>::quiet_NaN();
    movers[19].displacement[1] = std::numeric_limits<T>::infinity();
    const ObstacleSet<T, N> set(scene.obstacles());
    const auto expected = expected_contacts(movers, scene.obstacles());
    FrameContactFinder<T, N> alone;
    ASSERT_TRUE(same_contacts(expected, alone.find(view(movers), set)));
    for (const std::size_t threads : {2U, 3U}) {
        const ThreadPool pool(threads);
        FrameContactFinder<T, N> shared(FinderOptions{pool.workers(), fastest_instruction_set()});
        for (int run = 0; run < 2; ++run) {
            ASSERT_TRUE(same_contacts(expected, shared.find(view(movers), set)));
        }
    }
}

/// As FrameBalls say: such a ball is in contact with nothing, also where a half-space or plane is all there
/// is.
TYPED_TEST(ObstacleSetOf, AMoverThatIsNoBallMeetsNothing) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    using Limits = std::numeric_limits<T>;
    Surroundings<T, N> scene(Place::anywhere, 1, 82);
    scene.add_obstacles(40);
    const ObstacleSet<T, N> set(scene.obstacles());
    std::vector<MovingBall<T, N>> movers;
    for (const T wrong : {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity(), T{-1}}) {
        for (int i = 0; i < 10; ++i) {
            MovingBall<T, N> mover = scene.mover();
            mover.radius = wrong;
            movers.push_back(mover);
            if (std::isfinite(wrong)) continue;
            mover = scene.mover();
            (i % 2 == 0 ? mover.center : mover.displacement)[i / 2 % N] = wrong;
            movers.push_back(mover);
        }
    }
    FrameContactFinder<T, N> finder;
    for (const auto& contact : finder.find(view(movers), set)) {
        ADD_FAILURE() << "mover " << contact.ball << ", kind " << static_cast<int>(contact.obstacle.kind);
    }
}

/// Of equal obstacles, or different ones met at the same time, the one that comes first is named.
TYPED_TEST(ObstacleSetOf, TiesGoToTheLowerKindAndIndex) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    Surroundings<T, N> scene(Place::lattice, 1, 83);
    // A ball, a half-space, a plane and a box that begin at x = 4, each many times; then fewer of them.
    for (int i = 0; i < 40; ++i) {
        scene.balls().push_back({TypeParam::at(5, 0), 1});
        scene.half_spaces().push_back({TypeParam::at(-2, 0), -8});
        scene.planes().push_back({TypeParam::at(1, 0), 4});
        scene.boxes().push_back({TypeParam::at(4, -1), TypeParam::at(7, 1)});
    }
    const MovingBall<T, N> mover{TypeParam::at(0, 0), 1, TypeParam::at(6, 0)};
    const auto expect_first = [&](ObstacleKind kind) {
        const ObstacleSet<T, N> set(scene.obstacles());
        const auto first = set.first_contact(mover);
        ASSERT_TRUE(first);
        EXPECT_EQ(first->sweep.first, T(0.5));
        EXPECT_EQ(first->obstacle, (ObstacleId{kind, 0}));
        expect_same_answers(set, scene.obstacles(), mover);
    };
    expect_first(ObstacleKind::ball);
    scene.balls().clear();
    expect_first(ObstacleKind::half_space);
    scene.half_spaces().clear();
    expect_first(ObstacleKind::plane);
    scene.planes().clear();
    expect_first(ObstacleKind::box);
}

/// Whether a ray that ends on a plane but for a rounding touches it takes exact arithmetic.
TYPED_TEST(ObstacleSetOf, RaysThatEndOnASurface) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    families::Draws<T, N> draw(86);
    int contacts = 0;
    for (int i = 0; i < 2000; ++i) {
        const Vec<T, N> normal = draw.cube(1, 0);
        const MovingBall<T, N> ray{draw.cube(1, 1000), 0, draw.cube(10, 0)};
        T start = 0;
        T moves = 0;
        for (int k = 0; k < N; ++k) {
            start += normal[k] * ray.center[k];
            moves += normal[k] * ray.displacement[k];
        }
        const std::vector<HalfSpace<T, N>> half_spaces{{normal, start + std::fmin(moves, T{0})}};
        const std::vector<Plane<T, N>> planes{{normal, start + moves}};
        const Obstacles<T, N> obstacles{{}, {}, half_spaces, planes, {}};
        expect_same_answers(ObstacleSet<T, N>(obstacles), obstacles, ray);
        if (this->HasFatalFailure()) return;
        contacts += sweep(ray, planes[0]) ? 1 : 0;
    }
    EXPECT_GT(contacts, 500);
    EXPECT_LT(contacts, 1500);
}

/// A NaN touches nothing, and does not hide what is around it.
TYPED_TEST(ObstacleSetOf, ObstaclesWithNan) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    const T nan = std::numeric_limits<T>::quiet_NaN();
    Surroundings<T, N> scene(Place::anywhere, 1, 84);
    scene.add_obstacles(40);
    for (std::size_t i = 0; i < 39; i += 3) {
        const auto axis = static_cast<int>(i) % N;
        scene.balls()[i].center[axis] = nan;
        scene.balls()[i + 1].radius = nan;
        (i % 2 == 0 ? scene.boxes()[i].lower : scene.boxes()[i].upper)[axis] = nan;
    }
    scene.half_spaces()[0].normal[0] = nan;
    scene.planes()[0].offset = nan;
    const ObstacleSet<T, N> set(scene.obstacles());
    for (int i = 0; i < 300; ++i) {
        expect_same_answers(set, scene.obstacles(), scene.mover());
        if (this->HasFatalFailure()) return;
    }
}

TYPED_TEST(ObstacleSetOf, KeepsACopyAndMoves) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    Surroundings<T, N> scene(Place::anywhere, 1, 85);
    scene.add_obstacles(20);
    ObstacleSet<T, N> first(scene.obstacles());
    ObstacleSet<T, N> second(std::move(first));
    ObstacleSet<T, N> third(Obstacles<T, N>{});
    EXPECT_FALSE(third.first_contact(scene.mover()));
    third = std::move(second);
    const Surroundings<T, N> kept = scene;
    scene.balls().assign(20, {});
    scene.boxes().assign(20, {});
    EXPECT_EQ(third.obstacles().balls.size(), 20U);
    EXPECT_EQ(third.obstacles().planes.size(), 2U);
    for (int i = 0; i < 50; ++i) expect_same_answers(third, kept.obstacles(), scene.mover());
}

}  // namespace
}  // namespace carom

// A frame of like-sized balls that is searched with a grid has the contacts of brute force and of the tree,
// bit for bit, with every instruction set, whatever is odd about it.
#include "frame/ball_grid.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "carom/frame/frame_stepper.hpp"
#include "frame/even_scenes.hpp"
#include "frame/expected_contacts.hpp"
#include "frame/frame_scenes.hpp"
#include "support/every_property.hpp"
#include "support/every_type.hpp"

namespace carom {
namespace {

using even_scenes::EvenMaker;
using even_scenes::GasShape;
using even_scenes::Odd;
using frame_scenes::expected_contacts;
using frame_scenes::same_contacts;
using frame_scenes::view;

constexpr InstructionSet kGridSets[]{InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512};

template <class K>
class BallGridOf : public testing::Test {};
TYPED_TEST_SUITE(BallGridOf, EveryKind);

template <class T, int N>
bool takes_grid(const std::vector<MovingBall<T, N>>& balls, InstructionSet set = fastest_instruction_set(),
                const Workers& workers = {}) {
    detail::BallGrid<T, N> grid;
    return grid.build(view(balls), detail::SceneSample<T, N>(view(balls)), workers, set);
}

/// Balls behind the others, far away and of sizes so different that a tree is taken.
template <class T, int N>
std::vector<MovingBall<T, N>> with_far_ones(std::vector<MovingBall<T, N>> balls) {
    const T far = T{1000} * static_cast<T>(balls.size());
    for (std::size_t i = 0, size = balls.size(); i < size; ++i) {
        MovingBall<T, N> one;
        one.center[0] = far * static_cast<T>(i + 1);
        one.radius = static_cast<T>(i % 7 + 2);
        balls.push_back(one);
    }
    return balls;
}

TYPED_TEST(BallGridOf, HasTheContactsOfBruteForceInOddScenes) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    EvenMaker<T, N> make(201);
    std::size_t in_grid = 0;
    for (const Odd odd : even_scenes::all_odds()) {
        SCOPED_TRACE(even_scenes::name(odd));
        // Two balls may be large.
        const auto balls = make(odd, 1100);
        in_grid += takes_grid(balls) ? 1 : 0;
        const auto expected = expected_contacts(balls);
        for (const InstructionSet set : kGridSets) {
            FrameContactFinder<T, N> finder(FinderOptions{{}, set});
            ASSERT_TRUE(same_contacts(expected, finder.find(view(balls)))) << name(set);
        }
    }
    EXPECT_GE(in_grid, even_scenes::kNames.size() - 3);
}

TYPED_TEST(BallGridOf, HasTheContactsOfTheTree) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    EvenMaker<T, N> make(202);
    const ThreadPool pool(3);
    for (const GasShape& shape : {GasShape{2, 0.5}, GasShape{1.2, 0.2}, GasShape{4, 1}, GasShape{8, 1.2}}) {
        const auto balls = make(Odd::nothing, 40'000, shape);
        const auto more = with_far_ones(balls);
        ASSERT_TRUE(takes_grid(balls)) << shape.spacing;
        ASSERT_FALSE(takes_grid(more)) << shape.spacing;
        FrameContactFinder<T, N> tree;
        const auto expected = tree.find(view(more));
        for (const Workers& workers : {Workers{}, pool.workers()}) {
            FrameContactFinder<T, N> grid(FinderOptions{workers, fastest_instruction_set()});
            ASSERT_TRUE(same_contacts(expected, grid.find(view(balls)))) << shape.spacing;
        }
    }
}

/// So many balls that they are moved to buckets first.
TYPED_TEST(BallGridOf, HasTheContactsOfTheTreeInLargeOddScenes) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    EvenMaker<T, N> make(208);
    const ThreadPool pool(3);
    for (const Odd odd : {Odd::one_is_huge, Odd::one_is_far_away, Odd::bullets, Odd::invalid, Odd::duplicates,
                          Odd::a_tail_of_sizes, Odd::large_ones_touch, Odd::crowd_at_one_place}) {
        SCOPED_TRACE(even_scenes::name(odd));
        const auto balls = make(odd, 36'000);
        const auto more = with_far_ones(balls);
        ASSERT_TRUE(takes_grid(balls));
        ASSERT_FALSE(takes_grid(more));
        FrameContactFinder<T, N> tree;
        const auto expected = tree.find(view(more));
        FrameContactFinder<T, N> grid(FinderOptions{pool.workers(), fastest_instruction_set()});
        ASSERT_TRUE(same_contacts(expected, grid.find(view(balls))));
    }
}

TYPED_TEST(BallGridOf, IsChosenByTheSceneAlone) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    EvenMaker<T, N> make(203);
    const ThreadPool pool(3);
    const auto expect = [&](bool grid, const std::vector<MovingBall<T, N>>& balls) {
        for (const InstructionSet set : kGridSets) {
            EXPECT_EQ(takes_grid(balls, set), grid) << name(set);
            EXPECT_EQ(takes_grid(balls, set, pool.workers()), grid) << name(set);
        }
    };
    for (const std::size_t few : {0U, 1U, 2U, 100U}) expect(false, make(Odd::lattice, few));
    expect(true, make(Odd::nothing, 30'000));
    expect(true, make(Odd::bullets, 30'000));
    expect(true, make(Odd::a_tail_of_sizes, 30'000));
    expect(false, make(Odd::nothing, 30'000, {2, 10}));  // they move far
    frame_scenes::Maker<T, N> others(204);
    expect(false, others(frame_scenes::SceneKind::thousandfold, 3000));
    expect(false, others(frame_scenes::SceneKind::nested, 3000));
    expect(false, others(frame_scenes::SceneKind::one_place, 3000));
    expect(false, others(frame_scenes::SceneKind::mixed_exponents, 3000));
}

/// Balls in structs of the caller, and numbers in columns.
TYPED_TEST(BallGridOf, ReadsAnyLayout) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    struct Mine {
        char name = 0;
        T radius = 0;
        Vec<T, N> moves;
        Vec<T, N> place;
    };
    const auto balls = EvenMaker<T, N>(205)(Odd::nothing, 700);
    std::vector<Mine> mine;
    for (const auto& ball : balls) mine.push_back({'b', ball.radius, ball.displacement, ball.center});
    const auto stride = static_cast<std::ptrdiff_t>(sizeof(Mine));
    FrameBalls<T, N> theirs{mine.size(),
                            {mine[0].place.coordinates.data(), stride},
                            {&mine[0].radius, stride},
                            {mine[0].moves.coordinates.data(), stride}};
    FrameContactFinder<T, N> finder;
    ASSERT_TRUE(same_contacts(expected_contacts(balls), finder.find(theirs)));
    theirs.displacement = {};
    auto resting = balls;
    for (auto& ball : resting) ball.displacement = {};
    ASSERT_TRUE(same_contacts(expected_contacts(resting), finder.find(theirs)));
}

TYPED_TEST(BallGridOf, CellsAreThoseOfATreeOfTheSameBalls) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    const auto balls = EvenMaker<T, N>(206)(Odd::nothing, 2000);
    FrameContactFinder<T, N> finder;
    finder.find(view(balls));
    const auto cells = finder.cells();
    EXPECT_GE(cells.size(), 2000U / 16);
    for (const auto& ball : balls) {
        bool is_in_one = false;
        for (const auto& cell : cells) {
            bool is_inside = cell.level == 0;
            for (int k = 0; k < N; ++k) {
                const auto x = static_cast<double>(ball.center[k]);
                is_inside = is_inside && cell.box.lower[k] <= x && x <= cell.box.upper[k];
            }
            is_in_one = is_in_one || is_inside;
        }
        ASSERT_TRUE(is_in_one);
    }
}

/// A step asks what is near a ball that has bounced: the same bodies with the grid and with the tree.
TYPED_TEST(BallGridOf, AStepIsTheOneOfTheTree) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    const auto bodies_of = [](const std::vector<MovingBall<T, N>>& balls) {
        std::vector<FrameBody<T, N>> bodies;
        for (const auto& ball : balls) bodies.push_back({ball.center, ball.radius, ball.displacement, 1});
        return bodies;
    };
    const auto balls = EvenMaker<T, N>(207)(Odd::nothing, 900, {4, 1});
    ASSERT_TRUE(takes_grid(balls));
    auto in_grid = bodies_of(balls);
    auto in_tree = bodies_of(with_far_ones(balls));
    FrameStepper<T, N> grid, tree;
    for (int frame = 0; frame < 3; ++frame) {
        ASSERT_GT(grid.advance_frame(in_grid).bounces.size(), 20U);
        tree.advance_frame(in_tree);
        for (std::size_t i = 0; i < in_grid.size(); ++i) {
            ASSERT_TRUE(in_grid[i].center == in_tree[i].center) << i;
            ASSERT_TRUE(in_grid[i].displacement == in_tree[i].displacement) << i;
        }
    }
}

template <class T, int N>
void check_even_scene() {
    const auto below = [](unsigned end) {
        return *rc::gen::noShrink(rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0U, end)));
    };
    EvenMaker<T, N> make(below(1U << 31));
    const auto odd = static_cast<Odd>(below(static_cast<unsigned>(even_scenes::kNames.size())));
    const std::size_t size = 400 + below(400);
    const GasShape shape{0.8 + 0.1 * below(40), 0.1 * below(25)};
    const InstructionSet set = kGridSets[below(3)];
    RC_LOG() << size << " balls, " << even_scenes::name(odd) << ", " << shape.spacing << ", " << shape.moves;
    const auto balls = make(odd, size, shape);
    FrameContactFinder<T, N> finder(FinderOptions{{}, set});
    const auto all = same_contacts(expected_contacts(balls), finder.find(view(balls)));
    if (!all) RC_FAIL(all.message());
}

CAROM_PROPERTY_OF_EVERY_KIND(BallGridProperty, EvenScenes, check_even_scene)

}  // namespace
}  // namespace carom

// A finder that has warmed up allocates nothing, memory() says what it holds, and a visit of n^2 contacts
// stays small.
#include <gtest/gtest.h>
#include <malloc.h>

#include <atomic>
#include <vector>

#include "carom/frame/frame_contact_finder.hpp"
#include "frame/expected_contacts.hpp"
#include "frame/frame_scenes.hpp"
#include "support/every_type.hpp"
#include "support/replaced_new.hpp"

namespace {

std::atomic<std::size_t> allocations{0};
std::atomic<std::size_t> bytes_held{0};

}  // namespace

bool carom::test::may_allocate() {
    return true;
}
void carom::test::note_allocation(void* memory) {
    ++allocations;
    bytes_held += malloc_usable_size(memory);
}
void carom::test::note_release(void* memory) {
    if (memory != nullptr) bytes_held -= malloc_usable_size(memory);
}

namespace carom {
namespace {

using frame_scenes::SceneKind;
using frame_scenes::view;

template <class K>
class FrameMemoryOf : public testing::Test {};
TYPED_TEST_SUITE(FrameMemoryOf, EveryKind);

template <class T>
void count(void* context, std::span<const FrameContact<T>> contacts) {
    *static_cast<std::size_t*>(context) += contacts.size();
}

/// What a frame may be asked.
template <class T, int N>
class Asking {
public:
    static constexpr int kQuestions = 4;

    explicit Asking(SceneKind kind)
        : balls_(frame_scenes::Maker<T, N>(61)(kind, 4000)), obstacles_(some_obstacles()) {}

    void ask(int question, FrameContactFinder<T, N>& finder) const {
        std::size_t met = 0;
        switch (question) {
            case 0:
                met = finder.find(view(balls_)).size();
                break;
            case 1:
                met = finder.find_earliest(view(balls_)).size();
                break;
            case 2:
                finder.visit(view(balls_), {&met, &count<T>});
                break;
            default:
                met = finder.find(view(balls_), obstacles_).size();
        }
        ASSERT_GT(met, 100U) << "question " << question;
    }

private:
    ObstacleSet<T, N> some_obstacles() const {
        Obstacles<T, N> obstacles;
        std::vector<Ball<T, N>> resting;
        std::vector<Box<T, N>> boxes;
        for (std::size_t i = 0; i < 200; ++i) {
            const Vec<T, N>& corner = balls_[i].center;
            resting.push_back({balls_[i + 200].center, T(0.5)});
            Box<T, N> box{corner, corner};
            for (int k = 0; k < N; ++k) box.upper[k] += T(0.5);
            boxes.push_back(box);
        }
        obstacles.balls = resting;
        obstacles.boxes = boxes;
        return ObstacleSet<T, N>(obstacles);
    }

    std::vector<MovingBall<T, N>> balls_;
    ObstacleSet<T, N> obstacles_;
};

/// With a tree, and with a grid.
constexpr SceneKind kSearched[]{SceneKind::thousandfold, SceneKind::resting};

template <class T, int N>
void expect_no_allocation(SceneKind kind) {
    const Asking<T, N> asking(kind);
    const ThreadPool pool(3);
    for (const Workers& workers : {Workers{}, pool.workers()}) {
        for (int question = 0; question < Asking<T, N>::kQuestions; ++question) {
            FrameContactFinder<T, N> finder(FinderOptions{workers, fastest_instruction_set()});
            const std::size_t at_first = allocations;
            asking.ask(question, finder);
            EXPECT_GT(allocations, at_first);
            const std::size_t before = allocations;
            asking.ask(question, finder);
            EXPECT_EQ(allocations, before) << "question " << question;
        }
    }
}

TYPED_TEST(FrameMemoryOf, TheSecondTimeNothingIsAllocated) {
    for (const SceneKind kind : kSearched) expect_no_allocation<typename TypeParam::T, TypeParam::N>(kind);
}

template <class T, int N>
void expect_memory_as_held(SceneKind kind) {
    const Asking<T, N> asking(kind);
    const ThreadPool pool(3);
    for (const Workers& workers : {Workers{}, pool.workers()}) {
        const std::size_t before = bytes_held;
        FrameContactFinder<T, N> finder(FinderOptions{workers, fastest_instruction_set()});
        std::size_t last = finder.memory();
        EXPECT_LT(last, 10'000U);
        for (int question = 0; question < Asking<T, N>::kQuestions; ++question) {
            asking.ask(question, finder);
            const std::size_t held = bytes_held - before;
            EXPECT_GE(finder.memory(), last);
            EXPECT_NEAR(static_cast<double>(finder.memory()), static_cast<double>(held),
                        0.03 * static_cast<double>(held))
                << "question " << question;
            last = finder.memory();
        }
        EXPECT_GT(last, 4000U * (3 * N + 1) * sizeof(T));
    }
}

TYPED_TEST(FrameMemoryOf, MemoryIsWhatTheFinderHolds) {
    for (const SceneKind kind : kSearched) expect_memory_as_held<typename TypeParam::T, TypeParam::N>(kind);
}

TYPED_TEST(FrameMemoryOf, AnObstacleSetSaysWhatItHolds) {
    using T = typename TypeParam::T;
    constexpr int N = TypeParam::N;
    const std::vector<Ball<T, N>> balls(1000);
    const std::vector<Box<T, N>> boxes(500);
    const std::vector<Plane<T, N>> planes(300);
    const std::vector<HalfSpace<T, N>> half_spaces(300);
    const std::size_t before = bytes_held;
    const ObstacleSet<T, N> set({balls, {}, half_spaces, planes, boxes});
    const auto held = static_cast<double>(bytes_held - before);
    EXPECT_NEAR(static_cast<double>(set.memory()), held, 0.03 * held);
}

/// Every ball overlaps every other one: 4,498,500 contacts in less than 400 bytes a ball.
template <class T, int N>
void expect_small_visit() {
    constexpr std::size_t size = 3000;
    const auto balls = frame_scenes::Maker<T, N>(62)(SceneKind::one_place, size);
    FrameContactFinder<T, N> finder;
    std::size_t contacts = 0;
    const std::size_t before = bytes_held;
    finder.visit(view(balls), {&contacts, &count<T>});
    EXPECT_EQ(contacts, size * (size - 1) / 2);
    EXPECT_EQ(finder.statistics().contacts, contacts);
    EXPECT_LT(finder.memory(), 400 * size);
    EXPECT_LT(bytes_held - before, 400 * size);
}

TEST(FrameMemory, AVisitOfAllPairsStaysSmall) {
    expect_small_visit<float, 2>();
    expect_small_visit<double, 3>();
}

/// As many balls, and all contacts kept: one entry a ball at most.
TEST(FrameMemory, EarliestContactsGrowWithTheBallsAlone) {
    constexpr std::size_t size = 2000;
    const auto balls = frame_scenes::Maker<float, 3>(63)(SceneKind::one_place, size);
    FrameContactFinder<float, 3> finder;
    const auto earliest = finder.find_earliest(view(balls));
    EXPECT_EQ(earliest.size(), size - 1) << "all start with ball 0";
    EXPECT_LT(finder.memory(), 500 * size);
}

}  // namespace
}  // namespace carom

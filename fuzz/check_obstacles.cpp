// first_contact is the first of the single sweeps, and clip_move ends where nothing is entered.
#include "carom/pair/advance.hpp"
#include "carom/pair/clip_move.hpp"
#include "carom/pair/first_contact.hpp"
#include "checks.hpp"
#include "core/instantiate.hpp"
#include "expect.hpp"
#include "scene.hpp"
#include "support/same_bits.hpp"
#include "things.hpp"

namespace carom::fuzz {
namespace {

template <class T, int N>
void add(Scene<T, N>& scene, const Ball<T, N>& x) {
    scene.balls.push_back(x);
}
template <class T, int N>
void add(Scene<T, N>& scene, const MovingBall<T, N>& x) {
    scene.movers.push_back(x);
}
template <class T, int N>
void add(Scene<T, N>& scene, const HalfSpace<T, N>& x) {
    scene.half_spaces.push_back(x);
}
template <class T, int N>
void add(Scene<T, N>& scene, const Plane<T, N>& x) {
    scene.planes.push_back(x);
}
template <class T, int N>
void add(Scene<T, N>& scene, const Box<T, N>& x) {
    scene.boxes.push_back(x);
}

template <class T, int N, class Thing>
bool stops(const MovingBall<T, N>& mover, const Thing& obstacle, const Sweep<T, N>& s) {
    if (s.state == ContactState::will_touch || s.state == ContactState::touching_closing) return true;
    return s.state == ContactState::overlapping && advance(mover, obstacle).u == 0;
}

/// The first contact with one obstacle is what sweep says; with two, the other one comes no earlier.
template <class T, int N>
void check_first(const Scene<T, N>& scene) {
    const std::optional<FirstContact<T, N>> first = first_contact(scene.mover, scene.obstacles());
    Scene<T, N> named;
    named.mover = scene.mover;
    for_each(scene, [&](ObstacleId id, const auto& obstacle) {
        if (first && id == first->obstacle) add(named, obstacle);
    });
    for_each(scene, [&](ObstacleId id, const auto& obstacle) {
        const Sweep<T, N> s = sweep(scene.mover, obstacle);
        const bool stop = stops(scene.mover, obstacle, s);
        expect_in(scene, first || !stop, "what stops the mover is found", id, s);
        if (!first) return;
        if (id == first->obstacle) {
            expect_in(scene, stop, "the obstacle found stops the mover", first, s);
            expect_in(scene, first->sweep.state == s.state && same_bits(first->sweep.first, s.first),
                      "the answer is the sweep of that obstacle", first, s);
            return;
        }
        if (!stop) return;
        expect_in(scene, s.first >= first->sweep.first || ulps_between(s.first, first->sweep.first) <= 2,
                  "no other obstacle comes earlier", first, id, s);
        Scene<T, N> two = named;
        add(two, obstacle);
        const auto of_two = first_contact(two.mover, two.obstacles());
        expect_in(scene, of_two && same_bits(of_two->sweep.first, first->sweep.first),
                  "of two, the first is the same", first, id, of_two);
    });
}

template <class T, int N>
void check_clip(const Scene<T, N>& scene) {
    const ClippedMove<T, N> move = clip_move(scene.mover, scene.obstacles());
    const auto first = first_contact(scene.mover, scene.obstacles());
    expect_in(scene, move.fraction >= 0 && move.fraction <= 1, "0 <= fraction <= 1", move);
    expect_in(scene, !any_nan(move.displacement, move.normal), "no NaN from finite input", move);
    expect_in(scene, !first || move.fraction <= first->sweep.first, "stops at the first contact", move,
              first);
    expect_in(scene, move.obstacle.has_value() == (first || move.fraction < 1), "what stops is named", move,
              first);
    for (int k = 0; k < N; ++k) {
        expect_in(scene, move.displacement[k] == move.fraction * scene.mover.displacement[k],
                  "the displacement is shortened by the fraction", move);
    }
    const Vec<T, N> end = moved(scene.mover, move.fraction);
    for_each(scene, [&](ObstacleId id, const auto& obstacle) {
        const bool before = reaches_into(at_start(scene.mover), standing(obstacle, T{0}));
        expect_in(
            scene,
            before || !reaches_into(Ball<T, N>{end, scene.mover.radius}, standing(obstacle, move.fraction)),
            "enters nothing", move, id, first);
    });
}

}  // namespace

template <class T, int N>
void check_obstacles(Query<T, N>& query) {
    const Scene<T, N> scene = drawn(query);
    if (is_finite(scene)) {
        check_first(scene);
        check_clip(scene);
        return;
    }
    const auto first = first_contact(scene.mover, scene.obstacles());
    const auto move = clip_move(scene.mover, scene.obstacles());
    expect_in(scene, !any_nan(scene.mover) || (!first && !move.obstacle && move.fraction == 1),
              "with a NaN, nothing is met", first, move);
}

#define CAROM_INSTANTIATE(T, N) template void check_obstacles(Query<T, N>& query);
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)

}  // namespace carom::fuzz

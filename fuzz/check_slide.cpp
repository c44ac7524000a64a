// move_and_slide ends, enters nothing, gains nothing, and does the same in the mirror.
#include <cmath>

#include "carom/pair/move_and_slide.hpp"
#include "carom/pair/overlap.hpp"
#include "checks.hpp"
#include "core/instantiate.hpp"
#include "scene.hpp"
#include "support/same_bits.hpp"
#include "things.hpp"
#include "unit.hpp"

namespace carom::fuzz {
namespace {

template <class T, int N>
double norm(const Vec<T, N>& x) {
    double sum = 0;
    for (int k = 0; k < N; ++k) sum += static_cast<double>(x[k]) * static_cast<double>(x[k]);
    return std::sqrt(sum);
}

template <class T, int N>
void check_numbers(const Scene<T, N>& scene, const SlideResult<T, N>& end) {
    expect_in(scene, !any_nan(end.center, end.moved, end.remaining, end.fraction), "no NaN from finite input",
              end);
    expect_in(scene, end.fraction >= 0 && end.fraction <= 1, "0 <= fraction <= 1", end);
    expect_in(scene, end.contact_count <= kMostSlideContacts, "the contacts have room", end);
    for (const SlideContact<T, N>& contact : end.contacts()) {
        expect_in(scene, is_unit(contact.normal), "normal is a unit vector", end);
        expect_in(scene, contact.fraction >= 0 && contact.fraction <= end.fraction,
                  "contacts are in the past", end);
    }
    for (int k = 0; k < N; ++k) {
        expect_in(scene, end.end != SlideEnd::arrived || end.remaining[k] == 0, "arrived, nothing remains",
                  end);
        expect_in(scene, std::fabs(end.remaining[k]) <= std::fabs(scene.mover.displacement[k]),
                  "no more remains than was asked for", end);
    }
}

/// A plane is passed where the centre changes sides.
template <class T, int N>
bool passes(const Vec<T, N>& from, const Vec<T, N>& to, const Plane<T, N>& plane) {
    const auto is_behind = [&](const Vec<T, N>& x, const HalfSpace<T, N>& side) {
        return overlaps(Ball<T, N>{x, 0}, side);
    };
    const HalfSpace<T, N> below{plane.normal, plane.offset};
    const HalfSpace<T, N> above{negated(plane.normal), -plane.offset};
    return (!is_behind(from, below) && !is_behind(to, above)) ||
           (!is_behind(from, above) && !is_behind(to, below));
}

template <class T, int N>
void check_free(const Scene<T, N>& scene, const SlideResult<T, N>& end) {
    const Ball<T, N> start = at_start(scene.mover);
    const Ball<T, N> there{end.center, start.radius};
    for_each(scene, [&](ObstacleId id, const auto& obstacle) {
        const bool before = reaches_into(start, standing(obstacle, T{0}));
        expect_in(scene, before || !reaches_into(there, standing(obstacle, end.fraction)), "enters nothing",
                  end, id);
        if constexpr (std::is_same_v<std::decay_t<decltype(obstacle)>, Plane<T, N>>) {
            expect_in(scene, before || !passes(start.center, end.center, obstacle), "passes no plane", end,
                      id);
        }
    });
}

/// Nothing gained among things that rest, but for rounding.
template <class T, int N>
void check_way(const Scene<T, N>& scene, const SlideResult<T, N>& end) {
    const double far = norm(scene.mover.center) + norm(scene.mover.displacement);
    if (!scene.movers.empty() || far > 0x1p500 || far < 0x1p-100 || !all_finite(end.center)) return;
    const double slack = 64 * static_cast<double>(std::numeric_limits<T>::epsilon()) * far;
    expect_in(scene, norm(end.moved) <= norm(scene.mover.displacement) + slack,
              "the way is no longer than asked for", end);
    expect_in(scene, end.end != SlideEnd::squeezed, "nothing that rests squeezes", end);
}

/// A centre in the middle of a box, on a plane or in the centre of a ball has no nearest way out, and a mover
/// on a long way may be rounded to the centre of what it meets.
template <class T, int N>
bool starts_free(const Scene<T, N>& scene) {
    bool is_free = !is_lost_in_rounding(scene.mover);
    for (const MovingBall<T, N>& mover : scene.movers) {
        is_free = is_free && !is_lost_in_rounding(mover, scene.mover.radius);
    }
    for_each(scene, [&](ObstacleId, const auto& obstacle) {
        is_free = is_free && !reaches_into(at_start(scene.mover), standing(obstacle, T{0}));
    });
    return is_free;
}

template <class T, int N>
void check_mirror(const Scene<T, N>& scene, const SlideResult<T, N>& end, int axis) {
    if (!starts_free(scene)) return;
    Scene<T, N> image = scene;
    image.mover = mirrored(image.mover, axis);
    const auto mirror = [&](auto& list) {
        for (auto& thing : list) thing = mirrored(thing, axis);
    };
    mirror(image.balls);
    mirror(image.movers);
    mirror(image.half_spaces);
    mirror(image.planes);
    mirror(image.boxes);
    const SlideResult<T, N> other = move_and_slide(image.mover, image.obstacles());
    expect_in(scene,
              mirrored(other.center, axis) == end.center && other.end == end.end &&
                  other.fraction == end.fraction && other.contact_count == end.contact_count,
              "mirrored, the answer is mirrored", axis, end, other);
}

}  // namespace

template <class T, int N>
void check_slide(Query<T, N>& query) {
    const Scene<T, N> scene = drawn(query);
    const int axis = query.choice(N);
    const SlideResult<T, N> end = move_and_slide(scene.mover, scene.obstacles());
    if (!is_finite(scene)) return;
    check_numbers(scene, end);
    check_free(scene, end);
    check_way(scene, end);
    check_mirror(scene, end, axis);
}

#define CAROM_INSTANTIATE(T, N) template void check_slide(Query<T, N>& query);
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)

}  // namespace carom::fuzz

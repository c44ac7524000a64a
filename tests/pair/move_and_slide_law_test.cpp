// What holds for every move among resting obstacles: nothing entered, nothing gained, no motion left out, no
// jitter, and the same bits in the mirror and in any unit of length.
#include <gtest/gtest.h>

#include "pair/slide_scenes.hpp"
#include "support/every_property.hpp"
#include "support/generators.hpp"

namespace carom {
namespace {

using namespace slide_scenes;

template <class T, int N>
Ball<T, N> start_of(const MovingBall<T, N>& mover) {
    return {mover.center, mover.radius};
}

/// Several frames, so that most of them start in touch.
template <class T, int N, class F>
void for_some_frames(Draw<T, N> d, F check) {
    for (int frame = 0; frame < 4; ++frame) {
        const SlideResult<T, N> result = d.scene.slide(d.mover);
        check(d, result);
        d.mover.center = result.center;
        if (uniform(0, 2) == 0) d.mover.displacement = displacement<T, N>(d.grain);
    }
}

// --- the end is free, and the way no longer than asked for and never against it

template <class T, int N>
void check_end(const Draw<T, N>& d, const SlideResult<T, N>& result) {
    RC_ASSERT(!enters_something(d.scene, start_of(d.mover), result.center));
    const double slack = rounding(d.mover);
    RC_ASSERT(norm(result.moved) <= norm(d.mover.displacement) + slack);
    RC_ASSERT(product(result.moved, d.mover.displacement) >= -slack * norm(d.mover.displacement));
    RC_ASSERT(result.contact_count <= kMostSlideContacts);
    RC_ASSERT(result.end != SlideEnd::squeezed);
    for (int k = 0; k < N; ++k) {
        RC_ASSERT(result.moved[k] == result.center[k] - d.mover.center[k]);
        RC_ASSERT(result.end != SlideEnd::arrived || result.remaining[k] == 0);
        RC_ASSERT(std::fabs(result.remaining[k]) <= std::fabs(d.mover.displacement[k]));
    }
    RC_CLASSIFY(result.end == SlideEnd::stopped, "stopped");
    RC_CLASSIFY(result.contact_count > 1, "several contacts");
}

template <class T, int N>
void check_end_of_draws() {
    for_some_frames(draw<T, N>(), check_end<T, N>);
}
CAROM_PROPERTY_OF_EVERY_KIND(SlideLaw, EndIsFreeAndNoFurtherThanAsked, check_end_of_draws)

// --- a ball that is stopped has nowhere to go, and stays to the bit

/// From the centre to the obstacle, of length 1; zero where there is no direction.
template <class T, int N>
Vec<double, N> direction_to(const Ball<T, N>& ball, const Ball<T, N>& other) {
    Vec<double, N> d;
    for (int k = 0; k < N; ++k) {
        d[k] = static_cast<double>(other.center[k]) - static_cast<double>(ball.center[k]);
    }
    const double size = norm(d);
    for (int k = 0; k < N; ++k) d[k] = size > 0 ? d[k] / size : 0;
    return d;
}
template <class T, int N, class Obstacle>
Vec<double, N> direction_to(const Ball<T, N>& ball, const Obstacle& other) {
    Vec<double, N> d;
    const Ball<T, N> wide{ball.center, ball.radius + T{0.125}};
    if (const auto touch = contact(wide, other)) {
        for (int k = 0; k < N; ++k) d[k] = static_cast<double>(touch->normal[k]);
    }
    return d;
}

template <class T, int N>
std::vector<Vec<double, N>> directions_to_what_is_touched(const Draw<T, N>& d, const Vec<T, N>& center) {
    std::vector<Vec<double, N>> found;
    for_each(d.scene, [&](const auto& obstacle) {
        const Ball<T, N> ball{center, d.mover.radius};
        if (static_cast<double>(gap(ball, obstacle)) <= rounding(d.mover)) {
            found.push_back(direction_to(ball, obstacle));
        }
    });
    return found;
}

/// The displacement without its part along n, and in 3D along the line in which two tangent planes meet.
template <int N>
std::vector<Vec<double, N>> ways_along(const Vec<double, N>& wanted,
                                       const std::vector<Vec<double, N>>& touched) {
    std::vector<Vec<double, N>> ways{wanted};
    for (const auto& n : touched) {
        Vec<double, N> way;
        for (int k = 0; k < N; ++k) way[k] = wanted[k] - product(wanted, n) * n[k];
        ways.push_back(way);
        if constexpr (N == 3) {
            for (const auto& m : touched) {
                const Vec<double, 3> c{
                    {n[1] * m[2] - n[2] * m[1], n[2] * m[0] - n[0] * m[2], n[0] * m[1] - n[1] * m[0]}};
                const double square = product(c, c);
                if (square < 1e-4) continue;
                for (int k = 0; k < N; ++k) way[k] = product(wanted, c) / square * c[k];
                ways.push_back(way);
            }
        }
    }
    return ways;
}

/// A way that leads on and away from all that is touched, each by more than rounding and by an angle.
template <class T, int N>
bool leads_on(const Draw<T, N>& d, const SlideResult<T, N>& result) {
    Vec<double, N> wanted;
    for (int k = 0; k < N; ++k) wanted[k] = static_cast<double>(d.mover.displacement[k]);
    const auto touched = directions_to_what_is_touched(d, result.center);
    for (const auto& way : ways_along(wanted, touched)) {
        if (norm(way) < 0.01 * norm(wanted)) continue;
        int along = 0;
        bool is_free = true;
        for (const auto& n : touched) {
            const double rate = product(way, n) / norm(way);
            if (std::fabs(rate) < 1e-9) ++along;
            if (rate > -1e-3 && std::fabs(rate) >= 1e-9) is_free = false;
        }
        if (is_free && along < N) return true;
    }
    return false;
}

template <class T, int N>
void check_stop(const Draw<T, N>& d, const SlideResult<T, N>& result) {
    if (result.end != SlideEnd::stopped) return;
    RC_ASSERT(result.contact_count > 0);
    RC_ASSERT(!leads_on(d, result));
    MovingBall<T, N> again = d.mover;
    again.center = result.center;
    const SlideResult<T, N> second = d.scene.slide(again);
    RC_ASSERT(second.center == result.center);
    RC_ASSERT(second.end == SlideEnd::stopped);
}

template <class T, int N>
void check_stop_of_draws() {
    for_some_frames(draw<T, N>(), check_stop<T, N>);
}
CAROM_PROPERTY_OF_EVERY_KIND(SlideLaw, StopsOnlyForGoodAndWithoutJitter, check_stop_of_draws)

// --- the mirror and the unit of length

template <class T, int N, class Map, class Factor>
Scene<T, N> mapped(const Scene<T, N>& scene, Map map, Factor factor) {
    Scene<T, N> image = scene;
    for (auto& x : image.balls) x = {map(x.center), x.radius * factor};
    for (auto& x : image.boxes) {
        const Vec<T, N> one = map(x.lower), other = map(x.upper);
        for (int k = 0; k < N; ++k) {
            x.lower[k] = std::fmin(one[k], other[k]);
            x.upper[k] = std::fmax(one[k], other[k]);
        }
    }
    for (auto& x : image.half_spaces) x.offset *= factor;
    for (auto& x : image.planes) x.offset *= factor;
    return image;
}

/// In the middle of a box either way out is as short, and the mirror does not decide between them.
template <class T, int N>
bool starts_in_a_box(const Draw<T, N>& d) {
    for (const Box<T, N>& box : d.scene.boxes) {
        if (overlaps_exactly(Ball<T, N>{d.mover.center, T{0}}, box)) return true;
        for (int k = 0; k < N; ++k) {
            if (d.mover.center[k] == box.lower[k] && box.lower[k] == box.upper[k]) return true;
        }
    }
    return false;
}

/// A centre on a plane counts as on the side of its normal.
template <class T, int N>
bool starts_on_a_plane(const Draw<T, N>& d) {
    for (const Plane<T, N>& plane : d.scene.planes) {
        if (distance_times_length(d.mover.center, plane) == 0) return true;
    }
    return false;
}

template <class T, int N>
void check_mirror(const Draw<T, N>& d, const SlideResult<T, N>& result) {
    if (starts_in_a_box(d) || starts_on_a_plane(d)) return;
    const int axis = uniform(0, N);
    const auto mirror = [&](Vec<T, N> x) {
        x[axis] = -x[axis];
        return x;
    };
    Scene<T, N> image = mapped(d.scene, mirror, T{1});
    for (auto& x : image.half_spaces) x.normal = mirror(x.normal);
    for (auto& x : image.planes) x.normal = mirror(x.normal);
    const auto other = image.slide({mirror(d.mover.center), d.mover.radius, mirror(d.mover.displacement)});
    RC_ASSERT(mirror(other.center) == result.center);
    RC_ASSERT(other.end == result.end);
    RC_ASSERT(other.contact_count == result.contact_count);
}

template <class T, int N>
void check_unit(const Draw<T, N>& d, const SlideResult<T, N>& result) {
    const T factor = std::ldexp(T{1}, uniform(-30, 31));
    const auto scale = [&](Vec<T, N> x) {
        for (int k = 0; k < N; ++k) x[k] *= factor;
        return x;
    };
    const auto other =
        mapped(d.scene, scale, factor)
            .slide({scale(d.mover.center), d.mover.radius * factor, scale(d.mover.displacement)});
    RC_ASSERT(other.center == scale(result.center));
    RC_ASSERT(other.end == result.end);
}

template <class T, int N>
void check_images(const Draw<T, N>& d, const SlideResult<T, N>& result) {
    check_mirror(d, result);
    check_unit(d, result);
}

template <class T, int N>
void check_images_of_draws() {
    for_some_frames(draw<T, N>(), check_images<T, N>);
}
CAROM_PROPERTY_OF_EVERY_KIND(SlideLaw, MirrorAndUnitOfLengthChangeNoBit, check_images_of_draws)

}  // namespace
}  // namespace carom

// The parts of `validate`, in the order in which they run: each trusts what the ones before it found sound.
#pragma once

#include <vector>

#include "carom/scene/validate.hpp"
#include "core/patience.hpp"
#include "scene/ball_grid.hpp"
#include "scene/finding_list.hpp"

namespace carom::detail {

/// Lengths, speeds and masses are refused outside this range, so that no product of the engine over- or
/// underflows.
inline constexpr double kSmallest = 1e-100;
inline constexpr double kLargest = 1e100;

/// A radius has to be this many ulp of the largest coordinate. The rounding bound of a contact, 32 units of
/// 2^-53 of the coordinates and more after long flights, is then small enough for the checker to prove
/// something.
inline constexpr double kRadiusUlps = 65536;

/// Between two walls a ball needs its diameter and this part of it: without room every instant holds impacts
/// without end.
inline constexpr double kRoom = 0x1p-20;

/// What is known about a scene while it is being checked.
template <int N>
struct SceneCheck {
    const Scene<N>& scene;
    FindingList faults;
    FindingList notes;
    std::vector<char> sound;        ///< per ball: its numbers may be computed with
    std::vector<char> sound_walls;  ///< per further wall, likewise
    std::vector<char> sound_containers;
    Vec<bool, N> sound_axes;    ///< the box has two proper faces there
    double coordinate_ulp = 0;  ///< of the largest coordinate of the sound parts
    Patience patience;          ///< where it ended, nothing more is looked at
};

/// Are the numbers by themselves what they have to be?
template <int N>
void check_box(SceneCheck<N>& check);
template <int N>
void check_walls(SceneCheck<N>& check);
template <int N>
void check_containers(SceneCheck<N>& check);
template <int N>
void check_forces(SceneCheck<N>& check);
template <int N>
void check_law(SceneCheck<N>& check);
template <int N>
void check_balls(SceneCheck<N>& check);

/// Are Lees-Edwards boundaries possible in this world?
template <int N>
void check_shear(SceneCheck<N>& check);

/// The gap between ball i and the wall of a container; negative when the ball reaches out.
template <int N>
double gap_inside(const Container<N>& container, const Vec<double, N>& center, double radius);

/// Can the coordinates of the scene tell the surface of every ball? Balls that are too small become unsound.
template <int N>
void check_resolution(SceneCheck<N>& check);

/// Are the balls where they may be, and does each fit in? Balls outside a periodic box become unsound.
template <int N>
void check_places(SceneCheck<N>& check);

/// Does any ball overlap another, in any periodic image?
template <int N>
void check_overlaps(SceneCheck<N>& check);

/// What has been refused already, by its index; empty means none.
struct Refused {
    std::vector<char> balls;
    std::vector<char> walls;
    std::vector<char> containers;
};

/// May balls overlap each other? In a scene that is only looked at.
enum class Overlaps : unsigned char { refused, allowed };

/// `validate` for a scene of which some balls and walls are taken as not being there.
template <int N>
Validation validate_without(const Scene<N>& scene, const Refused& refused, Overlaps overlaps,
                            const std::function<bool()>& go_on);

template <int N>
Boundary boundary_of(const World<N>& world, int axis) {
    return world.boundary[static_cast<std::size_t>(axis)];
}

/// The periodic axes of a world whose box is sound there.
template <int N>
Periods<N> periods_of(const World<N>& world, const Vec<bool, N>& sound_axes) {
    Periods<N> periods;
    for (int k = 0; k < N; ++k) {
        periods.periodic[k] = sound_axes[k] && boundary_of(world, k) == Boundary::periodic;
        if (!periods.periodic[k]) continue;
        periods.lower[k] = world.box.lower[k];
        periods.width[k] = world.box.upper[k] - world.box.lower[k];
    }
    return periods;
}

}  // namespace carom::detail

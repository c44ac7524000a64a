// The walls of a world as the checker sees them: planes, still or moving, and containers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "carom/record/trajectory.hpp"
#include "proof/wide.hpp"

namespace carom::proof {

/// A wall, numbered as in events.
template <int N>
struct WideWall {
    std::uint32_t number = 0;
    std::string name;
    WideVec<N> normal;       ///< of a plane: unit, into the free side
    Wide offset = 0;         ///< of a plane, along the normal, at time 0
    double speed = 0;        ///< of a plane, along the normal
    double temperature = 0;  ///< of a thermal plane, which gives what bounces off it a new velocity; 0: none
    bool is_round = false;
    WideVec<N> center;            ///< of a container
    WideVec<N> along;             ///< of a cylinder: unit; zero for a sphere
    double radius = 0;            ///< of a container
    Vec<double, N> rough_normal;  ///< of a plane, rounded
    double rough_offset = 0;      ///< the same

    /// From a container's centre or axis to a point; of a vector of differences without the centre.
    WideVec<N> across(const WideVec<N>& x) const { return x - dot(x, along) * along; }
    /// Of a plane's surface from the origin along the normal, `t` seconds after the start.
    Wide surface(Wide t) const { return speed == 0 ? offset : offset + t * Wide{speed}; }
    /// Distance of a ball's surface from the wall, `t` seconds after the start.
    Wide gap(const WideVec<N>& x, double ball_radius, Wide t) const;
    /// The centre of a ball is never nearer to a plane than this on a way from `begin` to `end`, `t` and
    /// `until` seconds after the start, which bends by `bend` at most. In double precision, less what that
    /// rounds.
    double least_gap(const Vec<double, N>& begin, const Vec<double, N>& end, double bend, double t,
                     double until) const;
    /// What the rounding of the wall's own numbers may add to a gap.
    double rounding_bound(Wide t, double epoch_length) const;
};

/// All walls: faces of the box, further walls, containers.
template <int N>
std::vector<WideWall<N>> walls_of(const World<N>& world);

}  // namespace carom::proof

/// \file
/// A scene as plain data: the world, the collision law, the balls. Where it comes from is not its business.
///
/// Units are the user's, as long as they fit together (metres, kilograms and seconds in the bundled scenes).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "carom/geom/box.hpp"
#include "carom/geom/plane.hpp"
#include "carom/math/vec.hpp"

namespace carom {

/// What happens at the two faces of the world's box on one axis.
enum class Boundary : unsigned char {
    open,      ///< nothing: balls fly on; the box has no meaning on this axis
    wall,      ///< the faces are walls; balls stay inside
    periodic,  ///< what leaves through one face enters through the other
};

/// A named immovable half-space; balls bounce off its surface.
template <int N>
struct Wall {
    std::string name;                 ///< for messages
    HalfSpace<double, N> half_space;  ///< the solid
};

/// Where the balls live.
template <int N>
struct World {
    Box<double, N> box;                  ///< faces for the axes that are not open
    std::array<Boundary, N> boundary{};  ///< per axis
    std::vector<Wall<N>> walls;          ///< further walls
};

/// How velocities change at impacts.
struct CollisionLaw {
    double restitution_balls = 1;  ///< in [0, 1]
    double restitution_walls = 1;  ///< in [0, 1]
    /// Impacts whose normal approach speed is below this are elastic, which is what keeps an inelastic
    /// collapse from going on for ever (docs/math/collapse.md). Empty: derived from the scene, see
    /// `elastic_below`.
    std::optional<double> elastic_below;
};

/// A ball and how it starts.
template <int N>
struct SceneBall {
    std::string name;         ///< for messages and pictures; need not be unique
    Vec<double, N> position;  ///< of the centre; inside the box on a periodic axis
    Vec<double, N> velocity;  ///< per unit of time; zero for an immovable ball
    double radius = 0;        ///< > 0
    double mass = 1;          ///< > 0; infinity makes the ball immovable
};

/// Everything that decides a trajectory.
template <int N>
struct Scene {
    std::string name;                 ///< for messages and reports
    World<N> world;                   ///< where the balls live
    CollisionLaw law;                 ///< how they bounce
    std::vector<SceneBall<N>> balls;  ///< at least one, at most `max_balls`
};

/// The mass that makes a ball immovable.
inline constexpr double immovable = std::numeric_limits<double>::infinity();

/// The largest number of balls of a scene, 33,554,432: the engine numbers balls and walls in 26 bits.
inline constexpr std::size_t max_balls = std::size_t{1} << 25;

/// The cut-off speed in force: the law's own, or 2^-20 of the largest start speed when a restitution is below
/// 1, or 0 when both are 1.
template <int N>
double elastic_below(const Scene<N>& scene);

}  // namespace carom

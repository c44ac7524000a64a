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

#include "carom/core/abi.hpp"
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

/// A named half-space that no ball moves; balls bounce off its surface.
template <int N>
struct Wall {
    std::string name;                 ///< for messages
    HalfSpace<double, N> half_space;  ///< the solid, at time 0
    /// Of the surface along its normal, into the free side: a piston. Length per time, constant.
    double speed = 0;
    /// kT > 0 of a thermal wall: what bounces off it leaves with velocities of a gas of this temperature.
    std::optional<double> temperature = {};
};

/// A named round vessel that balls stay inside of: a sphere (a circle in 2D), or in 3D an endless cylinder.
template <int N>
struct Container {
    std::string name;       ///< for messages
    Vec<double, N> center;  ///< of the sphere, or a point on the axis of the cylinder
    Vec<double, N> axis;    ///< of the cylinder, any length; zero for a sphere, and in 2D
    double radius = 0;      ///< > that of every ball
};

/// Lees-Edwards boundaries (A. W. Lees and S. F. Edwards, J. Phys. C 5 (1972) 1921): steady shear without
/// walls. The images of a ball one box up on the axis `gradient` move with rate times the box width along the
/// axis `flow`, so that velocities can grow along the gradient without an end or a beginning.
struct Shear {
    int flow = 0;      ///< axis of the velocity; periodic
    int gradient = 1;  ///< axis on which it grows; another periodic one
    double rate = 0;   ///< per time, of either sign; not 0
};

/// Where the balls live.
template <int N>
struct World {
    Box<double, N> box;                               ///< faces for the axes that are not open
    std::array<Boundary, std::size_t{N}> boundary{};  ///< per axis
    std::vector<Wall<N>> walls;                       ///< further walls
    std::vector<Container<N>> containers = {};        ///< all balls are inside all of them
    /// Uniform acceleration of all balls that are not immovable.
    Vec<double, N> gravity = {};
    /// Empty: none. Not together with gravity, containers, slanted, moving or thermal walls, a thermostat or
    /// immovable balls.
    std::optional<Shear> shear = {};
};

/// The velocity at `position` of a flow that shears evenly and stands still in the middle of the box; zero
/// without shear.
template <int N>
Vec<double, N> flow_at(const World<N>& world, const Vec<double, N>& position);

/// How fast the images one box up on the gradient move along the flow; 0 without shear.
template <int N>
double drift_speed(const World<N>& world);

/// How far they have come at `time` >= 0, whole boxes left out: from 0 to the width of the box. In plain
/// numbers, good to 2^-50 of the whole way.
template <int N>
double slide_at(const World<N>& world, double time);

/// Andersen's thermostat: each ball gets, at random times, a new velocity from a gas of temperature kT.
struct Thermostat {
    double temperature = 1;  ///< kT > 0: mass times speed squared
    double rate = 1;         ///< > 0: new velocities of a ball per time, on average
};

/// The restitution of impacts between balls of two species.
struct SpeciesRestitution {
    std::string first;       ///< a species: see `species_name`
    std::string second;      ///< another one, or the same
    double restitution = 1;  ///< in [0, 1]
};

/// How velocities change at impacts.
struct CollisionLaw {
    double restitution_balls = 1;  ///< in [0, 1]
    double restitution_walls = 1;  ///< in [0, 1]
    /// Impacts whose normal approach speed is below this are elastic, which is what keeps an inelastic
    /// collapse from going on for ever (docs/math/collapse.md). Empty: derived from the scene, see
    /// `elastic_below`.
    std::optional<double> elastic_below;
    /// Impacts of a ball within this time of its last one are elastic (the TC model); 0 is off.
    double contact_time = 0;
    /// Restitution falls with the impact speed v: 1 - (1 - e) (v / full_loss_speed)^(3/4) up to this speed, e
    /// beyond it (Bizon et al., Phys. Rev. Lett. 80 (1998) 57). 0: constant.
    double full_loss_speed = 0;
    /// A length >= 0, at most the smallest radius: at an impact, surfaces no farther apart than this are in
    /// contact, and contacts that hang together bounce as one (docs/math/contact_cluster.md); 0 is off.
    /// Empty: 2^-40 of the smaller radius of the two. Without a meaning under gravity.
    std::optional<double> contact_tolerance = {};
    /// In place of `restitution_balls`, each pair of species at most once.
    std::vector<SpeciesRestitution> between = {};
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
    std::string name;                           ///< for messages and reports
    World<N> world;                             ///< where the balls live
    CollisionLaw law;                           ///< how they bounce
    std::vector<SceneBall<N>> balls;            ///< at least one, at most `max_balls`
    std::optional<Thermostat> thermostat = {};  ///< empty: none
    std::uint64_t noise = 0;                    ///< seed of thermal walls and the thermostat
};

/// The mass that makes a ball immovable.
inline constexpr double immovable = std::numeric_limits<double>::infinity();

/// The largest number of balls of a scene, 33,554,432: the engine numbers balls and walls in 26 bits.
inline constexpr std::size_t max_balls = std::size_t{1} << 25;

/// The species of a ball with this name: the name without the number at its end, so that "steel 12" and
/// "steel12" are "steel"; all of it when it is a number.
std::string species_name(const std::string& ball);

/// True when an impact can take energy away.
bool is_lossy(const CollisionLaw& law);

/// True when the world has gravity, containers, moving or thermal walls, or shear.
template <int N>
bool is_extended(const World<N>& world);

/// True when the world has something that the classic one has not: gravity, containers, moving or thermal
/// walls, shear, a thermostat, or a law of collisions other than constant restitution with a cut-off.
template <int N>
bool is_extended(const Scene<N>& scene);

/// The cut-off speed in force: 0 when no restitution is below 1, else the law's own, or without that 2^-20 of
/// the largest start speed, and under gravity at least 2^-7 sqrt(g r) of the smallest ball.
template <int N>
double elastic_below(const Scene<N>& scene);

}  // namespace carom

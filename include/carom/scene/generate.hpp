/// \file
/// Balls in patterns: racks, lattices, cradles, random gases.
///
/// The same request gives the same bits with every compiler: random numbers come from std::mt19937_64, which
/// the standard defines to the bit, and are converted here. Tests: tests/scene/generate_test.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "carom/core/result.hpp"
#include "carom/scene/scene.hpp"

namespace carom {

/// Why a generator refused a request.
struct GenerateError {
    std::string field;    ///< member of the request at fault; empty when it is the whole request
    std::string message;  ///< one line for people
};

/// The balls asked for, or the reason why there are none.
template <int N>
using GeneratedBalls = Result<std::vector<SceneBall<N>>, GenerateError>;

/// Which balls a rack holds.
enum class RackShape : unsigned char {
    eight_ball,  ///< a triangle of 15 in 5 rows, the 8 in its middle
    nine_ball,   ///< a diamond of 9, the 1 at the apex and the 9 in its middle
};

/// A direction along an axis.
enum class Direction : unsigned char { plus_x, minus_x, plus_y, minus_y };

/// A rack of pool balls at rest in the plane of the first two axes, named "1", "2" and so on. The cue ball is
/// not in it.
template <int N>
struct Rack {
    RackShape shape = RackShape::nine_ball;   ///< which balls
    Vec<double, N> apex;                      ///< centre of the ball at the tip
    Direction direction = Direction::plus_x;  ///< from the tip to the rows behind it
    double radius = 0;                        ///< of every ball, > 0
    double mass = 1;                          ///< of every ball, > 0
    double gap = 0;                           ///< between neighbours; 0 is a tight rack
};

/// The balls of the rack, apex first.
template <int N>
GeneratedBalls<N> make_rack(const Rack<N>& request);

/// Balls in a row along one axis, the first of them moving: Newton's cradle.
template <int N>
struct Cradle {
    Vec<double, N> position;  ///< centre of the first ball
    int axis = 0;             ///< along which the row extends, upwards
    std::size_t count = 5;    ///< of balls
    std::size_t moving = 1;   ///< so many balls at the start of the row move
    double speed = 0;         ///< of the moving ones, along the axis
    double approach = 0;      ///< distance between the moving balls and the others, besides `gap`
    double radius = 0;        ///< of every ball, > 0
    double mass = 1;          ///< of every ball, > 0
    double gap = 0;           ///< between neighbours
};

/// The balls of the cradle, in order along the axis. A request for more than `most` balls is refused.
template <int N>
GeneratedBalls<N> make_cradle(const Cradle<N>& request, std::size_t most = max_balls);

/// Random velocities, from a bell curve (the sum of twelve uniform numbers) with variance ~ 1 / mass on every
/// axis. Without a temperature and a speed the balls rest; at most one of the two may be given. Immovable
/// balls rest.
struct ThermalMotion {
    /// What becomes of the motion of the centre of mass.
    enum class Drift : unsigned char {
        removed,  ///< the centre of mass rests
        kept,     ///< as it comes from the random numbers
    };
    std::optional<double>
        temperature;  ///< kT: the mean of m v^2 / N over the moving balls is this, up to rounding
    std::optional<double> rms_speed;  ///< the root of the mean of v^2 is this, up to rounding
    std::uint64_t seed = 1;           ///< of the random numbers
    Drift drift = Drift::removed;     ///< removed or kept
};

/// Gives the balls random velocities; an error leaves them as they were.
template <int N>
std::optional<GenerateError> set_in_motion(std::span<SceneBall<N>> balls, const ThermalMotion& motion);

/// Regular arrangements.
enum class LatticeKind : unsigned char {
    square,       ///< 2D
    hexagonal,    ///< 2D, the densest: rows along x, every second one shifted by half the spacing
    cubic,        ///< 3D, simple cubic
    face_centred  ///< 3D, the densest: counts are those of cubic cells of four balls with edge spacing *
                  ///< sqrt(2)
};

/// Equal balls on a lattice.
template <int N>
struct Lattice {
    LatticeKind kind = N == 2 ? LatticeKind::square : LatticeKind::cubic;  ///< of this dimension
    Vec<double, N> origin;                             ///< centre of the first ball, the lowest on every axis
    std::array<std::size_t, std::size_t{N}> counts{};  ///< along each axis
    double spacing = 0;    ///< between the centres of nearest neighbours; at least the diameter
    double radius = 0;     ///< of every ball, > 0
    double mass = 1;       ///< of every ball, > 0
    ThermalMotion motion;  ///< velocities
    std::string name;      ///< balls are called by this and a number from 1; empty: no names
};

/// The balls of the lattice, the first axis running fastest. A request for more than `most` balls is refused.
template <int N>
GeneratedBalls<N> make_lattice(const Lattice<N>& request, std::size_t most = max_balls);

/// Balls of one kind in a gas.
struct Species {
    double share = 1;       ///< of the number of balls, in proportion to the other shares
    double radius = 0;      ///< > 0
    double mass = 1;        ///< > 0, or `immovable`
    std::string name = {};  ///< as in Lattice; empty: the gas's own
};

/// Balls at random places that touch nothing.
template <int N>
struct RandomGas {
    Box<double, N> region;             ///< lies inside the world's box on its periodic axes
    std::vector<Species> species;      ///< the balls come out in this order, those of one species together
    std::optional<std::size_t> count;  ///< either this
    std::optional<double> packing;     ///< or this: volume of the balls / volume of the region
    std::uint64_t seed = 1;            ///< of the places
    ThermalMotion motion;              ///< velocities
    std::string name;                  ///< as in Lattice
};

/// The densest gas that random insertion is asked for: above, the free places become too rare to be found.
/// `make_dense_gas` (carom/sim/dense_gas.hpp) goes on from there.
template <int N>
inline constexpr double max_gas_packing = N == 2 ? 0.45 : 0.30;

/// Random sequential insertion, large balls first: each ball is put to places drawn evenly over the region
/// until it touches no ball placed before it, none of `present` and no wall. Where the region spans a
/// periodic axis of the world it is periodic too, elsewhere the balls lie wholly inside. `go_on` is asked
/// again and again; when it says no, the request is refused because it was stopped.
template <int N>
GeneratedBalls<N> make_random_gas(const RandomGas<N>& request, const World<N>& world,
                                  std::span<const SceneBall<N>> present = {},
                                  const std::function<bool()>& go_on = {});

}  // namespace carom

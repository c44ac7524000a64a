// The random numbers of thermal walls and of the thermostat, drawn again from the seed in the file.
// Definition: docs/formats/trajectory.md, "Random draws".
#pragma once

#include <cstdint>
#include <optional>

#include "proof/wide.hpp"

namespace carom::proof {

/// By how many units of itself the engine's rounding may change a velocity that was drawn.
inline constexpr double kDrawRoundings = 64;

/// The numbers of one occasion, in their order.
class Draws {
public:
    Draws(std::uint64_t seed, std::uint64_t ball, std::uint64_t a, std::uint64_t b);
    /// Those of a velocity that a ball gets at a time.
    Draws(std::uint64_t seed, std::uint64_t ball, Time time);

    /// In (0, 1).
    double uniform();
    /// Mean 0, variance 1.
    Wide normal();
    template <int N>
    WideVec<N> normals() {
        WideVec<N> x;
        for (int k = 0; k < N; ++k) x[k] = normal();
        return x;
    }

private:
    std::uint64_t key_;
    std::uint64_t count_ = 0;
};

/// A velocity that was drawn, and how far the engine's rounding may be off in it.
template <int N>
struct DrawnVelocity {
    WideVec<N> velocity;
    double unsure = 0;
};

/// What a kick of the thermostat gives.
template <int N>
DrawnVelocity<N> kicked_velocity(double temperature, double mass, Draws draws);

/// What a thermal wall at rest gives. `away` is its unit normal into the free side, known up to `tilt`.
template <int N>
DrawnVelocity<N> thermal_velocity(double temperature, double mass, const WideVec<N>& away, double tilt,
                                  Draws draws);

/// The first kick of a ball later than `time`; nothing when there is none within 2^61 epochs.
std::optional<Time> next_kick(double rate, std::uint64_t seed, std::uint64_t ball, Time time,
                              double epoch_length);

}  // namespace carom::proof

#include "proof/draws.hpp"

#include <bit>
#include <cmath>

#include "proof/flight.hpp"

namespace carom::proof {
namespace {

/// The step of SplitMix64 (Steele, Lea, Flood 2014).
std::uint64_t mixed(std::uint64_t x) {
    std::uint64_t z = x + 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
}

/// Of a normal x in (0, 1): the exponent, and the series of atanh.
Wide natural_logarithm(double x) {
    constexpr double kLogarithmOf2 = 0x1.62e42fefa39efp-1;
    constexpr double kRestOfIt = 0x1.abc9e3b39803fp-56;
    int exponent = 0;
    const double mantissa = std::frexp(x, &exponent);
    const bool is_small = mantissa < 0x1.6a09e667f3bcdp-1;
    const Wide y = is_small ? 2 * Wide{mantissa} : Wide{mantissa};
    const Wide z = (y - 1) / (y + 1);
    Wide sum = 0;
    for (int k = 45; k > 0; k -= 2) sum = sum * z * z + Wide{1} / Wide(k);
    return 2 * z * sum + Wide(is_small ? exponent - 1 : exponent) * (Wide{kLogarithmOf2} + Wide{kRestOfIt});
}

/// The same number of seconds as epochs and a rest, which is exact.
std::optional<Time> time_of(double seconds, double epoch_length) {
    const double epochs = seconds / epoch_length;
    if (!(epochs < 0x1p61)) return {};
    const auto whole = static_cast<std::int64_t>(epochs);
    return Time{whole, seconds - static_cast<double>(whole) * epoch_length};
}

}  // namespace

Draws::Draws(std::uint64_t seed, std::uint64_t ball, std::uint64_t a, std::uint64_t b)
    : key_(mixed(mixed(mixed(mixed(seed) + ball) + a) + b)) {}

Draws::Draws(std::uint64_t seed, std::uint64_t ball, Time time)
    : Draws(seed, ball, static_cast<std::uint64_t>(time.epoch), std::bit_cast<std::uint64_t>(time.offset)) {}

double Draws::uniform() {
    const std::uint64_t bits = mixed(key_ + count_) >> 12U;
    ++count_;
    return static_cast<double>(2 * bits + 1) * 0x1p-53;
}

Wide Draws::normal() {
    for (;;) {
        const double x = 2 * uniform() - 1;
        const double y = 2 * uniform() - 1;
        const double square = x * x + y * y;
        if (square < 1) return Wide{x} * root(-2 * natural_logarithm(square) / Wide{square});
    }
}

template <int N>
DrawnVelocity<N> kicked_velocity(double temperature, double mass, Draws draws) {
    const Wide spread = root(Wide{temperature} / Wide{mass});
    DrawnVelocity<N> drawn;
    drawn.velocity = spread * draws.normals<N>();
    drawn.unsure = kDrawRoundings * kUnit * narrow(rough_length(drawn.velocity));
    return drawn;
}

template <int N>
DrawnVelocity<N> thermal_velocity(double temperature, double mass, const WideVec<N>& away, double tilt,
                                  Draws draws) {
    const Wide spread = root(Wide{temperature} / Wide{mass});
    const WideVec<N> any = draws.normals<N>();
    const Wide x = draws.normal();
    const Wide y = draws.normal();
    const Wide leaving = root(x * x + y * y);
    DrawnVelocity<N> drawn;
    drawn.velocity = spread * (any + (leaving - dot(any, away)) * away);
    const double size = narrow(spread * (2 * rough_length(any) + leaving));
    drawn.unsure = (kDrawRoundings * kUnit + tilt) * size;
    return drawn;
}

/// Window k of 1 / rate has a Poisson number of kicks with mean 1: as many as uniform numbers can be
/// multiplied before the product is below exp(-1). Each is at an even place in the window.
std::optional<Time> next_kick(double rate, std::uint64_t seed, std::uint64_t ball, Time time,
                              double epoch_length) {
    constexpr double kOverE = 0.36787944117144233;
    const double window = 1 / rate;
    const double from = narrow(seconds_between({}, time, epoch_length));
    for (double k = std::floor(from / window); k < 0x1p52 && time_of(k * window, epoch_length); k += 1) {
        std::optional<Time> first;
        Draws draws(~seed, ball, 0, static_cast<std::uint64_t>(k));
        for (double product = draws.uniform(); product > kOverE; product *= draws.uniform()) {
            const auto kick = time_of((k + draws.uniform()) * window, epoch_length);
            if (kick && *kick > time && (!first || *kick < *first)) first = kick;
        }
        if (first) return first;
    }
    return {};
}

template DrawnVelocity<2> kicked_velocity(double, double, Draws);
template DrawnVelocity<3> kicked_velocity(double, double, Draws);
template DrawnVelocity<2> thermal_velocity(double, double, const WideVec<2>&, double, Draws);
template DrawnVelocity<3> thermal_velocity(double, double, const WideVec<3>&, double, Draws);

}  // namespace carom::proof

// The random numbers of a trajectory as docs/formats/trajectory.md defines them ("Random draws"), in long
// double.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "carom/sim/event.hpp"
#include "record/plain_vector.hpp"

namespace carom::test {

class PlainDraws {
public:
    PlainDraws(std::uint64_t seed, std::uint64_t ball, std::uint64_t a, std::uint64_t b) {
        for (const std::uint64_t part : {seed, ball, a, b}) key_ = stirred(key_ + part);
    }
    PlainDraws(std::uint64_t seed, std::uint64_t ball, Time time)
        : PlainDraws(seed, ball, static_cast<std::uint64_t>(time.epoch),
                     std::bit_cast<std::uint64_t>(time.offset)) {}

    double uniform() { return (static_cast<double>(stirred(key_ + drawn_++) / 4096) + 0.5) / 0x1p52; }

    Long normal() {
        for (;;) {
            const double x = 2 * uniform() - 1;
            const double y = 2 * uniform() - 1;
            const double square = x * x + y * y;
            if (square < 1) return x * std::sqrt(-2 * std::log(Long{square}) / square);
        }
    }

    template <int N>
    LongVec<N> normals() {
        LongVec<N> x;
        for (Long& part : x) part = normal();
        return x;
    }

private:
    /// SplitMix64
    static std::uint64_t stirred(std::uint64_t x) {
        x += 0x9E3779B97F4A7C15U;
        x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
        x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
        return x ^ (x >> 31U);
    }

    std::uint64_t key_ = 0;
    std::uint64_t drawn_ = 0;
};

/// In seconds; rates so low that the first window outlasts the test have none.
inline double plain_next_kick(double rate, std::uint64_t seed, std::uint64_t ball, double after) {
    const double window = 1 / rate;
    for (double k = std::floor(after / window); k < 1e6; ++k) {
        double first = HUGE_VAL;
        PlainDraws draws(~seed, ball, 0, static_cast<std::uint64_t>(k));
        for (double product = draws.uniform(); product > std::exp(-1.0); product *= draws.uniform()) {
            const double kick = (k + draws.uniform()) * window;
            if (kick > after) first = std::min(first, kick);
        }
        if (first < HUGE_VAL) return first;
    }
    return HUGE_VAL;
}

}  // namespace carom::test

// Random numbers that are the same bits everywhere: no std distribution, no libm function.
#pragma once

#include <cstdint>
#include <random>

namespace carom::detail {

class Random {
public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}

    /// Evenly from the multiples of 2^-53 in [0, 1).
    double uniform() { return static_cast<double>(engine_() >> 11U) * 0x1p-53; }

    /// Close to a normal deviate, mean 0, variance 1, never beyond 6: the sum of twelve uniform numbers,
    /// less 6.
    double normal() {
        double sum = -6;
        for (int i = 0; i < 12; ++i) sum += uniform();
        return sum;
    }

private:
    std::mt19937_64 engine_;
};

}  // namespace carom::detail

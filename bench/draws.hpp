// Random numbers that no standard library decides.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

namespace carom::bench {

class Draws {
public:
    explicit Draws(std::uint64_t seed) : engine_(seed) {}

    /// In [0, 1).
    double unit() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
    /// Of a bell curve with variance 1, by Box and Muller.
    double normal() {
        const double size = std::sqrt(-2 * std::log(1 - unit()));
        return size * std::cos(2 * std::numbers::pi * unit());
    }

private:
    std::mt19937_64 engine_;
};

}  // namespace carom::bench

// Bytes as the arguments of calls.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string_view>

#include "carom/carom.h"
#include "support/directory.hpp"

namespace carom::fuzz {

/// Texts that calls start from.
inline constexpr std::string_view kGas =
    "dimension = 2\n[world]\nlower = [0, 0]\nupper = [6, 6]\nboundary = \"wall\"\n[[generate]]\nkind = "
    "\"random_gas\"\n"
    "count = 12\nradius = 0.5\nmass = 1\ntemperature = 1\nseed = 3\n";
inline constexpr std::string_view kTable =
    "[table]\nkind = \"carom\"\n[[balls]]\nname = \"cue\"\nposition = [0.4, 0.6]\n[[balls]]\nposition = "
    "[0.9, 1.8]\n"
    "[[shots]]\nspeed = 2\ndirection = 60\n";

/// Where calls may write.
inline const std::filesystem::path& directory() {
    static const test::Directory where;
    static const std::filesystem::path path = where / "";
    return path;
}

/// Arguments made of the input, one after the other; zeros when it is over.
class Input {
public:
    Input(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}
    bool is_over() const { return left_ == 0; }
    unsigned byte() {
        if (left_ == 0) return 0;
        --left_;
        return *data_++;
    }
    /// Often a small one, now and then one that is no number or huge.
    double number() {
        const unsigned kind = byte();
        if (kind < 200) return (static_cast<double>(kind) - 100) / 16;
        constexpr std::array kRare{0.0, -0.0, 1e-300, 1e300, 1e9, -1e9, 0.5, 1.0};
        if (kind < 248) return kRare[kind % kRare.size()];
        return kind % 2 == 0 ? INFINITY : NAN;
    }
    int dimension() { return byte() % 16 == 0 ? static_cast<int>(byte()) : 2 + static_cast<int>(byte() % 2); }
    carom_ball ball() {
        carom_ball made{};
        for (double* each : {&made.center[0], &made.center[1], &made.radius, &made.displacement[0],
                             &made.displacement[1], &made.displacement[2]})
            *each = number();
        return made;
    }
    carom_ball_float float_ball() {
        const carom_ball from = ball();
        carom_ball_float made{};
        made.radius = static_cast<float>(from.radius);
        for (int k = 0; k < 3; ++k) {
            made.center[k] = static_cast<float>(from.center[k]);
            made.displacement[k] = static_cast<float>(from.displacement[k]);
        }
        return made;
    }
    std::size_t count() {
        const unsigned kind = byte();
        return kind < 250 ? kind % 9 : SIZE_MAX >> (kind % 8);
    }
    std::string_view text() {
        const std::size_t size = std::min<std::size_t>(byte(), left_);
        const std::string_view result(reinterpret_cast<const char*>(data_), size);
        data_ += size;
        left_ -= size;
        return result;
    }

private:
    const std::uint8_t* data_;
    std::size_t left_;
};

}  // namespace carom::fuzz

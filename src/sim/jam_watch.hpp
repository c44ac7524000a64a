// Does a ball bounce on and on while nothing goes forward? docs/math/collapse.md.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "carom/sim/simulation.hpp"

namespace carom::detail {

/// A ball with no more impacts within an epoch, a millionth of a crossing of the scene, is not looked at.
inline constexpr std::uint32_t kBusy = 64;

/// Closing speeds are compared after so many impacts in a row without room, and after every power of two of
/// them from there on.
inline constexpr std::uint64_t kInARow = 32'768;

/// Mean closing speeds that differ by no more than this share stay the same. Twice in a row, since those of a
/// cascade may rise and fall again.
inline constexpr double kSame = 0.05;
inline constexpr std::uint32_t kSameInARow = 2;

/// The watch passes to another ball after so many such impacts of others.
inline constexpr std::uint32_t kForgotten = 65'536;

/// A ball that travels no farther between two impacts has no room: the rounding of its position counts too.
inline double least_room(double radius, double largest_coordinate) {
    return 0x1p-30 * radius + 0x1p-44 * largest_coordinate;
}

/// Notes an impact of a busy ball. True when it makes a jam.
inline bool note_impact(JamWatch& watch, std::uint32_t ball, double closing_speed, bool has_room) {
    const bool is_watched = watch.impacts > 0 && watch.ball == ball;
    if (has_room) {
        if (is_watched) watch = {};
        return false;
    }
    if (!is_watched) {
        if (watch.impacts > 0 && ++watch.others <= kForgotten) return false;
        watch = {};
        watch.ball = ball;
    }
    watch.others = 0;
    watch.sum += closing_speed;
    if (++watch.impacts < kInARow || !std::has_single_bit(watch.impacts)) return false;
    const bool is_first = watch.impacts == kInARow;
    const double usual = watch.sum / static_cast<double>(is_first ? kInARow : watch.impacts / 2);
    const bool is_same = !is_first && std::fabs(usual - watch.usual) <= kSame * watch.usual;
    watch.same = is_same ? watch.same + 1 : 0;
    watch.usual = usual;
    watch.sum = 0;
    return watch.same >= kSameInARow;
}

}  // namespace carom::detail

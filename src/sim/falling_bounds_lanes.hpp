// Bounds of contacts under gravity in packs of neighbours.
//
// Everything here depends on the instruction set, so that code compiled for one never serves another.
#pragma once

#include "math/pack.hpp"
#include "math/row_lanes.hpp"
#include "sim/falling_bounds.hpp"

namespace carom::detail {

template <int W, int N>
struct FallingLanes {
    using Real = Pack<double, W>;
    using Rows = DoubleRowLanes<W>;

    /// Neighbours, as seen from the ball.
    struct Neighbours {
        Real d[N];
        Real w[N];
        Real falls;  // how much more of gravity bends their flights: -1, 0 or 1
        Real radii;
    };

    static void bound(const FallingRow<N>* rows, const Entry* list, unsigned count,
                      const FallingQuery<N>& query, double* waits) {
        for (unsigned from = 0; from < count; from += W) {
            const Neighbours seen = look(rows, list, from, count, query);
            store(waits + from, bound(seen, query) * Real(query.second));
        }
    }

    static bool touches(const FallingRow<N>* rows, const Entry* list, unsigned count,
                        const FallingQuery<N>& query, std::uint32_t partner) {
        for (unsigned from = 0; from < count; from += W) {
            const Neighbours seen = look(rows, list, from, count, query);
            const Real reach = touch(seen, query) + Real(query.contact);
            Real square = seen.d[0] * seen.d[0];
            for (int k = 1; k < N; ++k) square = square + seen.d[k] * seen.d[k];
            // So that NaN touches.
            const unsigned apart = bits_of(square > reach * reach);
            for (unsigned bits = ~apart & kAllLanes; bits != 0; bits &= bits - 1) {
                const auto lane = static_cast<unsigned>(__builtin_ctz(bits));
                if (place(list, from + lane, count) != partner) return true;
            }
        }
        return false;
    }

private:
    static constexpr unsigned kAllLanes = (1U << W) - 1;
    static constexpr double never = std::numeric_limits<double>::infinity();

    /// The last one again behind the end of the list.
    static std::uint32_t place(const Entry* list, unsigned at, unsigned count) {
        return list[at < count ? at : count - 1] & kPlaceMask;
    }

    static Neighbours look(const FallingRow<N>* rows, const Entry* list, unsigned from, unsigned count,
                           const FallingQuery<N>& query) {
        typename Real::Lanes columns[Rows::kColumns];
        Rows::transpose(
            [&](int lane) { return &rows[place(list, from + static_cast<unsigned>(lane), count)]; }, columns);
        const FallingRow<N>& mine = query.ball;
        const Real since(query.since);
        Neighbours seen;
        seen.radii = Real(columns[2 * N]) + Real(mine.radius);
        seen.falls = Real(columns[2 * N + 1]) - Real(mine.falls);
        const Real gained = since * seen.falls;
        for (int k = 0; k < N; ++k) {
            const Real w = Real(columns[N + k]) - Real(mine.velocity[k]);
            const Real gain = gained * Real(query.pull[k]);
            seen.d[k] = (Real(columns[k]) - Real(mine.position[k])) + since * (w + Real(0.5) * gain);
            seen.w[k] = w + gain;
        }
        return seen;
    }

    /// At least the distance at which they touch.
    static Real touch(const Neighbours& seen, const FallingQuery<N>& query) {
        Real apart = absolute(seen.d[0]);
        for (int k = 1; k < N; ++k) apart = larger(apart, absolute(seen.d[k]));
        return seen.radii + Real(kLengthSlack) * (apart + seen.radii) + Real(query.slack);
    }

    /// Two that stand still do not meet.
    static Real bound(const Neighbours& seen, const FallingQuery<N>& query) {
        const Real zero(0.0);
        const Real reach = touch(seen, query);
        const Real speeds(query.speeds);
        auto moves = absolute(seen.w[0]) > zero;
        for (int k = 1; k < N; ++k) moves = one_of(moves, absolute(seen.w[k]) > zero);
        const Real straight = either(moves, straight_bound<N>(seen.d, seen.w, reach, speeds), Real(never));
        const auto bent = absolute(seen.falls) > zero;
        if (bits_of(bent) == 0) return straight;
        Real bend[N];
        for (int k = 0; k < N; ++k) bend[k] = seen.falls * Real(query.pull[k]);
        return either(bent, bent_bound<N>(seen.d, seen.w, bend, reach, speeds), straight);
    }
};

template <InstructionSet Set, int N>
[[gnu::flatten]] void falling_bounds_in_lanes(const FallingRow<N>* rows, const Entry* list, unsigned count,
                                              const FallingQuery<N>& query, double* waits) {
    FallingLanes<lanes_of(Set), N>::bound(rows, list, count, query, waits);
}

template <InstructionSet Set, int N>
[[gnu::flatten]] bool falling_touch_in_lanes(const FallingRow<N>* rows, const Entry* list, unsigned count,
                                             const FallingQuery<N>& query, std::uint32_t partner) {
    return FallingLanes<lanes_of(Set), N>::touches(rows, list, count, query, partner);
}

}  // namespace carom::detail

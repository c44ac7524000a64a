// Bounds of contacts under gravity in packs of neighbours.
//
// Everything here depends on the instruction set, so that code compiled for one never serves another.
#pragma once

#include "math/pack.hpp"
#include "sim/falling_bounds.hpp"

namespace carom::detail {

template <int W, int N>
struct FallingLanes {
    using Real = Pack<double, W>;

    /// Neighbours, and what of them enters a bound.
    struct Neighbours {
        Real d[N];
        Real w[N];
        Real bend[N];
        Real touch;
        Real speeds;
    };

    static void bound(const BallRecord<N>* records, const Vec<double, N>* accelerations, const Entry* list,
                      unsigned count, const PresentMotion<N>& mine, Time now, double epoch_length,
                      const FallingUnits& units, double* waits) {
        for (unsigned from = 0; from < count; from += W) {
            const auto place = [&](int lane) {
                const unsigned at = from + static_cast<unsigned>(lane);
                return list[at < count ? at : count - 1] & kPlaceMask;
            };
            const Neighbours seen =
                look([&](int lane) -> const BallRecord<N>& { return records[place(lane)]; },
                     [&](int lane) -> const Vec<double, N>& { return accelerations[place(lane)]; }, mine, now,
                     epoch_length, units);
            store(waits + from, bound(seen) * Real(units.second));
        }
    }

private:
    template <class RecordOf, class AccelerationOf>
    static Neighbours look(RecordOf record, AccelerationOf acceleration, const PresentMotion<N>& mine,
                           Time now, double epoch_length, const FallingUnits& units) {
        const Real since = gather<W>([&](int lane) {
            const Time& from = record(lane).flight.time;
            return static_cast<double>(now.epoch - from.epoch) * epoch_length + (now.offset - from.offset);
        });
        Neighbours seen;
        Real farthest(0.0);
        Real fastest(0.0);
        for (int k = 0; k < N; ++k) {
            const Real x =
                gather<W>([&](int lane) { return record(lane).flight.position.coordinates[index(k)]; });
            const Real v =
                gather<W>([&](int lane) { return record(lane).flight.velocity.coordinates[index(k)]; });
            const Real a = gather<W>([&](int lane) { return acceleration(lane).coordinates[index(k)]; });
            const Real at = x + since * (v + Real(0.5) * since * a);
            const Real u = v + since * a;
            seen.d[k] = (at - Real(mine.position.coordinates[index(k)])) * Real(units.length);
            seen.w[k] = (u - Real(mine.velocity.coordinates[index(k)])) * Real(units.speed);
            seen.bend[k] =
                (a - Real(mine.acceleration.coordinates[index(k)])) * Real(units.speed) * Real(units.second);
            const Real gained = since * absolute(a);
            farthest = larger(farthest, absolute(x) + since * (absolute(v) + gained));
            fastest = larger(fastest, absolute(v) + gained);
        }
        const Real moved = (farthest + Real(mine.moved)) * Real(units.length);
        seen.speeds = (fastest + Real(mine.fastest)) * Real(units.speed);
        Real apart = absolute(seen.d[0]);
        for (int k = 1; k < N; ++k) apart = larger(apart, absolute(seen.d[k]));
        const Real radius = gather<W>([&](int lane) { return record(lane).radius; });
        const Real r = (Real(mine.radius) + radius) * Real(units.length);
        seen.touch = r + Real(kLengthSlack) * (apart + r) + Real(kCoordinateSlack) * moved;
        return seen;
    }

    static constexpr std::size_t index(int axis) { return static_cast<std::size_t>(axis); }

    /// Two that stand still do not meet.
    static Real bound(const Neighbours& seen) {
        const Real zero(0.0);
        auto bent = absolute(seen.bend[0]) > zero;
        auto moves = absolute(seen.w[0]) > zero;
        for (int k = 1; k < N; ++k) {
            bent = one_of(bent, absolute(seen.bend[k]) > zero);
            moves = one_of(moves, absolute(seen.w[k]) > zero);
        }
        const Real straight = straight_bound<N>(seen.d, seen.w, seen.touch, seen.speeds);
        if (bits_of(bent) == 0) return either(moves, straight, Real(never));
        const Real curved = bent_bound<N>(seen.d, seen.w, seen.bend, seen.touch, seen.speeds);
        return either(bent, curved, either(moves, straight, Real(never)));
    }

    static constexpr double never = std::numeric_limits<double>::infinity();
};

template <InstructionSet Set, int N>
[[gnu::flatten]] void falling_bounds_in_lanes(const BallRecord<N>* records,
                                              const Vec<double, N>* accelerations, const Entry* list,
                                              unsigned count, const PresentMotion<N>& mine, Time now,
                                              double epoch_length, const FallingUnits& units, double* waits) {
    FallingLanes<lanes_of(Set), N>::bound(records, accelerations, list, count, mine, now, epoch_length, units,
                                          waits);
}

}  // namespace carom::detail

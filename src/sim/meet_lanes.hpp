// A ball against W of its neighbours at once, in floats.
//
// With d from the ball's centre to the neighbour's, w their relative velocity, r the sum of the reaches:
//
//   c = d.d - r^2     b = d.w     D = (w.w) r^2 - |d x w|^2     soonest = c / (sqrt(D) - b)
//
// With slacks of 2^-20 of all that enters, what the roundings below do (a few 2^-24) cannot hide a contact.
// Comparisons are written so that NaN means now.
#pragma once

#include <algorithm>

#include "batch/row_lanes.hpp"
#include "sim/meet.hpp"

namespace carom::detail {

/// Below this, squares of velocities may have lost their digits to underflow.
inline constexpr float kLeastSquare = 0x1p-90F;

template <int W, int N>
class MeetLanes {
public:
    using Real = Pack<float, W>;
    using Lanes = typename Real::Lanes;
    using Bits = typename PackTypes<float, W>::Bits;

    static Soonest meet(const Sketch<N>* sketches, const Entry* list, unsigned count,
                        const Meeting<N>& meeting, float* soonest) {
        const Lanes never = all(kNever).lanes;
        Lanes first = never;   // of each lane
        Lanes second = never;  // of each lane, but for the first
        Bits group{};          // of the first
        unsigned touching = 0;
        for (unsigned from = 0; from < count; from += W) {
            const Bits lane = numbered();
            const Look seen = look(sketches, list + from, meeting);
            const Bits listed = lane < Bits{} + static_cast<int>(count - from);
            const Lanes times = listed ? seen.times : never;
            touching += static_cast<unsigned>(__builtin_popcount(bits_of(Mask{seen.touches.bits & listed})));
            store(soonest + from, Real(times));
            const Bits earlier = times < first;
            second = least(second, earlier ? first : times);
            group = earlier ? Bits{} + static_cast<int>(from) : group;
            first = earlier ? times : first;
        }
        const float least_of_all = least_lane(first);
        const auto lane = static_cast<unsigned>(__builtin_ctz(bits_of(Real(first) <= all(least_of_all))));
        const Lanes others = numbered() == Bits{} + static_cast<int>(lane) ? second : first;
        return {static_cast<unsigned>(group[lane]) + lane, least_of_all, least_lane(others), touching};
    }

private:
    using Mask = PackMask<float, W>;

    struct Look {
        Lanes times;
        Mask touches;
    };

    static constexpr float kNever = std::numeric_limits<float>::infinity();

    static Real all(float x) { return Real(x - Lanes{}); }
    static Lanes least(Lanes x, Lanes y) { return x < y ? x : y; }

    static Bits numbered() {
        Bits lanes;
        for (int k = 0; k < W; ++k) lanes[k] = k;
        return lanes;
    }
    static float least_lane(Lanes x) {
        if constexpr (W == 8) {
            x = least(x, shuffled<4, 5, 6, 7, 0, 1, 2, 3>(x, x));
            x = least(x, shuffled<2, 3, 0, 1, 6, 7, 4, 5>(x, x));
            return least(x, shuffled<1, 0, 3, 2, 5, 4, 7, 6>(x, x))[0];
        } else {
            x = least(x, shuffled<2, 3, 0, 1>(x, x));
            return least(x, shuffled<1, 0, 3, 2>(x, x))[0];
        }
    }

    static Look look(const Sketch<N>* sketches, const Entry* list, const Meeting<N>& meeting) {
        Bits entries;
        std::memcpy(&entries, list, sizeof entries);
        Lanes columns[8];
        RowLanes<W>::transpose([&](int lane) { return &sketches[list[lane] & kPlaceMask]; }, columns);
        Real d[N];
        Real w[N];
        Real speeds = all(meeting.speed);
        for (int k = 0; k < N; ++k) {
            const Bits image = (entries << (4 - 2 * k)) >> 30;  // as image_of
            const Real v(columns[N + k]);
            speeds = speeds + absolute(v);
            w[k] = v - all(meeting.velocity[k]);
            d[k] = Real(columns[k]) + v * all(meeting.since) - all(meeting.position[k]) +
                   Real(__builtin_convertvector(image, Lanes)) * all(meeting.period[k]);
        }
        const Real reach = Real(columns[2 * N]) + all(meeting.reach);
        const Look seen = soonest_contact(d, w, reach, reach * speeds * all(0x1p-22F), meeting);
        return {either(speeds > all(0), Real(seen.times), all(kNever)).lanes, seen.touches};
    }

    /// `drift` is more than the rounding of velocities does to b where the balls touch.
    static Look soonest_contact(const Real* d, const Real* w, Real r, Real drift, const Meeting<N>& meeting) {
        const Real zero = all(0);
        Real a = w[0] * w[0];
        Real b = d[0] * w[0];
        Real c = d[0] * d[0] - r * r;
        for (int k = 1; k < N; ++k) {
            a = a + w[k] * w[k];
            b = b + d[k] * w[k];
            c = c + d[k] * d[k];
        }
        const Real disc = a * r * r - aside(d, w);
        const Real time = c / (rounded_root(disc) - b);
        const Real limit = all(meeting.limit);
        const auto late = one_of(b >= zero, disc<zero, time> limit);
        const auto beyond = both(c > zero, late);
        const Real away = b - drift;
        const auto parting =
            both(c <= zero, away > zero, away * away > a * all(meeting.slack * meeting.slack));
        const auto told = a >= all(kLeastSquare);
        const Real known = either(both(told, time > zero), time, zero);
        return {either(both(one_of(beyond, parting), told), all(kNever), known).lanes, c <= zero};
    }

    /// |d x w|^2.
    static Real aside(const Real* d, const Real* w) {
        const auto cross = [&](int i, int j) { return d[i] * w[j] - d[j] * w[i]; };
        const Real z = cross(0, 1);
        if constexpr (N == 2) {
            return z * z;
        } else {
            const Real x = cross(1, 2);
            const Real y = cross(2, 0);
            return x * x + y * y + z * z;
        }
    }

    template <int... Lane>
    static Lanes shuffled(Lanes x, Lanes y) {
        return __builtin_shufflevector(x, y, Lane...);
    }
};

template <InstructionSet Set, int N>
[[gnu::flatten]] Soonest meet_in_lanes(const Sketch<N>* sketches, const Entry* list, unsigned count,
                                       const Meeting<N>& meeting, float* soonest) {
    constexpr int kWidth = Set == InstructionSet::avx2 ? 8 : 4;
    return MeetLanes<kWidth, N>::meet(sketches, list, count, meeting, soonest);
}

}  // namespace carom::detail

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
#include <bit>

#include "core/instruction_sets.hpp"
#include "math/row_lanes.hpp"
#include "sim/contact_bounds.hpp"

namespace carom::detail {

/// Below this, squares of velocities may have lost their digits to underflow.
inline constexpr float kLeastSquare = 0x1p-90F;

template <int W, int N>
class MeetLanes {
public:
    using Real = Pack<float, W>;
    using Lanes = typename Real::Lanes;
    using Bits = typename PackTypes<float, W>::Bits;

    static EarliestBounds meet(const BoundingFlight<N>* flights, const Entry* list, unsigned count,
                               const NeighbourQuery<N>& query, float* soonest) {
        Found found;
        for (unsigned from = 0; from < count; from += W) {
            const Look seen = look(flights, list + from, query);
            store(soonest + from, found.add(from, seen, lanes_below(count, from)));
        }
        return found.earliest(count);
    }

    /// The same without the times of each.
    static EarliestBounds meet(const BoundingFlight<N>* flights, const Entry* list, unsigned count,
                               const NeighbourQuery<N>& query) {
        Found found;
        for (unsigned from = 0; from < count; from += W) {
            const Look seen = look(flights, list + from, query);
            found.add(from, seen, lanes_below(count, from));
        }
        return found.earliest(count);
    }

    /// Most cells have nobody whom the ball meets.
    static CellBounds meet_in_cell(const CellPack<N>* packs, unsigned count, const NearestQuery<N>& query,
                                   float* soonest) {
        Found found;
        bool any = false;
        for (unsigned from = 0; from < count; from += W) {
            const CellPack<N>& pack = packs[from / kCellPack];
            const unsigned lane = from % kCellPack;
            const Mask listed = both(lanes_below(count, from), others(pack.balls + lane, query.ball));
            const Look seen = look_in_cell(pack, lane, listed, query);
            if (seen.is_empty) {
                store(soonest + from, all(kNever));
                continue;
            }
            any = true;
            store(soonest + from, found.add(from, seen, listed));
        }
        if (!any) return {{0, kNever, kNever, 0}, 0};
        return {found.earliest(count), found.which};
    }

    /// Where a ball stands among so many, one of which it is.
    static unsigned place_in(const CellPack<N>* packs, unsigned count, std::uint32_t ball) {
        for (unsigned from = 0;; from += W) {
            const Mask other = others(packs[from / kCellPack].balls + from % kCellPack, ball);
            const unsigned bits = ~bits_of(other) & kAllLanes;
            if (bits != 0 || from + W >= count) return from + static_cast<unsigned>(std::countr_zero(bits));
        }
    }

private:
    using Mask = PackMask<float, W>;

    struct Look {
        Real times;
        Mask touches;
        bool is_empty = false;  // nobody is met
    };

    /// What has been seen so far.
    struct Found {
        Real first = all(kNever);   // of each lane
        Real second = all(kNever);  // of each lane, but for the first
        Real group = all(0);        // of the first
        unsigned touching = 0;
        std::uint64_t which = 0;

        /// Returns the time of each.
        Real add(unsigned from, const Look& seen, Mask listed) {
            const Real times = either(listed, seen.times, all(kNever));
            const std::uint64_t bits = bits_of(both(seen.touches, listed));
            touching += static_cast<unsigned>(__builtin_popcountll(bits));
            which |= bits << from;
            const Mask earlier = times < first;
            second = smaller(second, either(earlier, first, times));
            group = either(earlier, all(static_cast<float>(from)), group);
            first = smaller(first, times);
            return times;
        }

        EarliestBounds earliest(unsigned count) const {
            const FirstTwo two = first_two({first, second});
            const auto at = static_cast<unsigned>(__builtin_ctz(bits_of(first <= two.first)));
            const std::size_t from = count <= W ? 0 : static_cast<std::size_t>(group.lanes[at]);
            return {from + at, two.first.lanes[0], two.second.lanes[0], touching};
        }
    };

    static Mask lanes_below(unsigned count, unsigned from) {
        return numbered() < all(static_cast<float>(count) - static_cast<float>(from));
    }

    static constexpr std::uint32_t kAllLanes = (1U << W) - 1;
    static constexpr float kNever = std::numeric_limits<float>::infinity();

    static Real all(float x) { return Real(x - Lanes{}); }

    static Real numbered() {
        Lanes lanes;
        for (int k = 0; k < W; ++k) lanes[k] = static_cast<float>(k);
        return Real(lanes);
    }

    /// The least two numbers of some lanes.
    struct FirstTwo {
        Real first;
        Real second;
    };

    template <int... Lane>
    static FirstTwo with_lanes(FirstTwo x) {
        const Real other = shuffled<Lane...>(x.first);
        const Real second = smaller(x.second, shuffled<Lane...>(x.second));
        return {smaller(x.first, other), smaller(second, larger(x.first, other))};
    }

    /// Of all lanes, in each.
    static FirstTwo first_two(FirstTwo x) {
        if constexpr (W == 16) {
            x = with_lanes<8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7>(x);
            x = with_lanes<4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11>(x);
            x = with_lanes<2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13>(x);
            return with_lanes<1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14>(x);
        } else if constexpr (W == 8) {
            x = with_lanes<4, 5, 6, 7, 0, 1, 2, 3>(x);
            x = with_lanes<2, 3, 0, 1, 6, 7, 4, 5>(x);
            return with_lanes<1, 0, 3, 2, 5, 4, 7, 6>(x);
        } else {
            x = with_lanes<2, 3, 0, 1>(x);
            return with_lanes<1, 0, 3, 2>(x);
        }
    }

    static Look look(const BoundingFlight<N>* flights, const Entry* list, const NeighbourQuery<N>& query) {
        Bits entries;
        std::memcpy(&entries, list, sizeof entries);
        Lanes columns[8];
        RowLanes<W>::transpose([&](int lane) { return &flights[list[lane] & kPlaceMask]; }, columns);
        Real d[N];
        Real w[N];
        for (int k = 0; k < N; ++k) {
            const Bits image = (entries << (4 - 2 * k)) >> 30;  // as image_of
            const Real v(columns[N + k]);
            w[k] = v - all(query.velocity[k]);
            d[k] = multiply_add(v, all(query.since), Real(columns[k]) - all(query.position[k]));
            d[k] = multiply_add(Real(__builtin_convertvector(image, Lanes)), all(query.period[k]), d[k]);
        }
        const Motion motion = motion_of(d, w, Real(columns[2 * N]) + all(query.reach));
        Look seen = soonest_contact(motion, query);
        if (query.speed == 0) seen.times = either(moves(columns + N), seen.times, all(kNever));
        return seen;
    }

    /// In the nearest images.
    static Look look_in_cell(const CellPack<N>& pack, unsigned lane, Mask listed,
                             const NearestQuery<N>& query) {
        Real d[N];
        Real w[N];
        Lanes velocity[N];
        for (int k = 0; k < N; ++k) {
            const Real v = load<float, W>(pack.velocity[k] + lane);
            velocity[k] = v.lanes;
            w[k] = v - all(query.velocity[k]);
            const Real x = load<float, W>(pack.position[k] + lane);
            d[k] = multiply_add(v, all(query.since), x - all(query.position[k]));
            const Real boxes = nearest_whole(d[k] * all(query.per_period[k]));
            d[k] = multiply_add(boxes, all(-query.period[k]), d[k]);
        }
        const Motion motion = motion_of(d, w, load<float, W>(pack.reach + lane) + all(query.reach));
        if (bits_of(both(may_meet(motion), listed)) == 0) return {all(kNever), {}, true};
        Look seen = soonest_contact(motion, query);
        if (query.speed == 0) seen.times = either(moves(velocity), seen.times, all(kNever));
        return seen;
    }

    static Real nearest_whole(Real x) {
        const Real all_digits = all(0x1.8p23F);
        return (x + all_digits) - all_digits;
    }

    /// False where an entry is the ball itself.
    static Mask others(const Entry* list, std::uint32_t ball) {
        Bits entries;
        std::memcpy(&entries, list, sizeof entries);
        // A difference that is not 0 does not become 0 as a number.
        const Bits apart = entries - (Bits{} + static_cast<int>(ball));
        return absolute(Real(__builtin_convertvector(apart, Lanes))) > all(0);
    }

    static Mask moves(const Lanes* velocity) {
        Mask result = absolute(Real(velocity[0])) > all(0);
        for (int k = 1; k < N; ++k) result = one_of(result, absolute(Real(velocity[k])) > all(0));
        return result;
    }

    /// The letters of the head of this file.
    struct Motion {
        Real a;
        Real b;
        Real c;
        Real disc;
        Real r;
    };

    static Motion motion_of(const Real* d, const Real* w, Real r) {
        const Real square = r * r;
        Motion m{w[0] * w[0], d[0] * w[0], multiply_add(d[0], d[0], -square), all(0), r};
        for (int k = 1; k < N; ++k) {
            m.a = multiply_add(w[k], w[k], m.a);
            m.b = multiply_add(d[k], w[k], m.b);
            m.c = multiply_add(d[k], d[k], m.c);
        }
        m.disc = multiply_add(m.a, square, -aside(d, w));
        return m;
    }

    /// False where the two are apart and pass each other, or part.
    static Mask may_meet(const Motion& m) {
        const Real zero = all(0);
        return one_of(m.c <= zero, both(m.b < zero, m.disc >= zero), m.a < all(kLeastSquare));
    }

    /// Balls that touch part when b is above what the rounding of velocities does to it where they touch,
    /// and what the slack of positions does. The former is below 2^-22 r of the sum of both |velocity| on
    /// each axis, so below drift + 2^-21 r |w|. That (x + y)^2 <= 2 (x^2 + y^2) saves a root.
    static Look soonest_contact(const Motion& m, const NeighbourQuery<N>& query) {
        const Real zero = all(0);
        const auto& [a, b, c, disc, r] = m;
        const auto told = a >= all(kLeastSquare);
        const Real time = c / (rounded_root(disc) - b);
        const Real limit = all(query.limit);
        const auto late = one_of(b >= zero, disc<zero, time> limit);
        const auto beyond = both(c > zero, late);
        const Real rounding = r * all(0x1p-21F);
        const Real drift = rounding * all(query.speed);
        const Real slack = rounding + all(query.slack);
        const Real hidden = multiply_add(a * slack, slack, drift * drift);
        const auto parting = both(c <= zero, b > zero, b * b > hidden + hidden);
        const Real known = either(both(told, time > zero), time, zero);
        return {either(both(one_of(beyond, parting), told), all(kNever), known), c <= zero};
    }

    /// |d x w|^2.
    static Real aside(const Real* d, const Real* w) {
        const auto cross = [&](int i, int j) { return multiply_add(d[i], w[j], -(d[j] * w[i])); };
        const Real z = cross(0, 1);
        if constexpr (N == 2) {
            return z * z;
        } else {
            const Real x = cross(1, 2);
            const Real y = cross(2, 0);
            return multiply_add(x, x, multiply_add(y, y, z * z));
        }
    }

    template <int... Lane>
    static Real shuffled(Real x) {
        return Real(__builtin_shufflevector(x.lanes, x.lanes, Lane...));
    }
};

template <InstructionSet Set, int N>
[[gnu::flatten]] EarliestBounds contact_bounds_in_lanes(const BoundingFlight<N>* flights, const Entry* list,
                                                        unsigned count, const NeighbourQuery<N>& query,
                                                        float* soonest) {
    return MeetLanes<2 * lanes_of(Set), N>::meet(flights, list, count, query, soonest);
}

template <InstructionSet Set, int N>
[[gnu::flatten]] CellBounds cell_bounds_in_lanes(const CellPack<N>* packs, unsigned count,
                                                 const NearestQuery<N>& query, float* soonest) {
    return MeetLanes<2 * lanes_of(Set), N>::meet_in_cell(packs, count, query, soonest);
}

template <InstructionSet Set, int N>
[[gnu::flatten]] unsigned place_in_cell_in_lanes(const CellPack<N>* packs, unsigned count,
                                                 std::uint32_t ball) {
    return MeetLanes<2 * lanes_of(Set), N>::place_in(packs, count, ball);
}

}  // namespace carom::detail

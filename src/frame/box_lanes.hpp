// Sixteen boxes against one, in packs of W.
//
// Everything here depends on the width, so that code compiled for one instruction set never serves another.
#pragma once

#include "frame/blocks.hpp"
#include "frame/hull.hpp"
#include "math/pack.hpp"
#include "math/vec_ops.hpp"

namespace carom::detail {

template <int W, class B, int N>
class BoxLanes {
public:
    using Real = Pack<B, W>;
    static constexpr int kPacks = static_cast<int>(kBlock) / W;

    /// One box in all lanes.
    struct Query {
        Vec<Real, N> lower, upper;
    };
    /// The way of a ball through such a box, in all lanes.
    struct Way {
        Vec<Real, N> start, displacement, length;  ///< `length` is |displacement| on each axis
        Real radius;
    };

    static Real all(B x) { return Real(x - typename Real::Lanes{}); }
    static std::size_t lowest(unsigned bits) { return static_cast<std::size_t>(__builtin_ctz(bits)); }

    static Query box_at(const BoxBlock<B, N>* boxes, std::size_t entry) {
        const BoxBlock<B, N>& block = boxes[entry / kBlock];
        const std::size_t lane = entry % kBlock;
        Query query;
        for (int k = 0; k < N; ++k) {
            query.lower[k] = all(block.lower[k][lane]);
            query.upper[k] = all(block.upper[k][lane]);
        }
        return query;
    }
    static Way way_of(const BallBlock<B, N>& balls, std::size_t lane) {
        Way way;
        for (int k = 0; k < N; ++k) {
            const B moves = balls.displacement[k][lane];
            way.start[k] = all(balls.center[k][lane]);
            way.displacement[k] = all(moves);
            way.length[k] = all(moves < 0 ? -moves : moves);
        }
        way.radius = all(balls.radius[lane]);
        return way;
    }

    /// The boxes of the ways of balls, rounded outwards; of an empty place, with radius -infinity, an empty
    /// one.
    static void bound(const BallBlock<B, N>& balls, BoxBlock<B, N>& boxes) {
        const Real half = all(B(0.5));
        const Real part = all(HullLimits<B>::kBoxSlack);
        const Real least = all(kLeastSlack);
        for (int p = 0; p < kPacks; ++p) {
            const int at = p * W;
            const Real radius = load<B, W>(balls.radius + at);
            for (int k = 0; k < N; ++k) {
                const Real from = load<B, W>(balls.center[k] + at);
                const Real moves = load<B, W>(balls.displacement[k] + at);
                const Real low = from + half * (moves - absolute(moves));
                const Real high = from + half * (moves + absolute(moves));
                const Real reach = radius + ((absolute(low) + absolute(high) + radius) * part + least);
                store(boxes.lower[k] + at, low - reach);
                store(boxes.upper[k] + at, high + reach);
            }
        }
    }

    /// The box around sixteen. Those that reach beyond the number range are made finite.
    static void bound(BoxBlock<B, N>& boxes, BoxBlock<B, N>* nodes, std::size_t entry) {
        constexpr B kMost = std::numeric_limits<B>::max();
        BoxBlock<B, N>& node = nodes[entry / kBlock];
        for (int k = 0; k < N; ++k) {
            B lower = first_of(boxes.lower[k], [](auto x, auto y) { return x < y ? x : y; });
            B upper = first_of(boxes.upper[k], [](auto x, auto y) { return x > y ? x : y; });
            if (lower < -kMost || upper > kMost) {
                for (std::size_t lane = 0; lane < kBlock; ++lane) {
                    if (boxes.lower[k][lane] < -kMost) boxes.lower[k][lane] = -kMost;
                    if (boxes.upper[k][lane] > kMost) boxes.upper[k][lane] = kMost;
                }
                lower = lower < -kMost ? -kMost : lower;
                upper = upper > kMost ? kMost : upper;
            }
            node.lower[k][entry % kBlock] = lower;
            node.upper[k][entry % kBlock] = upper;
        }
    }

    /// Bit k is set when box k of the block meets the query; touching counts.
    static unsigned meeting(const BoxBlock<B, N>& block, const Query& query) {
        unsigned bits = 0;
        for (int p = 0; p < kPacks; ++p) {
            const int at = p * W;
            auto meets = both(load<B, W>(block.lower[0] + at) <= query.upper[0],
                              load<B, W>(block.upper[0] + at) >= query.lower[0]);
            for (int k = 1; k < N; ++k) {
                meets = both(meets, load<B, W>(block.lower[k] + at) <= query.upper[k],
                             load<B, W>(block.upper[k] + at) >= query.lower[k]);
            }
            bits |= bits_of(meets) << at;
        }
        return bits;
    }

    /// Of `bits`, those whose boxes the way does not surely pass by: seen along each axis, the line of motion
    /// must come within the radius and the half sides of the box's middle.
    static unsigned along(const BoxBlock<B, N>& block, const Way& way, unsigned bits) {
        if (bits == 0) return 0;
        unsigned passed_by = 0;
        for (int p = 0; p < kPacks; ++p) {
            const int at = p * W;
            Vec<Real, N> middle, half;
            for (int k = 0; k < N; ++k) {
                const Real lower = load<B, W>(block.lower[k] + at) - way.start[k];
                const Real upper = load<B, W>(block.upper[k] + at) - way.start[k];
                middle[k] = all(B(0.5)) * (lower + upper);
                half[k] = all(B(0.5)) * (upper - lower) + way.radius;
            }
            bits_by_axis(middle, half, way, at, passed_by);
        }
        return bits & ~passed_by;
    }

private:
    /// The one of sixteen that `either` prefers to all others.
    template <class Either>
    [[gnu::always_inline]] static B first_of(const B* column, const Either& either) {
        static_assert(kBlock == 16);
        const auto four = [&](int at) { return load<B, 4>(column + at).lanes; };
        const auto x = either(either(four(0), four(4)), either(four(8), four(12)));
        const auto y = either(x, __builtin_shufflevector(x, x, 2, 3, 0, 1));
        return either(y, __builtin_shufflevector(y, y, 1, 0, 3, 2))[0];
    }

    static constexpr B kLeastSlack = std::numeric_limits<B>::min();

    static void bits_by_axis(const Vec<Real, N>& middle, const Vec<Real, N>& half, const Way& way, int at,
                             unsigned& passed_by) {
        // All sums here are within 16 roundings of the larger side.
        constexpr B kPart = 64 * std::numeric_limits<B>::epsilon();
        const Real slack = all(1 + kPart);
        const Real part = all(kPart);
        const Real least = all(kLeastSlack);  // where products underflow
        for (int i = 0; i < N; ++i) {
            for (int j = i + 1; j < N; ++j) {
                const Real one = way.displacement[i] * middle[j];
                const Real other = way.displacement[j] * middle[i];
                const Real reach = way.length[i] * half[j] + way.length[j] * half[i];
                const Real lost = part * (absolute(one) + absolute(other)) + least;
                const Real aside = one - other;
                const Real needed = reach * slack + lost;
                passed_by |= bits_of(one_of(aside > needed, aside < -needed)) << at;
            }
        }
    }
};

}  // namespace carom::detail

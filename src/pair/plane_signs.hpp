// A moving ball and a surface {n.x = o}: decisions as signs of polynomials in the inputs, and the times that
// follow from exact values. s = n.c - o + u n.w is the distance times |n|, the reach is r |n|.
#pragma once

#include <optional>

#include "carom/geom/ball.hpp"
#include "math/bounded.hpp"
#include "math/scaled_two_term.hpp"
#include "pair/contact_order.hpp"
#include "pair/kernel.hpp"
#include "pair/plane_motion.hpp"

namespace carom::detail {

enum class FrameEnd : unsigned char { start, end };

/// A resting ball's distance from a surface, and that less its radius.
struct Clearance {
    double distance = 0;
    double gap = 0;
};

template <class T, int N>
class PlaneSigns {
public:
    PlaneSigns(const MovingBall<T, N>& ball, const Vec<T, N>& normal, T offset)
        : ball_(ball), normal_(normal), offset_(offset) {}

    /// Nothing below may be asked unless all inputs are finite.
    bool is_finite() const {
        return detail::is_finite(ball_.center) && detail::is_finite(ball_.displacement) &&
               detail::is_finite(normal_) && std::isfinite(ball_.radius) && std::isfinite(offset_);
    }

    /// The sign of s.
    int side(FrameEnd at) const {
        return sign_of([&](auto number) { return distance(number, at); });
    }
    /// The sign of n.w.
    int rate() const {
        return sign_of([&](auto number) { return change(number); });
    }
    /// The sign of side s - r |n|; `side` is 1 or -1.
    int beyond_reach(FrameEnd at, int side_wanted) const {
        const int on = side(at) * side_wanted;
        if (on < 0) return -1;
        return sign_of([&](auto number) { return excess(number, at); });
    }

    /// u in which a ball at distance |s| comes to, or leaves, the near side of the reach: | |s| - r |n| | /
    /// |n.w|.
    double time_to_near_side() const {
        const CrossingEstimate e = estimate();
        if (const std::optional<double> time = e.time(e.distance - e.reach)) return *time;
        // | |s| - r |n| | = |s^2 - r^2 n.n| / (|s| + r |n|), where nothing cancels in exact arithmetic.
        const NumberFrom<Exact<1>> number;
        return ratio(magnitude(excess(number, FrameEnd::start).in_two_terms()), exact_span() * exact_speed());
    }
    /// u in which it comes to the far side: (|s| + r |n|) / |n.w|.
    double time_to_far_side() const {
        const CrossingEstimate e = estimate();
        if (const std::optional<double> time = e.time(e.distance + e.reach)) return *time;
        return ratio(exact_span(), exact_speed());
    }

    /// At the start, positive on side `side_wanted`; the gap is within a few ulp. Infinite beyond the number
    /// range.
    Clearance clearance(int side_wanted) const {
        const int on = side(FrameEnd::start) * side_wanted;
        const CrossingEstimate e = estimate();
        const TwoTerm gap = on < 0 ? -(e.distance + e.reach) : e.distance - e.reach;
        if (is_known(gap, e.distance_size))
            return {on * to_double(e.distance) / e.norm, to_double(gap) / e.norm};
        const NumberFrom<Exact<1>> number;
        const ScaledTwoTerm norm = square_root(norm_square(number).in_two_terms());
        const double away = on * ratio(magnitude(distance(number, FrameEnd::start).in_two_terms()), norm);
        if (on < 0) return {away, -ratio(exact_span(), norm)};
        const Exact<4> above = excess(number, FrameEnd::start);
        if (above.sign() == 0) return {away, 0};
        return {away, above.sign() * ratio(magnitude(above.in_two_terms()), exact_span() * norm)};
    }

    /// u of the near side as (p - sqrt(q)) / s for a ball that starts on side `side`
    /// (pair/contact_order.hpp).
    ExactRoot near_side(int side) const {
        const NumberFrom<Exact<1>> number;
        const Exact<2> s = distance(number, FrameEnd::start);
        const Exact<2> rate = change(number);
        return side > 0 ? ExactRoot{s, reach_square(number), -rate}
                        : ExactRoot{-s, reach_square(number), rate};
    }

private:
    template <class Number>
    auto change(Number number) const {
        auto sum = number(value(normal_[0])) * number(value(ball_.displacement[0]));
        for (int k = 1; k < N; ++k)
            sum = sum + number(value(normal_[k])) * number(value(ball_.displacement[k]));
        return sum;
    }
    template <class Number>
    auto distance(Number number, FrameEnd at) const {
        auto sum = -(number(value(offset_)) * number(1));
        for (int k = 0; k < N; ++k) sum = sum + number(value(normal_[k])) * number(value(ball_.center[k]));
        if (at == FrameEnd::end) sum = sum + change(number);
        return sum;
    }
    template <class Number>
    auto norm_square(Number number) const {
        auto square = number(value(normal_[0])) * number(value(normal_[0]));
        for (int k = 1; k < N; ++k) square = square + number(value(normal_[k])) * number(value(normal_[k]));
        return square;
    }
    template <class Number>
    auto reach_square(Number number) const {
        return number(value(ball_.radius)) * number(value(ball_.radius)) * norm_square(number);
    }
    /// s^2 - r^2 n.n
    template <class Number>
    auto excess(Number number, FrameEnd at) const {
        const auto s = distance(number, at);
        return s * s - reach_square(number);
    }

    /// True for a sum of terms of this size that is known to 2^-60 of itself.
    static bool is_known(TwoTerm x, double size) {
        return size > 0x1p-400 && size < 0x1p400 && std::fabs(x.hi) > 0x1p-40 * size;
    }

    /// |s|, r |n| and |n.w| in two terms, and |n|, with the sizes of the sums' terms.
    struct CrossingEstimate {
        TwoTerm distance, reach, speed;
        double norm = 1;
        double distance_size = 0;
        double speed_size = 0;

        /// way / speed, where both are known to 2^-60.
        std::optional<double> time(TwoTerm way) const {
            if (!is_known(way, distance_size) || !is_known(speed, speed_size)) return {};
            return std::fabs(quotient(way, speed, 1 / speed.hi));
        }
    };
    CrossingEstimate estimate() const {
        const PlaneMotion<N> m = plane_motion(ball_, HalfSpace<T, N>{normal_, offset_});
        const Surface<N>& on = m.surface;
        CrossingEstimate e{m.distance, m.reach, m.rate, on.norm.hi, std::fabs(on.offset) + m.reach.hi, 0};
        if (e.distance.hi < 0) e.distance = -e.distance;
        // Scaling may take 2^-1075 from a component of the normal, or all of it: beside coordinates of this
        // size that is nothing.
        const auto size_of = [](double n, double x) {
            return std::fabs(x) < 0x1p400 ? std::fabs(n * x) : HUGE_VAL;
        };
        for (int k = 0; k < N; ++k) {
            e.distance_size += size_of(on.normal[k], value(ball_.center[k]));
            e.speed_size += size_of(on.normal[k], value(ball_.displacement[k]));
        }
        return e;
    }

    ScaledTwoTerm exact_speed() const { return magnitude(change(NumberFrom<Exact<1>>{}).in_two_terms()); }
    ScaledTwoTerm exact_span() const {
        const NumberFrom<Exact<1>> number;
        return magnitude(distance(number, FrameEnd::start).in_two_terms()) +
               square_root(reach_square(number).in_two_terms());
    }

    static double value(T x) { return static_cast<double>(x); }

    const MovingBall<T, N>& ball_;
    const Vec<T, N>& normal_;
    T offset_;
};

}  // namespace carom::detail

// A moving ball and an axis-aligned box: the pieces of the squared distance and the signs that decide on
// them.
//
// The distance of the centre from the box is sqrt(sum of e_k^2), where e_k is the part of axis k outside of
// [lower, upper]. While no coordinate crosses a bound, each e_k is 0 or linear in u: the question is the one
// of two balls in the axes that are outside. So the frame is cut where coordinates cross bounds, and each
// piece has its own quadratic. Derivation: docs/math/box.md.
#pragma once

#include <array>

#include "carom/geom/ball.hpp"
#include "carom/geom/box.hpp"
#include "math/bounded.hpp"
#include "pair/exact_contact.hpp"

namespace carom::detail {

/// On which side of [lower, upper] a coordinate is.
enum class BoxSide : signed char { below = -1, within = 0, above = 1 };

template <int N>
using BoxSides = std::array<BoxSide, static_cast<std::size_t>(N)>;

/// The moment at which `axis` crosses `bound`: u = (bound - x) / w.
struct Crossing {
    int axis = 0;
    double bound = 0;
    BoxSide after = BoxSide::within;
};

/// One of the faces.
struct Face {
    int axis = 0;
    BoxSide side = BoxSide::below;
};

/// Ball and box in doubles; all inputs finite.
template <int N>
class BoxSigns {
public:
    template <class T>
    BoxSigns(const MovingBall<T, N>& ball, const Box<T, N>& box)
        : x_(convert<double>(ball.center)),
          w_(convert<double>(ball.displacement)),
          lower_(convert<double>(box.lower)),
          upper_(convert<double>(box.upper)),
          radius_(static_cast<double>(ball.radius)) {}

    const Vec<double, N>& center() const { return x_; }
    const Vec<double, N>& displacement() const { return w_; }
    const Vec<double, N>& lower() const { return lower_; }
    const Vec<double, N>& upper() const { return upper_; }
    double radius() const { return radius_; }

    /// True when x comes to the crossing after u = 0 and before u = 1.
    bool is_inside_frame(const Crossing& c) const {
        const auto k = c.axis;
        const double way = c.bound - x_[k];  // its sign is right
        if (w_[k] == 0 || way == 0 || (way > 0) != (w_[k] > 0)) return false;
        const int left =
            sign_of([&](auto number) { return number(c.bound) - number(x_[k]) - number(w_[k]); });
        return w_[k] > 0 ? left < 0 : left > 0;
    }
    /// -1, 0 or 1 as x is before, at or after y; both inside the frame.
    int compare(const Crossing& x, const Crossing& y) const {
        return sign_of(
            [&](auto number) { return way(number, x) * pace(number, y) - way(number, y) * pace(number, x); });
    }

    /// The sign of distance^2 - r^2 at the start, at a crossing, and at the end of the frame.
    int excess_at_start(const BoxSides<N>& sides) const {
        return sign_of([&](auto number) {
            auto sum = -(number(radius_) * number(radius_));
            for_each_outside(sides, [&](int k, double bound) {
                const auto e = number(bound) - number(x_[k]);
                sum = sum + e * e;
            });
            return sum;
        });
    }
    int excess_at(const BoxSides<N>& sides, const Crossing& c) const {
        return sign_of([&](auto number) {
            const auto reach = number(radius_) * pace(number, c);
            auto sum = -(reach * reach);
            for_each_outside(sides, [&](int k, double bound) {
                const auto e = outside_at(number, k, bound, c);
                sum = sum + e * e;
            });
            return sum;
        });
    }
    int excess_at_end(const BoxSides<N>& sides) const {
        return sign_of([&](auto number) {
            auto sum = -(number(radius_) * number(radius_));
            for_each_outside(sides, [&](int k, double bound) {
                const auto e = number(bound) - number(x_[k]) - number(w_[k]);
                sum = sum + e * e;
            });
            return sum;
        });
    }

    /// The sign of the rate at which the distance grows: at the start, at a crossing, and at the end.
    int slope_at_start(const BoxSides<N>& sides) const {
        return sign_of([&](auto number) {
            auto sum = number(0) * number(0);
            for_each_outside(sides, [&](int k, double bound) {
                sum = sum - (number(bound) - number(x_[k])) * number(w_[k]);
            });
            return sum;
        });
    }
    int slope_at(const BoxSides<N>& sides, const Crossing& c) const {
        return sign_of([&](auto number) {
            auto sum = number(0) * number(0) * number(0);
            for_each_outside(sides, [&](int k, double bound) {
                sum = sum - outside_at(number, k, bound, c) * number(w_[k]);
            });
            return sum;
        });
    }
    int slope_at_end(const BoxSides<N>& sides) const {
        return sign_of([&](auto number) {
            auto sum = number(0) * number(0);
            for_each_outside(sides, [&](int k, double bound) {
                sum = sum - (number(bound) - number(x_[k]) - number(w_[k])) * number(w_[k]);
            });
            return sum;
        });
    }

    /// True when the centre starts in the closed box.
    bool starts_inside() const {
        for (int k = 0; k < N; ++k) {
            if (x_[k] < lower_[k] || x_[k] > upper_[k]) return false;
        }
        return true;
    }
    /// -1, 0 or 1 as the centre starts less deep below x than below y, as deep, or deeper.
    int compare_depths(const Face& x, const Face& y) const {
        return sign_of([&](auto number) { return depth(number, x) - depth(number, y); });
    }
    /// The sign of the rate at which the centre comes up to the face, or goes away from it outside.
    int rate_to(const Face& face) const {
        const double w = face.side == BoxSide::above ? w_[face.axis] : -w_[face.axis];
        return w > 0 ? 1 : w < 0 ? -1 : 0;
    }

    /// The motion of the nearest point of the box, seen from the centre, in one piece.
    ExactMotion<N> motion(const BoxSides<N>& sides) const {
        const NumberFrom<Exact<1>> number;
        ExactMotion<N> m;
        m.r = number(radius_);
        for_each_outside(sides, [&](int k, double bound) {
            m.d[k] = number(bound) - number(x_[k]);
            m.w[k] = -number(w_[k]);
        });
        return m;
    }

private:
    template <class F>
    void for_each_outside(const BoxSides<N>& sides, F f) const {
        for (int k = 0; k < N; ++k) {
            const BoxSide side = sides[static_cast<std::size_t>(k)];
            if (side != BoxSide::within) f(k, side == BoxSide::below ? lower_[k] : upper_[k]);
        }
    }
    template <class Number>
    auto depth(Number number, const Face& face) const {
        const auto k = face.axis;
        return face.side == BoxSide::above ? number(upper_[k]) - number(x_[k])
                                           : number(x_[k]) - number(lower_[k]);
    }
    /// The crossing's u is way / pace, both positive.
    template <class Number>
    auto way(Number number, const Crossing& c) const {
        const auto span = number(c.bound) - number(x_[c.axis]);
        return w_[c.axis] > 0 ? span : -span;
    }
    template <class Number>
    auto pace(Number number, const Crossing& c) const {
        return number(std::fabs(w_[c.axis]));
    }
    /// (bound - x - u w) times pace.
    template <class Number>
    auto outside_at(Number number, int k, double bound, const Crossing& c) const {
        return (number(bound) - number(x_[k])) * pace(number, c) - number(w_[k]) * way(number, c);
    }

    Vec<double, N> x_, w_, lower_, upper_;
    double radius_;
};

}  // namespace carom::detail

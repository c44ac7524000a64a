// Which displacement is nearest to the wanted one and closes on none of the obstacles touched?
//
// The allowed displacements form a convex set, so there is one nearest, whatever the order of the contacts:
// the wanted one projected on the tangents of one, two or N of the obstacles. Each projection is computed in
// double and then turned by a few units in the last place until an exact test finds that it closes on none of
// them. Derivation: docs/math/slide.md.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "pair/impact.hpp"
#include "pair/slide_obstacle.hpp"

namespace carom::detail {

/// An obstacle touched.
template <class T, int N>
struct SlideTouch {
    Vec<TwoTerm, N> toward;  ///< exact, of any length
    Vec<double, N> unit;
    Vec<T, N> move;       ///< of the obstacle, in what is left of the frame
    double blur = 0;      ///< what the rounding of the centre does to the unit direction
    bool is_flat = true;  ///< moving along it does not change the direction
};

/// The touch of a resting obstacle.
template <class T, int N, class Obstacle>
SlideTouch<T, N> touch_with(const Ball<T, N>& ball, const Obstacle& obstacle) {
    const Vec<TwoTerm, N> direction = toward(ball, obstacle);
    const Vec<double, N> plain = rounded(direction);
    SlideTouch<T, N> touch{direction, normalised(plain), {}, 0, is_flat(ball, obstacle)};
    if (!touch.is_flat) {
        constexpr double unit = static_cast<double>(std::numeric_limits<T>::epsilon());
        touch.blur = unit * (static_cast<double>(largest(ball.center)) / largest(plain));
    }
    return touch;
}

template <class T, int N>
bool closes(const SlideTouch<T, N>& touch, const Vec<T, N>& displacement) {
    return rate_sign(touch.toward, displacement, touch.move) < 0;
}

/// `in_the_way(i, displacement)` says whether the i-th touch forbids a displacement.
template <class T, int N, class InTheWay>
class SlideProjection {
public:
    /// Some of the touches, by their indices.
    struct Some {
        std::array<std::size_t, 3> index{};
        std::size_t count = 0;
    };

    SlideProjection(std::span<const SlideTouch<T, N>> touches, const Vec<T, N>& wanted, InTheWay in_the_way)
        : touches_(touches), given_(wanted), in_the_way_(in_the_way) {
        size_ = largest(convert<double>(wanted));
        for (const SlideTouch<T, N>& touch : touches)
            size_ = larger_of(size_, largest(convert<double>(touch.move)));
        scale_ = safe_scale(size_);
        size_ *= scale_;
        wanted_ = scale_ * convert<double>(wanted);
    }

    /// The answer.
    struct NearestDisplacement {
        std::optional<Vec<T, N>> displacement;  ///< empty when nothing avoids all obstacles; among
                                                ///< resting ones zero does
        Some against;                           ///< what keeps it from the wanted one
        double distance = HUGE_VAL;
    };

    NearestDisplacement nearest() const {
        if (is_allowed(given_)) return {given_, {}, 0};
        NearestDisplacement best;
        const std::size_t n = touches_.size();
        for (std::size_t i = 0; i < n; ++i) {
            if (in_the_way_(i, given_)) consider(best, Some{{i}, 1});
        }
        if (best.displacement) return best;  // one obstacle and allowed by all: nothing is nearer
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = i + 1; j < n; ++j) {
                consider(best, Some{{i, j}, 2});
                if constexpr (N == 3) {
                    for (std::size_t k = j + 1; k < n; ++k) consider(best, Some{{i, j, k}, 3});
                }
            }
        }
        if (!best.displacement && is_allowed(Vec<T, N>{})) best.displacement = Vec<T, N>{};
        return best;
    }

private:
    static double larger_of(double x, double y) { return x > y ? x : y; }
    bool is_allowed(const Vec<T, N>& x) const {
        for (std::size_t i = 0; i < touches_.size(); ++i) {
            if (in_the_way_(i, x)) return false;
        }
        return true;
    }
    const SlideTouch<T, N>& touch(const Some& some, std::size_t i) const { return touches_[some.index[i]]; }

    void consider(NearestDisplacement& best, const Some& some) const {
        const std::optional<Vec<T, N>> x = projected(some);
        if (!x || !is_allowed(*x)) return;
        const double distance = length(wanted_ - scale_ * convert<double>(*x));
        if (!(distance < best.distance)) return;
        best = {x, some, distance};
    }

    /// The vector in the span of the units that has the product value(i) with the i-th; empty when they are
    /// dependent.
    template <class F>
    std::optional<Vec<double, N>> with_products(const Some& some, F value) const {
        std::array<Vec<double, N>, 3> basis{};
        std::array<double, 3> along{};
        Vec<double, N> sum;
        for (std::size_t i = 0; i < some.count; ++i) {
            const Vec<double, N>& unit = touch(some, i).unit;
            Vec<double, N> rest = unit;
            for (int pass = 0; pass < 2; ++pass) {
                for (std::size_t j = 0; j < i; ++j) rest = rest - dot(rest, basis[j]) * basis[j];
            }
            const double norm = length(rest);
            if (!(norm > kDependent)) return {};
            basis[i] = (1 / norm) * rest;
            double left = value(touch(some, i));
            for (std::size_t j = 0; j < i; ++j) left -= dot(unit, basis[j]) * along[j];
            along[i] = left / dot(unit, basis[i]);
            sum = sum + along[i] * basis[i];
        }
        return sum;
    }

    bool rests(const Some& some) const {
        for (std::size_t i = 0; i < some.count; ++i) {
            if (largest(touch(some, i).move) > 0) return false;
        }
        return true;
    }

    /// f(axis, touch) for the touches of faces across an axis.
    template <class F>
    void for_each_axis(const Some& some, F f) const {
        for (std::size_t i = 0; i < some.count; ++i) {
            if (const auto axis = axis_of(touch(some, i))) f(*axis, touch(some, i));
        }
    }
    static std::optional<int> axis_of(const SlideTouch<T, N>& touch) {
        std::optional<int> axis;
        for (int k = 0; k < N; ++k) {
            if (touch.unit[k] == 0) continue;
            if (axis) return {};
            axis = k;
        }
        return axis;
    }

    /// The wanted displacement without what closes on these.
    std::optional<Vec<T, N>> projected(const Some& some) const {
        if (rests(some) && some.count == static_cast<std::size_t>(N)) return Vec<T, N>{};
        const auto across = with_products(some, [&](const SlideTouch<T, N>& t) {
            return dot(t.unit, wanted_ - scale_ * convert<double>(t.move));
        });
        if (!across) return {};
        Vec<double, N> along = wanted_ - *across;
        if (rests(some) && is_noise(some, along, *across)) return Vec<T, N>{};
        // Faces across an axis are kept to exactly if possible, so that a ball slides between two of them.
        auto beside = with_products(some, [&](const SlideTouch<T, N>& t) { return axis_of(t) ? 0.0 : 1.0; });
        const auto away = with_products(some, [](const SlideTouch<T, N>&) { return 1.0; });
        for_each_axis(some, [&](int axis, const SlideTouch<T, N>& t) {
            along[axis] = scale_ * static_cast<double>(t.move[axis]);
            (*beside)[axis] = 0;
        });
        const auto x = opened(some, along, *beside);
        return x ? x : opened(some, along, *away);
    }

    /// True when what is left of the wanted displacement is no more than what roundings leave.
    bool is_noise(const Some& some, const Vec<double, N>& left, const Vec<double, N>& removed) const {
        double blur = 0;
        for (std::size_t i = 0; i < some.count; ++i) blur = larger_of(blur, touch(some, i).blur);
        const double around = blur * length(removed);
        constexpr double unit = static_cast<double>(std::numeric_limits<T>::epsilon());
        for (int k = 0; k < N; ++k) {
            if (std::fabs(left[k]) > 4 * (unit * std::fabs(removed[k]) + around)) return false;
        }
        return true;
    }

    bool closes_on_some(const Some& some, const Vec<T, N>& x) const {
        for (std::size_t i = 0; i < some.count; ++i) {
            if (closes(touch(some, i), x)) return true;
        }
        return false;
    }

    /// `along` rounded to T, and turned away, against `opening`, by what rounding may have taken, until it
    /// closes on nothing. The length stays, and more than rounding is given to these touches only, never for
    /// the sake of others.
    std::optional<Vec<T, N>> opened(const Some& some, const Vec<double, N>& along,
                                    const Vec<double, N>& opening) const {
        constexpr double unit = static_cast<double>(std::numeric_limits<T>::epsilon());
        constexpr double least = static_cast<double>(std::numeric_limits<T>::denorm_min());
        const double way = length(along);
        const double open = length(opening);
        double step = larger_of(larger_of(unit * way, 0x1p-51 * size_), scale_ * least);
        const double rounding = 32 * step + 2 * kDependent * size_;
        const double most = larger_of(rounding, 0x1p-3 * (way / size_) * way);
        for (double by = 0; by * open <= most; by += step, step *= 2) {
            const double sine = way > 0 ? by * open / way : 0;
            const double cosine = sine < 1 ? std::sqrt(1 - sine * sine) : 1;
            const auto x = generate<T, N>(
                [&](int k) { return static_cast<T>((cosine * along[k] - by * opening[k]) / scale_); });
            if (!closes_on_some(some, x)) {
                if (is_allowed(x)) return x;
                if (by * open > rounding) return {};
            }
            if (!(open > 0)) return {};
        }
        return {};
    }

    static constexpr double kDependent =
        0x1p-40;  // the sine of the least angle between two directions that counts

    std::span<const SlideTouch<T, N>> touches_;
    Vec<T, N> given_;
    InTheWay in_the_way_;
    Vec<double, N> wanted_;
    double scale_ = 1;
    double size_ = 0;  ///< of all displacements, scaled
};

}  // namespace carom::detail

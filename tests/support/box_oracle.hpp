// The exact answer about a moving ball and a resting axis-aligned box, in rational arithmetic.
//
// The squared distance of the centre from the box, less r^2, is f(u) = sum over the axes of excess_k(u)^2 -
// r^2, where the excess is how far the centre lies outside the slab lower_k <= x_k <= upper_k. It is convex,
// and quadratic between the times at which the centre crosses a slab's face. So contact is one interval,
// whose ends are roots of one of these quadratics: numbers p - sqrt(q) or p + sqrt(q) with rational p, q.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "carom/geom/box.hpp"
#include "support/rational_oracle.hpp"

namespace carom::oracle {

/// p + sign sqrt(q).
struct RootTime {
    mpq_class p = 0;
    mpq_class q = 0;
    int sign = 1;

    mpf_class value() const { return real(p) + sign * root(q); }
};

/// What happens in a frame; the times have a meaning for every state but `apart`.
struct BoxContact {
    ContactState state = ContactState::apart;
    RootTime first;
    RootTime last;
};

template <int N>
class BoxMotion {
public:
    template <class T>
    BoxMotion(const MovingBall<T, N>& ball, const Box<T, N>& box) : r_(rational(ball.radius)) {
        for (int k = 0; k < N; ++k) {
            slab(k) = {rational(ball.center[k]), rational(ball.displacement[k]), rational(box.lower[k]),
                       rational(box.upper[k])};
        }
        breaks_ = {0, 1};
        for (const Slab& s : slabs_) {
            for (const mpq_class& face : {s.lower, s.upper}) {
                if (s.w == 0) continue;
                const mpq_class u = (face - s.x) / s.w;
                if (u > 0 && u < 1) breaks_.push_back(u);
            }
        }
        std::sort(breaks_.begin(), breaks_.end());
        breaks_.erase(std::unique(breaks_.begin(), breaks_.end()), breaks_.end());
    }

    BoxContact contact() const {
        BoxContact result;
        const bool empty =
            std::any_of(slabs_.begin(), slabs_.end(), [](const Slab& s) { return s.lower > s.upper; });
        if (empty) return result;
        result.state = start_state();
        if (result.state == ContactState::apart) {
            const auto first = first_root();
            if (!first) return result;
            result.state = ContactState::will_touch;
            result.first = *first;
        }
        if (result.state != ContactState::touching_parting) result.last = last_root();
        return result;
    }

    /// Squared distance of the centre from the box, less r^2.
    mpq_class at(const mpq_class& u) const {
        mpq_class sum = -r_ * r_;
        for (const Slab& s : slabs_) {
            const mpq_class excess = s.excess(u);
            sum += excess * excess;
        }
        return sum;
    }

private:
    struct Slab {
        mpq_class x, w, lower, upper;

        mpq_class place(const mpq_class& u) const { return x + u * w; }
        mpq_class excess(const mpq_class& u) const {
            const mpq_class now = place(u);
            if (now < lower) return now - lower;
            if (now > upper) return now - upper;
            return 0;
        }
    };
    Slab& slab(int k) { return slabs_[static_cast<std::size_t>(k)]; }

    /// Between the breaks i and i + 1.
    mpq_class middle(std::size_t i) const { return (breaks_[i] + breaks_[i + 1]) / 2; }

    bool strictly_inside(const mpq_class& u) const {
        return std::all_of(slabs_.begin(), slabs_.end(), [&](const Slab& s) {
            const mpq_class now = s.place(u);
            return s.lower < now && now < s.upper;
        });
    }

    /// f between the breaks i and i + 1: the faces beyond which the centre lies do not change there.
    Quadratic piece(std::size_t i) const {
        Quadratic q;
        q.c = -r_ * r_;
        for (const Slab& s : slabs_) {
            const mpq_class now = s.place(middle(i));
            if (s.lower <= now && now <= s.upper) continue;
            const mpq_class from = s.x - (now < s.lower ? s.lower : s.upper);
            q.a += s.w * s.w;
            q.b += from * s.w;
            q.c += from * from;
        }
        return q;
    }

    ContactState start_state() const {
        const mpq_class now = at(0);
        if (now > 0) return ContactState::apart;
        if (now < 0 || strictly_inside(0)) return ContactState::overlapping;
        const Quadratic q = piece(0);
        if (q.b < 0) return ContactState::touching_closing;
        if (q.b > 0 || q.a > 0) return ContactState::touching_parting;
        // The gap stays 0, but for a point that goes into the box.
        return strictly_inside(middle(0)) ? ContactState::touching_closing : ContactState::touching_at_rest;
    }

    /// Whether f is <= 0 somewhere between the breaks i and i + 1, given that it is positive at one of them.
    bool meets(std::size_t i, const Quadratic& q, const mpq_class& other_end) const {
        if (at(other_end) <= 0) return true;
        if (q.a == 0 || q.discriminant() < 0) return false;
        const mpq_class least = -q.b / q.a;
        return breaks_[i] < least && least < breaks_[i + 1];
    }

    static RootTime root_of(const Quadratic& q, int sign) {
        return {-q.b / q.a, q.discriminant() / (q.a * q.a), sign};
    }

    /// Given f(0) > 0.
    std::optional<RootTime> first_root() const {
        for (std::size_t i = 0; i + 1 < breaks_.size(); ++i) {
            const Quadratic q = piece(i);
            if (meets(i, q, breaks_[i + 1])) return root_of(q, -1);
        }
        return std::nullopt;
    }

    /// Given that f <= 0 somewhere.
    RootTime last_root() const {
        if (at(1) <= 0) return {1, 0, 1};
        for (std::size_t i = breaks_.size() - 1; i-- > 0;) {
            const Quadratic q = piece(i);
            if (meets(i, q, breaks_[i])) return root_of(q, 1);
        }
        return {};
    }

    std::array<Slab, static_cast<std::size_t>(N)> slabs_;
    mpq_class r_;
    std::vector<mpq_class> breaks_;
};

template <class T, int N>
BoxContact box_contact(const MovingBall<T, N>& ball, const Box<T, N>& box) {
    return BoxMotion<N>(ball, box).contact();
}

}  // namespace carom::oracle

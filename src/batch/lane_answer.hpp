// The sweeps of W pairs side by side: the filter and the times of one pair (pair/contact_filter.hpp,
// pair/contact_times.hpp) on packs, so the bits are the same.
//
// Everything here depends on the width, so that code compiled for one instruction set never serves another.
#pragma once

#include "math/pack.hpp"
#include "pair/contact_filter.hpp"
#include "pair/contact_times.hpp"

namespace carom::detail {

template <int W, class T, int N>
class LaneAnswer {
public:
    using Real = Pack<double, W>;
    using Motion = RelativeMotion<TwoTermOf<Real>, N>;

    [[gnu::always_inline]] explicit LaneAnswer(const Motion& m)
        : motion_(m), filtered_(filtered(leading(m), Real(1.0), Real(kTimeSlack<T>))) {}

    /// Bit k tells of lane k. Lanes that do not touch and are not apart are not decided.
    unsigned touch() const { return bits_of(filtered_.touch); }
    unsigned overlap() const { return bits_of(filtered_.overlap); }
    unsigned apart() const { return bits_of(filtered_.apart); }

    /// Of lanes that touch.
    [[gnu::always_inline]] Roots<Real> times() const {
        const Filtered<Real>& f = filtered_;
        if constexpr (std::is_same_v<T, float>) {
            return clipped(roots(f.a, f.b, f.c, f.disc), f.overlap, f.stays);
        } else {
            const Quadratic<Real, N> q = quadratic(motion_);
            return clipped(roots(q.a, q.b, q.c, q.disc), f.overlap, f.stays);
        }
    }

private:
    [[gnu::always_inline]] static RelativeMotion<Real, N> leading(const Motion& m) {
        RelativeMotion<Real, N> plain;
        for (int k = 0; k < N; ++k) {
            plain.d[k] = m.d[k].hi;
            plain.w[k] = m.w[k].hi;
        }
        plain.r = m.r.hi;
        return plain;
    }

    const Motion& motion_;
    const Filtered<Real> filtered_;
};

}  // namespace carom::detail

// Which part of the frame [0, 1] do two balls spend in contact? The decisions and times of every sweep, one
// pair at a time.
//
//   filter (plain numbers) -> two-term sums for the times -> exact integers, where the filter cannot tell
//
// A source gives the motion three ways: plain() rounded once, two_terms(s) exact, times a power of two s, and
// exact().
#pragma once

#include "carom/pair/sweep.hpp"
#include "pair/contact_filter.hpp"
#include "pair/contact_times.hpp"
#include "pair/exact_contact.hpp"

namespace carom::detail {

/// The interval of contact of a motion that the filter has decided to touch. `d`, of any scale, is the
/// direction at the start.
template <int N>
ContactSpan<N> touching_contact(const Vec<double, N>& d, const Vec<double, N>& w, const Roots<double>& free,
                                const Vec<double, N>& cross, const Filtered<double>& f) {
    const Roots<double> in = clipped(free, f.overlap, f.stays);
    const ContactState state = f.overlap ? ContactState::overlapping : ContactState::will_touch;
    return {state, in.first, in.last, f.overlap ? d : direction_at_first_root(w, cross, free.root)};
}

/// `m` is scaled such that its u is u / unit.
template <int N>
ContactSpan<N> timed_in_two_terms(const Vec<double, N>& d, const RelativeMotion<TwoTerm, N>& m,
                                  const Filtered<double>& f, double unit) {
    const Quadratic<double, N> q = quadratic(m);
    Roots<double> free = roots(q.a, q.b, q.c, q.disc);
    free.first *= unit;
    free.last *= unit;
    return touching_contact(d, rounded(m.w), free, q.cross, f);
}

/// `two_terms` gives the exact motion, for the normal of a ball that comes from so far (2^20 r) that plain
/// numbers lose it.
template <int N, class F>
ContactSpan<N> timed_in_plain_numbers(const RelativeMotion<double, N>& m, const Filtered<double>& f,
                                      F two_terms) {
    Roots<double> free = roots(f.a, f.b, f.c, f.disc);
    if (dot(m.d, m.d) > 0x1p40 * (m.r * m.r)) {
        const Quadratic<double, N> q = quadratic(two_terms());
        free.root = root_sum(q.disc, q.b).root;
        return touching_contact(m.d, m.w, free, q.cross, f);
    }
    Vec<double, N> cross;
    if constexpr (N == 2) {
        cross[0] = m.d[0] * m.w[1] - m.d[1] * m.w[0];
    } else {
        cross = {{m.d[1] * m.w[2] - m.d[2] * m.w[1], m.d[2] * m.w[0] - m.d[0] * m.w[2],
                  m.d[0] * m.w[1] - m.d[1] * m.w[0]}};
    }
    return touching_contact(m.d, m.w, free, cross, f);
}

template <int N>
RelativeMotion<double, N> rounded(const RelativeMotion<TwoTerm, N>& m) {
    return {rounded(m.d), rounded(m.w), to_double(m.r)};
}

template <int N>
bool is_finite(const RelativeMotion<double, N>& m) {
    return is_finite(m.d) && is_finite(m.w) && std::isfinite(m.r);
}

/// A motion with every product in range; not finite for input that is not.
template <int N>
struct SafeMotion {
    RelativeMotion<TwoTerm, N> motion;
    Scale scale;
    Vec<double, N> d;  ///< not scaled, rounded
};
template <int N>
SafeMotion(RelativeMotion<TwoTerm, N>, Scale, Vec<double, N>) -> SafeMotion<N>;

template <class Source>
auto safely_scaled_motion(const Source& source) {
    auto motion = source.two_terms(1);
    // A difference of finite numbers may overflow. What a scale of 2^-4 takes from the smallest is nothing
    // beside it.
    if (!is_finite(rounded(motion))) motion = source.two_terms(0x1p-4);
    const Scale scale = safe_scale(motion);
    return SafeMotion{rescaled(motion, scale), scale, rounded(motion.d)};
}

/// For motions that are far from 1 in size, or so near a decision that the filter cannot tell. NaN and
/// infinity are apart.
template <int N, class Source>
[[gnu::noinline]] ContactSpan<N> near_contact(const Source& source) {
    const SafeMotion<N> m = safely_scaled_motion(source);
    const RelativeMotion<double, N> plain = rounded(m.motion);
    if (!is_finite(plain)) return {};
    const Filtered<double> f = filtered(plain, m.scale.end(), kSignSlack);
    if (f.apart) return {};
    if (f.touch) return timed_in_two_terms(m.d, m.motion, f, m.scale.move / m.scale.length);
    return exact_contact(source.exact());
}

/// The contact of a motion that is not surely apart; out of line, so that most queries stay short.
template <class T, int N, class Source>
[[gnu::noinline]] ContactSpan<N> likely_contact(const Source& source, const Filtered<double>& f) {
    if (!f.touch) return near_contact<N>(source);
    if constexpr (std::is_same_v<T, float>) {
        return timed_in_plain_numbers(source.plain(), f, [&] { return source.two_terms(1); });
    } else {
        const RelativeMotion<TwoTerm, N> m = source.two_terms(1);
        return timed_in_two_terms(rounded(m.d), m, f, 1);
    }
}

template <class T, int N, class Source>
[[gnu::always_inline]] inline ContactSpan<N> contact_in_frame(const Source& source) {
    const Filtered<double> f = filtered(source.plain(), 1.0, kTimeSlack<T>);
    if (f.apart) return {};
    return likely_contact<T, N>(source, f);
}

}  // namespace carom::detail

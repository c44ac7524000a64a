// The impulse of an impact along a given direction, for queries and the event engine alike.
#pragma once

#include <cmath>
#include <limits>

#include "carom/pair/bounce.hpp"
#include "math/exact_vec.hpp"
#include "pair/relative.hpp"

namespace carom::detail {

/// The sign of d.(vb - va), exactly: negative when b comes nearer to a along d. 0 for NaN and infinity.
template <class T, int N>
int rate_sign(const Vec<TwoTerm, N>& d, const Vec<T, N>& va, const Vec<T, N>& vb) {
    double rate = 0;
    double size = 0;
    for (int k = 0; k < N; ++k) {
        const double term = d[k].hi * (static_cast<double>(vb[k]) - static_cast<double>(va[k]));
        rate += term;
        size += std::fabs(term);
    }
    if (size >= 0x1p-900 && size <= 0x1p1000 && std::fabs(rate) > 0x1p-44 * size) return rate < 0 ? -1 : 1;
    if (!is_finite(rounded(d)) || !is_finite(va) || !is_finite(vb)) return 0;
    const auto exact = generate<Exact<1>, N>([&](int k) { return Exact<1>(d[k].hi) + Exact<1>(d[k].lo); });
    return exact_dot_sign(exact, exact_span(va, vb));
}

/// va + sa j n and vb - sb j n, rounded to T.
template <class T, int N>
BounceVelocities<T, N> with_impulse(const Vec<T, N>& va, const Vec<T, N>& vb, double a, double b,
                                    const Vec<double, N>& n) {
    const auto changed = [&](const Vec<T, N>& v, double along) {
        return generate<T, N>(
            [&](int k) { return static_cast<T>(static_cast<double>(v[k]) + along * n[k]); });
    };
    return {changed(va, a), changed(vb, -b)};
}

/// The velocities after an impact along d (from a to b, any length); unchanged unless they close.
/// Where the rounded velocities would still close, the impulse grows from one ulp of the speeds, doubling:
/// two or three tries are usual, since each adds its full size to the parting speed.
template <class T, int N>
BounceVelocities<T, N> impact(const Vec<TwoTerm, N>& d, const Vec<T, N>& va, const Vec<T, N>& vb,
                              double inverse_mass_a, double inverse_mass_b, double restitution) {
    const double unit = std::isfinite(inverse_mass_a + inverse_mass_b) ? 1 : 0.25;
    const double total = unit * inverse_mass_a + unit * inverse_mass_b;
    if (!(total > 0) || rate_sign(d, va, vb) >= 0) return {va, vb};
    const Vec<double, N> n = normalised(rounded(d));
    const Vec<double, N> a = convert<double>(va);
    const Vec<double, N> b = convert<double>(vb);
    double impulse = (1 + restitution) * dot(n, b - a);
    double step = static_cast<double>(std::numeric_limits<T>::epsilon()) * (largest(a) + largest(b));
    if (step == 0) step = static_cast<double>(std::numeric_limits<T>::denorm_min());
    for (int tries = 0; tries < 64 && std::isfinite(impulse); ++tries) {
        const BounceVelocities<T, N> after = with_impulse(va, vb, unit * inverse_mass_a / total * impulse,
                                                          unit * inverse_mass_b / total * impulse, n);
        if (rate_sign(d, after.a, after.b) >= 0) return after;
        impulse -= step;
        step *= 2;
    }
    // No impulse parts them: speeds near the end of the number range. They move on with the heavier one.
    const Vec<T, N>& common = inverse_mass_a <= inverse_mass_b ? va : vb;
    return {common, common};
}

template <class T, int N>
BounceVelocities<T, N> impact(const Vec<double, N>& d, const Vec<T, N>& va, const Vec<T, N>& vb,
                              double inverse_mass_a, double inverse_mass_b, double restitution) {
    return impact(widened(d), va, vb, inverse_mass_a, inverse_mass_b, restitution);
}

}  // namespace carom::detail

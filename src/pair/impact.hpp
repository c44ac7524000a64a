// The impulse of an impact along a given direction, for queries and the event engine alike.
#pragma once

#include <cmath>
#include <limits>

#include "carom/pair/bounce.hpp"
#include "math/exact_vec.hpp"

namespace carom::detail {

/// True when b comes nearer to a along d, decided on the velocities as stored.
template <class T, int N>
bool closing(const Vec<TwoTerm, N>& d, const Vec<T, N>& va, const Vec<T, N>& vb) {
    return dot_exactly(safely_scaled(d), safely_scaled(exact_difference(vb, va))).hi < 0;
}

template <class T, int N>
bool closing(const Vec<double, N>& d, const Vec<T, N>& va, const Vec<T, N>& vb) {
    return closing(widened(d), va, vb);
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
    const double total = inverse_mass_a + inverse_mass_b;
    if (!(total > 0) || !closing(d, va, vb)) return {va, vb};
    const Vec<double, N> n = normalised(rounded(d));
    const Vec<double, N> a = convert<double>(va);
    const Vec<double, N> b = convert<double>(vb);
    double impulse = (1 + restitution) * dot(n, b - a);
    double step = static_cast<double>(std::numeric_limits<T>::epsilon()) * (largest(a) + largest(b));
    if (step == 0) step = static_cast<double>(std::numeric_limits<T>::denorm_min());
    BounceVelocities<T, N> after{va, vb};
    for (int tries = 0; tries < 64; ++tries) {
        after = with_impulse(va, vb, inverse_mass_a / total * impulse, inverse_mass_b / total * impulse, n);
        if (!closing(d, after.a, after.b)) break;
        impulse -= step;
        step *= 2;
    }
    return after;
}

template <class T, int N>
BounceVelocities<T, N> impact(const Vec<double, N>& d, const Vec<T, N>& va, const Vec<T, N>& vb,
                              double inverse_mass_a, double inverse_mass_b, double restitution) {
    return impact(widened(d), va, vb, inverse_mass_a, inverse_mass_b, restitution);
}

}  // namespace carom::detail

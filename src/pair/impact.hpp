// The impulse of an impact along a given direction, for queries and the event engine alike.
#pragma once

#include <cmath>
#include <limits>
#include <optional>

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

/// What two bodies share of an impulse along d, from a to b.
template <int N>
struct ImpactShares {
    Vec<TwoTerm, N> d;  ///< any length
    double a = 0;       ///< inverse mass of a / sum of both
    double b = 0;
};

/// The velocities after an impact of bodies that close; none where no impulse within the number range parts
/// them. Where the rounded velocities would still close, the impulse grows from one ulp of the speeds,
/// doubling: two or three tries are usual, since each adds its full size to the parting speed.
template <class T, int N>
std::optional<BounceVelocities<T, N>> parted(const ImpactShares<N>& shares, const Vec<T, N>& va,
                                             const Vec<T, N>& vb, double restitution) {
    const Vec<double, N> n = normalised(rounded(shares.d));
    const Vec<double, N> a = convert<double>(va);
    const Vec<double, N> b = convert<double>(vb);
    double impulse = (1 + restitution) * dot(n, b - a);
    double step = static_cast<double>(std::numeric_limits<T>::epsilon()) * (largest(a) + largest(b));
    if (step == 0) step = static_cast<double>(std::numeric_limits<T>::denorm_min());
    for (int tries = 0; tries < 64 && std::isfinite(impulse); ++tries) {
        const BounceVelocities<T, N> after = with_impulse(va, vb, shares.a * impulse, shares.b * impulse, n);
        if (rate_sign(shares.d, after.a, after.b) >= 0) return after;
        impulse -= step;
        step *= 2;
    }
    return {};
}

template <class T, int N>
bool is_finite(const BounceVelocities<T, N>& velocities) {
    return is_finite(velocities.a) && is_finite(velocities.b);
}

/// The same where the impulse is beyond the number range: at an eighth of the speeds. Where the velocities
/// are beyond it too, both bodies move as their centre of mass.
template <class T, int N>
BounceVelocities<T, N> parted_at_the_end(const ImpactShares<N>& shares, const Vec<T, N>& va,
                                         const Vec<T, N>& vb, double restitution) {
    const auto after = parted(shares, T{0.125} * va, T{0.125} * vb, restitution);
    if (after) {
        const BounceVelocities<T, N> full{shares.a > 0 ? T{8} * after->a : va,
                                          shares.b > 0 ? T{8} * after->b : vb};
        if (is_finite(full) && rate_sign(shares.d, full.a, full.b) >= 0) return full;
    }
    const auto common = generate<T, N>([&](int k) {
        return static_cast<T>(shares.b * static_cast<double>(va[k]) + shares.a * static_cast<double>(vb[k]));
    });
    return {common, common};
}

/// The velocities after an impact along d (from a to b, any length); unchanged unless they close.
template <class T, int N>
BounceVelocities<T, N> impact(const Vec<TwoTerm, N>& d, const Vec<T, N>& va, const Vec<T, N>& vb,
                              double inverse_mass_a, double inverse_mass_b, double restitution) {
    const double unit = std::isfinite(inverse_mass_a + inverse_mass_b) ? 1 : 0.25;
    const double total = unit * inverse_mass_a + unit * inverse_mass_b;
    if (!(total > 0) || rate_sign(d, va, vb) >= 0) return {va, vb};
    const ImpactShares<N> shares{d, unit * inverse_mass_a / total, unit * inverse_mass_b / total};
    const auto after = parted(shares, va, vb, restitution);
    return after && is_finite(*after) ? *after : parted_at_the_end(shares, va, vb, restitution);
}

template <class T, int N>
BounceVelocities<T, N> impact(const Vec<double, N>& d, const Vec<T, N>& va, const Vec<T, N>& vb,
                              double inverse_mass_a, double inverse_mass_b, double restitution) {
    return impact(widened(d), va, vb, inverse_mass_a, inverse_mass_b, restitution);
}

}  // namespace carom::detail

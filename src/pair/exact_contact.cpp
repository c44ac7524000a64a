#include "pair/exact_contact.hpp"

#include <algorithm>
#include <cmath>

#include "math/scaled_two_term.hpp"
#include "pair/contact_times.hpp"

namespace carom::detail {
namespace {

template <int M, int K, int N>
Exact<M + K> exact_dot(const Vec<Exact<M>, N>& x, const Vec<Exact<K>, N>& y) {
    Exact<M + K> sum = x[0] * y[0];
    for (int k = 1; k < N; ++k) sum = sum + x[k] * y[k];
    return sum;
}

template <int N>
Vec<Exact<2>, N> cross(const Vec<Exact<1>, N>& x, const Vec<Exact<1>, N>& y) {
    const auto minor = [&](int i, int j) { return x[i] * y[j] - x[j] * y[i]; };
    Vec<Exact<2>, N> result;
    if constexpr (N == 2) {
        result[0] = minor(0, 1);
    } else {
        for (int k = 0; k < 3; ++k) result[k] = minor((k + 1) % 3, (k + 2) % 3);
    }
    return result;
}

/// Rounded coordinates times 2^exponent, the largest of them far from over- and underflow.
template <int N>
struct ScaledVec {
    Vec<double, N> value;
    int exponent = 0;
};

template <int M, int N>
ScaledVec<N> in_common_scale(const Vec<Exact<M>, N>& x) {
    constexpr int least = -1'000'000;
    ScaledVec<N> result;
    result.exponent = least;
    for (int k = 0; k < N; ++k) {
        if (x[k].sign() != 0) result.exponent = std::max(result.exponent, x[k].in_two_terms().exponent);
    }
    for (int k = 0; k < N; ++k) {
        const ScaledTwoTerm term = x[k].in_two_terms();
        if (x[k].sign() != 0) {
            result.value[k] = std::ldexp(to_double(term.value), term.exponent - result.exponent);
        }
    }
    return result;
}

TwoTerm shifted(TwoTerm x, int exponent) {
    return {std::ldexp(x.hi, exponent), std::ldexp(x.lo, exponent)};
}

/// sqrt(D) and d x w keep exponents of their own: either may be nothing beside the other.
template <int N>
Vec<double, N> direction_at_first(const ExactMotion<N>& m, const ExactQuadratic& q) {
    const ScaledVec<N> across = in_common_scale(cross(m.d, m.w));
    const ScaledTwoTerm disc = q.disc.in_two_terms();
    const double root = q.disc.sign() > 0 ? std::sqrt(disc.value.hi) : 0;
    const int half = disc.exponent / 2;
    const int common = root > 0 ? std::max(across.exponent, half) : across.exponent;
    const Vec<double, N> cross_in_common =
        generate<double, N>([&](int k) { return std::ldexp(across.value[k], across.exponent - common); });
    return direction_at_first_root(in_common_scale(m.w).value, cross_in_common,
                                   std::ldexp(root, half - common));
}

ContactState state_at_start(const ExactQuadratic& q) {
    if (q.c.sign() < 0) return ContactState::overlapping;
    if (q.a.sign() == 0) return ContactState::touching_at_rest;
    return q.b.sign() < 0 ? ContactState::touching_closing : ContactState::touching_parting;
}

}  // namespace

template <int N>
ExactQuadratic exact_quadratic(const ExactMotion<N>& m) {
    ExactQuadratic q;
    q.a = exact_dot(m.w, m.w);
    q.b = exact_dot(m.d, m.w);
    q.c = exact_dot(m.d, m.d) - m.r * m.r;
    const Vec<Exact<2>, N> across = cross(m.d, m.w);
    q.disc = q.a * (m.r * m.r);
    for (int k = 0; k < (N == 2 ? 1 : 3); ++k) q.disc = q.disc - across[k] * across[k];
    return q;
}

// Whatever the sizes of the coefficients: each is brought near 1, D and b^2 together.
ExactTimes roots_of(const ExactQuadratic& q) {
    const ScaledTwoTerm a = q.a.in_two_terms();
    const ScaledTwoTerm b = q.b.in_two_terms();
    const ScaledTwoTerm c = q.c.in_two_terms();
    const ScaledTwoTerm disc = q.disc.in_two_terms();
    const int half = disc.exponent / 2;
    const int common = q.b.sign() == 0 ? half : q.disc.sign() == 0 ? b.exponent : std::max(half, b.exponent);
    const TwoTerm near_b = shifted(b.value, b.exponent - common);
    const Roots<double> in = roots(a.value, near_b, c.value, shifted(disc.value, disc.exponent - 2 * common));
    return {std::ldexp(in.first, c.exponent - common),
            std::ldexp(in.last, near_b.hi < 0 ? common - a.exponent : c.exponent - common)};
}

template <int N>
ContactSpan<N> exact_contact(const ExactMotion<N>& m) {
    const ExactQuadratic q = exact_quadratic(m);
    const Exact<2> turn = q.a + q.b;  // f'(1) / 2
    const bool stays = (q.c + q.b + turn).sign() <= 0;
    ContactSpan<N> contact;
    if (q.c.sign() <= 0) {
        contact.state = state_at_start(q);
        contact.toward = in_common_scale(m.d).value;
        if (contact.state == ContactState::touching_parting) return contact;
        contact.last = stays ? 1 : smaller(roots_of(q).last, 1);
        return contact;
    }
    const bool passes_inside = q.disc.sign() >= 0 && turn.sign() > 0;
    if (q.b.sign() >= 0 || !(stays || passes_inside)) return contact;
    const ExactTimes free = roots_of(q);
    const Roots<double> in = clipped(Roots<double>{free.first, free.last, 0}, false, stays);
    return {ContactState::will_touch, in.first, in.last, direction_at_first(m, q)};
}

template <int N>
Vec<double, N> direction_at_first_contact(const ExactMotion<N>& m) {
    return direction_at_first(m, exact_quadratic(m));
}

template <int N>
Vec<double, N> direction_of(const Vec<Exact<1>, N>& d) {
    return in_common_scale(d).value;
}

template <int N>
std::optional<EndlessContact<N>> exact_endless_contact(const ExactMotion<N>& m) {
    const ExactQuadratic q = exact_quadratic(m);
    const bool at_start = q.c.sign() <= 0;
    if (!at_start && (q.b.sign() >= 0 || q.disc.sign() < 0)) return {};
    if (q.a.sign() == 0) return EndlessContact<N>{0, HUGE_VAL, in_common_scale(m.d).value};
    const ExactTimes free = roots_of(q);
    if (at_start) return EndlessContact<N>{0, larger(free.last, 0), in_common_scale(m.d).value};
    return EndlessContact<N>{free.first, larger(free.first, free.last), direction_at_first(m, q)};
}

template <int N>
int exact_separation_sign(const Vec<Exact<1>, N>& d, const Exact<1>& r) {
    return (exact_dot(d, d) - r * r).sign();
}

template <int N>
double exact_gap(const Vec<Exact<1>, N>& d, const Exact<1>& r) {
    const Exact<2> square = exact_dot(d, d);
    const Exact<2> excess = square - r * r;
    if (excess.sign() == 0) return 0;
    const ScaledTwoTerm sum = square_root(square.in_two_terms()) + r.in_two_terms();
    return excess.sign() * ratio(magnitude(excess.in_two_terms()), sum);
}

// |d x w|^2 = a r^2 - D, so (|d x w| / sqrt(a)) - r = -D / (|d x w| sqrt(a) + a r).
template <int N>
NearestMoment exact_nearest_moment(const ExactMotion<N>& m) {
    const ExactQuadratic q = exact_quadratic(m);
    if (q.b.sign() >= 0) return {0, exact_gap(m.d, m.r)};
    if ((q.a + q.b).sign() <= 0) {
        Vec<Exact<1>, N> end;
        for (int k = 0; k < N; ++k) end[k] = m.d[k] + m.w[k];
        return {1, exact_gap(end, m.r)};
    }
    const ScaledTwoTerm a = q.a.in_two_terms();
    const double u = smaller(ratio(magnitude(q.b.in_two_terms()), a), 1);
    if (q.disc.sign() == 0) return {u, 0};
    const Exact<4> across = q.a * (m.r * m.r) - q.disc;
    const ScaledTwoTerm sum = square_root(across.in_two_terms() * a) + a * m.r.in_two_terms();
    return {u, -q.disc.sign() * ratio(magnitude(q.disc.in_two_terms()), sum)};
}

template <int N>
int exact_dot_sign(const Vec<Exact<1>, N>& x, const Vec<Exact<1>, N>& y) {
    return exact_dot(x, y).sign();
}

#define CAROM_INSTANTIATE(N)                                                                  \
    template ExactQuadratic exact_quadratic(const ExactMotion<N>& m);                         \
    template ContactSpan<N> exact_contact(const ExactMotion<N>& m);                           \
    template Vec<double, N> direction_at_first_contact(const ExactMotion<N>& m);              \
    template Vec<double, N> direction_of(const Vec<Exact<1>, N>& d);                          \
    template std::optional<EndlessContact<N>> exact_endless_contact(const ExactMotion<N>& m); \
    template int exact_separation_sign(const Vec<Exact<1>, N>& d, const Exact<1>& r);         \
    template double exact_gap(const Vec<Exact<1>, N>& d, const Exact<1>& r);                  \
    template NearestMoment exact_nearest_moment(const ExactMotion<N>& m);                     \
    template int exact_dot_sign(const Vec<Exact<1>, N>& x, const Vec<Exact<1>, N>& y);
CAROM_INSTANTIATE(2)
CAROM_INSTANTIATE(3)
#undef CAROM_INSTANTIATE

}  // namespace carom::detail

#include "math/polynomial.hpp"

#include <cmath>
#include <cstddef>

namespace carom::detail {

namespace {

TwoTerm value(const Polynomial& p, double u) {
    TwoTerm sum = p.c[static_cast<std::size_t>(p.degree)];
    for (int k = p.degree; k-- > 0;) sum = sum * TwoTerm{u, 0} + p.c[static_cast<std::size_t>(k)];
    return sum;
}

/// Without the leading coefficients that are zero.
Polynomial stripped(Polynomial p) {
    while (p.degree > 0 && p.c[static_cast<std::size_t>(p.degree)].hi == 0) --p.degree;
    return p;
}

Polynomial derivative(const Polynomial& p) {
    Polynomial d;
    d.degree = p.degree > 0 ? p.degree - 1 : 0;
    for (int k = 1; k <= p.degree; ++k) {
        d.c[static_cast<std::size_t>(k - 1)] =
            TwoTerm{static_cast<double>(k), 0} * p.c[static_cast<std::size_t>(k)];
    }
    return stripped(d);
}

int sign_of(double x) {
    return (x > 0) - (x < 0);
}

/// The sign just after 0.
int first_sign(const Polynomial& p) {
    for (const TwoTerm& c : p.c) {
        if (c.hi != 0) return sign_of(c.hi);
    }
    return 0;
}

/// The root between `low` and `high`, where the sign is `low_sign` and the other one: Newton's steps that are
/// halved where they leave the interval.
double root_between(const Polynomial& p, double low, double high, int low_sign) {
    const Polynomial slope = derivative(p);
    double u = low + (high - low) / 2;
    for (int step = 0; step < 300; ++step) {
        const double at = value(p, u).hi;
        if (at == 0) return u;
        (sign_of(at) == low_sign ? low : high) = u;
        double next = u - at / value(slope, u).hi;
        if (next == u) return u;
        if (!(next > low && next < high)) next = low + (high - low) / 2;
        if (next == low || next == high) return next;
        u = next;
    }
    return u;
}

/// Some u beyond `from` from which on the sign is that of the leading coefficient; 0 when none is found.
double beyond_all_roots(const Polynomial& p, double from) {
    const int last_sign = sign_of(p.c[static_cast<std::size_t>(p.degree)].hi);
    double u = from > 0x1p-20 ? 2 * from : 0x1p-19;
    for (int step = 0; step < 1000; ++step, u *= 2) {
        if (sign_of(value(p, u).hi) == last_sign) return u;
    }
    return 0;
}

/// Rising u > 0 where the sign changes.
struct SignChanges {
    std::array<double, kMostDegree> at{};
    int count = 0;
};

SignChanges sign_changes(const Polynomial& given) {
    const Polynomial p = stripped(given);
    SignChanges found;
    if (p.degree == 0) return found;
    if (p.degree == 1) {
        const double u = -to_double(p.c[0]) / to_double(p.c[1]);
        if (u > 0 && u < HUGE_VAL) found.at[static_cast<std::size_t>(found.count++)] = u;
        return found;
    }
    const SignChanges turns = sign_changes(derivative(p));
    double low = 0;
    int low_sign = first_sign(p);
    for (int i = 0; i <= turns.count; ++i) {
        const bool last = i == turns.count;
        const double high = last ? beyond_all_roots(p, low) : turns.at[static_cast<std::size_t>(i)];
        const int high_sign = sign_of(value(p, high).hi);
        if (high_sign != 0 && high_sign != low_sign && high > low) {
            found.at[static_cast<std::size_t>(found.count++)] = root_between(p, low, high, low_sign);
            low_sign = high_sign;
        }
        low = high;
    }
    return found;
}

}  // namespace

double first_descent(const Polynomial& given) {
    const Polynomial p = stripped(given);
    const Polynomial slope = derivative(p);
    const SignChanges turns = sign_changes(slope);
    bool falling = p.degree > 0 && first_sign(slope) < 0;
    double low = 0;
    for (int i = 0; i <= turns.count; ++i, falling = !falling) {
        const bool last = i == turns.count;
        const double high = last ? HUGE_VAL : turns.at[static_cast<std::size_t>(i)];
        if (falling) {
            if (value(p, low).hi <= 0) return low;
            const double end = last ? beyond_all_roots(p, low) : high;
            if (end > low && value(p, end).hi < 0) return root_between(p, low, end, 1);
        }
        low = high;
    }
    return HUGE_VAL;
}

}  // namespace carom::detail

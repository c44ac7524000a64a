#include "math/polynomial.hpp"

#include <cmath>
#include <cstddef>
#include <limits>

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

/// In plain numbers: p(u) and p'(u), and the sum of the sizes of the latter's terms.
struct PlainValue {
    double at = 0;
    double slope = 0;
    double terms = 0;
};

PlainValue plain_value(const double (&c)[kMostDegree + 1], double u) {
    PlainValue value{c[kMostDegree], 0, 0};
    for (int k = kMostDegree; k-- > 0;) {
        value.slope = value.slope * u + value.at;
        value.terms = value.terms * u + (k + 1) * std::fabs(c[k + 1]);
        value.at = value.at * u + c[k];
    }
    return value;
}

/// True when p falls to its root at u for the first time: the derivative is negative up to there, or first
/// positive and then negative, as the signs of its Bernstein coefficients say, and not small at u.
bool is_first_descent(const double (&c)[kMostDegree + 1], double u, const PlainValue& there) {
    const double doubt = 0x1p-40 * there.terms;
    if (!(there.slope < -0x1p-20 * there.terms)) return false;
    const double coefficients[] = {c[1], c[1] + 2.0 / 3 * c[2] * u, c[1] + (4.0 / 3 * c[2] + c[3] * u) * u};
    bool positive = c[1] > 0;
    for (const double x : coefficients) {
        if (!(std::fabs(x) > doubt) || (x > 0 && !positive)) return false;
        positive = x > 0;
    }
    return true;
}

/// Whether u is a power of two times `unit`, up to `share` of it.
bool is_power_times(double unit, double u, double share) {
    int exponent = 0;
    const double part = std::frexp(u / unit, &exponent);
    return part < 0.5 * (1 + share) || part > 1 - share;
}

/// Where the polynomial turns from rising to falling, the one such place in (0, u), up to 2^-42 of it; NaN
/// where plain numbers do not say that so well.
double plain_top(const double (&c)[kMostDegree + 1], double u) {
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    double top = c[2] < 0 ? c[1] / (-2 * c[2]) : u / 2;
    for (int step = 0; step < 12; ++step) {
        const double rising = c[1] + top * (2 * c[2] + top * (3 * c[3] + top * 4 * c[4]));
        const double bend = 2 * c[2] + top * (6 * c[3] + top * 12 * c[4]);
        const double terms =
            c[1] + top * (2 * std::fabs(c[2]) + top * (3 * std::fabs(c[3]) + top * 4 * std::fabs(c[4])));
        const double next = top - rising / bend;
        if (!(next > 0 && next < u) || !(-bend * top > 0x1p-6 * terms)) return unknown;
        const bool done = std::fabs(next - top) <= 0x1p-44 * top;
        top = next;
        if (done) return top;
    }
    return unknown;
}

/// True when `root_between` may meet the root at u as an end of its interval, which it takes for apart from
/// it: a power of two, or one times the place where the polynomial began to fall. `top` is that place.
bool is_near_an_end(double top, double u) {
    constexpr double kFirst = 0x1p-20;  // up to here ends are powers of two
    if (!(std::fabs(top - kFirst) > 0x1p-40 * kFirst)) return true;
    return top > kFirst ? is_power_times(top, u, 0x1p-40) : is_power_times(1, u, 0x1p-30);
}

/// What `root_between` makes of a root between `end`, where its interval ends, and the double before that;
/// NaN when it does not lie there.
double root_before(const Polynomial& p, double end) {
    const double before = std::nextafter(end, 0);
    const double at = value(p, before).hi;
    if (!(value(p, end).hi < 0 && at > 0)) return std::numeric_limits<double>::quiet_NaN();
    const double next = before - at / value(derivative(p), before).hi;
    return next == before ? before : before + (end - before) / 2;
}

/// `first_descent` where that is plain to see; NaN elsewhere. The root is the double next to it, as Newton's
/// method in two terms finds it from any start.
double plain_descent(const Polynomial& p) {
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    double c[kMostDegree + 1];
    for (std::size_t k = 0; k <= kMostDegree; ++k) c[k] = p.c[k].hi;
    if (c[1] < 0 && c[0] <= 0) return 0;
    const double square = c[1] * c[1] - 4 * c[0] * c[2];
    double u = c[1] < 0 ? -c[0] / c[1] : (c[1] + std::sqrt(square)) / (-2 * c[2]);
    if (!(u > 0x1p-200 && u < 0x1p200)) return unknown;
    for (int step = 0;; ++step) {
        const PlainValue value = plain_value(c, u);
        if (!(value.slope < 0) || step == 16) return unknown;
        const double next = u - value.at / value.slope;
        if (!(next > 0 && next < 0x1p200)) return unknown;
        const bool done = std::fabs(next - u) <= 0x1p-40 * u;
        u = next;
        if (done) break;
    }
    const PlainValue there = plain_value(c, u);
    if (!is_first_descent(c, u, there)) return unknown;
    const double top = c[1] > 0 ? plain_top(c, u) : 0;
    // A hop along a line comes down when it has risen for as long as it falls.
    if (p.degree == 2 && c[0] == 0 && top > 0x1p-19) {
        const double end = -to_double(p.c[1]) / to_double(p.c[2]);
        if (value(p, end).hi < 0) return root_before(p, end);
    } else if (is_near_an_end(top, u)) {
        return unknown;
    }
    for (int step = 0; step < 4; ++step) {
        const double correction = value(p, u).hi / there.slope;
        // Nearly half-way between two doubles the last bit of the slope may decide.
        if (std::fabs(correction) < 0.49 * (u - std::nextafter(u, 0))) return u;
        const double next = u - correction;
        if (next == u) break;
        u = next;
    }
    return unknown;
}

}  // namespace

double first_descent(const Polynomial& given) {
    const double plain = plain_descent(given);
    return std::isnan(plain) ? isolated_descent(given) : plain;
}

double isolated_descent(const Polynomial& given) {
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

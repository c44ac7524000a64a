#include "billiards/disc_contact.hpp"

#include "billiards/two_term_quotient.hpp"
#include "math/two_term.hpp"

namespace carom::billiards::detail {

namespace {

using carom::detail::scaled;
using carom::detail::square_root;
using carom::detail::to_double;
using carom::detail::two_product;
using carom::detail::TwoTerm;

bool is_negative(TwoTerm x) {
    return x.hi < 0;
}
bool is_less(TwoTerm x, TwoTerm y) {
    return is_negative(x - y);
}
TwoTerm dot(TwoTerm ax, TwoTerm ay, TwoTerm bx, TwoTerm by) {
    return ax * bx + ay * by;
}

/// The path as seen from a time on.
struct LongPath {
    TwoTerm x, y, u, v, hx, hy;

    explicit LongPath(const RelativePath& r)
        : x{r.x, 0}, y{r.y, 0}, u{r.u, 0}, v{r.v, 0}, hx{r.hx, 0}, hy{r.hy, 0} {}

    LongPath after(TwoTerm s) const {
        LongPath path = *this;
        path.x = x + s * (u + s * hx);
        path.y = y + s * (v + s * hy);
        path.u = u + scaled(2, s * hx);
        path.v = v + scaled(2, s * hy);
        return path;
    }
};

/// As parabola_step: a lower bound of the time to the first contact, or nothing.
struct LongStep {
    bool is_none = true;
    TwoTerm length;
};

LongStep long_step(const LongPath& r, TwoTerm squared_reach, TwoTerm rest) {
    const TwoTerm c0 = dot(r.x, r.y, r.x, r.y) - squared_reach;
    const TwoTerm c1 = dot(r.x, r.y, r.u, r.v);
    const TwoTerm c2 = dot(r.u, r.v, r.u, r.v) + scaled(2, dot(r.x, r.y, r.hx, r.hy));
    const TwoTerm c3 = dot(r.u, r.v, r.hx, r.hy);
    const TwoTerm c4 = dot(r.hx, r.hy, r.hx, r.hy);
    TwoTerm lowest;
    if (is_negative(c3) && c4.hi > 0) {
        lowest = quotient(-c3, c4);
        if (is_less(rest, lowest)) lowest = rest;
    }
    const TwoTerm bracket = c2 + lowest * (scaled(2, c3) + lowest * c4);
    const TwoTerm discriminant = c1 * c1 - bracket * c0;
    if (is_negative(discriminant)) return {};
    const TwoTerm root = square_root(discriminant);
    if (is_negative(c1)) return {false, quotient(c0, root - c1)};
    if (!is_negative(bracket)) return {};
    return {false, quotient(c1 + root, -bracket)};
}

}  // namespace

double careful_disc_contact(const RelativePath& r, double reach, double horizon) {
    constexpr int kMostSteps = 400;
    constexpr double kNoStep = 0x1p-90;  // of the horizon
    const LongPath path(r);
    // A point that has just touched may lie within the reach by rounding.
    const TwoTerm squared_distance = dot(path.x, path.y, path.x, path.y);
    TwoTerm squared_reach = two_product(reach, reach);
    if (is_less(squared_distance, squared_reach)) squared_reach = squared_distance;
    TwoTerm s;
    for (int k = 0; k < kMostSteps; ++k) {
        const TwoTerm rest = TwoTerm{horizon, 0} - s;
        const LongStep step = long_step(path.after(s), squared_reach, rest);
        if (step.is_none || is_less(rest, step.length)) return kNever;
        s = s + step.length;
        if (step.length.hi <= kNoStep * horizon) break;
    }
    return to_double(s);
}

}  // namespace carom::billiards::detail

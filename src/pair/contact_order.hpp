// Which of two first contacts comes first, exactly?
//
// Every first contact is u = (p - sqrt(q)) / s with q >= 0 and s > 0: (-b - sqrt(D)) / a for balls and for
// the rounded edges of a box, (s(0) - sqrt(r^2 n.n)) / -n.w for a plane. Derivation: docs/math/order.md.
// Test: tests/pair/compare_first_test.cpp.
#pragma once

#include "math/exact.hpp"
#include "pair/exact_contact.hpp"

namespace carom::detail {

struct ExactRoot {
    Exact<2> p;
    Exact<4> q;
    Exact<2> s;
};

/// -1, 0 or 1 as x is before, at or after y.
int compare_roots(const ExactRoot& x, const ExactRoot& y);

/// The first root of a quadratic whose discriminant is not negative and whose a is positive.
inline ExactRoot first_root(const ExactQuadratic& q) {
    return {-q.b, q.disc, q.a};
}

}  // namespace carom::detail

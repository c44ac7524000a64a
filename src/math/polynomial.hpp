// Where does a polynomial of degree up to 4 come down to zero? Certified, nothing is sampled.
//
// Between two neighbouring roots of its derivative a polynomial is monotonic, so the signs at both ends say
// whether a root lies between. The roots of the derivative are found in the same way, down to degree 1.
// Values are summed in two terms: a sign is wrong only where the polynomial comes nearer to zero than 2^-95
// of its largest term, and roots below 2^-300 are as good as 0. Tests: tests/math/polynomial_test.cpp.
#pragma once

#include <array>

#include "math/two_term.hpp"

namespace carom::detail {

inline constexpr int kMostDegree = 4;

/// c[0] + c[1] u + ... + c[degree] u^degree; ordinary sizes, no coefficient beyond 2^200.
struct Polynomial {
    std::array<TwoTerm, kMostDegree + 1> c{};
    int degree = kMostDegree;
};

/// The first u >= 0 at which the polynomial is <= 0 and falls, infinity when there is none. Where it is plain
/// which root that is, Newton's method in plain numbers comes near to it, and two terms decide its last bit.
double first_descent(const Polynomial& given);

/// The same bits, always by isolating roots.
double isolated_descent(const Polynomial& given);

}  // namespace carom::detail

// The quotient of two numbers of two terms.
#pragma once

#include "math/two_term.hpp"

namespace carom::billiards::detail {

/// Relative error below 2^-100.
inline carom::detail::TwoTerm quotient(carom::detail::TwoTerm x, carom::detail::TwoTerm y) {
    const double first = x.hi / y.hi;
    const carom::detail::TwoTerm rest = x - y * carom::detail::TwoTerm{first, 0};
    const double second = rest.hi / y.hi;
    const carom::detail::TwoTerm last = rest - y * carom::detail::TwoTerm{second, 0};
    return carom::detail::quick_two_sum(first, second) + carom::detail::TwoTerm{last.hi / y.hi, 0};
}

}  // namespace carom::billiards::detail

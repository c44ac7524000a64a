// When does a polynomial first fall below zero? Between the places where its derivative changes its sign it
// is monotonic, and a bisection finds the zero.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace carom::test {

using Long = long double;

/// c[0] + c[1] s + c[2] s^2 + ...
using Polynomial = std::vector<Long>;

inline Long value(const Polynomial& p, Long s) {
    Long sum = 0;
    for (std::size_t k = p.size(); k-- > 0;) sum = sum * s + p[k];
    return sum;
}

inline Long bisect(const Polynomial& p, Long low, Long high) {
    const bool rises = value(p, high) > value(p, low);
    for (int step = 0; step < 200; ++step) {
        const Long middle = (low + high) / 2;
        if (middle == low || middle == high) break;
        ((value(p, middle) > 0) == rises ? high : low) = middle;
    }
    return high;
}

/// 0, where the derivative changes its sign, and `end`.
inline std::vector<Long> turns(const Polynomial& p, Long end) {
    std::vector<Long> places{0};
    if (p.size() > 2) {
        Polynomial derivative;
        for (std::size_t k = 1; k < p.size(); ++k) derivative.push_back(static_cast<Long>(k) * p[k]);
        const std::vector<Long> stretches = turns(derivative, end);
        for (std::size_t i = 1; i < stretches.size(); ++i) {
            if ((value(derivative, stretches[i - 1]) > 0) != (value(derivative, stretches[i]) > 0))
                places.push_back(bisect(derivative, stretches[i - 1], stretches[i]));
        }
    }
    places.push_back(end);
    return places;
}

/// The first s in [0, end] from which on the polynomial falls and is negative.
inline std::optional<Long> first_fall(const Polynomial& p, Long end) {
    const std::vector<Long> places = turns(p, end);
    for (std::size_t i = 1; i < places.size(); ++i) {
        const Long from = value(p, places[i - 1]);
        const Long to = value(p, places[i]);
        if (!(to < from && to < 0)) continue;
        return from <= 0 ? places[i - 1] : bisect(p, places[i - 1], places[i]);
    }
    return {};
}

}  // namespace carom::test

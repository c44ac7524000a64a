// Linear equations in twice the digits, so that after rounding mirrored unknowns are mirrored to the last
// bit.
#pragma once

#include <cstddef>
#include <vector>

#include "math/two_term.hpp"

namespace carom::billiards::detail {

/// As many equations as unknowns. Elimination without pivots: each equation must depend on its own unknown
/// above all.
class EvenSystem {
public:
    using TwoTerm = carom::detail::TwoTerm;

    /// Elimination takes the cube of their number.
    static constexpr std::size_t kMostUnknowns = 16;

    void resize(std::size_t count) {
        count_ = count;
        factors_.resize(count * count);
        values_.resize(count);
    }
    void set_coefficient(std::size_t equation, std::size_t unknown, double value) {
        at(equation, unknown) = {value, 0};
    }
    void set_right_side(std::size_t equation, double value) { values_[equation] = {value, 0}; }

    /// To be called once all coefficients are set. False where a pivot is not above this share of the
    /// coefficient in its place.
    bool factor(double least_share);
    /// Replaces the right sides by the unknowns.
    void solve();
    double unknown(std::size_t k) const { return carom::detail::to_double(values_[k]); }

private:
    TwoTerm& at(std::size_t i, std::size_t j) { return factors_[i * count_ + j]; }
    void subtract(std::size_t i, std::size_t j);

    std::size_t count_ = 0;
    std::vector<TwoTerm> factors_;  ///< row after row; after `factor` with the inverse pivots as diagonal
    std::vector<TwoTerm> values_;
    std::vector<double> least_pivots_;
};

}  // namespace carom::billiards::detail

/// \file
/// A mean with its standard error, of values that follow one another in time and so are not independent.
///
/// Source: H. Flyvbjerg and H. G. Petersen, J. Chem. Phys. 91 (1989) 461. Tests:
/// tests/measure/estimate_test.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "carom/core/abi.hpp"

namespace carom {

/// A measured number.
struct Estimate {
    double value = 0;             ///< the mean
    std::optional<double> error;  ///< its standard error; empty where fewer than two values were measured
    /// True when the blocks were long against the memory of the values; otherwise the error may be too small.
    bool converged = false;
    std::uint64_t count = 0;  ///< how many values went in
};

/// factor * x.
Estimate scaled(Estimate x, double factor);
/// x + offset.
Estimate shifted(Estimate x, double offset);
/// 1 / x, with the error of first order; value 0 and no error for x = 0.
Estimate inverse(Estimate x);

/// Takes one value after the other and keeps sums of blocks of 1, 2, 4, ... of them, in O(log n) memory.
///
/// With n_l blocks of B = 2^l values and c_l the mean square deviation of their means, the standard error of
/// the mean is sqrt(c_l / (n_l - 1)) for every B that is long against the memory of the values. Of these the
/// estimate takes the smallest with B^3 > 2 n_0 (s_l / s_0)^4 (R. M. Lee et al., Phys. Rev. E 83 (2011)
/// 066706) and n_l >= 8. Where there is none the largest s_l with n_l >= 4 is given as not converged. A
/// spread within rounding is that of a constant.
class Blocking {
public:
    /// The next value.
    void add(double value);
    /// Number of values so far.
    std::uint64_t count() const;
    /// The mean of all values and its standard error.
    Estimate estimate() const;

private:
    struct Level {
        double shift = 0;  // about the mean, so that squares of small deviations are summed
        double sum = 0, squares = 0;
        double waiting = 0;  // the first half of a block of the next level, when `count` is odd
        std::uint64_t count = 0;
    };

    std::optional<double> error_at(const Level& level) const;

    std::vector<Level> levels_;
};

}  // namespace carom

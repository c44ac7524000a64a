/// \file
/// A mean with its standard error, of values that follow one another in time and so are not independent.
///
/// Equations and how well the error is known: docs/physics.md. Tests: tests/measure/estimate_test.cpp.
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
    /// True when the values are many, and long against their memory; otherwise the error may be too small.
    bool converged = false;
    std::uint64_t count = 0;  ///< how many values went in
};

/// factor * x.
Estimate scaled(Estimate x, double factor);
/// x + offset.
Estimate shifted(Estimate x, double offset);
/// 1 / x, with the error of first order; value 0 and no error for x = 0.
Estimate inverse(Estimate x);

/// Takes one value after the other and keeps the means of at most 256 equal blocks of them: when there are
/// more, neighbours are merged two by two.
///
/// With m blocks of variance c, and rho_k the correlation of blocks k apart, the variance of the mean is
/// c (1 + 2 sum rho_k) / m. The sum is that of an autoregressive process fitted to the blocks, of the order
/// that Akaike's criterion with its correction for few values chooses, and with the correlations that the
/// unknown mean hides added again. It is at least that of 32 longer blocks of which neighbours are
/// correlated. A spread within rounding is that of a constant.
class Blocking {
public:
    /// The next value, which counts `weight` times: a power of two, never less than the one before.
    void add(double value, double weight = 1);
    /// Number of values so far.
    std::uint64_t count() const { return count_; }
    /// The mean of all values and its standard error.
    Estimate estimate() const;

private:
    void merge();

    double shift_ = 0;                       // about the mean, so that small deviations are summed
    double sum_ = 0, weight_ = 0;            // of all values
    double open_sum_ = 0, open_weight_ = 0;  // of the block that is not full
    double block_weight_ = 1;                // of a full one
    std::uint64_t count_ = 0;
    std::vector<double> blocks_;  // means less `shift_`
};

}  // namespace carom

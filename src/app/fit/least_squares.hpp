// Non-linear least squares with errors of the parameters.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace carom::app {

/// What is minimized: the sum of the squares of the residuals.
struct LeastSquares {
    /// Fills the residuals for these parameters; false where they are out of the domain.
    std::function<bool(std::span<const double>, std::span<double>)> residuals;
    std::size_t count = 0;       // of residuals, at least as many as parameters
    std::vector<double> widths;  // how much a parameter may well change
};

struct Minimum {
    std::vector<double> parameters;
    double sum = 0;          // of the squares there
    bool converged = false;  // no better place nearby
};

/// From `start`, which is in the domain, by Levenberg and Marquardt's method. `go_on` is asked now and then.
Minimum minimize(const LeastSquares& problem, std::span<const double> start,
                 const std::function<bool()>& go_on);

/// How the parameters of a minimum scatter when each residual does with variance 1.
struct Covariance {
    std::vector<double> errors;  // standard deviations; infinite where nothing is told
    std::vector<std::vector<double>> correlations;
    std::vector<bool> matters;  // whether the parameter changes any residual
};

Covariance covariance(const LeastSquares& problem, std::span<const double> parameters);

}  // namespace carom::app

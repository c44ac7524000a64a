#include "app/fit/least_squares.hpp"

#include <cminpack.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom::app {
namespace {

/// Of a parameter's width: small against where the motion bends, large against rounding.
constexpr double kStep = 1e-6;
/// Of parameters. What has not settled by then moves along a valley that does not matter, or to and fro
/// across a step.
constexpr int kMostTrials = 100;

/// What MINPACK calls with.
struct Context {
    const LeastSquares& problem;
    const std::function<bool()>& go_on;
};

/// The derivatives by differences to both sides, or to one at the limit of the domain; column by column.
void fill_jacobian(const LeastSquares& problem, std::span<const double> x, double* jacobian) {
    std::vector<double> moved(x.begin(), x.end()), here(problem.count), below(problem.count),
        above(problem.count);
    for (std::size_t k = 0; k < x.size(); ++k) {
        const double step = kStep * problem.widths[k];
        moved[k] = x[k] - step;
        const bool has_below = problem.residuals(moved, below);
        moved[k] = x[k] + step;
        const bool has_above = problem.residuals(moved, above);
        moved[k] = x[k];
        if (!has_below || !has_above) problem.residuals(x, here);
        const std::vector<double>& from = has_below ? below : here;
        const std::vector<double>& to = has_above ? above : here;
        const double width = step * (has_below && has_above ? 2 : 1);
        for (std::size_t i = 0; i < problem.count; ++i)
            jacobian[k * problem.count + i] = (to[i] - from[i]) / width;
    }
}

int evaluate(void* context, int, int count, const double* x, double* residuals, double* jacobian, int,
             int what) {
    const auto& [problem, go_on] = *static_cast<const Context*>(context);
    const std::span<const double> parameters(x, static_cast<std::size_t>(count));
    if (what == 2) {
        fill_jacobian(problem, parameters, jacobian);
    } else if (!problem.residuals(parameters, {residuals, problem.count})) {
        // Far worse than any place in the domain, so that steps out of it are shortened.
        std::fill_n(residuals, problem.count, 1e6);
    }
    return go_on() ? 0 : -1;
}

/// The working memory of MINPACK's lmder, and what it leaves behind.
struct Workspace {
    Workspace(std::size_t residuals, std::size_t parameters)
        : values(residuals),
          jacobian(residuals * parameters),
          columns(6 * parameters),
          rows(residuals),
          order(parameters) {}

    /// Returns MINPACK's `info`. `mode` 2: all parameters are scaled alike.
    int minimize(cminpack_funcder_mn evaluate_at, void* context, std::vector<double>& x, int mode) {
        constexpr double kTolerance = 1e-12;
        constexpr double kFactor = 100;
        const int m = static_cast<int>(values.size()), n = static_cast<int>(x.size());
        double* const column = columns.data();
        if (mode == 2) std::fill_n(column, n, 1.0);
        int calls = 0, jacobians = 0;
        return lmder(evaluate_at, context, m, n, x.data(), values.data(), jacobian.data(), m, kTolerance,
                     kTolerance, 0, kMostTrials, column, mode, kFactor, 0, &calls, &jacobians, order.data(),
                     column + n, column + 2 * n, column + 3 * n, column + 4 * n, rows.data());
    }

    std::vector<double> values, jacobian, columns, rows;
    std::vector<int> order;
};

/// A linear problem whose residuals are 0 at the start: lmder factorizes its matrix and stops.
struct Linear {
    const std::vector<double>& matrix;
};

int evaluate_linear(void* context, int rows, int count, const double*, double* residuals, double* jacobian,
                    int, int what) {
    if (what == 1) std::fill_n(residuals, rows, 0.0);
    if (what == 2) {
        std::copy_n(static_cast<const Linear*>(context)->matrix.begin(),
                    static_cast<std::ptrdiff_t>(rows) * count, jacobian);
    }
    return 0;
}

/// Of a variance in units of what the parameter alone would have: above it nothing is told.
constexpr double kUntold = 1e9;

/// (A^T A + 1 / (10 kUntold))^-1 of a matrix whose columns have length 1 or 0, so that it always exists.
std::vector<double> inverse_normal(const std::vector<double>& matrix, std::size_t rows, std::size_t columns) {
    const std::size_t all = rows + columns;
    std::vector<double> held(all * columns, 0.0);
    for (std::size_t k = 0; k < columns; ++k) {
        std::copy_n(matrix.begin() + static_cast<std::ptrdiff_t>(k * rows), rows,
                    held.begin() + static_cast<std::ptrdiff_t>(k * all));
        held[k * all + rows + k] = std::sqrt(0.1 / kUntold);
    }
    Workspace work(all, columns);
    std::vector<double> x(columns, 0.0);
    Linear linear{held};
    work.minimize(evaluate_linear, &linear, x, 2);
    covar(static_cast<int>(columns), work.jacobian.data(), static_cast<int>(all), work.order.data(), 0,
          work.columns.data());
    std::vector<double> inverse(columns * columns);
    for (std::size_t k = 0; k < columns; ++k) {
        for (std::size_t i = 0; i < columns; ++i) inverse[k * columns + i] = work.jacobian[k * all + i];
    }
    return inverse;
}

}  // namespace

Minimum minimize(const LeastSquares& problem, std::span<const double> start,
                 const std::function<bool()>& go_on) {
    Minimum minimum;
    minimum.parameters.assign(start.begin(), start.end());
    Workspace work(problem.count, start.size());
    Context context{problem, go_on};
    const int info = work.minimize(evaluate, &context, minimum.parameters, 1);
    for (const double residual : work.values) minimum.sum += residual * residual;
    constexpr int kTooManyTrials = 5;
    minimum.converged = info > 0 && info != kTooManyTrials;
    return minimum;
}

Covariance covariance(const LeastSquares& problem, std::span<const double> parameters) {
    const std::size_t count = parameters.size();
    std::vector<double> jacobian(problem.count * count), lengths(count, 0.0);
    fill_jacobian(problem, parameters, jacobian.data());
    for (std::size_t k = 0; k < count; ++k) {
        const std::span<double> column(jacobian.data() + k * problem.count, problem.count);
        for (const double x : column) lengths[k] += x * x;
        lengths[k] = std::sqrt(lengths[k]);
        for (double& x : column) x = lengths[k] > 0 ? x / lengths[k] : 0;
    }
    const std::vector<double> inverse = inverse_normal(jacobian, problem.count, count);
    const auto variance = [&](std::size_t k) { return inverse[k * count + k]; };
    Covariance result;
    for (std::size_t k = 0; k < count; ++k) {
        result.errors.push_back(variance(k) < kUntold ? std::sqrt(variance(k)) / lengths[k]
                                                      : std::numeric_limits<double>::infinity());
        std::vector<double> row;
        for (std::size_t i = 0; i < count; ++i)
            row.push_back(inverse[k * count + i] / std::sqrt(variance(k) * variance(i)));
        result.correlations.push_back(std::move(row));
        result.matters.push_back(lengths[k] > 0);
    }
    return result;
}

}  // namespace carom::app

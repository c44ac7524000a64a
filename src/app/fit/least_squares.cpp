#include "app/fit/least_squares.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <unsupported/Eigen/NonLinearOptimization>

namespace carom::app {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Of a parameter's width: small against where the motion bends, large against rounding.
constexpr double kStep = 1e-6;

/// Of parameters. What has not settled by then moves along a valley that does not matter, or to and fro
/// across a step.
constexpr int kMostTrials = 100;

/// The residuals and their derivatives as Eigen asks for them.
class Residuals {
public:
    using JacobianType = MatrixXd;
    using Scalar = double;

    Residuals(const LeastSquares& problem, const std::function<bool()>& go_on)
        : problem_(&problem), go_on_(&go_on) {}

    int operator()(const VectorXd& x, VectorXd& residuals) const {
        // Far worse than any place in the domain, so that steps out of it are shortened.
        if (!fill(x, residuals)) residuals.setConstant(1e6);
        return (*go_on_)() ? 0 : -1;
    }

    /// By differences to both sides, or to one at the limit of the domain.
    int df(const VectorXd& x, MatrixXd& jacobian) const {
        VectorXd here(values()), below(values()), above(values());
        for (Index k = 0; k < x.size(); ++k) {
            const double step = kStep * problem_->widths[static_cast<std::size_t>(k)];
            VectorXd moved = x;
            moved[k] = x[k] - step;
            const bool has_below = fill(moved, below);
            moved[k] = x[k] + step;
            const bool has_above = fill(moved, above);
            if (!has_below || !has_above) fill(x, here);
            const VectorXd& from = has_below ? below : here;
            const VectorXd& to = has_above ? above : here;
            jacobian.col(k) = (to - from) / (step * (has_below && has_above ? 2 : 1));
        }
        return (*go_on_)() ? 0 : -1;
    }

    Index values() const { return static_cast<Index>(problem_->count); }

private:
    bool fill(const VectorXd& x, VectorXd& residuals) const {
        return problem_->residuals({x.data(), static_cast<std::size_t>(x.size())},
                                   {residuals.data(), problem_->count});
    }

    const LeastSquares* problem_;
    const std::function<bool()>* go_on_;
};

VectorXd vector_of(std::span<const double> numbers) {
    return Eigen::Map<const VectorXd>(numbers.data(), static_cast<Index>(numbers.size()));
}

/// The parameters that are told neither alone nor with others: their share in a direction in which nothing
/// changes.
std::vector<bool> untold(const MatrixXd& normal) {
    constexpr double kNothing = 1e-10;
    constexpr double kShare = 0.01;
    std::vector<bool> result(static_cast<std::size_t>(normal.rows()), false);
    const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(normal);
    for (Index k = 0; k < normal.rows(); ++k) {
        if (solver.eigenvalues()[k] > kNothing) continue;
        for (Index i = 0; i < normal.rows(); ++i) {
            if (std::fabs(solver.eigenvectors()(i, k)) > kShare) result[static_cast<std::size_t>(i)] = true;
        }
    }
    return result;
}

}  // namespace

Minimum minimize(const LeastSquares& problem, std::span<const double> start,
                 const std::function<bool()>& go_on) {
    const Residuals residuals(problem, go_on);
    Eigen::LevenbergMarquardt<const Residuals> method(residuals);
    method.parameters.ftol = 1e-12;
    method.parameters.xtol = 1e-12;
    method.parameters.maxfev = kMostTrials;
    VectorXd x = vector_of(start);
    const auto status = method.minimize(x);
    Minimum minimum;
    minimum.parameters.assign(x.data(), x.data() + x.size());
    minimum.sum = method.fnorm * method.fnorm;
    minimum.converged = status != Eigen::LevenbergMarquardtSpace::UserAsked &&
                        status != Eigen::LevenbergMarquardtSpace::TooManyFunctionEvaluation &&
                        status != Eigen::LevenbergMarquardtSpace::ImproperInputParameters;
    return minimum;
}

Covariance covariance(const LeastSquares& problem, std::span<const double> parameters) {
    const std::function<bool()> go_on = [] { return true; };
    const auto count = static_cast<Index>(parameters.size());
    MatrixXd jacobian(static_cast<Index>(problem.count), count);
    Residuals(problem, go_on).df(vector_of(parameters), jacobian);
    VectorXd lengths = jacobian.colwise().norm();
    for (Index k = 0; k < count; ++k) {
        if (lengths[k] > 0) jacobian.col(k) /= lengths[k];
    }
    const MatrixXd normal = jacobian.transpose() * jacobian;
    const std::vector<bool> is_untold = untold(normal);
    MatrixXd told = normal;
    for (Index k = 0; k < count; ++k) {
        if (!is_untold[static_cast<std::size_t>(k)]) continue;
        told.row(k).setZero();
        told.col(k).setZero();
        told(k, k) = 1;
    }
    const MatrixXd inverse = told.inverse();
    Covariance result;
    for (Index k = 0; k < count; ++k) {
        const bool known = !is_untold[static_cast<std::size_t>(k)];
        result.errors.push_back(known ? std::sqrt(inverse(k, k)) / lengths[k]
                                      : std::numeric_limits<double>::infinity());
        std::vector<double> row;
        for (Index i = 0; i < count; ++i)
            row.push_back(inverse(k, i) / std::sqrt(inverse(k, k) * inverse(i, i)));
        result.correlations.push_back(std::move(row));
    }
    return result;
}

}  // namespace carom::app

// The orthonormal basis of the contacts that push.
#include "pair/cluster_columns.hpp"

#include <cmath>
#include <utility>

namespace carom::detail {
namespace {

using Column = std::vector<double>;

double column_dot(const Column& x, const Column& y) {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
    return sum;
}

/// (x, y) turned by the angle with cosine c and sine s.
void turn(double c, double s, double& x, double& y) {
    const double turned = c * x + s * y;
    y = c * y - s * x;
    x = turned;
}

}  // namespace

void ClusterColumns::clear() {
    basis_.clear();
    triangular_.clear();
}

/// Takes the part in the span out of `column`, and keeps it in `overlap_`.
void ClusterColumns::project_out(Column& column) {
    overlap_.assign(basis_.size(), 0);
    for (int pass = 0; pass < 2; ++pass) {
        for (std::size_t k = 0; k < basis_.size(); ++k) {
            const double along = column_dot(basis_[k], column);
            for (std::size_t i = 0; i < column.size(); ++i) column[i] -= along * basis_[k][i];
            overlap_[k] += along;
        }
    }
}

bool ClusterColumns::append(const Column& column) {
    Column rest = column;
    project_out(rest);
    const double length = std::sqrt(column_dot(rest, rest));
    if (!(length > dependent_)) return false;
    for (double& x : rest) x /= length;
    basis_.push_back(std::move(rest));
    triangular_.push_back(overlap_);
    triangular_.back().push_back(length);
    return true;
}

double ClusterColumns::left_of(Column vector) {
    project_out(vector);
    return std::sqrt(column_dot(vector, vector));
}

Column ClusterColumns::combination() const {
    Column result = overlap_;
    solve_upper(result);
    return result;
}

/// Without one column R has numbers below its diagonal; plane rotations of the rows bring them to zero.
void ClusterColumns::remove(std::size_t index) {
    triangular_.erase(triangular_.begin() + static_cast<std::ptrdiff_t>(index));
    for (std::size_t k = index; k < triangular_.size(); ++k) {
        Column& pivot = triangular_[k];
        const double radius = std::sqrt(pivot[k] * pivot[k] + pivot[k + 1] * pivot[k + 1]);
        const double c = pivot[k] / radius;
        const double s = pivot[k + 1] / radius;
        pivot[k] = radius;
        pivot.pop_back();
        for (std::size_t j = k + 1; j < triangular_.size(); ++j) {
            turn(c, s, triangular_[j][k], triangular_[j][k + 1]);
        }
        for (std::size_t i = 0; i < basis_[k].size(); ++i) turn(c, s, basis_[k][i], basis_[k + 1][i]);
    }
    basis_.pop_back();
}

/// R x = y.
void ClusterColumns::solve_upper(Column& y) const {
    for (std::size_t k = y.size(); k-- > 0;) {
        y[k] /= triangular_[k][k];
        for (std::size_t i = 0; i < k; ++i) y[i] -= triangular_[k][i] * y[k];
    }
}

void ClusterColumns::solve(Column& y) const {
    for (std::size_t k = 0; k < y.size(); ++k) {
        for (std::size_t i = 0; i < k; ++i) y[k] -= triangular_[k][i] * y[i];
        y[k] /= triangular_[k][k];
    }
    solve_upper(y);
}

}  // namespace carom::detail

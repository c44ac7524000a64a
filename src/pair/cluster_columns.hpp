// Unit columns with an orthonormal basis of their span: C = Q R, kept up to date while columns come and go.
//
// Gram-Schmidt in two passes: Q is orthonormal to a few ulp whatever the angles ("twice is enough", L.
// Giraud, J. Langou, M. Rozloznik, J. van den Eshof, Numer. Math. 101 (2005) 87).
#pragma once

#include <cstddef>
#include <vector>

namespace carom::detail {

/// A set of linearly independent columns.
class ClusterColumns {
public:
    std::size_t count() const { return basis_.size(); }
    void clear();

    /// Adds a unit column at the end. Returns false, and adds nothing, when the column lies in the span of
    /// the others up to an angle of 2^-22.
    bool append(const std::vector<double>& column);

    /// The column refused last as a combination of those present.
    std::vector<double> combination() const;

    void remove(std::size_t index);

    /// x with C^T C x = y, in place of y.
    void solve(std::vector<double>& y) const;

private:
    void project_out(std::vector<double>& column);
    void solve_upper(std::vector<double>& y) const;

    std::vector<std::vector<double>> basis_;       // columns of Q
    std::vector<std::vector<double>> triangular_;  // columns of R; the k-th has k + 1 numbers
    std::vector<double> overlap_;                  // Q^T of the column looked at last
};

}  // namespace carom::detail

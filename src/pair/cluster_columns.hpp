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
    /// Below this sine of the angle to the others a column is a combination of them. The square of its
    /// inverse times 2^-53 is what a step of `solve` leaves of an error, so for that it must be well above
    /// 2^-26; balls of masses 1 : M : 1 in a row make a sine of sqrt(2 / M).
    explicit ClusterColumns(double dependent = 0x1p-22) : dependent_(dependent) {}

    std::size_t count() const { return basis_.size(); }
    void clear();

    /// Adds a unit column at the end. Returns false, and adds nothing, when the others give it.
    bool append(const std::vector<double>& column);

    /// The sine of the angle from the column added last to those before.
    double newest_share() const { return triangular_.back().back(); }

    /// How far a vector is from all combinations of the columns.
    double left_of(std::vector<double> vector);

    /// The column refused last, or the nearest to the vector looked at last, as a combination of those
    /// present.
    std::vector<double> combination() const;

    void remove(std::size_t index);

    /// x with C^T C x = y, in place of y.
    void solve(std::vector<double>& y) const;

private:
    void project_out(std::vector<double>& column);
    void solve_upper(std::vector<double>& y) const;

    double dependent_;
    std::vector<std::vector<double>> basis_;       // columns of Q
    std::vector<std::vector<double>> triangular_;  // columns of R; the k-th has k + 1 numbers
    std::vector<double> overlap_;                  // Q^T of the column looked at last
};

}  // namespace carom::detail

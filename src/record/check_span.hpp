// How far is a vector from the sums of given ones? Gram and Schmidt, twice over, in plain numbers.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace carom::proof {

class Span {
public:
    using Column = std::vector<double>;

    explicit Span(std::size_t size) : size_(size) {}

    /// Precondition: of the size of all others.
    void add(Column column) {
        const double before = length(column);
        if (before == 0 || basis_.size() == size_) return;
        strip(column);
        const double left = length(column);
        // What is left of a sum of the others is rounding.
        if (left <= 0x1p-40 * before) return;
        sharpness_ = std::min(sharpness_, left / before);
        for (double& x : column) x /= left;
        basis_.push_back(std::move(column));
    }

    double distance(Column column) const {
        strip(column);
        return length(column);
    }

    /// The least share of a vector that the others could not give: sums of them may have terms that are
    /// larger by the inverse of this than they are, and rounding with them.
    double sharpness() const { return sharpness_; }

private:
    static double length(const Column& x) {
        return std::sqrt(std::inner_product(x.begin(), x.end(), x.begin(), 0.0));
    }

    void strip(Column& column) const {
        for (int pass = 0; pass < 2; ++pass) {
            for (const Column& axis : basis_) {
                const double along = std::inner_product(axis.begin(), axis.end(), column.begin(), 0.0);
                for (std::size_t i = 0; i < column.size(); ++i) column[i] -= along * axis[i];
            }
        }
    }

    std::size_t size_;
    std::vector<Column> basis_;
    double sharpness_ = 1;
};

}  // namespace carom::proof

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

    /// A vector as a sum of the given ones.
    struct Sum {
        double left = 0;   ///< what no sum of them gives
        double terms = 0;  ///< the lengths of the terms, added up
    };

    /// Of vectors of this size, at most so many.
    Span(std::size_t size, std::size_t most) : size_(size), most_(most) {}

    /// Precondition: of the size of all others.
    void add(const Column& column) {
        const double before = length(column);
        if (before == 0) return;
        compare(column, before);
        if (basis_.size() == size_) return;
        Column axis = with_terms(column);
        axis[size_ + added_++] = before;
        strip(axis);
        const double left = length(axis) / before;
        // What is left of a sum of the others is rounding.
        if (left <= 0x1p-48) return;
        note_share(left);
        for (double& x : axis) x /= left * before;
        basis_.push_back(axis);
    }

    Sum nearest(const Column& column) const {
        Column rest = with_terms(column);
        strip(rest);
        Sum sum{length(rest)};
        for (std::size_t i = size_; i < rest.size(); ++i) sum.terms += std::fabs(rest[i]);
        return sum;
    }

    /// The least share of a vector that those before it, or any other one, could not give, of the shares
    /// above kBlunt: sums may have terms that are larger by the inverse of this than they are, and rounding
    /// with them.
    double sharpness() const { return sharpness_; }

private:
    static constexpr double kBlunt = 0x1p-40;

    void note_share(double share) {
        if (share > kBlunt) sharpness_ = std::min(sharpness_, share);
    }

    /// With each vector before: two that are nearly opposite may be pushed along by far more than they give
    /// together, though a third one makes it needless.
    void compare(const Column& column, double its_length) {
        Column direction = column;
        for (double& x : direction) x /= its_length;
        Column apart(size_);
        for (const Column& other : directions_) {
            const double along = product(direction, other);
            for (std::size_t i = 0; i < size_; ++i) apart[i] = direction[i] - along * other[i];
            note_share(length(apart));
        }
        directions_.push_back(std::move(direction));
    }

    /// With room for the lengths of the terms of a sum behind it.
    Column with_terms(const Column& column) const {
        Column result = column;
        result.resize(size_ + most_);
        return result;
    }
    double length(const Column& x) const { return std::sqrt(product(x, x)); }
    double product(const Column& x, const Column& y) const {
        return std::inner_product(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(size_), y.begin(), 0.0);
    }

    void strip(Column& column) const {
        for (int pass = 0; pass < 2; ++pass) {
            for (const Column& axis : basis_) {
                const double along = product(axis, column);
                for (std::size_t i = 0; i < column.size(); ++i) column[i] -= along * axis[i];
            }
        }
    }

    std::size_t size_;
    std::size_t most_;
    std::size_t added_ = 0;
    std::vector<Column> basis_;
    std::vector<Column> directions_;  // of all that were added
    double sharpness_ = 1;
};

}  // namespace carom::proof

// Sums that do not depend on the order of their terms, so that what is symmetric stays so to the last bit.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace carom::billiards::detail {

/// Adds its terms by size: those of mirrored contacts cancel exactly.
class EvenSum {
public:
    void clear() { terms_.clear(); }
    void add(double term) { terms_.push_back(term); }
    double sum() {
        if (terms_.size() == 1) return terms_[0];
        if (terms_.size() == 2) return terms_[0] + terms_[1];
        std::sort(terms_.begin(), terms_.end(),
                  [](double a, double b) { return std::fabs(a) > std::fabs(b); });
        double total = 0;
        for (std::size_t k = 0; k < terms_.size();) {
            // terms of one size together: those of opposite signs cancel
            const double size = std::fabs(terms_[k]);
            double count = 0;
            for (; k < terms_.size() && std::fabs(terms_[k]) == size; ++k)
                count += std::copysign(1.0, terms_[k]);
            total += count * size;
        }
        return total;
    }

private:
    std::vector<double> terms_;
};

}  // namespace carom::billiards::detail

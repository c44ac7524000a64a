#include "billiards/even_system.hpp"

#include "billiards/two_term_quotient.hpp"

namespace carom::billiards::detail {

using carom::detail::TwoTerm;

bool EvenSystem::factor(double least_share) {
    least_pivots_.clear();
    for (std::size_t k = 0; k < count_; ++k) least_pivots_.push_back(least_share * at(k, k).hi);
    for (std::size_t k = 0; k < count_; ++k) {
        if (!(at(k, k).hi > least_pivots_[k])) return false;
        const TwoTerm inverse = at(k, k) = quotient(TwoTerm{1, 0}, at(k, k));
        for (std::size_t i = k + 1; i < count_; ++i) {
            if (at(i, k).hi == 0) continue;
            const TwoTerm factor = at(i, k) = at(i, k) * inverse;
            for (std::size_t j = k + 1; j < count_; ++j) {
                if (at(k, j).hi != 0) at(i, j) = at(i, j) - factor * at(k, j);
            }
        }
    }
    return true;
}

void EvenSystem::solve() {
    for (std::size_t i = 0; i < count_; ++i) {
        for (std::size_t j = 0; j < i; ++j) subtract(i, j);
    }
    for (std::size_t i = count_; i-- > 0;) {
        for (std::size_t j = i + 1; j < count_; ++j) subtract(i, j);
        values_[i] = values_[i] * at(i, i);
    }
}

void EvenSystem::subtract(std::size_t i, std::size_t j) {
    if (at(i, j).hi != 0) values_[i] = values_[i] - at(i, j) * values_[j];
}

}  // namespace carom::billiards::detail

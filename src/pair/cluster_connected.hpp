// Which things hang together, directly or through others?
#pragma once

#include <cstddef>
#include <numeric>
#include <vector>

namespace carom::detail {

/// Sets of numbers 0 to count - 1 that grow together. The root of a set is its lowest number.
class Connected {
public:
    explicit Connected(std::size_t count) : parent_(count) {
        std::iota(parent_.begin(), parent_.end(), std::size_t{0});
    }

    std::size_t root(std::size_t i) {
        while (parent_[i] != i) {
            parent_[i] = parent_[parent_[i]];
            i = parent_[i];
        }
        return i;
    }

    void join(std::size_t i, std::size_t j) {
        const std::size_t ri = root(i);
        const std::size_t rj = root(j);
        if (ri < rj) parent_[rj] = ri;
        if (rj < ri) parent_[ri] = rj;
    }

private:
    std::vector<std::size_t> parent_;
};

}  // namespace carom::detail

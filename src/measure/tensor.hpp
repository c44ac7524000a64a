// Symmetric tensors.
#pragma once

#include <array>
#include <cstddef>

#include "carom/math/vec.hpp"

namespace carom::detail {

template <int N>
struct Tensor {
    std::array<double, static_cast<std::size_t>(N*(N + 1) / 2)> entries{};  ///< xx, xy, yy, xz, yz, zz

    double at(int i, int j) const { return entries[place(i, j)]; }
    double trace() const {
        double sum = 0;
        for (int k = 0; k < N; ++k) sum += at(k, k);
        return sum;
    }
    /// Adds s * v (x) v.
    void add_square(double s, const Vec<double, N>& v) {
        std::size_t place = 0;
        for (int j = 0; j < N; ++j) {
            for (int i = 0; i <= j; ++i) entries[place++] += s * v[i] * v[j];
        }
    }
    /// Adds s * t.
    void add(double s, const Tensor& t) {
        for (std::size_t p = 0; p < entries.size(); ++p) entries[p] += s * t.entries[p];
    }

private:
    static std::size_t place(int i, int j) {
        return static_cast<std::size_t>(i < j ? j * (j + 1) / 2 + i : i * (i + 1) / 2 + j);
    }
};

}  // namespace carom::detail

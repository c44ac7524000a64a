// Which pairs of balls may touch, made of arrays. The checks of shapes and numbers are in carom/_filters.py.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "carom/frame/frame_balls.hpp"
#include "common.hpp"

namespace carom::python {

using Bits = py::array_t<std::uint32_t, py::array::c_style | py::array::forcecast>;

/// A filter that is kept. It looks at the arrays of bits where they are.
class PyPairFilter {
public:
    /// A single number stands for all balls. Pairs have the lower ball first.
    PyPairFilter(std::optional<Bits> group, std::optional<Bits> mask, const Bits& ignored)
        : group_(std::move(group)), mask_(std::move(mask)) {
        for (py::ssize_t i = 0; i < ignored.shape(0); ++i)
            ignored_.emplace_back(ignored.at(i, 0), ignored.at(i, 1));
    }

    /// Raises ValueError when it is one for other balls.
    PairFilter for_balls(py::ssize_t count) const {
        for (const auto& [a, b] : ignored_) {
            if (b >= count)
                throw std::invalid_argument("ignored: there is no ball " + std::to_string(b) + ", as in (" +
                                            std::to_string(a) + ", " + std::to_string(b) + "), among " +
                                            std::to_string(count));
        }
        return {column("group", group_, count), column("mask", mask_, count), ignored_};
    }

private:
    static Strided<std::uint32_t> column(const char* name, const std::optional<Bits>& bits,
                                         py::ssize_t count) {
        if (!bits) return {};
        if (bits->ndim() == 0) return {bits->data(), 0};
        if (bits->shape(0) == count) return {bits->data()};
        throw std::invalid_argument(std::string(name) + ": the shape must be (" + std::to_string(count) +
                                    ",), not (" + std::to_string(bits->shape(0)) + ",)");
    }

    std::optional<Bits> group_, mask_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ignored_;
};

inline PairFilter filter_for(const PyPairFilter* filter, py::ssize_t count) {
    return filter == nullptr ? PairFilter{} : filter->for_balls(count);
}

}  // namespace carom::python

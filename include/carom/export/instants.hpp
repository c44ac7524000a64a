/// \file
/// Moments at which somebody wants to know where the balls are.
///
/// Tests: tests/export/instants_test.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "carom/core/abi.hpp"

namespace carom {

/// Instants in rising order, in the unit of time of the scene. A rule of equal steps takes no memory.
class Instants {
public:
    /// These, sorted; what is given twice counts once. All finite.
    static Instants at(std::vector<double> seconds);
    /// from, from + step, from + 2 step ... up to and including `to`. A last step that misses `to` by less
    /// than a millionth of a step ends there, so that ten steps of 0.1 reach 1. Precondition: step > 0.
    static Instants every(double step, double from, double to);
    /// So many, equally far apart, the first at `from` and the last at `to`; one alone is at `from`.
    static Instants evenly(std::uint64_t count, double from, double to);

    /// How many.
    std::uint64_t count() const { return count_; }
    /// The one with this index, from 0. Precondition: index < count().
    double operator[](std::uint64_t index) const;

private:
    std::uint64_t count_ = 0;
    std::vector<double> listed_;  // empty: from_ + index * step_, and last_ at the end
    double from_ = 0, step_ = 0, last_ = 0;
};

}  // namespace carom

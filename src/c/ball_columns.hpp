// The balls of a caller's columns.
#pragma once

#include <array>
#include <string>

#include "c/columns.hpp"
#include "carom/batch/sweep_columns.hpp"
#include "carom/c/frames.h"

namespace carom::c {

/// The structs of a number type.
template <class T>
struct ColumnsOf {
    using Read = carom_doubles;
    using Write = carom_doubles_out;
    using Balls = carom_ball_columns;
    using Answers = carom_sweep_columns;
    using Bodies = carom_body_columns;
};
template <>
struct ColumnsOf<float> {
    using Read = carom_floats;
    using Write = carom_floats_out;
    using Balls = carom_ball_columns_float;
    using Answers = carom_sweep_columns_float;
    using Bodies = carom_body_columns_float;
};

inline constexpr const char* kCenters[] = {"center[0]", "center[1]", "center[2]"};
inline constexpr const char* kDisplacements[] = {"displacement[0]", "displacement[1]", "displacement[2]"};

/// Names a negative number; NaN passes, and such a ball touches nothing.
template <class T>
std::string fault_of_radius(const typename ColumnsOf<T>::Read& radius) {
    for (std::size_t k = 0; k < radius.count; ++k) {
        if (entry<T>(radius, k) < 0) return "radius: entry " + std::to_string(k) + " is negative";
    }
    return "";
}

/// What is wrong with the columns; empty if nothing is.
template <class T, int N>
std::string fault_of(const typename ColumnsOf<T>::Balls& balls) {
    const std::size_t count = balls.radius.count;
    if (balls.radius.data == nullptr && count > 0) return "radius is needed";
    const bool moves = balls.displacement[0].data != nullptr;
    for (int k = 0; k < N; ++k) {
        std::string fault = fault_of(balls.center[k], kCenters[k], count, true);
        if (fault.empty()) fault = fault_of(balls.displacement[k], kDisplacements[k], count, moves);
        if (fault.empty() && !moves && balls.displacement[k].data != nullptr)
            fault = "displacement[0] is left out, and another is not";
        if (!fault.empty()) return fault;
    }
    return fault_of_radius<T>(balls.radius);
}

/// Precondition: fault_of is empty.
template <class T, int N>
class BallsRead {
public:
    explicit BallsRead(const typename ColumnsOf<T>::Balls& balls) : radius_(balls.radius) {
        for (int k = 0; k < N; ++k) {
            center_.emplace_back(balls.center[k]);
            displacement_.emplace_back(balls.displacement[k]);
        }
    }
    BallColumns<T, N> columns() const {
        BallColumns<T, N> columns;
        columns.radius = radius_.span();
        for (std::size_t k = 0; k < std::size_t{N}; ++k) {
            columns.center[k] = center_[k].span();
            columns.displacement[k] = displacement_[k].span();
        }
        return columns;
    }

private:
    ReadColumn<T> radius_;
    std::vector<ReadColumn<T>> center_, displacement_;
};

}  // namespace carom::c

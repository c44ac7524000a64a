// Obstacles of frames, made of arrays. The checks of shapes and numbers are in carom/_obstacles.py.
#pragma once

#include <variant>

#include "carom/frame/obstacle_set.hpp"
#include "common.hpp"

namespace carom::python {

/// Rows of numbers, and a number for each.
struct Rows {
    Doubles vectors, numbers;
};

/// What rests, in the tree of either dimension.
class PyObstacles {
public:
    /// Boxes are lower and upper corners, both rows of as many numbers as the dimension.
    PyObstacles(int dimension, const Rows& balls, const Rows& half_spaces, const Rows& planes,
                const Rows& boxes)
        : set_(dimension == 2 ? Set(made<2>(balls, half_spaces, planes, boxes))
                              : Set(made<3>(balls, half_spaces, planes, boxes))) {}

    /// Raises ValueError when these are obstacles of another dimension.
    template <int N>
    const ObstacleSet<double, N>& set() const {
        const auto* found = std::get_if<ObstacleSet<double, N>>(&set_);
        if (found == nullptr)
            throw std::invalid_argument("the obstacles have another dimension than the balls");
        return *found;
    }

private:
    using Set = std::variant<ObstacleSet<double, 2>, ObstacleSet<double, 3>>;

    template <int N>
    static Vec<double, N> row(const Doubles& rows, py::ssize_t i) {
        Vec<double, N> vec;
        for (int k = 0; k < N; ++k) vec[k] = rows.at(i, k);
        return vec;
    }

    template <class Thing, int N>
    static std::vector<Thing> things(const Rows& rows) {
        std::vector<Thing> all;
        for (py::ssize_t i = 0; i < rows.numbers.shape(0); ++i)
            all.push_back({row<N>(rows.vectors, i), rows.numbers.at(i)});
        return all;
    }

    template <int N>
    static ObstacleSet<double, N> made(const Rows& balls, const Rows& half_spaces, const Rows& planes,
                                       const Rows& boxes) {
        const auto of_balls = things<Ball<double, N>, N>(balls);
        const auto of_half_spaces = things<HalfSpace<double, N>, N>(half_spaces);
        const auto of_planes = things<Plane<double, N>, N>(planes);
        std::vector<Box<double, N>> of_boxes;
        for (py::ssize_t i = 0; i < boxes.vectors.shape(0); ++i)
            of_boxes.push_back({row<N>(boxes.vectors, i), row<N>(boxes.numbers, i)});
        return ObstacleSet<double, N>({of_balls, {}, of_half_spaces, of_planes, of_boxes});
    }

    Set set_;
};

}  // namespace carom::python

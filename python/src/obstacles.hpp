// Obstacles of frames, made of arrays. The checks of shapes and numbers are in carom/_obstacles.py.
#pragma once

#include <span>
#include <utility>
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

    /// What it was made of: balls, half-spaces, planes and boxes, a pair of arrays each.
    py::tuple rows() const {
        return std::visit(
            [](const auto& set) {
                const auto all = set.obstacles();
                return py::make_tuple(
                    two_arrays(all.balls,
                               [](const auto& ball) { return std::pair(ball.center, ball.radius); }),
                    two_arrays(all.half_spaces,
                               [](const auto& each) { return std::pair(each.normal, each.offset); }),
                    two_arrays(all.planes,
                               [](const auto& each) { return std::pair(each.normal, each.offset); }),
                    two_arrays(all.boxes, [](const auto& box) { return std::pair(box.lower, box.upper); }));
            },
            set_);
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

    template <int N>
    static void put(py::array_t<double>& rows, std::size_t i, const Vec<double, N>& vec) {
        for (int k = 0; k < N; ++k) rows.mutable_data()[i * N + static_cast<std::size_t>(k)] = vec[k];
    }
    static void put(py::array_t<double>& numbers, std::size_t i, double number) {
        numbers.mutable_data()[i] = number;
    }
    template <int N>
    static py::array_t<double> rows_for(std::size_t count, const Vec<double, N>&) {
        return py::array_t<double>({static_cast<py::ssize_t>(count), py::ssize_t{N}});
    }
    static py::array_t<double> rows_for(std::size_t count, double) {
        return py::array_t<double>(static_cast<py::ssize_t>(count));
    }

    /// `parts` gives the two halves of a thing: vectors, or a vector and a number.
    template <class Thing, class Parts>
    static py::tuple two_arrays(std::span<const Thing> things, const Parts& parts) {
        const auto usual = parts(Thing{});
        auto first = rows_for(things.size(), usual.first);
        auto second = rows_for(things.size(), usual.second);
        for (std::size_t i = 0; i < things.size(); ++i) {
            const auto [one, other] = parts(things[i]);
            put(first, i, one);
            put(second, i, other);
        }
        return py::make_tuple(first, second);
    }

    Set set_;
};

}  // namespace carom::python

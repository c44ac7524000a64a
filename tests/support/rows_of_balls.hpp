// Moving balls in rows, for batches.
#pragma once

#include <vector>

#include "carom/batch/sweep_columns.hpp"

namespace carom {

template <class T, int N>
class RowsOfBalls {
public:
    void add(const MovingBall<T, N>& ball) {
        center_.push_back(ball.center);
        radius_.push_back(ball.radius);
        displacement_.push_back(ball.displacement);
    }
    BallRows<T, N> view(std::size_t from = 0) const {
        return {std::span(center_).subspan(from), std::span(radius_).subspan(from),
                std::span(displacement_).subspan(from)};
    }

private:
    std::vector<Vec<T, N>> center_, displacement_;
    std::vector<T> radius_;
};

}  // namespace carom

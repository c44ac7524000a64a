// Balls in structs of C, as columns of either precision.
#pragma once

#include "c/c_test.hpp"
#include "carom/geom/ball.hpp"
#include "math/noise.hpp"

namespace carom::test {

inline std::vector<carom_ball> some_balls(std::size_t count, int dimension) {
    detail::Noise noise(count, 1, 2, 3);
    std::vector<carom_ball> result(count);
    for (carom_ball& ball : result) {
        ball.radius = 0.2 + 0.3 * noise.uniform();
        for (int k = 0; k < dimension; ++k) {
            ball.center[k] = 3 * noise.uniform();
            ball.displacement[k] = 2 * noise.uniform() - 1;
        }
    }
    return result;
}

template <class T, int N>
MovingBall<T, N> moving(const carom_ball& ball) {
    MovingBall<T, N> result;
    result.radius = static_cast<T>(ball.radius);
    for (int k = 0; k < N; ++k) {
        result.center[k] = static_cast<T>(ball.center[k]);
        result.displacement[k] = static_cast<T>(ball.displacement[k]);
    }
    return result;
}

/// The members of the structs, as columns.
inline carom_ball_columns columns_of(const std::vector<carom_ball>& all, int dimension) {
    constexpr ptrdiff_t kStride = sizeof(carom_ball);
    carom_ball_columns columns{};
    columns.radius = {&all[0].radius, all.size(), kStride};
    for (int k = 0; k < dimension; ++k) {
        columns.center[k] = {&all[0].center[k], all.size(), kStride};
        columns.displacement[k] = {&all[0].displacement[k], all.size(), kStride};
    }
    return columns;
}

/// The same in single precision.
class SomeFloats {
public:
    SomeFloats(const std::vector<carom_ball>& all, int dimension) : dimension_(dimension) {
        for (const carom_ball& ball : all) {
            radius.push_back(static_cast<float>(ball.radius));
            for (int k = 0; k < dimension; ++k) {
                center[k].push_back(static_cast<float>(ball.center[k]));
                displacement[k].push_back(static_cast<float>(ball.displacement[k]));
            }
        }
    }
    carom_ball_columns_float columns() const {
        carom_ball_columns_float columns{};
        columns.radius = floats(radius);
        for (int k = 0; k < dimension_; ++k) {
            columns.center[k] = floats(center[k]);
            columns.displacement[k] = floats(displacement[k]);
        }
        return columns;
    }

    std::vector<float> center[3], displacement[3], radius;

private:
    int dimension_;
};

}  // namespace carom::test

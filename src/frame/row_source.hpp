// The caller's balls as rows of numbers.
#pragma once

#include <cstring>

#include "frame/cell_map.hpp"
#include "frame/read_balls.hpp"

namespace carom::detail {

/// Rows where the balls are if the caller has them as MovingBalls, perhaps in larger structs; copies if not.
template <class T, int N>
class RowSource {
public:
    static constexpr std::size_t kSome = 64;

    explicit RowSource(const FrameBalls<T, N>& balls) : balls_(balls) {
        const T* const numbers = balls.center.data;
        const std::ptrdiff_t stride = balls.center.stride;
        are_rows_ = balls.radius.data == numbers + N && balls.displacement.data == numbers + N + 1 &&
                    balls.radius.stride == stride && balls.displacement.stride == stride;
    }

    /// f(first, some of the balls from there on, their number) for all in [begin, end). More can be read
    /// behind each, up to eight floats.
    template <class F>
    void each(std::size_t begin, std::size_t end, const F& f) const {
        // Nothing may be read behind the caller's last ball.
        const std::size_t last = are_rows_ ? std::max(begin, std::min(end, balls_.size - 1)) : begin;
        for (std::size_t at = begin; at < last; at += kMany) {
            f(at, BallRows<T, N>{element(balls_.center, at), balls_.center.stride},
              std::min(last - at, kMany));
        }
        MovingBall<T, N> some[kSome + 1];
        for (std::size_t at = last; at < end; at += kSome) {
            const std::size_t count = std::min(end - at, kSome);
            for (std::size_t i = 0; i < count; ++i) some[i] = ball_at(balls_, at + i);
            f(at, BallRows<T, N>{some[0].center.coordinates.data(), sizeof some[0]}, count);
        }
    }

private:
    static constexpr std::size_t kMany = 1024;  ///< whose cells are still in the cache when they are counted

    FrameBalls<T, N> balls_;
    bool are_rows_ = false;
};

}  // namespace carom::detail

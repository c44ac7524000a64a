// Balls on their way into the tree. One kernel, compiled for each instruction set.
#pragma once

#include "carom/core/instruction_set.hpp"
#include "carom/geom/ball.hpp"
#include "frame/blocks.hpp"

namespace carom::detail {

/// A ball, the caller's number of it, and its class of size and place on the curve. The first 2 N + 2 values
/// lie side by side.
template <class T, int N>
struct NumberedBall {
    MovingBall<T, N> ball;
    std::uint32_t number = 0;
    std::uint32_t key = 0;
};

/// Balls in order: place i has copy order[i]. More can be read behind a copy, up to a float.
template <class T, int N>
struct OrderedBalls {
    const NumberedBall<T, N>* copies = nullptr;
    const std::uint32_t* order = nullptr;
    std::size_t size = 0;

    [[gnu::always_inline]] const NumberedBall<T, N>& at(std::size_t i) const { return copies[order[i]]; }
};

/// Fills the blocks [begin, end) with balls times a power of two, and with their numbers, for whole blocks.
/// False when scaling has changed a ball. Defined in frame/place_lanes.hpp.
template <InstructionSet Set, int N>
bool place_blocks(const OrderedBalls<float, N>& from, std::size_t begin, std::size_t end, float factor,
                  BallBlock<float, N>* blocks, std::uint32_t* numbers);

/// A ball and the caller's number of it, as an even grid keeps them.
template <class T, int N>
struct BallRow {
    MovingBall<T, N> ball;
    std::uint32_t number = 0;
};

/// The balls of a tree or a grid by place, and what their numbers are outside.
template <class T, int N>
struct PlacedBalls {
    const BallBlock<T, N>* blocks = nullptr;  ///< the balls in another unit; null where that changes them
    const MovingBall<T, N>* balls = nullptr;  ///< where there are no such blocks
    const std::uint32_t* numbers = nullptr;
    const BallRow<T, N>* rows = nullptr;  ///< of a grid, instead of all this

    std::uint32_t number(std::uint32_t place) const {
        return rows != nullptr ? rows[place].number : numbers[place];
    }
};

}  // namespace carom::detail

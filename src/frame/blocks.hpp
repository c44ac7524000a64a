// Sixteen at a time: boxes, and balls that contain the caller's balls at every moment of the frame.
#pragma once

#include <cstddef>
#include <cstdint>

namespace carom::detail {

inline constexpr std::size_t kBlock = 16;

/// Axis-aligned boxes, a column for each bound. An empty place has lower = infinity and upper = -infinity.
template <class B, int N>
struct alignas(64) BoxBlock {
    B lower[N][kBlock];
    B upper[N][kBlock];
};

/// Moving balls, a column for each number, in the order of MovingBall.
template <class B, int N>
struct alignas(64) BallBlock {
    B center[N][kBlock];
    B radius[kBlock];
    B displacement[N][kBlock];
};

inline constexpr int kMostLevels = 8;

/// A tree of boxes over blocks of balls, sixteen children a node, all nodes of a level in one array: entry i
/// of a level covers the entries [16 i, 16 i + 16) below it. On level 0 an entry is a block of balls.
template <class B, int N>
struct TreeView {
    std::size_t blocks = 0;                  ///< of balls
    const BoxBlock<B, N>* boxes = nullptr;   ///< of each block of balls, the boxes of its balls
    const BallBlock<B, N>* balls = nullptr;  ///< of each block
    const BoxBlock<B, N>* level[kMostLevels]{};
    int levels = 0;  ///< the last one has one node
};

/// Pairs of places that cannot be told apart without exact arithmetic. Handed on when there is no room for a
/// block more.
struct Candidates {  // NOLINT(cppcoreguidelines-pro-type-member-init): written before it is read
    static constexpr std::size_t kRoom = 256;

    std::size_t size = 0;
    const void* context = nullptr;
    void (*hand_on)(const void* context, Candidates& all) = nullptr;  ///< sets `size` to 0
    std::uint32_t a[kRoom];
    std::uint32_t b[kRoom];
};

/// `hand_on` must outlive the candidates.
template <class F>
Candidates candidates_for(const F& hand_on) {
    Candidates candidates;
    candidates.context = &hand_on;
    candidates.hand_on = [](const void* context, Candidates& all) { (*static_cast<const F*>(context))(all); };
    return candidates;
}

}  // namespace carom::detail

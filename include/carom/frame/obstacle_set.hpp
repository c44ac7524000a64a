/// \file
/// Resting obstacles, sorted once, for many questions.
///
/// Each answer is the one of `first_contact` or `sweep` for the same obstacles. Tests:
/// tests/frame/obstacle_set_test.cpp.
#pragma once

#include <memory>
#include <vector>

#include "carom/core/abi.hpp"
#include "carom/pair/first_contact.hpp"

namespace carom {

/// Resting balls, half-spaces, planes and boxes in a tree of their own.
template <class T, int N>
class ObstacleSet {
public:
    /// Copies them. `obstacles.movers` must be empty.
    explicit ObstacleSet(const Obstacles<T, N>& obstacles);
    ~ObstacleSet();
    /// The other may only be assigned to or destroyed afterwards.
    ObstacleSet(ObstacleSet&&) noexcept;
    /// As moving into a new one.
    ObstacleSet& operator=(ObstacleSet&&) noexcept;

    /// The obstacles as copied; an index is the one of the span given.
    Obstacles<T, N> obstacles() const;

    /// The obstacle that stops the mover first: the answer of `first_contact`, in less time. A ray is a mover
    /// of radius 0.
    std::optional<FirstContact<T, N>> first_contact(const MovingBall<T, N>& mover) const;

    /// Every obstacle that the mover touches in the frame, in the order of (first, kind, index).
    std::vector<FirstContact<T, N>> contacts(const MovingBall<T, N>& mover) const;

    /// What the set occupies, in bytes.
    std::size_t memory() const;

    /// For the finder of this library.
    class Tree;
    /// For the finder of this library.
    const Tree& tree() const { return *tree_; }

private:
    std::unique_ptr<Tree> tree_;
};

}  // namespace carom

/// \file
/// Which of N moving balls touch during a frame, and when?
///
/// Every pair that touches is found once, decided exactly, with the bits that `sweep` gives for the two
/// balls. The answer depends on the balls alone: not on threads, instruction set, order of the input or on
/// how space is cut. How it works: docs/math/frame.md. Tests: tests/frame/frame_contact_finder_test.cpp.
/// Figures: docs/performance.md.
#pragma once

#include <memory>
#include <vector>

#include "carom/core/instruction_set.hpp"
#include "carom/frame/frame_balls.hpp"
#include "carom/frame/obstacle_set.hpp"
#include "carom/frame/workers.hpp"
#include "carom/pair/sweep.hpp"

namespace carom {

namespace detail {
template <class T, int N>
class FrameSearch;
}

/// Two balls that touch in the frame: the members of `Sweep` of the same names.
template <class T>
struct FrameContact {
    std::uint32_t a = 0;                       ///< the ball with the lower index
    std::uint32_t b = 0;                       ///< the other one
    T first = 0;                               ///< u of the first contact
    T last = 0;                                ///< u of the last contact
    ContactState state = ContactState::apart;  ///< never `apart`
};

/// A ball and an obstacle that touch in the frame.
template <class T>
struct ObstacleContact {
    std::uint32_t ball = 0;                    ///< which ball
    ObstacleId obstacle;                       ///< which obstacle
    T first = 0;                               ///< u of the first contact
    T last = 0;                                ///< u of the last contact
    ContactState state = ContactState::apart;  ///< never `apart`
};

/// Called with some of the contacts, on the calling thread; the span is valid during the call.
template <class T>
struct ContactVisitor {
    void* context = nullptr;                                                            ///< given back
    void (*visit)(void* context, std::span<const FrameContact<T>> contacts) = nullptr;  ///< not null
};

/// A box of the tree: it holds the ways of the balls below it.
template <int N>
struct FrameCell {
    Box<double, N> box;  ///< in the caller's coordinates, but for rounding
    int level = 0;       ///< 0 is a block of up to sixteen balls; each level above has sixteen boxes to one
};

/// How a finder works. No choice changes an answer.
struct FinderOptions {
    Workers workers;                                 ///< who does the work
    InstructionSet set = fastest_instruction_set();  ///< what it is done with
};

/// What the last call met.
struct FinderStatistics {
    std::size_t candidates = 0;  ///< pairs that came to the sweep test
    std::size_t contacts = 0;    ///< pairs in contact
};

/// Finds contacts frame by frame. It keeps its scratch memory, so that frames like the last one allocate
/// nothing. One call at a time.
template <class T, int N>
class FrameContactFinder {
public:
    /// Room for balls is taken with the first frame.
    explicit FrameContactFinder(const FinderOptions& options = {});
    ~FrameContactFinder();
    /// The other may only be assigned to or destroyed afterwards.
    FrameContactFinder(FrameContactFinder&&) noexcept;
    /// As moving into a new one.
    FrameContactFinder& operator=(FrameContactFinder&&) noexcept;

    /// All contacts, in the order of (first, a, b). The span is valid until the next call.
    std::span<const FrameContact<T>> find(const FrameBalls<T, N>& balls, const PairFilter& filter = {});

    /// For each ball that touches another its first entry in the answer of `find`, each entry once, in the
    /// same order. Memory grows with the balls, not with the contacts.
    std::span<const FrameContact<T>> find_earliest(const FrameBalls<T, N>& balls,
                                                   const PairFilter& filter = {});

    /// All contacts in bounded memory, some at a time, for scenes where nearly all balls touch each other.
    /// The order is the same in every run and on every machine, but not sorted. Works on the calling thread
    /// alone.
    void visit(const FrameBalls<T, N>& balls, ContactVisitor<T> visitor, const PairFilter& filter = {});

    /// All contacts of balls with obstacles, in the order of (first, ball, kind, index). The span is valid
    /// until the next such call.
    std::span<const ObstacleContact<T>> find(const FrameBalls<T, N>& balls,
                                             const ObstacleSet<T, N>& obstacles);

    /// Of the last call.
    FinderStatistics statistics() const;

    /// How a tree cuts the space of the last call, for pictures (carom/export/frame_svg.hpp) and for those
    /// who wonder. Even frames of like-sized balls are searched with a grid and get a tree for this answer
    /// only.
    std::vector<FrameCell<N>> cells() const;

    /// The scratch memory in bytes.
    std::size_t memory() const;

private:
    std::unique_ptr<detail::FrameSearch<T, N>> search_;
};

}  // namespace carom

// Which of many boxes meet a given one? A tree of boxes of eight children each, whose leaves are the balls.
//
// A node holds boxes around its children, which comparing alone decides: nothing is rounded. A box around
// many may be larger than needed until the tree is arranged anew. The shape of the tree decides the speed
// only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "carom/math/vec.hpp"

namespace carom::proof {

/// All points between two corners, the corners included; as made here, none at all.
template <int N>
struct BoundingBox {
    BoundingBox() {
        for (int k = 0; k < N; ++k) {
            lower[k] = std::numeric_limits<double>::infinity();
            upper[k] = -lower[k];
        }
    }
    BoundingBox(const Vec<double, N>& low, const Vec<double, N>& high) : lower(low), upper(high) {}

    bool meets(const BoundingBox& other) const {
        bool yes = true;
        for (int k = 0; k < N; ++k) {
            const bool below = lower[k] <= other.upper[k];
            const bool above = other.lower[k] <= upper[k];
            yes = yes & below & above;
        }
        return yes;
    }

    /// Grows until it holds the other one. False when it does already.
    bool enclose(const BoundingBox& other) {
        bool grows = false;
        for (int k = 0; k < N; ++k) {
            grows |= other.lower[k] < lower[k];
            grows |= other.upper[k] > upper[k];
            lower[k] = other.lower[k] < lower[k] ? other.lower[k] : lower[k];
            upper[k] = other.upper[k] > upper[k] ? other.upper[k] : upper[k];
        }
        return grows;
    }

    friend bool operator==(const BoundingBox&, const BoundingBox&) = default;

    Vec<double, N> lower;
    Vec<double, N> upper;
};

/// The boxes of eight children, in columns.
template <int N>
struct alignas(64) BoxNode {
    static constexpr std::size_t kChildren = 8;

    BoxNode() {
        for (std::size_t child = 0; child < kChildren; ++child) set(child, {});
    }

    void set(std::size_t child, const BoundingBox<N>& box) {
        for (int k = 0; k < N; ++k) {
            lower[k][child] = box.lower[k];
            upper[k][child] = box.upper[k];
        }
    }
    BoundingBox<N> box(std::size_t child) const {
        BoundingBox<N> box;
        for (int k = 0; k < N; ++k) {
            box.lower[k] = lower[k][child];
            box.upper[k] = upper[k][child];
        }
        return box;
    }

    /// Bit i: the box of child i meets this one.
    unsigned meeting(const BoundingBox<N>& box) const {
        unsigned bits = 0;
        for (std::size_t child = 0; child < kChildren; child += 2) bits |= two_meeting(child, box) << child;
        return bits;
    }

    double lower[N][kChildren]{};
    double upper[N][kChildren]{};

private:
    // NOLINTNEXTLINE(modernize-use-using): the attribute belongs to a typedef
    typedef double Two __attribute__((vector_size(16)));

    static Two two(const double* from) {
        Two lanes;
        std::memcpy(&lanes, from, sizeof lanes);
        return lanes;
    }

    unsigned two_meeting(std::size_t child, const BoundingBox<N>& box) const {
        auto yes = two(&lower[0][child]) <= box.upper[0] + Two{};
        yes &= box.lower[0] + Two{} <= two(&upper[0][child]);
        for (int k = 1; k < N; ++k) {
            yes &= two(&lower[k][child]) <= box.upper[k] + Two{};
            yes &= box.lower[k] + Two{} <= two(&upper[k][child]);
        }
#if defined(__SSE2__)
        return static_cast<unsigned>(_mm_movemask_pd(reinterpret_cast<__m128d>(yes)));
#else
        return (yes[0] != 0 ? 1U : 0U) | (yes[1] != 0 ? 2U : 0U);
#endif
    }
};

template <int N>
class BoxTree {
public:
    /// As many empty boxes as there are centres, sorted into the tree by them. No centre is NaN.
    explicit BoxTree(const std::vector<Vec<double, N>>& centers);

    /// Sorts the balls into the tree anew, by where they are now; their boxes stay.
    void arrange(const std::vector<Vec<double, N>>& centers);

    void set(std::size_t ball, const BoundingBox<N>& box);
    /// A box that holds all of them: the smallest one when the tree has just been arranged.
    const BoundingBox<N>& root() const { return root_; }

    /// Calls `visit` with each ball whose box meets the given one.
    template <class Visit>
    void for_each_meeting(const BoundingBox<N>& box, Visit visit) const {
        struct Place {
            std::size_t level;
            std::size_t node;
        };
        Place waiting[kMostLevels * Node::kChildren];
        std::size_t count = 0;
        waiting[count++] = {levels_.size() - 1, 0};
        while (count > 0) {
            const auto [level, node] = waiting[--count];
            for (unsigned bits = levels_[level][node].meeting(box); bits != 0; bits &= bits - 1) {
                const std::size_t child =
                    node * Node::kChildren + static_cast<std::size_t>(__builtin_ctz(bits));
                if (level == 0) {
                    visit(std::size_t{order_[child]});
                } else {
                    waiting[count++] = {level - 1, child};
                }
            }
        }
    }

private:
    using Node = BoxNode<N>;
    static constexpr std::size_t kMostLevels = 12;  // of 2^32 balls and more

    void split(std::size_t begin, std::size_t end, std::size_t share,
               const std::vector<Vec<double, N>>& centers);
    void enclose();

    BoundingBox<N> root_;
    std::vector<std::vector<Node>> levels_;  ///< from the balls up to a single node
    std::vector<std::uint32_t> order_;       ///< the balls, along the tree
    std::vector<std::uint32_t> place_;       ///< of each ball in it
};

}  // namespace carom::proof

// The join of a tree with itself in packs: nodes, then boxes, then a coarse sweep, sixteen at a time.
//
// Everything here depends on the width, so that code compiled for one instruction set never serves another.
#pragma once

#include "batch/coarse_filter.hpp"
#include "batch/lanes.hpp"
#include "core/prefetch.hpp"
#include "frame/box_lanes.hpp"
#include "frame/join.hpp"
#include "frame/lane_list.hpp"

namespace carom::detail {

/// The blocks of a tree that a ball on its way meets: `entry(block)` for each, in ascending order.
template <int W, class B, int N, class Entry>
class Descent : BoxLanes<W, B, N> {
    using Boxes = BoxLanes<W, B, N>;

public:
    using Query = typename Boxes::Query;
    using Way = typename Boxes::Way;

    /// No block behind `last` is met.
    Descent(const TreeView<B, N>& tree, std::size_t last, const Entry& entry)
        : tree_(tree), last_(last), entry_(entry) {}

    void run(const Query& query, const Way& way) { descend(query, way, tree_.levels - 1, 0); }

private:
    void descend(const Query& query, const Way& way, int level, std::size_t node) {
        const BoxBlock<B, N>& boxes = tree_.level[level][node];
        unsigned left = Boxes::along(boxes, way, Boxes::meeting(boxes, query));
        const std::size_t last = last_ >> (4 * level);
        if (node == last / kBlock) left &= (2U << (last % kBlock)) - 1;
        for (; left != 0; left &= left - 1) {
            const std::size_t below = node * kBlock + Boxes::lowest(left);
            if (level > 0) {
                descend(query, way, level - 1, below);
            } else {
                entry_(below);
            }
        }
    }

    const TreeView<B, N>& tree_;
    const std::size_t last_;
    const Entry& entry_;
};

/// W numbers fill a register.
template <int W, class B, int N>
class BlockJoin : BoxLanes<W, B, N> {
public:
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): the lists are written before they are read
    BlockJoin(const TreeView<B, N>& tree, Candidates& found) : tree_(tree), found_(found) {}
    BlockJoin(const BlockJoin&) = delete;
    BlockJoin& operator=(const BlockJoin&) = delete;

    void run(std::size_t begin, std::size_t end) {
        for (block_ = begin; block_ < end; ++block_) {
            if (!meet_blocks()) {
                met_count_ = 0;
                for (std::size_t lane = 0; lane < kBlock; ++lane) join_way(lane);
            }
            join();
        }
    }

private:
    using Boxes = BoxLanes<W, B, N>;
    using Real = Pack<B, W>;
    using Boxes::all;
    using Boxes::lowest;
    using List = LaneList<W>;

    /// The blocks before this one whose boxes meet its own, in ascending order, level by level. False when
    /// they are so many that its balls, which may be on long ways, should go one by one.
    [[gnu::flatten]] bool meet_blocks() {
        const auto query = Boxes::box_at(tree_.level[0], block_);
        met_[0] = 0;
        met_count_ = 1;
        for (int level = tree_.levels - 1; level >= 0; --level) {
            const std::size_t last = block_ >> (4 * level);
            const unsigned up_to_last = ((level > 0 ? 2U : 1U) << (last % kBlock)) - 1;
            std::size_t entries = 0;
            for (std::size_t i = 0; i < met_count_; ++i) {
                const std::uint32_t node = met_[i];
                const unsigned allowed = node == last / kBlock ? up_to_last : 0xFFFF;
                const unsigned bits = Boxes::meeting(tree_.level[level][node], query) & allowed;
                entries += List::append(below_ + entries, node * kBlock, bits);
            }
            if (entries > kMostMet) return false;
            std::swap(met_, below_);
            met_count_ = entries;
        }
        for (std::size_t i = 0; i < met_count_; ++i) prefetch(tree_.boxes[met_[i]]);
        return true;
    }

    void join_way(std::size_t lane) {
        const auto query = Boxes::box_at(&tree_.boxes[block_], lane);
        const auto way = Boxes::way_of(tree_.balls[block_], lane);
        const auto entry = [&](std::size_t other) {
            if (other == block_) return;
            const BoxBlock<B, N>& theirs = tree_.boxes[other];
            const unsigned meets = Boxes::along(theirs, way, Boxes::meeting(theirs, query));
            if (meets != 0) note_pairs(found_, block_ * kBlock + lane, other, near(lane, other, meets));
        };
        Descent<W, B, N, decltype(entry)>(tree_, block_, entry).run(query, way);
    }

    /// A ball of this block, `lane`, and some of another, number `block`.
    struct BlockOverlap {
        std::uint32_t block, lane, bits;
    };

    /// The balls of this block with each other and with those of the blocks met. Step by step for all of
    /// them, so that no branch depends on what is found: guessing wrong costs more than the comparisons.
    void join() {
        const std::size_t tests = find_lanes();
        const std::size_t sweeps = find_boxes(tests);
        const std::size_t left = find_near(sweeps);
        for (std::size_t i = 0; i < left; ++i) {
            note_pairs(found_, block_ * kBlock + near_[i].lane, near_[i].block, near_[i].bits);
        }
    }

    /// Which balls of this block meet the box of another block? Returns their number.
    [[gnu::flatten]] std::size_t find_lanes() {
        const BoxBlock<B, N>& mine = tree_.boxes[block_];
        std::size_t tests = 0;
        for (std::size_t i = 0; i < met_count_; ++i) {
            const unsigned bits = Boxes::meeting(mine, Boxes::box_at(tree_.level[0], met_[i]));
            tests += List::append(tests_ + tests, met_[i] * kBlock, bits);
        }
        return tests;
    }

    /// Which boxes of the other block does each of them meet?
    [[gnu::flatten]] std::size_t find_boxes(std::size_t tests) {
        const BoxBlock<B, N>& mine = tree_.boxes[block_];
        std::size_t count = 0;
        const auto test = [&](std::uint32_t other, std::uint32_t lane, unsigned allowed) {
            const unsigned bits = Boxes::meeting(tree_.boxes[other], Boxes::box_at(&mine, lane)) & allowed;
            boxes_[count] = {other, lane, bits};
            count += bits != 0 ? 1 : 0;
        };
        for (std::size_t i = 0; i < tests; ++i) test(tests_[i] / kBlock, tests_[i] % kBlock, 0xFFFF);
        // In its own block, every ball with those before it.
        for (std::uint32_t lane = 1; lane < kBlock; ++lane) {
            test(static_cast<std::uint32_t>(block_), lane, (1U << lane) - 1);
        }
        return count;
    }

    /// Which of their balls are not surely apart?
    std::size_t find_near(std::size_t sweeps) {
        constexpr std::size_t ahead = 4;
        std::size_t count = 0;
        for (std::size_t i = 0; i < sweeps; ++i) {
            if (i + ahead < sweeps) prefetch(tree_.balls[boxes_[i + ahead].block]);
            const unsigned bits = near(boxes_[i].lane, boxes_[i].block, boxes_[i].bits);
            near_[count] = {boxes_[i].block, boxes_[i].lane, bits};
            count += bits != 0 ? 1 : 0;
        }
        return count;
    }

    /// Of `meets`, the balls of the other block that ball `lane` of this one is not surely apart from.
    [[gnu::flatten]] unsigned near(std::size_t lane, std::size_t other, unsigned meets) const {
        const BallBlock<B, N>& mine = tree_.balls[block_];
        const BallBlock<B, N>& theirs = tree_.balls[other];
        unsigned apart = 0;
        for (int p = 0; p < Boxes::kPacks; ++p) {
            const int at = p * W;
            if (Boxes::kPacks > 1 && ((meets >> at) & ((1U << W) - 1)) == 0) continue;
            RelativeMotion<Real, N> m;
            for (int k = 0; k < N; ++k) {
                m.d[k] = load<B, W>(theirs.center[k] + at) - all(mine.center[k][lane]);
                m.w[k] = load<B, W>(theirs.displacement[k] + at) - all(mine.displacement[k][lane]);
            }
            m.r = load<B, W>(theirs.radius + at) + all(mine.radius[lane]);
            apart |= bits_of(surely_apart<B>(m)) << at;
        }
        return meets & ~apart;
    }

    template <class Block>
    static void prefetch(const Block& block) {
        const auto* const bytes = reinterpret_cast<const char*>(&block);
        for (std::size_t line = 0; line < sizeof(Block); line += 64) prefetch_line(bytes + line);
    }

public:
    static void note_pairs(Candidates& found, std::size_t a, std::size_t block, unsigned left) {
        if (left == 0) return;
        if (found.size + kBlock > Candidates::kRoom) found.hand_on(found.context, found);
        for (; left != 0; left &= left - 1) {
            found.a[found.size] = static_cast<std::uint32_t>(a);
            found.b[found.size++] = static_cast<std::uint32_t>(block * kBlock + lowest(left));
        }
    }

private:
    /// More than a block of balls meets unless their ways are long: 38 in a gas where they move 5 diameters.
    static constexpr std::size_t kMostMet = 128;

    const TreeView<B, N> tree_;
    Candidates& found_;
    std::size_t block_ = 0;
    static constexpr std::size_t kMostTests = (kMostMet + 1) * kBlock;
    /// Lists of this many entries before the next is appended.
    std::uint32_t lists_[2][kMostMet * kBlock + kBlock];
    std::uint32_t* met_ = lists_[0];
    std::uint32_t* below_ = lists_[1];
    std::size_t met_count_ = 0;
    std::uint32_t tests_[kMostMet * kBlock + kBlock];
    BlockOverlap boxes_[kMostTests + 1];
    BlockOverlap near_[kMostTests + 1];
};

template <class B>
constexpr int lanes_for(InstructionSet set) {
    return lanes_of(set) * (std::is_same_v<B, float> ? 2 : 1);
}

template <InstructionSet Set, class B, int N>
void bound_blocks(const BallBlock<B, N>* balls, BoxBlock<B, N>* boxes, BoxBlock<B, N>* nodes,
                  std::size_t begin, std::size_t end) {
    using Boxes = BoxLanes<lanes_for<B>(Set), B, N>;
    for (std::size_t block = begin; block < end; ++block) {
        Boxes::bound(balls[block], boxes[block]);
        Boxes::bound(boxes[block], nodes, block);
    }
}

template <InstructionSet Set, class B, int N>
void join_blocks(const TreeView<B, N>& tree, std::size_t begin, std::size_t end, Candidates& found) {
    BlockJoin<lanes_for<B>(Set), B, N>(tree, found).run(begin, end);
}

template <InstructionSet Set, class B, int N>
void meet_boxes(const TreeView<B, N>& tree, const MoverBlock<B, N>& movers, Candidates& found) {
    constexpr int lanes = lanes_for<B>(Set);
    using Boxes = BoxLanes<lanes, B, N>;
    if (tree.blocks == 0) return;
    for (std::size_t lane = 0; lane < movers.size; ++lane) {
        const auto query = Boxes::box_at(&movers.boxes, lane);
        const auto way = Boxes::way_of(movers.balls, lane);
        const auto entry = [&](std::size_t other) {
            const BoxBlock<B, N>& theirs = tree.boxes[other];
            const unsigned meets = Boxes::along(theirs, way, Boxes::meeting(theirs, query));
            BlockJoin<lanes, B, N>::note_pairs(found, movers.first + lane, other, meets);
        };
        Descent<lanes, B, N, decltype(entry)>(tree, tree.blocks, entry).run(query, way);
    }
}

}  // namespace carom::detail

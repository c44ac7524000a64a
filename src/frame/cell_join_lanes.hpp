// The join of an even grid with itself in packs.
//
// Everything here depends on the width, so that code compiled for one instruction set never serves another.
#pragma once

#include "batch/coarse_filter.hpp"
#include "batch/lanes.hpp"
#include "core/prefetch.hpp"
#include "frame/cell_join.hpp"
#include "frame/lane_list.hpp"
#include "math/four_lanes.hpp"

namespace carom::detail {

/// Where candidates go, counted in a register.
template <int W>
class CellCandidates {
public:
    using Ints = typename PackTypes<float, W>::Bits;

    explicit CellCandidates(Candidates& found) : found_(found), size_(found.size) {}

    /// Makes room for kBlock.
    [[gnu::always_inline]] void make_room() {
        constexpr std::size_t most = Candidates::kRoom - 2 * kBlock;
        if (__builtin_expect(static_cast<long>(size_ > most), 0) != 0) size_ = hand_on(found_, size_);
    }
    /// The pairs (a, b) of those lanes that have a bit.
    [[gnu::always_inline]] void note(unsigned bits, const Ints& a, const Ints& b) {
        LaneList<W>::append_lanes(found_.a + size_, a, bits);
        size_ += LaneList<W>::append_lanes(found_.b + size_, b, bits);
    }
    void note(std::uint32_t a, std::uint32_t b) {
        found_.a[size_] = a;
        found_.b[size_++] = b;
    }
    void end() { found_.size = size_; }

private:
    [[gnu::noinline]] static std::size_t hand_on(Candidates& found, std::size_t size) {
        found.size = size;
        found.hand_on(found.context, found);
        return found.size;
    }

    Candidates& found_;
    std::size_t size_;
};

/// Four rows of balls at a time, up to four balls of each, W / 4 of each in a register:
///
///     dx dy dz s | dx dy dz s | ...     from a ball to the next in row 0, s the sum of their reaches
///
/// and the same for the rows 1 to 3. Squared and added up, each group of four lanes has what is left of the
/// distances in the four rows.
template <int W, int N>
class CellJoin {
public:
    CellJoin(const CellView& view, Candidates& found) : view_(view), found_(found) {}

    [[gnu::always_inline]] void run(std::uint32_t begin, std::uint32_t end) {
        constexpr std::uint32_t step = N == 2 ? 2 : 4;
        std::uint32_t i = begin;
        for (; i + step <= end; i += step) join(i);
        for (; i < end; ++i) join_one(i);
        found_.end();
    }

private:
    using Four = FourLanes<W>;
    using Lanes = typename Four::Lanes;
    using Ints = typename CellCandidates<W>::Ints;
    static constexpr std::size_t kAhead = 40;  // balls that are asked for before they are met

    struct Rows {
        std::uint32_t ball[4], begin[4], size[4];
    };

    template <int... Lane>
    [[gnu::always_inline]] static Ints repeated(const std::uint32_t* x, std::integer_sequence<int, Lane...>) {
        return Ints{static_cast<int>(x[Lane % 4])...};
    }
    [[gnu::always_inline]] static Ints repeated(const std::uint32_t* x) {
        return repeated(x, std::make_integer_sequence<int, W>{});
    }
    template <int... Lane>
    [[gnu::always_inline]] static Ints groups(std::integer_sequence<int, Lane...>) {
        return Ints{Lane / 4 ...};
    }

    [[gnu::always_inline]] std::uint32_t cell(std::uint32_t i) const {
        return static_cast<std::uint32_t>(view_.cell[i]);
    }
    /// What is left of a ball's own row.
    [[gnu::always_inline]] void set_own(Rows& rows, int k, std::uint32_t i) const {
        rows.ball[k] = i;
        rows.begin[k] = i + 1;
        rows.size[k] = view_.end[cell(i) + 1] - (i + 1);
    }
    /// The three cells around `middle`, which lie side by side.
    [[gnu::always_inline]] void set_row(Rows& rows, int k, std::uint32_t i, std::uint32_t middle) const {
        rows.ball[k] = i;
        rows.begin[k] = view_.end[middle - 2];
        rows.size[k] = view_.end[middle + 1] - rows.begin[k];
    }
    [[gnu::always_inline]] void prefetch(std::uint32_t place) const {
        prefetch_line(view_.rows + (place + kAhead) * view_.row_bytes);
    }
    [[gnu::always_inline]] void join_neighbours(std::uint32_t i) {
        Rows rows{};
        for (int k = 0; k < 4; ++k) set_row(rows, k, i, cell(i) + view_.row[k]);
        prefetch(rows.begin[3]);
        meet(rows);
    }

    /// Two balls in 2D, four in 3D.
    [[gnu::always_inline]] void join(std::uint32_t i) {
        Rows rows;
        if constexpr (N == 2) {
            set_own(rows, 0, i);
            set_row(rows, 1, i, cell(i) + view_.row[0]);
            set_own(rows, 2, i + 1);
            set_row(rows, 3, i + 1, cell(i + 1) + view_.row[0]);
            prefetch(rows.begin[3]);
            meet(rows);
        } else {
            for (int k = 0; k < 4; ++k) set_own(rows, k, i + static_cast<std::uint32_t>(k));
            meet(rows);
            for (std::uint32_t k = 0; k < 4; ++k) join_neighbours(i + k);
        }
    }
    [[gnu::always_inline]] void join_one(std::uint32_t i) {
        Rows rows{};
        set_own(rows, 0, i);
        if constexpr (N == 2) set_row(rows, 1, i, cell(i) + view_.row[0]);
        meet(rows);
        if constexpr (N == 3) join_neighbours(i);
    }

    [[gnu::always_inline]] void meet(const Rows& rows) {
        Lanes ball[4];
        for (int k = 0; k < 4; ++k) {
            ball[k] = Four::repeated(view_.spheres + std::size_t{4} * rows.ball[k]) * signs(1, 1, 1, -1);
        }
        const Ints number = groups(std::make_integer_sequence<int, W>{});
        const Ints a = repeated(rows.ball);
        Ints b = repeated(rows.begin) + number;
        Ints left = repeated(rows.size) - number;
        std::uint32_t most = 0;
        for (const std::uint32_t size : rows.size) most = size > most ? size : most;
        for (std::uint32_t at = 0;;) {
            found_.make_room();
            for (int part = 0; part < 16 / W; ++part) {
                const Lanes gap = left > 0 ? gaps(rows, at, ball) : 1 + Lanes{};
                // Also where a gap is not a number.
                const unsigned bits = ~bits_of(Pack<float, W>(gap) > Pack<float, W>(Lanes{}));
                found_.note(bits & ((1U << W) - 1), a, b);
                b += W / 4;
                left -= W / 4;
                at += W / 4;
            }
            if (__builtin_expect(static_cast<long>(at >= most), 1) != 0) return;
        }
    }

    /// Squares of the distances of some middles minus those of the sums of reaches.
    [[gnu::always_inline]] Lanes gaps(const Rows& rows, std::uint32_t at, const Lanes* ball) const {
        Lanes x[4];
        for (int k = 0; k < 4; ++k) {
            const float* const some = view_.spheres + std::size_t{4} * (rows.begin[k] + at);
            const Lanes d = load<float, W>(some).lanes - ball[k];
            x[k] = d * d;
        }
        const Lanes p = Four::low(x[0], x[1]) + Four::high(x[0], x[1]) * signs(1, 1, -1, -1);
        const Lanes q = Four::low(x[2], x[3]) + Four::high(x[2], x[3]) * signs(1, 1, -1, -1);
        return Four::low_halves(p, q) + Four::high_halves(p, q);
    }

    [[gnu::always_inline]] static Lanes signs(float x, float y, float z, float w) {
        const float all[4]{x, y, z, w};
        return Four::repeated(all);
    }

    const CellView view_;
    CellCandidates<W> found_;
};

/// A mover, and spheres at rest.
template <int W, int N>
class MoverJoin {
public:
    MoverJoin(const CellView& view, const CellMover& mover, Candidates& found)
        : view_(view), mover_(mover), found_(found) {}

    void run(std::uint32_t place, std::size_t begin, std::size_t end) {
        for (std::size_t at = begin; at < end; at += W) meet(place, at, end);
        found_.end();
    }

private:
    using Real = Pack<float, W>;
    using Lanes = typename Real::Lanes;

    static Real all(float x) { return Real(x - Lanes{}); }

    [[gnu::always_inline]] void meet(std::uint32_t place, std::size_t at, std::size_t end) {
        Lanes rows[4], columns[4];
        for (std::size_t k = 0; k < 4; ++k) {
            const std::size_t first = std::min(at + k * (W / 4), end);
            rows[k] = load<float, W>(view_.spheres + 4 * first).lanes;
        }
        FourLanes<W>::transpose(rows, columns);
        RelativeMotion<Real, N> m;
        for (int k = 0; k < N; ++k) {
            m.d[k] = Real(columns[k]) - all(mover_.center[k]);
            m.w[k] = all(-mover_.displacement[k]);
        }
        m.r = Real(columns[3]) + all(mover_.radius);
        const unsigned bits = ~bits_of(surely_apart<float>(m)) & ((1U << W) - 1);
        if (bits == 0) return;
        found_.make_room();
        // In a group k the balls k, W / 4 + k, ...
        for (std::size_t i = 0; i < W && at + i < end; ++i) {
            if ((bits >> (i % (W / 4) * 4 + i / (W / 4)) & 1) != 0)
                found_.note(place, static_cast<std::uint32_t>(at + i));
        }
    }

    const CellView& view_;
    const CellMover& mover_;
    CellCandidates<W> found_;
};

template <InstructionSet Set, int N>
void join_cells(const CellView& view, std::size_t begin, std::size_t end, Candidates& found) {
    CellJoin<2 * lanes_of(Set), N>(view, found)
        .run(static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end));
}
template <InstructionSet Set, int N>
void meet_spheres(const CellView& view, const CellMover& mover, std::size_t place, std::size_t begin,
                  std::size_t end, Candidates& found) {
    MoverJoin<2 * lanes_of(Set), N>(view, mover, found).run(static_cast<std::uint32_t>(place), begin, end);
}

}  // namespace carom::detail

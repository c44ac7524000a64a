// The even grid of a frame of balls of like size.
#pragma once

#include <atomic>

#include "carom/frame/frame_balls.hpp"
#include "frame/buckets.hpp"
#include "frame/cell_join.hpp"
#include "frame/cell_map.hpp"
#include "frame/place.hpp"
#include "frame/scene_sample.hpp"

namespace carom::detail {

/// Balls in the order of the cells that they stand in, and behind them the few that are too large for a cell.
/// Many are moved twice: into buckets of cells that follow each other, and within each bucket.
template <class T, int N>
class BallGrid {
public:
    /// False, with nothing in it, when a tree serves these balls better: this depends on the balls alone.
    bool build(const FrameBalls<T, N>& balls, const SceneSample<T, N>& sample, const Workers& workers,
               InstructionSet set);

    /// The valid balls.
    std::size_t size() const { return in_cells_ + large_; }
    /// By place.
    const BallRow<T, N>* rows() const { return rows_.data(); }

    /// The pairs that may touch, one of them, the last of the two if it is large and the first if not, at a
    /// place in [begin, end) or, of a large one, with the other there.
    template <InstructionSet Set>
    void join(std::size_t begin, std::size_t end, Candidates& found) const {
        const CellView view = cell_view();
        if (begin < in_cells_) join_cells<Set, N>(view, begin, std::min(end, in_cells_), found);
        for (std::size_t i = 0; i < large_; ++i) {
            const std::size_t place = in_cells_ + i;
            meet<Set>(rows_.data()[place].ball, place, begin, std::min(end, place), found);
        }
    }

    /// The balls (b) that a path (a, number `place`) may meet, of those at the places [begin, end).
    template <InstructionSet Set>
    void meet(const MovingBall<T, N>& path, std::size_t place, std::size_t begin, std::size_t end,
              Candidates& found) const {
        const CellView view = cell_view();
        const CellMover mover = mover_of(path);
        const auto meet = [&](std::size_t from, std::size_t to) {
            from = std::max(from, begin);
            to = std::min(to, end);
            if (from < to) meet_spheres<Set, N>(view, mover, place, from, to, found);
        };
        const std::size_t last = std::min(end, in_cells_);
        if (begin < last) each_row_near(mover, begin, last, meet);
        meet(in_cells_, end);
    }

    std::size_t bytes() const;

private:
    /// How many may be too large for a cell: each is compared with all others.
    static std::size_t most_large(std::size_t balls) { return std::min<std::size_t>(16, balls / 512); }

    bool plan(const FrameBalls<T, N>& balls, const SceneSample<T, N>& sample);
    static bool suits(const SceneSample<T, N>& sample);
    void lay_out(const SceneSample<T, N>& sample);
    bool count(const FrameBalls<T, N>& balls, const Workers& workers, InstructionSet set);
    void move(const FrameBalls<T, N>& balls, const Workers& workers);
    void sort(const Workers& workers, InstructionSet set);
    void sort_at_once(const FrameBalls<T, N>& balls, InstructionSet set);
    void make_room(std::size_t size);
    void sort_bucket(std::size_t begin, std::size_t end);
    void close_cells();
    void put_spheres(std::size_t begin, std::size_t end, InstructionSet set);

    CellView cell_view() const;
    CellMover mover_of(const MovingBall<T, N>& ball) const;
    /// Cells along an axis that may hold what a mover meets.
    struct CellRange {
        std::int32_t first, last;
    };
    CellRange cells_near(const CellMover& mover, int axis) const;
    /// f(begin, end) for each row of such cells, of those that hold the places [begin, end) at least.
    template <class F>
    void each_row_near(const CellMover& mover, std::size_t begin, std::size_t end, const F& f) const {
        const std::int32_t across = map_.stride[N - 1];
        CellRange outer = cells_near(mover, N - 1);
        outer.first = std::max(outer.first, (cell_of_.data()[begin] - map_.first) / across);
        outer.last = std::min(outer.last, (cell_of_.data()[end - 1] - map_.first) / across);
        const CellRange inner = N == 2 ? CellRange{0, 0} : cells_near(mover, 1);
        const CellRange along = cells_near(mover, 0);
        for (std::int32_t i = outer.first; i <= outer.last; ++i) {
            for (std::int32_t j = inner.first; j <= inner.last; ++j) {
                const std::int32_t row = map_.first + i * across + (N == 2 ? 0 : j * map_.stride[1]);
                f(std::size_t{ends_.data()[row + along.first - 1]},
                  std::size_t{ends_.data()[row + along.last]});
            }
        }
    }
    std::size_t bucket(std::int32_t cell) const { return static_cast<std::size_t>(cell) >> shift_; }

    CellMap<T, N> map_;
    int shift_ = 0;  ///< from a cell to its bucket
    std::size_t bucket_count_ =
        0;  ///< of cells; two more are for large balls and for those that are not valid
    std::size_t in_cells_ = 0, large_ = 0;
    float largest_ = 0;  ///< reach, in cells
    Buckets buckets_;
    Scratch<std::int32_t> cells_;  ///< of the caller's balls
    Scratch<std::int32_t> moved_cells_;
    Scratch<BallRow<T, N>> moved_;
    Scratch<BallRow<T, N>> rows_;
    Scratch<std::int32_t> cell_of_;
    Scratch<std::uint32_t> ends_;
    Scratch<float> spheres_;
};

}  // namespace carom::detail

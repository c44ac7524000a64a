// Which of many boxes meet a given one? A grid of cells, each with the boxes that reach into it: for boxes of
// like sizes that are spread evenly. Others are better off in a tree (proof/box_tree.hpp).
//
// Cells at the border hold what lies beyond it too, so that a search never misses a box. Where cells stand
// decides the speed only.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "proof/box_tree.hpp"

namespace carom::proof {

template <int N>
class BoxGrid {
public:
    /// As many empty boxes as there are centres, in cells so wide. No centre is NaN.
    BoxGrid(const std::vector<Vec<double, N>>& centers, double width);

    /// Moves the cells to where the centres are now; the boxes stay.
    void arrange(const std::vector<Vec<double, N>>& centers);

    void set(std::size_t ball, const BoundingBox<N>& box);
    /// A box that holds all of them: the smallest one when the grid has just been arranged.
    const BoundingBox<N>& root() const { return root_; }

    /// When it was last arranged, balls were so uneven that a tree would be better.
    bool is_crowded() const { return crowded_; }

    /// Calls `visit` with each ball whose box meets the given one.
    template <class Visit>
    void for_each_meeting(const BoundingBox<N>& box, Visit visit) const {
        if (!box.meets(root_)) return;
        const Cells cells = cells_of(box);
        for_each_cell(cells, [&](const Corner& at, std::size_t cell) {
            for (const std::uint32_t ball : balls_in_[cell]) {
                const Entry& entry = entries_[ball];
                // In the first of the cells that both reach into.
                bool first = true;
                for (std::size_t k = 0; k < N; ++k)
                    first &= at[k] == std::max(cells.first[k], entry.cells.first[k]);
                if (first && entry.box.meets(box)) visit(std::size_t{ball});
            }
        });
    }

private:
    using Corner = std::array<std::int32_t, static_cast<std::size_t>(N)>;

    /// Those from the first to the last on each axis.
    struct Cells {
        Corner first{};
        Corner last{};
        friend bool operator==(const Cells&, const Cells&) = default;
    };
    struct Entry {
        BoundingBox<N> box;
        Cells cells;
        bool is_in = false;
    };

    void place(const std::vector<Vec<double, N>>& centers);
    void insert(std::uint32_t ball);
    void remove(std::uint32_t ball);

    Cells cells_of(const BoundingBox<N>& box) const {
        Cells cells;
        for (int k = 0; k < N; ++k) {
            const auto axis = static_cast<std::size_t>(k);
            cells.first[axis] = cell_at(box.lower[k], k);
            cells.last[axis] = cell_at(box.upper[k], k);
        }
        return cells;
    }
    std::int32_t cell_at(double x, int axis) const {
        const double most = count_[static_cast<std::size_t>(axis)] - 1;
        const double cell = (x - lower_[axis]) * per_width_[axis];
        return static_cast<std::int32_t>(cell > 0 ? std::min(cell, most) : 0);
    }

    template <class Visit>
    void for_each_cell(const Cells& cells, Visit visit) const {
        Corner at = cells.first;
        for (;;) {
            std::size_t row = static_cast<std::size_t>(at[N - 1]);
            for (int k = N - 2; k >= 0; --k) {
                const auto axis = static_cast<std::size_t>(k);
                row = row * static_cast<std::size_t>(count_[axis]) + static_cast<std::size_t>(at[axis]);
            }
            visit(at, row);
            std::size_t k = 0;
            while (k < N && at[k] == cells.last[k]) {
                at[k] = cells.first[k];
                ++k;
            }
            if (k == N) return;
            ++at[k];
        }
    }

    double width_;
    bool crowded_ = false;
    BoundingBox<N> root_;
    Vec<double, N> lower_;
    Vec<double, N> per_width_;
    Corner count_{};
    std::vector<std::vector<std::uint32_t>> balls_in_;  ///< by cell
    std::vector<Entry> entries_;                        ///< by ball
};

}  // namespace carom::proof

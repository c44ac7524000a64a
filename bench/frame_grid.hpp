// The yardstick of a frame's search: a plain uniform grid, sorted by cell, written with care but without
// vector instructions.
//
//   cells      as wide as the longest swept box of a ball, so that two boxes that meet begin in the same cell
//              or in neighbours; wider where there would be more than 4 a ball
//   bullets    the few balls (at most 64) with boxes 8 times longer than those of all others: kept out of the
//              grid, each against all
//   search     each ball against the rest of its cell and half of the neighbours, whole rows of cells at a
//   time pair       boxes, then a sweep in plain numbers that throws away only what surely stays apart, then
//   `sweep`
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "carom/geom/box.hpp"
#include "frame_contacts.hpp"

namespace carom::frames {

/// The box of the whole move; a little too large, for its own roundings.
template <class T, int N>
[[gnu::always_inline]] inline Box<T, N> swept_box(const MovingBall<T, N>& ball) {
    constexpr T rounding = 4 * std::numeric_limits<T>::epsilon();
    Box<T, N> box;
    for (int k = 0; k < N; ++k) {
        const T from = ball.center[k];
        const T to = from + ball.displacement[k];
        const T reach = ball.radius + rounding * (std::fabs(from) + std::fabs(to) + ball.radius);
        box.lower[k] = std::min(from, to) - reach;
        box.upper[k] = std::max(from, to) + reach;
    }
    return box;
}

template <class T, int N>
T longest_side(const Box<T, N>& box) {
    T longest = 0;
    for (int k = 0; k < N; ++k) longest = std::max(longest, box.upper[k] - box.lower[k]);
    return longest;
}

/// A box in whole numbers of 20 bits, all axes in one word with a spare bit above each. Any map that never
/// falls keeps boxes that meet meeting, so the roundings on the way here do no harm.
struct PackedBox {
    static constexpr int kBits = 20;
    static constexpr std::uint64_t kSpare = (1ULL << 20) | (1ULL << 41) | (1ULL << 62);

    std::uint64_t lower = 0;
    std::uint64_t upper = 0;  ///< with the spare bits set

    /// On each axis a spare bit survives when upper >= lower. Without a branch.
    bool meets(const PackedBox& other) const {
        return ((upper - other.lower) & (other.upper - lower) & kSpare) == kSpare;
    }
};

/// True only when the two surely stay apart. The sums below have fewer than 20 roundings, each below 2^-52 of
/// the sum of the sizes; lengths are near 1, so nothing underflows. Without a branch.
template <class T, int N>
bool surely_apart(const MovingBall<T, N>& x, const MovingBall<T, N>& y) {
    constexpr double slack = 0x1p-45;
    double square = 0;
    double a = 0;
    double b = 0;
    for (int k = 0; k < N; ++k) {
        const double d = static_cast<double>(y.center[k]) - static_cast<double>(x.center[k]);
        const double w = static_cast<double>(y.displacement[k]) - static_cast<double>(x.displacement[k]);
        square += d * d;
        a += w * w;
        b += d * w;
    }
    const double r = static_cast<double>(x.radius) + static_cast<double>(y.radius);
    const double size = square + r * r;
    const double c = square - r * r;
    const double b_slack = slack * (size + a);  // |d.w| is at most half of d.d + w.w
    const unsigned starts_apart = c > slack * size;
    const unsigned parts = b > b_slack;
    const unsigned passes_by = b * b < a * c - slack * (a * size);
    const unsigned too_late =
        static_cast<unsigned>(a + b < -b_slack) & static_cast<unsigned>(c + b + b + a > 2 * b_slack);
    return (starts_apart & (parts | passes_by | too_late)) != 0;
}

template <class T, int N>
class PlainGrid {
public:
    /// All contacts, in the order of (first, a, b); valid until the next call.
    std::span<const FrameContact<T>> find(std::span<const MovingBall<T, N>> balls) {
        candidates_ = 0;
        contacts_.clear();
        pairs_.resize(kBatch + kPiece);
        waiting_ = 0;
        lay_out(balls);
        fill(balls);
        for_each_range([this](std::uint32_t i, std::uint32_t from, std::uint32_t to) { meet(i, from, to); });
        test_waiting();
        return sorter_.sorted(contacts_, balls.size());
    }
    /// Tests of two boxes that `find` would make.
    double tests(std::span<const MovingBall<T, N>> balls) {
        lay_out(balls);
        fill(balls);
        double count = 0;
        for_each_range([&](std::uint32_t, std::uint32_t from, std::uint32_t to) { count += to - from; });
        return count;
    }
    /// Pairs that came to `sweep`.
    std::size_t candidates() const { return candidates_; }
    std::size_t memory() const {
        const auto bytes = [](const auto& vector) { return vector.capacity() * sizeof vector[0]; };
        return sorter_.memory() + bytes(contacts_) + bytes(cell_of_) + bytes(coarse_begin_) + bytes(begin_) +
               bytes(unsorted_) + bytes(entries_) + bytes(boxes_) + bytes(pairs_);
    }

private:
    struct Entry {
        MovingBall<T, N> ball;
        std::uint32_t id = 0;
        std::uint32_t cell = 0;
    };
    struct Pair {
        std::uint32_t i, j;  ///< entries
    };
    static constexpr std::size_t kMostBullets = 64;
    static constexpr T kBulletFactor = 8;
    static constexpr std::size_t kBatch = 1024;  ///< pairs that wait for their sweep
    static constexpr std::size_t kPiece = 1024;  ///< of a range of entries
    static constexpr T kHuge = std::numeric_limits<T>::max();

    /// The longest boxes, one more than there may be bullets: a heap with the shortest of them in front.
    class Longest {
    public:
        void add(T side) {
            if (heap_.size() > kMostBullets) {
                if (side <= heap_.front()) return;
                std::pop_heap(heap_.begin(), heap_.end(), std::greater<>{});
                heap_.pop_back();
            }
            heap_.push_back(side);
            std::push_heap(heap_.begin(), heap_.end(), std::greater<>{});
        }
        /// The longest box that is none of a bullet.
        T without_bullets() const {
            std::vector<T> sorted = heap_;
            std::sort(sorted.begin(), sorted.end(), std::greater<>{});
            T longest = sorted.empty() ? 0 : sorted.front();
            for (std::size_t i = 1; i < sorted.size(); ++i) {
                if (sorted[i - 1] > kBulletFactor * sorted[i]) longest = sorted[i];
            }
            return longest;
        }
        bool has_bullets() const {
            return !heap_.empty() && without_bullets() < *std::max_element(heap_.begin(), heap_.end());
        }

    private:
        std::vector<T> heap_;
    };
    /// Where the lower corners of boxes are.
    struct Extent {
        Vec<T, N> lower, upper;
        Longest longest;

        double along(int k) const { return static_cast<double>(upper[k]) - static_cast<double>(lower[k]); }
    };
    /// Of the boxes no longer than `limit`.
    static Extent extent(std::span<const MovingBall<T, N>> balls, T limit) {
        Extent all;
        for (int k = 0; k < N; ++k) {
            all.lower[k] = kHuge;
            all.upper[k] = -kHuge;
        }
        for (const auto& ball : balls) {
            const Box<T, N> box = swept_box(ball);
            const T side = longest_side(box);
            if (side > limit) continue;
            all.longest.add(side);
            for (int k = 0; k < N; ++k) {
                all.lower[k] = std::min(all.lower[k], box.lower[k]);
                all.upper[k] = std::max(all.upper[k], box.lower[k]);
            }
        }
        return all;
    }

    void lay_out(std::span<const MovingBall<T, N>> balls) {
        Extent all = extent(balls, kHuge);
        limit_ = all.longest.without_bullets();
        if (all.longest.has_bullets()) all = extent(balls, limit_);
        double side = static_cast<double>(limit_) * 1.0001;  // more than the roundings of a cell's number
        while (cells_at(side, all) > 4 * static_cast<double>(balls.size()) + 64) side *= 1.1;
        double widest = 0;
        std::uint32_t stride = 1;
        for (int k = 0; k < N; ++k) {
            lower_[k] = static_cast<double>(all.lower[k]);
            widest = std::max(widest, all.along(k));
            stride_[k] = stride;
            stride *= static_cast<std::uint32_t>(across(side, all.along(k)));
        }
        cells_ = stride;
        per_side_ = 1 / side;
        per_step_ = (1 << PackedBox::kBits) / (widest + 2 * side);
    }
    /// Cells along an axis, with an empty one at either end.
    static double across(double side, double extent) { return std::floor(extent / side * 1.0001) + 3; }
    static double cells_at(double side, const Extent& all) {
        double cells = 1;
        for (int k = 0; k < N; ++k) cells *= across(side, all.along(k));
        return cells;
    }

    std::uint32_t cell(const Box<T, N>& box) const {
        std::uint32_t number = 0;
        for (int k = 0; k < N; ++k) {
            const double from = (static_cast<double>(box.lower[k]) - lower_[k]) * per_side_;
            number += (static_cast<std::uint32_t>(static_cast<std::int64_t>(from)) + 1) * stride_[k];
        }
        return number;
    }
    PackedBox packed(const Box<T, N>& box) const {
        constexpr double most = (1 << PackedBox::kBits) - 1;
        PackedBox result{0, PackedBox::kSpare};
        const auto place = [&](T x, int k) {
            const double steps = (static_cast<double>(x) - lower_[k]) * per_step_;
            const auto whole = static_cast<std::int64_t>(std::min(std::max(steps, 0.0), most));
            return static_cast<std::uint64_t>(whole) << (k * (PackedBox::kBits + 1));
        };
        for (int k = 0; k < N; ++k) {
            result.lower |= place(box.lower[k], k);
            result.upper |= place(box.upper[k], k);
        }
        return result;
    }

    /// Sorts the balls by cell, the bullets last: a counting sort, after a coarse one that serves only to
    /// keep it in the cache.
    void fill(std::span<const MovingBall<T, N>> balls) {
        const int shift = std::max(0, static_cast<int>(std::bit_width(cells_)) - 9);
        coarse_begin_.assign((cells_ >> shift) + 2, 0);
        cell_of_.resize(balls.size());
        for (std::size_t i = 0; i < balls.size(); ++i) {
            const Box<T, N> box = swept_box(balls[i]);
            const std::uint32_t c = longest_side(box) > limit_ ? cells_ : cell(box);
            cell_of_[i] = c;
            ++coarse_begin_[(c >> shift) + 1];
        }
        for (std::size_t c = 1; c < coarse_begin_.size(); ++c) coarse_begin_[c] += coarse_begin_[c - 1];
        unsorted_.resize(balls.size());
        for (std::size_t i = 0; i < balls.size(); ++i) {
            const std::uint32_t c = cell_of_[i];
            unsorted_[coarse_begin_[c >> shift]++] = {balls[i], static_cast<std::uint32_t>(i), c};
        }
        sort_by_cell();
    }
    void sort_by_cell() {
        begin_.assign(std::size_t{cells_} + 3, 0);
        for (const Entry& entry : unsorted_) ++begin_[entry.cell + 2];
        for (std::size_t c = 2; c < begin_.size(); ++c) begin_[c] += begin_[c - 1];
        entries_.resize(unsorted_.size());
        boxes_.resize(unsorted_.size());
        for (const Entry& entry : unsorted_) {
            const std::uint32_t place = begin_[entry.cell + 1]++;
            entries_[place] = entry;
            boxes_[place] = packed(swept_box(entry.ball));
        }
    }

    /// Calls f(i, from, to) for entry i and each range of entries that it may meet, each pair once.
    template <class F>
    void for_each_range(F f) const {
        const std::uint32_t in_grid = begin_[cells_];
        for (std::uint32_t i = 0; i < in_grid; ++i) {
            const std::uint32_t c = entries_[i].cell;
            const auto row = [&](std::uint32_t middle) { f(i, begin_[middle - 1], begin_[middle + 2]); };
            f(i, i + 1, begin_[c + 2]);
            row(c + stride_[1]);
            if constexpr (N == 3) {
                row(c + stride_[2] - stride_[1]);
                row(c + stride_[2]);
                row(c + stride_[2] + stride_[1]);
            }
        }
        for (auto i = in_grid; i < entries_.size(); ++i) f(i, 0, i);
    }

    /// Entry i against a range of entries.
    void meet(std::uint32_t i, std::uint32_t from, std::uint32_t to) {
        const PackedBox box = boxes_[i];
        std::size_t waiting = waiting_;
        while (from < to) {
            const std::uint32_t stop = std::min<std::uint32_t>(to, from + kPiece);
            for (std::uint32_t j = from; j < stop; ++j) {
                pairs_[waiting] = {i, j};
                waiting += box.meets(boxes_[j]) ? 1 : 0;
            }
            from = stop;
            if (waiting >= kBatch) {
                waiting_ = waiting;
                test_waiting();
                waiting = 0;
            }
        }
        waiting_ = waiting;
    }

    void test_waiting() {
        std::size_t left = 0;
        for (std::size_t p = 0; p < waiting_; ++p) {
            const Pair pair = pairs_[p];
            pairs_[left] = pair;
            left += surely_apart(entries_[pair.i].ball, entries_[pair.j].ball) ? 0 : 1;
        }
        for (std::size_t p = 0; p < left; ++p) test(entries_[pairs_[p].i], entries_[pairs_[p].j]);
        candidates_ += left;
        waiting_ = 0;
    }
    void test(const Entry& x, const Entry& y) {
        const Sweep<T, N> s = sweep(x.ball, y.ball);
        if (!s) return;
        contacts_.push_back({std::min(x.id, y.id), std::max(x.id, y.id), s.first, s.last, s.state});
    }

    T limit_ = 0;  ///< the longest box in the grid
    Vec<double, N> lower_;
    double per_side_ = 0;
    double per_step_ = 0;
    Vec<std::uint32_t, N> stride_;
    std::uint32_t cells_ = 0;
    std::vector<std::uint32_t> cell_of_, coarse_begin_, begin_;
    std::vector<Entry> unsorted_, entries_;
    std::vector<PackedBox> boxes_;
    std::vector<Pair> pairs_;
    std::size_t waiting_ = 0;
    std::size_t candidates_ = 0;
    std::vector<FrameContact<T>> contacts_;
    ContactSorter<T> sorter_;
};

}  // namespace carom::frames

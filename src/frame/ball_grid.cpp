// Building the even grid of a frame.
#include "frame/ball_grid.hpp"

#include "core/instantiate.hpp"
#include "core/prefetch.hpp"
#include "frame/row_source.hpp"

namespace carom::detail {
namespace {

template <class T, int N>
void copy_ball(const T* numbers, MovingBall<T, N>& to) {
    static_assert(sizeof to == (2 * N + 1) * sizeof(T));
    std::memcpy(static_cast<void*>(&to), numbers, sizeof to);
}

}  // namespace

/// Counts the balls of each bucket. False when too many are large.
template <class T, int N>
bool BallGrid<T, N>::count(const FrameBalls<T, N>& balls, const Workers& workers, InstructionSet set) {
    std::int32_t* const cells = cells_.room(balls.size);
    std::atomic<float> largest{0};
    std::atomic<std::size_t> large{0};
    const RowSource<T, N> source(balls);
    buckets_.count(
        balls.size, bucket_count_ + 2, workers, [&](const IndexRange& part, std::uint32_t* counts) {
            float mine = 0;
            source.each(part.begin, part.end,
                        [&](std::size_t at, const BallRows<T, N>& rows, std::size_t count) {
                            const float reach = for_instruction_set(set, [&]<InstructionSet Set>() {
                                return set_cells<Set>(map_, rows, count, cells + at);
                            });
                            mine = std::max(mine, reach);
                            for (std::size_t i = at; i < at + count; ++i) ++counts[bucket(cells[i])];
                        });
            large += counts[bucket_count_];
            for (float seen = largest; seen < mine && !largest.compare_exchange_weak(seen, mine);) {
            }
        });
    largest_ = largest;
    large_ = large;
    return large_ <= most_large(balls.size);
}

template <class T, int N>
void BallGrid<T, N>::move(const FrameBalls<T, N>& balls, const Workers& workers) {
    BallRow<T, N>* const moved = moved_.room(balls.size + 1);
    std::int32_t* const moved_cells = moved_cells_.room(balls.size);
    const std::int32_t* const cells = cells_.data();
    const RowSource<T, N> source(balls);
    // NOLINTNEXTLINE(readability-non-const-parameter): the inner function changes them
    buckets_.move(workers, [&](const IndexRange& part, std::uint32_t* places) {
        source.each(part.begin, part.end, [&](std::size_t at, const BallRows<T, N>& rows, std::size_t count) {
            for (std::size_t i = 0; i < count; ++i) {
                const std::int32_t cell = cells[at + i];
                const std::uint32_t place = places[bucket(cell)]++;
                copy_ball(rows.at(i), moved[place].ball);
                moved[place].number = static_cast<std::uint32_t>(at + i);
                moved_cells[place] = cell;
            }
        });
    });
    in_cells_ = buckets_.end(bucket_count_ - 1);
    large_ = buckets_.end(bucket_count_) - in_cells_;
}

/// A counting sort in each bucket, which fits a cache.
template <class T, int N>
void BallGrid<T, N>::sort(const Workers& workers, InstructionSet set) {
    make_room(size());
    buckets_.each(bucket_count_, workers, [&](std::size_t) {
        return [this, set](std::size_t begin, std::size_t end) {
            sort_bucket(begin, end);
            put_spheres(begin, end, set);
        };
    });
    close_cells();
    std::copy_n(moved_.data() + in_cells_, large_, rows_.data() + in_cells_);
    put_spheres(in_cells_, size(), set);
}

/// All at once, where that fits a cache.
template <class T, int N>
void BallGrid<T, N>::sort_at_once(const FrameBalls<T, N>& balls, InstructionSet set) {
    const std::int32_t* const cells = cells_.data();
    make_room(balls.size);
    std::uint32_t* const ends = ends_.data();
    const auto cell_count = static_cast<std::size_t>(map_.cells);
    std::fill_n(ends, cell_count, 0U);
    for (std::size_t i = 0; i < balls.size; ++i) {
        if (cells[i] < map_.large) ++ends[cells[i]];
    }
    std::uint32_t sum = 0;
    for (std::size_t cell = 0; cell < cell_count; ++cell) sum += std::exchange(ends[cell], sum);
    in_cells_ = sum;
    BallRow<T, N>* const rows = rows_.data();
    const auto put = [&](std::size_t place, const T* numbers, std::size_t number) {
        copy_ball(numbers, rows[place].ball);
        rows[place].number = static_cast<std::uint32_t>(number);
    };
    large_ = 0;
    RowSource<T, N>(balls).each(0, balls.size,
                                [&](std::size_t at, const BallRows<T, N>& from, std::size_t count) {
                                    for (std::size_t i = 0; i < count; ++i) {
                                        const std::int32_t cell = cells[at + i];
                                        if (cell < map_.large) {
                                            const std::uint32_t place = ends[cell]++;
                                            put(place, from.at(i), at + i);
                                            cell_of_.data()[place] = cell;
                                        } else if (cell == map_.large) {
                                            put(in_cells_ + large_++, from.at(i), at + i);
                                        }
                                    }
                                });
    put_spheres(0, size(), set);
}

template <class T, int N>
void BallGrid<T, N>::make_room(std::size_t size) {
    rows_.room(size + kBlock);
    cell_of_.room(size);
    spheres_.room(4 * (size + kBlock));
    ends_.room(bucket_count_ << shift_);
}

template <class T, int N>
void BallGrid<T, N>::sort_bucket(std::size_t begin, std::size_t end) {
    constexpr std::size_t ahead = 2048;
    const std::int32_t* const cells = moved_cells_.data();
    const BallRow<T, N>* const moved = moved_.data();
    BallRow<T, N>* const rows = rows_.data();
    std::uint32_t* const ends = ends_.data();
    std::uint32_t* const first = ends + (bucket(cells[begin]) << shift_);
    std::uint32_t* const last = first + (std::size_t{1} << shift_);
    std::fill(first, last, 0U);
    for (std::size_t i = begin; i < end; ++i) ++ends[cells[i]];
    auto sum = static_cast<std::uint32_t>(begin);
    for (std::uint32_t* cell = first; cell < last; ++cell) sum += std::exchange(*cell, sum);
    // In two arrays at once the hardware does not look ahead far enough.
    const auto* const from = reinterpret_cast<const std::byte*>(moved);
    const auto* const to = reinterpret_cast<const std::byte*>(rows);
    for (std::size_t i = begin; i < end; ++i) {
        prefetch_line(from + (i + ahead) * sizeof *moved);
        prefetch_line(to + (i + ahead) * sizeof *rows);
        const std::uint32_t place = ends[cells[i]]++;
        rows[place] = moved[i];
        cell_of_.data()[place] = cells[i];
    }
}

/// The cells of a bucket with no balls end where the bucket before ends.
template <class T, int N>
void BallGrid<T, N>::close_cells() {
    const std::size_t cells = std::size_t{1} << shift_;
    for (std::size_t b = 0, begin = 0; b < bucket_count_; begin = buckets_.end(b++)) {
        if (buckets_.end(b) > begin) continue;
        std::fill_n(ends_.data() + b * cells, cells, static_cast<std::uint32_t>(begin));
    }
}

template <class T, int N>
void BallGrid<T, N>::put_spheres(std::size_t begin, std::size_t end, InstructionSet set) {
    const BallRow<T, N>* const rows = rows_.data() + begin;
    const BallRows<T, N> from{reinterpret_cast<const T*>(rows), sizeof *rows};
    for_instruction_set(set, [&]<InstructionSet Set>() {
        set_spheres<Set>(map_, from, end - begin, spheres_.data() + 4 * begin);
    });
}

template <class T, int N>
bool BallGrid<T, N>::build(const FrameBalls<T, N>& balls, const SceneSample<T, N>& sample,
                           const Workers& workers, InstructionSet set) {
    in_cells_ = large_ = 0;
    if (!plan(balls, sample)) return false;
    if (!count(balls, workers, set)) {
        // The sample has missed those that are a little larger.
        if (!(largest_ <= 0.75F)) return false;
        map_.per_length *= static_cast<T>(0.499F / largest_);
        lay_out(sample);
        if (!count(balls, workers, set)) return false;
    }
    if (bucket_count_ == 1) {
        sort_at_once(balls, set);
    } else {
        move(balls, workers);
        sort(workers, set);
    }
    return true;
}

template <class T, int N>
CellView BallGrid<T, N>::cell_view() const {
    CellView view;
    view.spheres = spheres_.data();
    view.cell = cell_of_.data();
    view.end = ends_.data();
    view.rows = reinterpret_cast<const std::byte*>(rows_.data());
    view.row_bytes = sizeof(BallRow<T, N>);
    const auto along_y = static_cast<std::uint32_t>(map_.stride[1]);
    view.row[0] = along_y;
    if constexpr (N == 3) {
        const auto along_z = static_cast<std::uint32_t>(map_.stride[2]);
        view.row[1] = along_z - along_y;
        view.row[2] = along_z;
        view.row[3] = along_z + along_y;
    }
    return view;
}

/// Rounded, with all that rounding moves it in the radius.
template <class T, int N>
CellMover BallGrid<T, N>::mover_of(const MovingBall<T, N>& ball) const {
    const auto unit = static_cast<double>(map_.per_length);
    CellMover mover;
    double growth = 0;
    const auto rounded = [&](double x, double from) {
        const auto result = static_cast<float>(x);
        growth += std::fabs(x - static_cast<double>(result)) + 0x1p-50 * from;
        return result;
    };
    for (int k = 0; k < N; ++k) {
        const double center = static_cast<double>(ball.center[k]) * unit;
        const double corner = static_cast<double>(map_.corner[k]) * unit;
        const double moves = static_cast<double>(ball.displacement[k]) * unit;
        mover.center[k] = rounded(center - corner, std::fabs(center) + std::fabs(corner));
        mover.displacement[k] = rounded(moves, std::fabs(moves));
    }
    const double radius = static_cast<double>(ball.radius) * unit + growth;
    mover.radius = static_cast<float>(radius * (1 + 0x1p-20) + 0x1p-40);
    return mover;
}

/// Numbers that overflow lead to all cells.
template <class T, int N>
auto BallGrid<T, N>::cells_near(const CellMover& mover, int axis) const -> CellRange {
    const float from = mover.center[axis];
    const float moves = mover.displacement[axis];
    const float reach =
        (mover.radius + 0.5F) + 0x1p-20F * (std::fabs(from) + std::fabs(moves) + mover.radius);
    const float part = axis == 0 ? map_.along_row : 1;
    const float lower = (from + std::min(moves, 0.0F) - reach) * part;
    const float upper = (from + std::max(moves, 0.0F) + reach) * part;
    const float last = map_.last[axis];
    return {
        lower > 0 ? static_cast<std::int32_t>(std::min(lower, last)) : 0,
        upper < last ? static_cast<std::int32_t>(std::max(upper, 0.0F)) : static_cast<std::int32_t>(last)};
}

template <class T, int N>
std::size_t BallGrid<T, N>::bytes() const {
    return buckets_.bytes() + cells_.bytes() + moved_cells_.bytes() + moved_.bytes() + rows_.bytes() +
           cell_of_.bytes() + ends_.bytes() + spheres_.bytes();
}

#define CAROM_INSTANTIATE(T, N) template class BallGrid<T, N>;
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)
#undef CAROM_INSTANTIATE

}  // namespace carom::detail

// Does an even grid serve the balls of a frame, and what should its cells be?
//
// The answer depends on the balls alone, and nearly always on a sample of them, so that scenes for which the
// tree is better pay little. Any answer is right.
#include <array>

#include "core/instantiate.hpp"
#include "frame/ball_grid.hpp"
#include "frame/read_balls.hpp"

namespace carom::detail {
namespace {

/// They and their cells fit a cache of a megabyte.
constexpr std::size_t kMostInOneBucket = std::size_t{1} << 15;
/// Cells have numbers of 32 bits.
constexpr std::size_t kMostInGrid = std::size_t{1} << 28;

/// The mean of |displacement|, summed over the axes, in radii. The sphere around a long way meets many others
/// that the ball does not: with moves of 3 radii in 2D, of 1.6 in 3D, tree and grid take the same time.
template <int N>
constexpr double kMostMoves = N == 2 ? 4.0 : 2.5;

/// Cells a ball, empty or not.
constexpr double kMostCells = 8;
/// Where there would be so many times as many, cells are made larger; where there would be more, balls that
/// stand close together in a few cells would have too many neighbours.
constexpr double kMostWider = 4;
/// Balls in the cells where most of them are.
constexpr double kMostInCell = 12;

/// Along an axis, for a look at how evenly balls are spread.
template <int N>
constexpr int kBoxes = N == 2 ? 8 : 4;

/// How many times as many pairs of balls are in the same box as would be if they were spread evenly.
template <class T, int N>
double crowding(const FrameBalls<T, N>& balls, const SceneSample<T, N>& sample) {
    constexpr std::size_t boxes = 64;
    std::array<int, boxes> counts{};
    Vec<T, N> per_length;
    for (int k = 0; k < N; ++k) {
        const T width = sample.middles.upper[k] - sample.middles.lower[k];
        per_length[k] = width > 0 ? static_cast<T>(kBoxes<N>) / width : T{0};
    }
    for (std::size_t i = 0; i < sample.count; ++i) {
        const MovingBall<T, N> ball = ball_at(balls, sample.which[i]);
        int box = 0;
        for (int k = 0; k < N; ++k) {
            const T x = (middle(ball, k) - sample.middles.lower[k]) * per_length[k];
            const T inside = std::fmin(std::fmax(x, T{0}), T(kBoxes<N> - 1));
            box = box * kBoxes<N> + static_cast<int>(inside);
        }
        ++counts[static_cast<std::size_t>(box)];
    }
    double pairs = 0;
    for (const int count : counts) pairs += static_cast<double>(count) * (count - 1);
    const auto count = static_cast<double>(sample.count);
    return pairs * boxes / (count * (count - 1));
}

/// The largest radius of a sphere around a way, with all errors of its place, of those that are not much
/// larger than most.
template <class T, int N>
double largest_reach(const FrameBalls<T, N>& balls, const SceneSample<T, N>& sample) {
    constexpr double error = std::is_same_v<T, float> ? 0x1p-20 : 0x1p-49;
    double largest = 0;
    for (std::size_t i = 0; i < sample.count; ++i) {
        const MovingBall<T, N> ball = ball_at(balls, sample.which[i]);
        if (size_of(ball) > sample.kMuchLarger * sample.size) continue;
        double square = 0;
        double numbers = 0;
        for (int k = 0; k < N; ++k) {
            const auto moves = static_cast<double>(ball.displacement[k]);
            square += moves * moves;
            numbers += std::fabs(static_cast<double>(ball.center[k])) + std::fabs(moves) +
                       std::fabs(static_cast<double>(sample.middles.lower[k]));
        }
        const double reach = static_cast<double>(ball.radius) + 0.5 * std::sqrt(square) + error * numbers;
        largest = std::max(largest, reach);
    }
    return largest;
}

/// As many as there would be, of one length along all axes.
template <class T, int N>
double cells_in(const Middles<T, N>& bounds, double per_length) {
    double cells = 1;
    for (int k = 0; k < N; ++k) {
        const auto lower = static_cast<double>(bounds.lower[k]);
        const auto upper = static_cast<double>(bounds.upper[k]);
        cells *= (upper - lower) * per_length + 1;
    }
    return cells;
}

}  // namespace

/// Balls of like size, but for a few, that move little?
template <class T, int N>
bool BallGrid<T, N>::suits(const SceneSample<T, N>& sample) {
    if (sample.of < sample.kFewestInGrid || sample.of > kMostInGrid || sample.count < sample.looked / 2)
        return false;
    // In all perhaps as many as may be large; a sample is one of many.
    const double part = static_cast<double>(sample.looked) / static_cast<double>(sample.of);
    const double expected = part * static_cast<double>(most_large(sample.of));
    return static_cast<double>(sample.larger) <= 2 + 2 * expected &&
           sample.moves <= kMostMoves<N> * sample.radius;
}

template <class T, int N>
bool BallGrid<T, N>::plan(const FrameBalls<T, N>& balls, const SceneSample<T, N>& sample) {
    if (!suits(sample)) return false;
    // A little more room in a cell, for those that are not in the sample.
    double per_length = 0.49 / largest_reach(balls, sample);
    constexpr double far = std::is_same_v<T, float> ? 0x1p100 : 0x1p900;
    if (!(per_length > 1 / far && per_length < far)) return false;
    const auto count = static_cast<double>(sample.of);
    const double most = kMostCells * count;
    double cells = cells_in(sample.middles, per_length);
    if (!(cells <= kMostWider * most)) return false;
    for (; cells > most; cells = cells_in(sample.middles, per_length)) per_length *= 0.97;
    if (!(crowding(balls, sample) * count <= kMostInCell * cells)) return false;
    map_.corner = sample.middles.lower;
    map_.per_length = static_cast<T>(per_length);
    lay_out(sample);
    return true;
}

/// Numbers the cells, with empty ones between the rows, and forms buckets, of 2^11 balls or so if there are
/// several.
template <class T, int N>
void BallGrid<T, N>::lay_out(const SceneSample<T, N>& sample) {
    map_.along_row = N == 2 ? 0.5F : 1.0F;
    map_.first = 0;
    std::int32_t stride = 1;
    for (int k = 0; k < N; ++k) {
        const auto width =
            static_cast<float>((sample.middles.upper[k] - sample.middles.lower[k]) * map_.per_length);
        const auto last = static_cast<std::int32_t>(k == 0 ? width * map_.along_row : width);
        map_.last[k] = static_cast<float>(last);
        map_.stride[k] = stride;
        map_.first += stride;
        stride *= last + 2;
    }
    // With the rows that are looked at behind the last cell.
    map_.cells = stride + map_.first;
    const auto cells = static_cast<std::uint32_t>(map_.cells);
    const bool is_one = sample.of <= kMostInOneBucket;
    const int bits = is_one ? 0 : std::min(static_cast<int>(std::bit_width(sample.of)) - 11, 9);
    shift_ = std::max(static_cast<int>(std::bit_width(cells)) - bits, 0);
    bucket_count_ = (cells >> shift_) + 1;
    map_.large = static_cast<std::int32_t>(bucket_count_ << shift_);
    map_.no_ball = static_cast<std::int32_t>((bucket_count_ + 1) << shift_);
}

#define CAROM_INSTANTIATE(T, N)                                                            \
    template bool BallGrid<T, N>::plan(const FrameBalls<T, N>&, const SceneSample<T, N>&); \
    template void BallGrid<T, N>::lay_out(const SceneSample<T, N>&);
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)
#undef CAROM_INSTANTIATE

}  // namespace carom::detail

#include "frame/curve_order.hpp"

#include <array>
#include <bit>

#include "core/instantiate.hpp"
#include "frame/read_balls.hpp"

namespace carom::detail {
namespace {

/// Balls of one size class have sizes within a factor of 4.
constexpr int kClasses = 15;

/// Places of this many balls are looked at to choose cells and units.
constexpr std::size_t kSample = 512;

/// More balls than this in one cell are ordered on their own.
constexpr std::size_t kLongRun = 64;

/// About half of what the ball covers on an axis.
template <class T, int N>
T size_of(const MovingBall<T, N>& ball) {
    T moves = 0;
    for (int k = 0; k < N; ++k) moves += std::fabs(ball.displacement[k]);
    return ball.radius + moves * T(0.3);
}
template <class T, int N>
T middle(const MovingBall<T, N>& ball, int k) {
    return ball.center[k] + ball.displacement[k] * T(0.5);
}

/// A number in [0, size), well spread for successive i.
std::size_t spread_index(std::size_t i, std::size_t size) {
    const std::uint64_t fraction = (i * 0x9E37'79B9'7F4A'7C15U) >> 32;
    return (fraction * size) >> 32;
}

/// Bounds of the middles of balls.
template <class T, int N>
struct Middles {
    Vec<T, N> lower, upper;

    Middles() {
        for (int k = 0; k < N; ++k) {
            lower[k] = std::numeric_limits<T>::max();
            upper[k] = std::numeric_limits<T>::lowest();
        }
    }
    void add(const MovingBall<T, N>& ball) {
        for (int k = 0; k < N; ++k) {
            const T x = middle(ball, k);
            if (x < lower[k]) lower[k] = x;
            if (x > upper[k]) upper[k] = x;
        }
    }
    T width() const {
        T most = 0;
        for (int k = 0; k < N; ++k) most = std::fmax(most, upper[k] - lower[k]);
        return most;
    }
};

/// Levels of a curve with a few cells a ball.
template <int N>
int levels_for(std::size_t size) {
    constexpr int most = N == 2 ? 12 : 8;
    const int needed = static_cast<int>(std::bit_width(size)) / N + 2;
    return std::clamp(needed / 2 * 2, 2, most);
}

template <class T, int N>
std::uint32_t cell_place(const MovingBall<T, N>& ball, const Vec<T, N>& corner, T cells_per_length,
                         const HilbertCurve<N>& curve) {
    const T last = static_cast<T>(curve.cells_per_axis() - 1);
    std::array<std::uint32_t, N> cell{};
    for (int k = 0; k < N; ++k) {
        const T x = (middle(ball, k) - corner[k]) * cells_per_length;
        cell[static_cast<std::size_t>(k)] = static_cast<std::uint32_t>(x > 0 ? (x < last ? x : last) : T{0});
    }
    return curve.place(cell);
}

}  // namespace

/// Chooses cells and units from a sample. Any choice is right; a good one is fast.
template <class T, int N>
void CurveOrder<T, N>::measure(const FrameBalls<T, N>& balls) {
    std::array<T, kSample> sizes{};
    std::size_t count = 0;
    Middles<T, N> middles;
    for (std::size_t i = 0; i < std::min(kSample, balls.size); ++i) {
        const std::size_t at = balls.size <= kSample ? i : spread_index(i, balls.size);
        const MovingBall<T, N> ball = ball_at(balls, at);
        if (!is_valid(ball)) continue;
        middles.add(ball);
        sizes[count++] = size_of(ball);
    }
    const auto median = sizes.begin() + static_cast<std::ptrdiff_t>(count / 2);
    std::nth_element(sizes.begin(), median, sizes.begin() + static_cast<std::ptrdiff_t>(count));
    const T width = count > 0 ? middles.width() : T{0};
    const double size = count == 0 ? 0 : static_cast<double>(*median > 0 ? *median : width);
    const bool has_size = size > 0 && std::isfinite(size);
    unit_ = {};
    if (has_size) unit_.set_size(size);
    if (std::is_same_v<T, double> && count > 0) {
        for (int k = 0; k < N; ++k) unit_.origin[k] = (middles.lower[k] * T(0.5) + middles.upper[k] * T(0.5));
    }
    sizes_ = has_size ? static_cast<float>(1 / size) : 1.0F;
    corner_ = middles.lower;
    const auto cells = static_cast<T>(HilbertCurve<N>(levels_for<N>(balls.size)).cells_per_axis());
    cells_per_length_ = width > 0 && std::isfinite(cells / width) ? cells / width : T{0};
}

template <class T, int N>
KeyWord CurveOrder<T, N>::word_of(const MovingBall<T, N>& ball, std::uint32_t number,
                                  const HilbertCurve<N>& curve) const {
    if (!is_valid(ball)) return key_word(std::uint32_t{kClasses} << curve.bits(), number);
    // The exponent of the size, in steps of two, with the sizes of most balls in the middle of a class.
    const float ratio = static_cast<float>(size_of(ball)) * sizes_;
    const int exponent = static_cast<int>(std::bit_cast<std::uint32_t>(ratio) >> 23) - 127;
    const int size_class = std::clamp((exponent + 1 + kClasses) / 2, 0, kClasses - 1);
    const std::uint32_t place = cell_place(ball, corner_, cells_per_length_, curve);
    return key_word(static_cast<std::uint32_t>(size_class) << curve.bits() | place, number);
}

template <class T, int N>
void CurveOrder<T, N>::sort(const FrameBalls<T, N>& balls, const Workers& workers) {
    measure(balls);
    const HilbertCurve<N> curve(levels_for<N>(balls.size));
    KeyWord* const one = one_.room(balls.size);
    KeyWord* const other = other_.room(balls.size);
    const std::size_t parts = even_parts(workers, balls.size, 1U << 14);
    in_parallel(workers, parts, [&](std::size_t p) {
        const Part part = part_of(balls.size, p, parts);
        for (std::size_t i = part.begin; i < part.end; ++i) {
            one[i] = word_of(ball_at(balls, i), static_cast<std::uint32_t>(i), curve);
        }
    });
    words_ = sort_.sort(one, other, balls.size, {curve.bits(), 4}, workers);
    size_ = balls.size;
    while (size_ > 0 && key_of(words_[size_ - 1]) >> curve.bits() == kClasses) --size_;
    order_runs(balls, 0, size_);
}

/// Orders every cell that has too many balls by cells of its own. Two places kLongRun / 2 apart tell a long
/// run.
template <class T, int N>
void CurveOrder<T, N>::order_runs(const FrameBalls<T, N>& balls, std::size_t begin, std::size_t end) {
    constexpr std::size_t step = kLongRun / 2;
    for (std::size_t at = begin; at + step < end;) {
        const std::uint32_t key = key_of(words_[at]);
        if (key_of(words_[at + step]) != key) {
            at += step;
            continue;
        }
        std::size_t from = at;
        while (from > begin && key_of(words_[from - 1]) == key) --from;
        while (at < end && key_of(words_[at]) == key) ++at;
        if (at - from > kLongRun) order_run(balls, from, at);
        begin = at;  // keys before here are those of other cells now
    }
}

template <class T, int N>
void CurveOrder<T, N>::order_run(const FrameBalls<T, N>& balls, std::size_t begin, std::size_t end) {
    Middles<T, N> middles;
    for (std::size_t i = begin; i < end; ++i) middles.add(ball_at(balls, owner_of(words_[i])));
    const HilbertCurve<N> curve(levels_for<N>(end - begin));
    const T width = middles.width();
    const T scale = static_cast<T>(curve.cells_per_axis()) / width;
    if (!(width > 0) || !(scale > 0) || !std::isfinite(scale)) return;
    for (std::size_t i = begin; i < end; ++i) {
        const std::uint32_t number = owner_of(words_[i]);
        words_[i] = key_word(cell_place(ball_at(balls, number), middles.lower, scale, curve), number);
    }
    KeyWord* const spare = (words_ == one_.data() ? other_ : one_).data();
    const KeyWord* const sorted =
        sort_.sort(words_ + begin, spare + begin, end - begin, {curve.bits(), 0}, {});
    if (sorted != words_ + begin) std::copy(sorted, sorted + (end - begin), words_ + begin);
    order_runs(balls, begin, end);
}

#define CAROM_INSTANTIATE(T, N) template class CurveOrder<T, N>;
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)

}  // namespace carom::detail

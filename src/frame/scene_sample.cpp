#include "frame/scene_sample.hpp"

#include <array>

#include "core/instantiate.hpp"
#include "frame/read_balls.hpp"

namespace carom::detail {
namespace {

constexpr std::size_t kGroups = 16;  ///< of the sample

/// A number in [0, size), well spread for successive i.
std::size_t spread_index(std::size_t i, std::size_t size) {
    const std::uint64_t fraction = (i * 0x9E37'79B9'7F4A'7C15U) >> 32;
    return (fraction * size) >> 32;
}

/// Bounds of all but a few that are far away, at most two on each side of an axis.
template <class T, int N>
Middles<T, N> without_few(const std::array<Middles<T, N>, kGroups>& groups) {
    Middles<T, N> middles;
    for (int k = 0; k < N; ++k) {
        std::array<T, kGroups> lower{}, upper{};
        for (std::size_t g = 0; g < kGroups; ++g) {
            lower[g] = groups[g].lower[k];
            upper[g] = groups[g].upper[k];
        }
        std::nth_element(lower.begin(), lower.begin() + 2, lower.end());
        std::nth_element(upper.begin(), upper.end() - 3, upper.end());
        middles.lower[k] = lower[2];
        middles.upper[k] = upper[kGroups - 3];
    }
    return middles;
}

template <class Numbers>
auto median_of(Numbers&& numbers, std::size_t count) {
    const auto median = numbers.begin() + static_cast<std::ptrdiff_t>(count / 2);
    std::nth_element(numbers.begin(), median, numbers.begin() + static_cast<std::ptrdiff_t>(count));
    return *median;
}

}  // namespace

// NOLINTBEGIN(cppcoreguidelines-pro-type-member-init): numbers are written before they are read
template <class T, int N>
SceneSample<T, N>::SceneSample(const FrameBalls<T, N>& balls)
    : of(balls.size), looked(std::min(balls.size, std::clamp(balls.size / 4, kLeast, kMost))) {
    std::array<T, kMost> sizes, radii;
    std::size_t valid = 0;
    const auto look = [&](std::size_t at, Middles<T, N>& bounds) {
        const MovingBall<T, N> ball = ball_at(balls, at);
        if (!is_valid(ball)) return;
        bounds.add(ball);
        which[valid] = static_cast<std::uint32_t>(at);
        radii[valid] = ball.radius;
        sizes[valid++] = size_of(ball);
    };
    if (looked == balls.size) {
        Middles<T, N> all;
        for (std::size_t i = 0; i < balls.size; ++i) look(i, all);
        middles = all;
    } else {
        std::array<Middles<T, N>, kGroups> groups;
        for (std::size_t i = 0; i < looked; ++i) look(spread_index(i, balls.size), groups[i % kGroups]);
        middles = without_few(groups);
    }
    count = valid;
    if (count == 0) return;
    if (balls.size < kFewestInGrid) {
        size = median_of(sizes, count);
        return;
    }
    size = median_of(std::array(sizes), count);
    for (std::size_t i = 0; i < count; ++i) {
        if (sizes[i] > kMuchLarger * size) {
            ++larger;
        } else {
            radius += static_cast<double>(radii[i]);
            moves += static_cast<double>((sizes[i] - radii[i]) / T(kPartOfMoves));
        }
    }
}

// NOLINTEND(cppcoreguidelines-pro-type-member-init)

#define CAROM_INSTANTIATE(T, N) template struct SceneSample<T, N>;
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)
#undef CAROM_INSTANTIATE

}  // namespace carom::detail

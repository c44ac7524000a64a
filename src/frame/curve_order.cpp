#include "frame/curve_order.hpp"

#include <bit>

#include "core/instantiate.hpp"
#include "frame/read_balls.hpp"

namespace carom::detail {
namespace {

/// More balls than this in one cell are ordered on their own.
constexpr std::size_t kLongRun = 64;

/// As many bits of a key are looked at at once.
constexpr int kMostDigit = 10;

/// Levels of a curve with a few cells a ball.
template <int N>
int levels_for(std::size_t size) {
    constexpr int most = N == 2 ? 12 : 8;
    const int needed = static_cast<int>(std::bit_width(size)) / N + 2;
    return std::clamp(needed / 2 * 2, 2, most);
}

}  // namespace

/// Chooses cells and units. Any choice is right; a good one is fast.
template <class T, int N>
void CurveOrder<T, N>::choose(const SceneSample<T, N>& sample) {
    const bool is_any = sample.count > 0;
    const Middles<T, N>& middles = sample.middles;
    const T width = is_any ? middles.width() : T{0};
    const double size = !is_any ? 0 : static_cast<double>(sample.size > 0 ? sample.size : width);
    const bool has_size = size > 0 && std::isfinite(size);
    unit_ = {};
    if (has_size) unit_.set_size(size);
    if (std::is_same_v<T, double> && is_any) {
        for (int k = 0; k < N; ++k) unit_.origin[k] = (middles.lower[k] * T(0.5) + middles.upper[k] * T(0.5));
    }
    keys_.sizes = has_size ? static_cast<T>(1 / size) : T{1};
    keys_.corner = middles.lower;
    keys_.levels = levels_for<N>(sample.of);
    keys_.set_width(width);
}

template <class T, int N>
void CurveOrder<T, N>::gather(const FrameBalls<T, N>& balls, const SceneSample<T, N>& sample,
                              const Workers& workers, InstructionSet set) {
    keys_.set = set;
    choose(sample);
    bucket_bits_ = std::min(Buckets::bits_for(balls.size), keys_.bits());
    copy_to_buckets(balls, workers);
    size_ = buckets_.end((std::size_t{kClasses} << bucket_bits_) - 1);
}

template <class T, int N>
void CurveOrder<T, N>::copy_to_buckets(const FrameBalls<T, N>& balls, const Workers& workers) {
    const int bits = keys_.bits() - bucket_bits_;  // left inside a bucket
    const std::size_t buckets = std::size_t{kClasses + 1} << bucket_bits_;
    std::uint32_t* const keys = spare_.room(balls.size);
    Copy* const copies = copies_.room(balls.size + 1);
    order_.room(balls.size);
    buckets_.count(balls.size, buckets, workers, [&](const IndexRange& part, std::uint32_t* counts) {
        const auto ball = [&](std::size_t i) { return ball_at(balls, i); };
        keys_.each(part.begin, part.end, ball, [&](std::size_t i, std::uint32_t key) {
            keys[i] = key;
            ++counts[key >> bits];
        });
    });
    buckets_.move(workers, [&](const IndexRange& part, std::uint32_t* places) {
        for (std::size_t i = part.begin; i < part.end; ++i) {
            copies[places[keys[i] >> bits]++] = {ball_at(balls, i), static_cast<std::uint32_t>(i), keys[i]};
        }
    });
}

/// Orders copies, all or those that `which` names, by the lowest bits of their keys, and every cell that
/// still has too many by cells of its own. Two places kLongRun / 2 apart tell a long run.
template <class T, int N>
void CurveOrder<T, N>::order_cells(std::size_t begin, std::size_t end, int bits, const std::uint32_t* which) {
    constexpr std::size_t step = kLongRun / 2;
    const int shift = place_by_key(begin, end, bits, which);
    for (std::size_t i = begin; i + step < end;) {
        const std::uint32_t cell = at(i).key >> shift;
        if (at(i + step).key >> shift != cell) {
            i += step;
            continue;
        }
        std::size_t from = i;
        while (from > begin && at(from - 1).key >> shift == cell) --from;
        while (i < end && at(i).key >> shift == cell) ++i;
        const int finer = i - from > kLongRun ? refine_keys(from, i) : 0;
        if (finer > 0) order_cells(from, i, finer, spare_.data());
        begin = i;  // keys before here are those of other cells now
    }
}

/// Looks at the highest of these bits, as many as tell most of the copies apart, and returns how many are
/// left. Order inside a cell does not matter.
template <class T, int N>
[[gnu::noinline]] int CurveOrder<T, N>::place_by_key(std::size_t begin, std::size_t end, int bits,
                                                     const std::uint32_t* which) {
    const int digit = std::min({bits, kMostDigit, static_cast<int>(std::bit_width(end - begin)) + 1});
    const int shift = bits - digit;
    const std::uint32_t last = (1U << digit) - 1;
    std::uint32_t places[1 << kMostDigit];
    std::fill_n(places, last + 1, 0U);
    const Copy* const copies = copies_.data();
    std::uint32_t* const order = order_.data();
    const auto place = [&](auto copy_at) {
        for (std::size_t i = begin; i < end; ++i) ++places[(copies[copy_at(i)].key >> shift) & last];
        auto sum = static_cast<std::uint32_t>(begin);
        for (std::uint32_t cell = 0; cell <= last; ++cell) sum += std::exchange(places[cell], sum);
        for (std::size_t i = begin; i < end; ++i) {
            const auto copy = static_cast<std::uint32_t>(copy_at(i));
            order[places[(copies[copy].key >> shift) & last]++] = copy;
        }
    };
    if (which == nullptr) {
        place([](std::size_t i) { return i; });
    } else {
        place([&](std::size_t i) { return which[i]; });
    }
    return shift;
}

/// Gives the copies of a run keys of their own and returns how many bits these have, 0 when all are at one
/// place. Not inlined, for the stack of those who recurse.
template <class T, int N>
[[gnu::noinline]] int CurveOrder<T, N>::refine_keys(std::size_t begin, std::size_t end) {
    Middles<T, N> middles;
    for (std::size_t i = begin; i < end; ++i) middles.add(at(i).ball);
    Keys<T, N> keys = keys_;
    keys.corner = middles.lower;
    keys.levels = levels_for<N>(end - begin);
    if (!keys.set_width(middles.width())) return 0;
    const auto ball = [&](std::size_t i) { return at(i).ball; };
    keys.each(begin, end, ball, [&](std::size_t i, std::uint32_t key) {
        const std::uint32_t which = order_.data()[i];
        copies_.data()[which].key = key;
        spare_.data()[i] = which;
    });
    return keys.bits();
}

#define CAROM_INSTANTIATE(T, N) template class CurveOrder<T, N>;
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)
#undef CAROM_INSTANTIATE

}  // namespace carom::detail

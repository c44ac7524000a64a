// Work in parts, by the workers of a call.
#pragma once

#include <algorithm>

#include "carom/frame/workers.hpp"
#include "core/float_environment.hpp"

namespace carom::detail {

/// Lets the caller end the call by throwing.
inline void pause(const Workers& workers) {
    if (workers.pause != nullptr) workers.pause(workers.pool);
}

/// Copies plain values a megabyte at a time: the first touch of new memory takes long.
template <class X>
void copy_in_steps(const X* from, std::size_t count, X* to, const Workers& workers) {
    constexpr std::size_t step = std::max<std::size_t>((std::size_t{1} << 20) / sizeof(X), 1);
    for (std::size_t at = 0; at < count; at += step) {
        pause(workers);
        std::copy_n(from + at, std::min(step, count - at), to + at);
    }
}

/// part(i) for every i in [0, parts), in any order.
template <class F>
void in_parallel(const Workers& workers, std::size_t parts, const F& part) {
    if (workers.run == nullptr || workers.count < 2 || parts < 2) {
        for (std::size_t i = 0; i < parts; ++i) {
            pause(workers);
            part(i);
        }
        return;
    }
    const auto task = [](void* context, std::size_t i) {
        const DefaultFloatEnvironment environment;
        (**static_cast<const F**>(context))(i);
    };
    const F* address = &part;
    workers.run(workers.pool, parts, task, &address);
}

/// A contiguous part of [0, size).
struct IndexRange {
    std::size_t begin = 0, end = 0;
};

/// Part i of `parts` nearly equal ones, cut at multiples of `grain`.
inline IndexRange part_of(std::size_t size, std::size_t i, std::size_t parts, std::size_t grain = 1) {
    const std::size_t grains = (size + grain - 1) / grain;
    const auto cut = [&](std::size_t k) {
        const std::size_t at = grains / parts * k + std::min(k, grains % parts);
        return std::min(size, at * grain);
    };
    return {cut(i), cut(i + 1)};
}

/// How many parts `even_parts` makes at most. Where the caller may pause, no part is long.
inline std::size_t most_even_parts(const Workers& workers, std::size_t size) {
    constexpr std::size_t longest = std::size_t{1} << 17;
    const std::size_t parts = workers.run == nullptr ? 1 : workers.count;
    return workers.pause == nullptr ? parts : std::max(parts, size / longest);
}

/// How many parts of at least `least` elements each to cut a loop into, when all parts cost the same.
inline std::size_t even_parts(const Workers& workers, std::size_t size, std::size_t least) {
    return std::clamp<std::size_t>(size / least, 1, most_even_parts(workers, size));
}

}  // namespace carom::detail

// Good recordings with one record changed: the checker finds each change.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

#include "record/plain_recording.hpp"
#include "record/recording.hpp"

namespace carom::test {

/// By a billionth part.
template <int N>
Vec<double, N> stretched(Vec<double, N> x) {
    for (int k = 0; k < N; ++k) x[k] *= 1 + 1e-9;
    return x;
}

inline double plain_seconds(Time time) {
    return static_cast<double>(time.epoch) * kPlainEpoch + time.offset;
}

/// Changes each record of what `make(seed)` has recorded in turn by `change`, which returns false where it
/// has nothing to change. Returns how many changes there were.
template <class Make, class Change>
int expect_changes_found(std::uint64_t seeds, Make make, const char* what, Change change) {
    int changes = 0;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        const auto good = make(seed);
        EXPECT_TRUE(check_recording(good)) << "seed " << seed;
        for (std::size_t i = 0; i < good.events.size(); ++i) {
            auto bad = good;
            if (!change(bad, i)) continue;
            ++changes;
            EXPECT_FALSE(check_recording(bad)) << what << ", seed " << seed << ", record " << i << ", kind "
                                               << static_cast<int>(good.events[i].kind);
        }
    }
    return changes;
}

}  // namespace carom::test

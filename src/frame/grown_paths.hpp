// Ways that balls have taken on since a frame was searched.
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "carom/geom/ball.hpp"

namespace carom::detail {

/// A list, for as long as there are few.
template <class T, int N>
class GrownPaths {
public:
    struct Entry {
        std::uint32_t ball = 0;
        MovingBall<T, N> path;
    };

    void clear() { entries_.clear(); }
    void add(std::uint32_t ball, const MovingBall<T, N>& path) { entries_.push_back({ball, path}); }
    std::span<const Entry> entries() const { return entries_; }

    /// f(ball) for each entry whose box meets that of the path.
    template <class F>
    void each_near(const MovingBall<T, N>& path, const F& f) const {
        for (const Entry& entry : entries_) {
            bool meets = true;
            for (int k = 0; k < N; ++k) meets = meets && meet_on(path, entry.path, k);
            if (meets) f(entry.ball);
        }
    }

    std::size_t bytes() const { return entries_.capacity() * sizeof(Entry); }

private:
    /// Twice the distance of the middles is at most the sum of the lengths and of the diameters. Where that
    /// overflows they meet.
    static bool meet_on(const MovingBall<T, N>& x, const MovingBall<T, N>& y, int k) {
        const auto number = [](T value) { return static_cast<double>(value); };
        const double starts = number(y.center[k]) - number(x.center[k]);
        const double moves = number(y.displacement[k]) - number(x.displacement[k]);
        const double lengths = std::fabs(number(x.displacement[k])) + std::fabs(number(y.displacement[k]));
        const double reach = lengths + 2 * (number(x.radius) + number(y.radius));
        const double size = std::fabs(number(x.center[k])) + std::fabs(number(y.center[k])) + reach;
        return !(std::fabs(2 * starts + moves) > reach + 0x1p-48 * size);
    }

    std::vector<Entry> entries_;
};

}  // namespace carom::detail

// A third way to all contacts of a frame, as plain as can be: boxes sorted along the first axis, each against
// those that begin before it ends, then `sweep`. It checks answers where the grid would take too long.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "carom/geom/box.hpp"
#include "frame_contacts.hpp"

namespace carom::frames {

template <class T, int N>
class SortAndPrune {
public:
    explicit SortAndPrune(std::span<const MovingBall<T, N>> balls) : balls_(balls) {
        for (std::size_t i = 0; i < balls.size(); ++i) {
            sorted_.push_back({box(balls[i]), static_cast<std::uint32_t>(i)});
        }
        std::sort(sorted_.begin(), sorted_.end(),
                  [](const Entry& x, const Entry& y) { return x.box.lower[0] < y.box.lower[0]; });
    }
    /// Pairs whose boxes meet along the first axis.
    double tests() const {
        double count = 0;
        for (auto i = sorted_.begin(); i != sorted_.end(); ++i) count += static_cast<double>(end(i) - i - 1);
        return count;
    }
    /// All contacts, in the order of (first, a, b).
    std::vector<FrameContact<T>> contacts() const {
        std::vector<FrameContact<T>> found;
        for (auto i = sorted_.begin(); i != sorted_.end(); ++i) {
            const auto stop = end(i);
            for (auto j = i + 1; j != stop; ++j) {
                if (meet(i->box, j->box)) test(found, i->id, j->id);
            }
        }
        std::sort(found.begin(), found.end(), comes_before<T>);
        return found;
    }

private:
    struct Entry {
        Box<double, N> box;
        std::uint32_t id;
    };
    using Place = typename std::vector<Entry>::const_iterator;

    /// Of the whole move, wider by much more than its roundings.
    static Box<double, N> box(const MovingBall<T, N>& ball) {
        Box<double, N> result;
        for (int k = 0; k < N; ++k) {
            const auto from = static_cast<double>(ball.center[k]);
            const double to = from + static_cast<double>(ball.displacement[k]);
            const auto radius = static_cast<double>(ball.radius);
            const double margin = 0x1p-40 * (std::fabs(from) + std::fabs(to) + radius);
            result.lower[k] = std::fmin(from, to) - radius - margin;
            result.upper[k] = std::fmax(from, to) + radius + margin;
        }
        return result;
    }
    static bool meet(const Box<double, N>& x, const Box<double, N>& y) {
        for (int k = 1; k < N; ++k) {
            if (x.lower[k] > y.upper[k] || y.lower[k] > x.upper[k]) return false;
        }
        return true;
    }
    /// The first box that begins after this one ends.
    Place end(Place i) const {
        return std::upper_bound(i + 1, sorted_.end(), i->box.upper[0],
                                [](double x, const Entry& entry) { return x < entry.box.lower[0]; });
    }
    void test(std::vector<FrameContact<T>>& found, std::uint32_t i, std::uint32_t j) const {
        const Sweep<T, N> s = sweep(balls_[i], balls_[j]);
        if (s) found.push_back({std::min(i, j), std::max(i, j), s.first, s.last, s.state});
    }

    std::span<const MovingBall<T, N>> balls_;
    std::vector<Entry> sorted_;
};

}  // namespace carom::frames

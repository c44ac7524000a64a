// Does any ball overlap another? Cost: about linear in the number of balls and of overlaps.
#include <algorithm>

#include "scene/scene_check.hpp"

namespace carom::detail {
namespace {

template <int N>
struct Overlap {
    std::size_t first = 0;
    std::size_t second = 0;
    double depth = 0;
    double allowed = 0;  ///< depth up to which it is a touch
    Shift<N> shift{};
};

/// The largest number that the difference between a ball and the shifted copy of another is computed from.
template <int N>
double largest_number(const Ball<double, N>& a, const Ball<double, N>& b, const World<N>& world,
                      const Shift<N>& shift) {
    double result = larger(larger(largest(a.center), largest(b.center)), larger(a.radius, b.radius));
    for (int k = 0; k < N; ++k) {
        if (shift[k] == 0) continue;
        result = larger(result, larger(std::fabs(world.box.lower[k]), std::fabs(world.box.upper[k])));
    }
    return result;
}

/// Every overlapping pair once, the lower index first; stops when there are more than `most`.
///
/// Balls that do not overlap leave each other room, so the candidates of all balls together are O(n) but for
/// the overlaps themselves, and those are bounded by `most`.
template <int N>
class OverlapSearch {
public:
    OverlapSearch(SceneCheck<N>& check, std::size_t most)
        : check_(check), most_(most), periods_(periods_of(check.scene.world, check.sound_axes)) {}

    std::vector<Overlap<N>> run() {
        const std::vector<std::size_t> order = sound_balls_in_rows();
        const BallGrid<N> grid = filled_grid(order);
        for (std::size_t n = 0; n < order.size() && found_.size() <= most_ && !check_.patience.ends(); ++n)
            look_around(grid, order[n]);
        stopped_ = found_.size() > most_;
        std::sort(found_.begin(), found_.end(), [](const Overlap<N>& x, const Overlap<N>& y) {
            if (x.first != y.first) return x.first < y.first;
            if (x.second != y.second) return x.second < y.second;
            return x.depth > y.depth;
        });
        const auto same = [](const Overlap<N>& x, const Overlap<N>& y) {
            return x.first == y.first && x.second == y.second;
        };
        found_.erase(std::unique(found_.begin(), found_.end(), same), found_.end());
        return std::move(found_);
    }

    bool stopped() const { return stopped_; }

private:
    /// Neighbours in space become neighbours in memory, which makes a million balls three times as fast.
    std::vector<std::size_t> sound_balls_in_rows() const {
        const auto& balls = check_.scene.balls;
        double width = 0;
        std::vector<std::size_t> order;
        for (std::size_t i = 0; i < balls.size(); ++i) {
            if (!check_.sound[i]) continue;
            order.push_back(i);
            width = larger(width, 4 * balls[i].radius);
        }
        std::vector<Vec<double, N>> rows(balls.size());
        for (const std::size_t i : order) {
            for (int k = 0; k < N; ++k) rows[i][k] = std::floor(balls[i].position[N - 1 - k] / width);
        }
        std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return rows[a].coordinates != rows[b].coordinates ? rows[a].coordinates < rows[b].coordinates
                                                              : a < b;
        });
        return order;
    }

    BallGrid<N> filled_grid(const std::vector<std::size_t>& order) const {
        const auto& balls = check_.scene.balls;
        std::vector<double> radii;
        radii.reserve(order.size());
        for (const std::size_t i : order) radii.push_back(balls[i].radius);
        BallGrid<N> grid(periods_, radii, radii.size(), 8 * check_.coordinate_ulp);
        for (const std::size_t i : order) {
            if (check_.patience.ends()) break;
            grid.insert(i, {balls[i].position, balls[i].radius});
        }
        return grid;
    }

    void look_around(const BallGrid<N>& grid, std::size_t i) {
        using Candidate = typename BallGrid<N>::Candidate;
        const Ball<double, N> ball{check_.scene.balls[i].position, check_.scene.balls[i].radius};
        grid.any_near(ball, BallGrid<N>::Classes::same_and_larger, [&](const Candidate& other) {
            const bool seen_from_there =
                other.ball <= i && BallGrid<N>::same_class(ball.radius, other.shape.radius);
            if (!seen_from_there && other.ball != i) examine(i, ball, other);
            return found_.size() > most_;
        });
    }

    void examine(std::size_t i, const Ball<double, N>& ball, const typename BallGrid<N>::Candidate& other) {
        if (clearly_apart(ball, other)) return;
        const double gap = gap_to_image(ball, other.shape, periods_.width, other.shift);
        if (!(gap < 0)) return;
        const double allowed =
            kTouchUlps * ulp(largest_number(ball, other.shape, check_.scene.world, other.shift));
        found_.push_back({std::min(i, other.ball), std::max(i, other.ball), -gap, allowed, other.shift});
    }

    /// In plain doubles, with a margin far beyond their rounding.
    bool clearly_apart(const Ball<double, N>& ball, const typename BallGrid<N>::Candidate& other) const {
        const double reach = (ball.radius + other.shape.radius + 8 * check_.coordinate_ulp) * (1 + 0x1p-40);
        double squared = 0;
        for (int k = 0; k < N; ++k) {
            const double shift = other.shift[k] * periods_.width[k];
            const double d = (other.shape.center[k] - ball.center[k]) + shift;
            squared += d * d;
        }
        return squared > reach * reach;
    }

    SceneCheck<N>& check_;
    std::size_t most_;
    Periods<N> periods_;
    std::vector<Overlap<N>> found_;
    bool stopped_ = false;
};

template <int N>
Finding worded(const SceneCheck<N>& check, const Overlap<N>& overlap) {
    const auto& balls = check.scene.balls;
    const SceneBall<N>& a = balls[overlap.first];
    const SceneBall<N>& b = balls[overlap.second];
    const bool touches = overlap.depth <= overlap.allowed;
    std::string message =
        label(a, overlap.first) + " and " + label(b, overlap.second) + " overlap by " + rough(overlap.depth);
    const char* faces = " through the periodic faces of axis ";
    for (int k = 0; k < N; ++k) {
        if (overlap.shift[k] == 0) continue;
        message += faces + axis_name(k);
        faces = " and of axis ";
    }
    message +=
        touches ? ": taken as touching (up to 4 ulp of the coordinates, here " + rough(overlap.allowed) + ")"
                : "; their radii are " + text(a.radius) + " and " + text(b.radius);
    return {Finding::Subject::ball, {overlap.first, overlap.second}, "position", overlap.depth, message};
}

}  // namespace

template <int N>
void check_overlaps(SceneCheck<N>& check) {
    const std::size_t most = check.scene.balls.size() + 1000;
    OverlapSearch<N> search(check, most);
    const std::vector<Overlap<N>> found = search.run();
    if (search.stopped()) {
        check.faults.add("unfinished searches", [&] {
            const std::string message =
                "the search for overlaps stopped after " + text(found.size()) + " pairs";
            return Finding{Finding::Subject::scene, {}, "", static_cast<double>(found.size()), message};
        });
    }
    for (const Overlap<N>& overlap : found) {
        const bool touches = overlap.depth <= overlap.allowed;
        FindingList& list = touches ? check.notes : check.faults;
        list.add(touches ? "pairs of balls taken as touching" : "overlapping pairs of balls",
                 [&] { return worded(check, overlap); });
    }
}

template void check_overlaps(SceneCheck<2>&);
template void check_overlaps(SceneCheck<3>&);

}  // namespace carom::detail

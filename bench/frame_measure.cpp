#include "frame_measure.hpp"

#include <algorithm>
#include <chrono>
#include <vector>

#include "carom/frame/frame_contact_finder.hpp"
#include "frame_contacts.hpp"
#include "frame_grid.hpp"
#include "frame_prune.hpp"
#include "frame_scenes.hpp"

namespace carom::frames {
namespace {

/// Tests of two boxes by sort and prune; above, the contacts of a frame are compared with nothing.
constexpr double kMostPruneTests = 4e10;

/// What one frame takes.
template <class F>
double milliseconds(F frame) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    frame();
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// At least 7 frames and `seconds`, after an eighth of that to warm up; of frames that take 10 times as
/// long, 2.
template <class F>
Timing timed(double seconds, F frame) {
    double longest = 0;
    for (double spent = 0; spent <= 125 * seconds;) {
        const double one = milliseconds(frame);
        longest = std::max(longest, one);
        spent += one;
    }
    const std::size_t fewest = longest > 10'000 * seconds ? 2 : 7;
    std::vector<double> all;
    for (double spent = 0; all.size() < fewest || spent < 1000 * seconds; spent += all.back()) {
        all.push_back(milliseconds(frame));
    }
    std::sort(all.begin(), all.end());
    return {all.size(), all[all.size() / 2], all.front()};
}

/// The finder's contacts, bit for bit those of another method.
template <class T, int N>
class Comparison {
public:
    Comparison(const std::vector<MovingBall<T, N>>& balls, const Settings& settings)
        : balls_(balls), settings_(settings) {}

    void run(Row& row) {
        FrameContactFinder<T, N> finder({settings_.workers, settings_.set});
        const FrameBalls<T, N> view = frame_balls(std::span(balls_));
        Contacts contacts;
        const auto frame = [&] { contacts = finder.find(view); };
        row.first_frame_ms = milliseconds(frame);
        row.hash = hash(contacts);
        row.finder.timing = timed(settings_.seconds, frame);
        row.contacts = contacts.size();
        row.finder.candidates = finder.statistics().candidates;
        row.finder.bytes = finder.memory();
        row.right = hash(contacts) == row.hash && finder.statistics().contacts == contacts.size();
        if (!against_grid(row, contacts)) against_prune(row, contacts);
    }

private:
    using Contacts = std::span<const FrameContact<T>>;

    bool against_grid(Row& row, Contacts contacts) {
        PlainGrid<T, N> grid;
        if (grid.tests(balls_) > settings_.most_tests) return false;
        Contacts expected;
        Figures figures;
        figures.timing = timed(settings_.seconds, [&] { expected = grid.find(balls_); });
        figures.candidates = grid.candidates();
        figures.bytes = grid.memory();
        row.grid = figures;
        row.check = "grid";
        row.right = row.right && same(contacts, expected);
        return true;
    }
    void against_prune(Row& row, Contacts contacts) {
        const SortAndPrune<T, N> prune(balls_);
        if (prune.tests() > kMostPruneTests) return;
        const std::vector<FrameContact<T>> expected = prune.contacts();
        row.check = "sort and prune";
        row.right = row.right && same(contacts, Contacts(expected));
    }

    const std::vector<MovingBall<T, N>>& balls_;
    const Settings& settings_;
};

template <class T, int N>
void measure(Row& row, const Settings& settings) {
    const std::vector<MovingBall<T, N>> all = balls<T, N>(row.scene, row.balls, settings.seed);
    Comparison<T, N>(all, settings).run(row);
}

}  // namespace

Row measured(const std::string& type, int dimension, char scene, std::size_t n, const Settings& settings) {
    Row row;
    row.scene = scene;
    row.dimension = dimension;
    row.type = type;
    row.balls = n;
    if (type == "float") {
        dimension == 2 ? measure<float, 2>(row, settings) : measure<float, 3>(row, settings);
    } else {
        dimension == 2 ? measure<double, 2>(row, settings) : measure<double, 3>(row, settings);
    }
    return row;
}

}  // namespace carom::frames

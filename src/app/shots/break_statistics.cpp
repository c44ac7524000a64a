#include "app/shots/break_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>

#include "app/shots/job_threads.hpp"
#include "billiards/strike_noise.hpp"

namespace carom::app {
namespace {

using billiards::BallState;
using billiards::ShotFacts;
using billiards::TableScene;
using detail::Noise;

/// The highest numbers of these games.
constexpr int kNineBall = 9;
constexpr int kEightBall = 15;

/// Of pool balls, or 0 where others are among them.
int highest_number(const std::vector<int>& numbers) {
    return *std::min_element(numbers.begin(), numbers.end()) < 0
               ? 0
               : *std::max_element(numbers.begin(), numbers.end());
}

/// The playing area, as far as cushions reach.
struct Area {
    Vec2d lower{1e300, 1e300}, upper{-1e300, -1e300};

    explicit Area(const billiards::Table& table) {
        for (const auto& cushion : table.straight_cushions) {
            const Vec2d middle{0.5 * (cushion.from[0] + cushion.to[0]),
                               0.5 * (cushion.from[1] + cushion.to[1])};
            for (int axis = 0; axis < 2; ++axis) {
                lower[axis] = std::min(lower[axis], middle[axis]);
                upper[axis] = std::max(upper[axis], middle[axis]);
            }
        }
    }
    std::size_t cell(int axis, double place, std::size_t cells) const {
        const double share = (place - lower[axis]) / (upper[axis] - lower[axis]);
        const double at = std::clamp(share, 0.0, 1.0) * static_cast<double>(cells);
        return std::min(static_cast<std::size_t>(at), cells - 1);
    }
};

/// Plays breaks by their numbers and counts them, for one thread.
class BreakPlayer {
public:
    BreakPlayer(const TableScene& scene, const BreakErrors& errors, std::uint64_t seed)
        : scene_(scene),
          errors_(errors),
          seed_(seed),
          player_(scene.setup),
          area_(scene.setup.table),
          counts_(scene.start.size()),
          start_(scene.start),
          numbers_(billiards::pool_numbers(scene.ball_names)) {}

    void play(std::uint64_t number) {
        Noise noise(seed_, number, 0, 0);
        scatter(noise);
        const billiards::Strike& meant = scene_.shots[0].shot.strike;
        const billiards::Shot shot{scene_.shots[0].shot.cue_ball,
                                   disturbed(meant, errors_.strike, noise, counts_.redrawn)};
        player_.play(start_, shot);
        count(billiards::facts_of(start_, player_.events(), shot.cue_ball));
        counts_.events += player_.events().size();
    }

    const BreakCounts& counts() const { return counts_; }

private:
    /// Each racked ball somewhere near its place.
    void scatter(Noise& noise) {
        if (!(errors_.rack > 0)) return;
        for (std::size_t k = 0; k < start_.size(); ++k) {
            if (static_cast<int>(k) == scene_.shots[0].shot.cue_ball) continue;
            double x = 0, y = 0;
            do {
                x = 2 * noise.uniform() - 1;
                y = 2 * noise.uniform() - 1;
            } while (x * x + y * y > 1);
            start_[k].position[0] = scene_.start[k].position[0] + errors_.rack * x;
            start_[k].position[1] = scene_.start[k].position[1] + errors_.rack * y;
        }
    }

    void count(const ShotFacts& facts) {
        const int cue_ball = facts.cue_ball;
        const std::size_t scratched = facts.is_pocketed(cue_ball) ? 1 : 0;
        const std::size_t fallen = facts.pocketed.size() - scratched;
        ++counts_.breaks;
        ++counts_.fallen[fallen];
        counts_.scratches += scratched;
        if (fallen > 0) ++counts_.any_falls;
        if (is_legal(facts)) ++counts_.legal;
        if (!facts.off_table.empty()) ++counts_.off_table;
        for (const billiards::FallenBall& ball : facts.pocketed)
            ++counts_.ball_falls[static_cast<std::size_t>(ball.ball)];
        const BallState& rests = player_.final_states()[static_cast<std::size_t>(cue_ball)];
        if (is_out_of_play(rests.phase)) return;
        const std::size_t column = area_.cell(0, rests.position[0], BreakCounts::kColumns);
        const std::size_t row = area_.cell(1, rests.position[1], BreakCounts::kRows);
        ++counts_.cue_map[row * BreakCounts::kColumns + column];
    }

    bool is_legal(const ShotFacts& facts) const {
        switch (highest_number(numbers_)) {
            case kNineBall:
                return rule_nine_ball({}, facts, numbers_).fouls.empty();
            case kEightBall:
                return rule_eight_ball({}, facts, numbers_).fouls.empty();
            default:
                return false;
        }
    }

    const TableScene& scene_;
    BreakErrors errors_;
    std::uint64_t seed_;
    billiards::ShotPlayer player_;
    Area area_;
    BreakCounts counts_;
    std::vector<BallState> start_;
    std::vector<int> numbers_;
};

void add_each(std::span<std::uint64_t> sums, std::span<const std::uint64_t> terms) {
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += terms[k];
}

}  // namespace

bool has_ruled_breaks(const TableScene& scene) {
    const int highest = highest_number(billiards::pool_numbers(scene.ball_names));
    return highest == kNineBall || highest == kEightBall;
}

void BreakCounts::add(const BreakCounts& other) {
    for (std::uint64_t BreakCounts::*one :
         {&BreakCounts::breaks, &BreakCounts::any_falls, &BreakCounts::scratches, &BreakCounts::off_table,
          &BreakCounts::legal, &BreakCounts::redrawn, &BreakCounts::events})
        this->*one += other.*one;
    add_each(fallen, other.fallen);
    add_each(ball_falls, other.ball_falls);
    add_each(cue_map, other.cue_map);
}

BreakCounts play_breaks(const TableScene& scene, const BreakErrors& errors, std::uint64_t count,
                        std::uint64_t seed, unsigned threads,
                        const std::function<bool(std::uint64_t)>& progress) {
    std::vector<std::unique_ptr<BreakPlayer>> players(threads);
    const auto worker = [&](unsigned thread) -> Job {
        players[thread] = std::make_unique<BreakPlayer>(scene, errors, seed);
        return [player = players[thread].get()](std::uint64_t k) { player->play(k); };
    };
    share_out(count, threads, worker, progress);
    BreakCounts all(scene.start.size());
    for (const auto& player : players) all.add(player->counts());
    return all;
}

}  // namespace carom::app

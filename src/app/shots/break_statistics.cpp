#include "app/shots/break_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>

#include "app/shots/job_threads.hpp"
#include "billiards/strike_noise.hpp"
#include "carom/billiards/rack.hpp"
#include "look/table_look.hpp"

namespace carom::app {
namespace {

using billiards::BallState;
using billiards::ShotFacts;
using billiards::TableScene;
using detail::Noise;

/// The parts of the playing area.
struct Area {
    Box<double, 2> box;

    explicit Area(const TableScene& scene) : box(look::flat_scene(scene).world.box) {}
    std::size_t cell(int axis, double place, std::size_t cells) const {
        const double share = (place - box.lower[axis]) / (box.upper[axis] - box.lower[axis]);
        const double at = std::clamp(share, 0.0, 1.0) * static_cast<double>(cells);
        return std::min(static_cast<std::size_t>(at), cells - 1);
    }
};

/// Plays breaks by their numbers and counts them, for one thread.
class BreakPlayer {
public:
    BreakPlayer(const TableScene& scene, const BreakErrors& errors, std::uint64_t seed,
                const TableRegion& region)
        : scene_(scene),
          errors_(errors),
          seed_(seed),
          region_(region),
          player_(scene.setup),
          area_(scene),
          counts_(scene),
          start_(scene.start),
          numbers_(numbers_in(rules_of(scene.game), scene.ball_names)) {}

    void play(std::uint64_t number) {
        Noise noise(seed_, number, 0, 0);
        start_ = scene_.start;
        scatter(noise);
        if (errors_.tilt > 0) turn(errors_.tilt * noise.normal());
        const billiards::Strike& meant = scene_.shots[0].shot.strike;
        const billiards::Shot shot{scene_.shots[0].shot.cue_ball,
                                   disturbed(meant, errors_.strike, noise, counts_.redrawn)};
        player_.play(start_, shot);
        count(billiards::facts_of(start_, player_.events(), shot.cue_ball, scene_.setup.table));
        counts_.events += player_.events().size();
    }

    const BreakCounts& counts() const { return counts_; }

private:
    /// Each racked ball somewhere near its place.
    void scatter(Noise& noise) {
        if (!(errors_.rack > 0)) return;
        for (std::size_t k = errors_.racked_from; k < start_.size(); ++k) {
            double x = 0, y = 0;
            do {
                x = 2 * noise.uniform() - 1;
                y = 2 * noise.uniform() - 1;
            } while (x * x + y * y > 1);
            const auto& fixed = errors_.on_spot;
            if (std::find(fixed.begin(), fixed.end(), scene_.ball_names[k]) != fixed.end()) continue;
            start_[k].position[0] += errors_.rack * x;
            start_[k].position[1] += errors_.rack * y;
        }
    }

    /// The rack about its first ball.
    void turn(double degrees) {
        if (errors_.racked_from >= start_.size()) return;
        const Vec3d& first = start_[errors_.racked_from].position;
        const Vec2d pivot{first[0], first[1]};
        for (std::size_t k = errors_.racked_from; k < start_.size(); ++k) {
            Vec3d& place = start_[k].position;
            const Vec2d turned = billiards::turned_about(pivot, {place[0], place[1]}, degrees);
            place[0] = turned[0];
            place[1] = turned[1];
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
        const billiards::GameRuling ruling = rule(scene_.game, facts, numbers_);
        if (ruling.fouls.empty()) ++counts_.legal;
        if (ruling.fouls.empty() && ruling.points > 0) ++counts_.scored;
        if (!facts.off_table.empty()) ++counts_.off_table;
        for (const billiards::FallenBall& fallen_ball : facts.pocketed) {
            ++counts_.ball_falls[static_cast<std::size_t>(fallen_ball.ball)];
            if (fallen_ball.ball != cue_ball)
                ++counts_.pocket_falls[static_cast<std::size_t>(fallen_ball.pocket)];
        }
        const BallState& rests = player_.final_states()[static_cast<std::size_t>(cue_ball)];
        if (is_out_of_play(rests.phase)) return;
        if (region_.contains({rests.position[0], rests.position[1]})) ++counts_.in_region;
        const std::size_t column = area_.cell(0, rests.position[0], BreakCounts::kColumns);
        const std::size_t row = area_.cell(1, rests.position[1], BreakCounts::kRows);
        ++counts_.cue_map[row * BreakCounts::kColumns + column];
    }

    const TableScene& scene_;
    BreakErrors errors_;
    std::uint64_t seed_;
    TableRegion region_;
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

bool TableRegion::contains(const Vec2d& place) const {
    if (radius > 0) return std::hypot(place[0] - centre[0], place[1] - centre[1]) <= radius;
    return lower[0] <= place[0] && place[0] <= upper[0] && lower[1] <= place[1] && place[1] <= upper[1];
}

TableRegion middle_of(const TableScene& scene) {
    const Box<double, 2> box = look::flat_scene(scene).world.box;
    TableRegion region;
    for (int axis = 0; axis < 2; ++axis) {
        const double quarter = 0.25 * (box.upper[axis] - box.lower[axis]);
        region.lower[axis] = box.lower[axis] + quarter;
        region.upper[axis] = box.upper[axis] - quarter;
    }
    return region;
}

bool has_ruled_breaks(const TableScene& scene) {
    return rules_of(scene.game) != billiards::Rules::none;
}

void BreakCounts::add(const BreakCounts& other) {
    for (std::uint64_t BreakCounts::*one :
         {&BreakCounts::breaks, &BreakCounts::any_falls, &BreakCounts::scratches, &BreakCounts::off_table,
          &BreakCounts::legal, &BreakCounts::scored, &BreakCounts::in_region, &BreakCounts::redrawn,
          &BreakCounts::events})
        this->*one += other.*one;
    add_each(fallen, other.fallen);
    add_each(ball_falls, other.ball_falls);
    add_each(pocket_falls, other.pocket_falls);
    add_each(cue_map, other.cue_map);
}

BreakCounts play_breaks(const TableScene& scene, const BreakErrors& errors, std::uint64_t count,
                        std::uint64_t seed, const TableRegion& region, unsigned threads,
                        const std::function<bool(std::uint64_t)>& progress) {
    std::vector<std::unique_ptr<BreakPlayer>> players(threads);
    const auto worker = [&](unsigned thread) -> Job {
        players[thread] = std::make_unique<BreakPlayer>(scene, errors, seed, region);
        return [player = players[thread].get()](std::uint64_t k) { player->play(k); };
    };
    share_out(count, threads, worker, progress);
    BreakCounts all(scene);
    for (const auto& player : players) all.add(player->counts());
    return all;
}

}  // namespace carom::app

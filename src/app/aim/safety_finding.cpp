#include <algorithm>
#include <atomic>
#include <memory>

#include "app/aim/aim_finding.hpp"
#include "app/shots/job_threads.hpp"

namespace carom::app {
namespace {

using billiards::Shot;
using billiards::ShotEvent;
using billiards::ShotFacts;
using billiards::ShotPlayer;
using billiards::TableScene;

constexpr std::uint64_t kSafetySeed = 1;
constexpr std::uint64_t kFirstTrials = 8;
constexpr std::size_t kTriedAgain = 100;  // candidates that are left after them
constexpr std::uint64_t kMoreTrials = 64;

/// Plays safeties, for one thread.
class SafetyPlayer {
public:
    explicit SafetyPlayer(const AimQuestion& question)
        : question_(question), player_(question.scene->setup) {}

    /// What it leaves [degrees]; kBallInHand after a foul or with a ball pocketed, and then `ok` is false.
    double leaves(const Shot& shot, bool& ok) {
        const TableScene& scene = *question_.scene;
        player_.play(scene.start, shot);
        const ShotFacts facts = facts_of(scene.start, player_.events(), shot.cue_ball, scene.setup.table);
        ok = question_.rules->is_legal(facts) && facts.pocketed.empty();
        if (!ok) return kBallInHand;
        const std::vector<int> next = question_.rules->next_balls(player_.final_states(), shot.cue_ball);
        return widest_direct_shot(scene.setup, player_.final_states(), shot.cue_ball, next);
    }

    /// Without an answer once `stops` says so.
    void disturb(Safety& safety, std::uint64_t trials, const std::atomic<bool>& stops) {
        double sum = 0;
        std::uint64_t fouls = 0;
        for (std::uint64_t k = 0; k < trials; ++k) {
            if (stops) return;
            bool ok = false;
            sum += leaves(
                {safety.shot.cue_ball, disturbed(safety.shot.strike, question_.errors, kSafetySeed, k)}, ok);
            if (!ok) ++fouls;
        }
        safety.leaves = sum / static_cast<double>(trials);
        safety.fouls = static_cast<double>(fouls) / static_cast<double>(trials);
    }

    void find_route(Safety& safety) {
        player_.play(question_.scene->start, safety.shot);
        const std::span<const ShotEvent> events = player_.events();
        const auto hit = std::find_if(events.begin(), events.end(), [](const ShotEvent& event) {
            return event.kind == billiards::EventKind::ball_ball;
        });
        if (hit != events.end())
            safety.route =
                route_to(events, static_cast<std::size_t>(hit - events.begin()), safety.shot.cue_ball);
    }

private:
    const AimQuestion& question_;
    ShotPlayer player_;
};

bool leaves_less(const Safety& a, const Safety& b) {
    return a.leaves < b.leaves;
}

class SafetySearch {
public:
    SafetySearch(const AimQuestion& question, const AimProgress& progress)
        : question_(question), progress_(progress), players_(usual_threads()) {
        for (auto& player : players_) player = std::make_unique<SafetyPlayer>(question);
    }

    std::vector<Safety> candidates() {
        const auto directions = static_cast<std::uint64_t>(360 / question_.step);
        std::vector<Safety> all(directions * question_.speeds.size());
        std::vector<char> fits(all.size(), 0);
        each(all.size(), 0, 0.2, [&](SafetyPlayer& player, std::uint64_t k) {
            Shot& shot = all[k].shot;
            shot = question_.like;
            shot.strike.speed = question_.speeds[k / directions];
            shot.strike.direction = static_cast<double>(k % directions) * question_.step;
            bool ok = false;
            all[k].meant = all[k].leaves = player.leaves(shot, ok);
            fits[k] = ok ? 1 : 0;
        });
        std::vector<Safety> kept;
        for (std::size_t k = 0; k < all.size(); ++k) {
            if (fits[k] != 0) kept.push_back(all[k]);
        }
        return kept;
    }

    void disturb(std::vector<Safety>& safeties, std::uint64_t trials, double from, double to) {
        each(safeties.size(), from, to,
             [&](SafetyPlayer& player, std::uint64_t k) { player.disturb(safeties[k], trials, stops_); });
        std::stable_sort(safeties.begin(), safeties.end(), leaves_less);
    }

    void find_routes(std::vector<Safety>& safeties) {
        for (Safety& safety : safeties) players_[0]->find_route(safety);
    }

private:
    template <class Work>
    void each(std::uint64_t count, double from, double to, const Work& work) {
        const auto worker = [&](unsigned thread) -> Job {
            return [&, thread](std::uint64_t k) { work(*players_[thread], k); };
        };
        share_out(count, static_cast<unsigned>(players_.size()), worker, [&](std::uint64_t done) {
            if (!progress_(from + (to - from) * static_cast<double>(done) / static_cast<double>(count)))
                stops_ = true;
            return !stops_;
        });
    }

    const AimQuestion& question_;
    const AimProgress& progress_;
    std::vector<std::unique_ptr<SafetyPlayer>> players_;
    std::atomic<bool> stops_{false};
};

}  // namespace

std::vector<Safety> find_safeties(const AimQuestion& question, const AimProgress& progress) {
    SafetySearch search(question, progress);
    std::vector<Safety> safeties = search.candidates();
    search.disturb(safeties, kFirstTrials, 0.2, 0.7);
    safeties.resize(std::min(safeties.size(), kTriedAgain));
    search.disturb(safeties, kMoreTrials, 0.7, 0.9);
    safeties.resize(std::min<std::uint64_t>(safeties.size(), question.count));
    search.disturb(safeties, std::max(question.trials, kMoreTrials), 0.9, 1);
    search.find_routes(safeties);
    return safeties;
}

}  // namespace carom::app

#include "app/aim/aim_finding.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <optional>

#include "app/shots/job_threads.hpp"

namespace carom::app {
namespace {

using billiards::Aim;
using billiards::AimKeeps;
using billiards::AimSearch;
using billiards::Shot;
using billiards::ShotFacts;

constexpr std::uint64_t kSectors = 60;
constexpr std::uint64_t kSeed = 1;

using Searches = std::vector<std::unique_ptr<AimSearch>>;

AimSearch searching(const AimQuestion& question) {
    return {question.scene->setup, question.scene->start,
            [rules = question.rules](const ShotFacts& facts) { return rules->scores(facts); }};
}

/// Each thread's own.
Searches searches_of(const AimQuestion& question, unsigned threads) {
    Searches searches;
    for (unsigned k = 0; k < threads; ++k)
        searches.push_back(std::make_unique<AimSearch>(searching(question)));
    return searches;
}

/// With windows that are checked, and its chance. None when the search ends before.
std::optional<FoundAim> judged(AimSearch& search, const Aim& aim, AimKeeps keeps, const AimQuestion& question,
                               const std::function<bool()>& go_on) {
    FoundAim found{aim, 0, 0, true};
    if (question.checks > 0 && !search.check(found.aim, question.checks, keeps, go_on)) return {};
    found.chance = estimated_chance(found.aim, question.errors);
    if (question.trials == 0) return found;
    const auto count = static_cast<double>(question.trials);
    const auto hits = search.hits(found.aim, question.errors, question.trials, kSeed, go_on);
    if (!hits) return {};
    found.chance = static_cast<double>(*hits) / count;
    found.error = std::sqrt(found.chance * (1 - found.chance) / count);
    found.estimated = false;
    return found;
}

void sort_by_chance(std::vector<FoundAim>& aims) {
    std::stable_sort(aims.begin(), aims.end(),
                     [](const FoundAim& a, const FoundAim& b) { return a.chance > b.chance; });
}

}  // namespace

FoundAims find_aims(const AimQuestion& question, const AimProgress& progress) {
    const unsigned threads = usual_threads();
    const Searches searches = searches_of(question, threads);
    const std::uint64_t sectors = kSectors * question.speeds.size();
    std::vector<std::vector<Aim>> parts(sectors);
    std::atomic<bool> stops{false};
    const auto look = [&](unsigned thread) -> Job {
        return [&, search = searches[thread].get()](std::uint64_t k) {
            Shot like = question.like;
            like.strike.speed = question.speeds[k / kSectors];
            const double width = 360.0 / kSectors, from = static_cast<double>(k % kSectors) * width;
            parts[k] = search->scan(like, from, from + width, question.step, [&] { return !stops; });
        };
    };
    const double share = question.trials + question.checks == 0 ? 1 : 0.6;
    share_out(sectors, threads, look, [&](std::uint64_t done) {
        if (!progress(share * static_cast<double>(done) / static_cast<double>(sectors))) stops = true;
        return !stops;
    });
    std::vector<Aim> aims;
    for (std::vector<Aim>& part : parts) aims.insert(aims.end(), part.begin(), part.end());
    rank(aims, question.errors);
    FoundAims result;
    result.found = aims.size();
    // Chances by play can change the order of estimates a little: more of them are played than told.
    aims.resize(std::min<std::uint64_t>(aims.size(), question.count + 5));
    std::vector<std::optional<FoundAim>> played(aims.size());
    const auto play = [&](unsigned thread) -> Job {
        return [&, search = searches[thread].get()](std::uint64_t k) {
            played[k] = judged(*search, aims[k], AimKeeps::window, question, [&] { return !stops; });
        };
    };
    share_out(aims.size(), threads, play, [&](std::uint64_t done) {
        if (!progress(share + (1 - share) * static_cast<double>(done) / static_cast<double>(aims.size())))
            stops = true;
        return !stops;
    });
    for (const auto& one : played) {
        if (one) result.best.push_back(*one);
    }
    sort_by_chance(result.best);
    result.best.resize(std::min<std::uint64_t>(result.best.size(), question.count));
    for (const auto& search : searches) result.played += search->played();
    return result;
}

FoundAims judge_aim(const AimQuestion& question, const AimProgress& progress) {
    AimSearch search = searching(question);
    FoundAims result;
    const auto go_on = [&] { return progress(0); };
    if (const auto aim = search.around(question.like, question.step, AimKeeps::shot, go_on)) {
        if (const auto one = judged(search, *aim, AimKeeps::shot, question, go_on))
            result.best.push_back(*one);
    } else {
        result.why_none = question.rules->why_not(search.facts());
    }
    result.found = result.best.size();
    result.played = search.played();
    return result;
}

}  // namespace carom::app

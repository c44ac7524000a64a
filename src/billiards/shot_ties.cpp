// The part of the loop that is about impacts at the same instant.
#include <algorithm>

#include "billiards/shot_loop.hpp"

namespace carom::billiards::detail {

/// Of all pairs that touch at this very instant, those that close fast meet in one impact.
void ShotLoop::meet_together(const NextEntry& entry) {
    met_.clear();
    NextEntry next = entry;
    while (!next.is_own && next.time == now_) {
        if (make_exact(next.ball, now_)) {
            const int i = next.ball;
            const int j = rows_.partner[static_cast<std::size_t>(i)];
            met_.emplace_back(std::min(i, j), std::max(i, j));
            rows_do_.rescan(rows_, i, j, kNever);
        }
        next = rows_do_.earliest(rows_);
    }
    std::sort(met_.begin(), met_.end());
    impact_together();
}

void ShotLoop::impact_together() {
    const auto is_slow = [&](const std::pair<int, int>& pair) {
        MovingBall& a = ball(pair.first);
        MovingBall& b = ball(pair.second);
        advance(a, kind_of(pair.first).rates, now_);
        advance(b, kind_of(pair.second).rates, now_);
        return stay_in_contact(pair.first, pair.second, ContactFrame(a, b).closing());
    };
    const auto fast = std::stable_partition(met_.begin(), met_.end(), is_slow);
    if (fast == met_.end()) {
        const std::vector<std::pair<int, int>> pairs = met_;
        hold(pairs);
        return;
    }
    const std::span<const std::pair<int, int>> pairs(fast, met_.end());
    touching_.clear();
    for (const auto& [i, j] : met_) touching_.insert(touching_.end(), {i, j});
    std::sort(touching_.begin(), touching_.end());
    touching_.erase(std::unique(touching_.begin(), touching_.end()), touching_.end());
    for (const int k : touching_) release(k);
    if (pairs.size() == 1) {
        const auto [i, j] = pairs.front();
        impact(ball(i), ball(j), ContactFrame(ball(i), ball(j)), pair_of(i, j), setup_.laws);
    } else {
        joint_.clear();
        for (const auto& [i, j] : pairs) joint_.add(ball(i), ball(j), pair_of(i, j));
        joint_.solve(setup_.laws);
    }
    for (const auto& [i, j] : pairs) {
        for (const int k : {i, j}) launch_sliding(ball(k), kind_of(k).rates, now_);
    }
    int following = static_cast<int>(pairs.size());
    for (const auto& [i, j] : pairs) {
        record(EventKind::ball_ball, i, j, true);
        events_.back().following = --following;
    }
    // All of them, so that slow ones that touch too are found again.
    for (const int k : touching_) rows_.set(static_cast<std::size_t>(k), ball(k));
    for (const int k : touching_) {
        look_around(k);
        look(k);
    }
    // Friction of one contact can close another again.
    for (const auto& [i, j] : pairs) {
        const bool closes = ContactFrame(ball(i), ball(j)).closing() > 0;
        set_pair(i, j, closes ? now_ : next_meeting(ball(i), ball(j), now_));
    }
}

}  // namespace carom::billiards::detail

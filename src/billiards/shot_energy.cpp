#include <algorithm>
#include <vector>

#include "carom/billiards/impact_account.hpp"

namespace carom::billiards {
namespace {

bool is_impact(EventKind kind) {
    return kind == EventKind::ball_ball || kind == EventKind::bed || is_cushion(kind);
}

double energy_in_play(const ShotSetup& setup, int ball, const BallState& state) {
    if (is_out_of_play(state.phase)) return 0;
    return energy_of(setup.balls[static_cast<std::size_t>(ball)], state, setup.table.gravity);
}

std::vector<int> balls_of(std::span<const ShotEvent> events) {
    std::vector<int> balls;
    for (const ShotEvent& event : events) {
        balls.push_back(event.ball);
        if (event.kind == EventKind::ball_ball) balls.push_back(event.other);
    }
    std::sort(balls.begin(), balls.end());
    balls.erase(std::unique(balls.begin(), balls.end()), balls.end());
    return balls;
}

/// Adds up what the events of a shot take.
class EnergyBook {
public:
    EnergyBook(const ShotSetup& setup, std::span<const BallState> start)
        : setup_(setup), playback_(setup, start) {
        for (int k = 0; k < static_cast<int>(start.size()); ++k)
            book_.at_start += energy_in_play(setup, k, start[static_cast<std::size_t>(k)]);
    }

    /// Those that happen at once.
    void take(std::span<const ShotEvent> events) {
        const std::vector<int> balls = balls_of(events);
        for (const int ball : balls) take_motion(ball, events[0].time);
        if (events.size() > 1) {
            const JointEnergy joint = energy_of_joint(setup_, playback_, events);
            book_.joint += joint.before - joint.after;
        } else {
            take_event(events[0]);
        }
        for (const ShotEvent& event : events) playback_.take(event);
    }

    ShotEnergy book(std::size_t balls, double end) {
        for (int k = 0; k < static_cast<int>(balls); ++k) {
            take_motion(k, end);
            book_.at_end += energy_in_play(setup_, k, playback_.state(k, end));
        }
        return book_;
    }

private:
    void take_motion(int ball, double until) {
        const BallState from = playback_.state(ball, playback_.since(ball));
        if (is_out_of_play(from.phase)) return;
        const ClothLosses lost = losses_on_cloth(setup_.balls[static_cast<std::size_t>(ball)], from,
                                                 playback_.state(ball, until), setup_.table.gravity);
        book_.cloth.sliding += lost.sliding;
        book_.cloth.rolling += lost.rolling;
        book_.cloth.spinning += lost.spinning;
    }

    void take_event(const ShotEvent& event) {
        const BeforeAndAfter ball{playback_.state(event.ball, event.time), event.ball_after};
        const double lost =
            energy_in_play(setup_, event.ball, ball.before) - energy_in_play(setup_, event.ball, ball.after);
        if (event.kind == EventKind::strike) {
            book_.from_cue -= lost;
        } else if (event.kind == EventKind::ball_ball) {
            const ImpactAccount account = account_of_impact(
                setup_, event, ball, {playback_.state(event.other, event.time), event.other_after});
            book_.balls_normal += account.lost_normal;
            book_.balls_friction += account.lost_friction;
            book_.balls_cloth += account.lost_cloth;
        } else if (is_impact(event.kind)) {
            const ImpactAccount account = account_of_impact(setup_, event, ball);
            const bool cushion = is_cushion(event.kind);
            (cushion ? book_.cushions_normal : book_.bed_normal) += account.lost_normal;
            (cushion ? book_.cushions_friction : book_.bed_friction) += account.lost_friction;
            book_.cushions_cloth += account.lost_cloth;
        } else if (is_out_of_play(event.ball_after.phase)) {
            book_.gone += lost;
        } else {
            book_.lasting += lost;
        }
    }

    const ShotSetup& setup_;
    ShotPlayback playback_;
    ShotEnergy book_;
};

}  // namespace

ClothLosses losses_on_cloth(const BallProperties& ball, const BallState& from, const BallState& to,
                            double gravity) {
    ClothLosses losses;
    const double inertia = 0.4 * ball.mass * ball.radius * ball.radius;
    const double lost = energy_of(ball, from, gravity) - energy_of(ball, to, gravity);
    if (from.phase == Phase::airborne) return losses;
    losses.spinning = 0.5 * inertia * (from.spin[2] * from.spin[2] - to.spin[2] * to.spin[2]);
    const double rest = lost - losses.spinning;
    (from.phase == Phase::sliding ? losses.sliding : losses.rolling) = rest;
    return losses;
}

JointEvents joint_events(std::span<const ShotEvent> events, std::size_t k) {
    // The first of them counts those that follow, and each of these fewer.
    std::size_t first = k;
    while (first > 0 && events[first - 1].following > 0) --first;
    return {first, static_cast<std::size_t>(events[first].following) + 1};
}

JointEnergy energy_of_joint(const ShotSetup& setup, const ShotPlayback& playback,
                            std::span<const ShotEvent> events) {
    JointEnergy energy;
    std::vector<int> told;
    for (const ShotEvent& event : events) {
        const auto add = [&](int ball, const BallState& after) {
            if (std::find(told.begin(), told.end(), ball) != told.end()) return;
            told.push_back(ball);
            energy.before += energy_in_play(setup, ball, playback.state(ball, event.time));
            energy.after += energy_in_play(setup, ball, after);
        };
        add(event.ball, event.ball_after);
        if (event.kind == EventKind::ball_ball) add(event.other, event.other_after);
    }
    return energy;
}

double ShotEnergy::unexplained() const {
    const double lost = balls_normal + balls_friction + balls_cloth + joint + cushions_normal +
                        cushions_friction + cushions_cloth + bed_normal + bed_friction + cloth.in_all() +
                        lasting;
    return at_start + from_cue - lost - gone - at_end;
}

ShotEnergy energy_of_shot(const ShotSetup& setup, std::span<const BallState> start,
                          std::span<const ShotEvent> events) {
    EnergyBook book(setup, start);
    double end = 0;
    for (std::size_t k = 0; k < events.size();) {
        const std::size_t count = joint_events(events, k).count;
        book.take(events.subspan(k, count));
        end = events[k].time;
        k += count;
    }
    return book.book(start.size(), end);
}

}  // namespace carom::billiards

// The loop of the checker of shots: prove the flights that end, judge the event, begin the new flights.
#include "carom/proof/check_shots.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "carom/billiards/scene_referee.hpp"
#include "proof/shot_judge.hpp"
#include "proof/spot_judge.hpp"
#include "proof/table_prover.hpp"

namespace carom {

using billiards::Phase;
using billiards::ShotEvent;

class ShotChecker::Impl {
public:
    explicit Impl(const billiards::TableScene& scene)
        : scene_(scene),
          prover_(scene, report_),
          judge_(scene, prover_, report_),
          referee_(scene),
          spots_(scene),
          rest_(scene.start) {}

    void take(const PlayedShot& shot, const std::function<bool()>& go_on) {
        const billiards::PlannedShot* planned =
            report_.shots < scene_.shots.size() ? &scene_.shots[report_.shots] : nullptr;
        if (!planned && report_.shots > 0) prover_.fault(0, "there is one more shot than the scene has");
        ++report_.shots;
        check_start(shot.start, planned);
        prover_.begin_shot(shot.start);
        now_ = 0;
        std::span<const ShotEvent> events(shot.events);
        if (planned) events = strike(events, *planned);
        for (std::uint32_t k = 1; !events.empty(); ++k) {
            events = events.subspan(take_first(events));
            if (go_on && k % kEventsUnasked == 0 && !go_on()) return;
        }
        finish(shot);
        if (planned)
            referee_.rule(facts_of(shot.start, shot.events, planned->shot.cue_ball, scene_.setup.table));
        rest_ = shot.end;
    }

    const ShotCheckReport& report() const { return report_; }

private:
    static constexpr std::uint32_t kEventsUnasked = 64;

    /// Each shot starts where the last one came to rest, but for balls that are put back and a ball in hand.
    void check_start(const std::vector<billiards::BallState>& start, const billiards::PlannedShot* planned) {
        const int in_hand = planned && planned->place ? planned->shot.cue_ball : -1;
        if (in_hand >= 0) {
            const auto k = static_cast<std::size_t>(in_hand);
            rest_[k] = billiards::ball_at((*planned->place)[0], (*planned->place)[1], scene_.setup.balls[k]);
        }
        for (const int ball : referee_.spotted()) {
            const auto k = static_cast<std::size_t>(ball);
            rest_[k] = start[k];
        }
        for (std::size_t i = 0; i < start.size(); ++i) {
            if (start[i] != rest_[i]) prover_.fault(0, prover_.name(i) + " does not start where it lay");
        }
        const int misplaced = spots_.misplaced(start, referee_.spotted(), in_hand);
        if (misplaced >= 0)
            prover_.fault(0, prover_.name(static_cast<std::size_t>(misplaced)) +
                                 " was not put back where the rules say");
    }

    std::span<const ShotEvent> strike(std::span<const ShotEvent> events,
                                      const billiards::PlannedShot& planned) {
        if (events.empty() || events.front().kind != billiards::EventKind::strike) {
            prover_.fault(0, "there is no strike");
            return events;
        }
        judge_.strike(events.front(), planned);
        ++report_.events;
        begin_flights(events.front());
        return events.subspan(1);
    }

    /// The first event, with those that are part of the same impact. Returns how many.
    std::size_t take_first(std::span<const ShotEvent> events) {
        const auto following = static_cast<std::size_t>(events.front().following);
        const auto taken = events.first(std::min(following, events.size() - 1) + 1);
        const double time = events.front().time;
        if (time < now_) prover_.fault(time, "time runs backwards");
        now_ = time;
        for (const ShotEvent& event : taken) {
            prover_.prove(static_cast<std::size_t>(event.ball), time);
            if (event.kind == billiards::EventKind::ball_ball)
                prover_.prove(static_cast<std::size_t>(event.other), time);
        }
        if (following == 0) {
            judge_.judge(taken.front());
        } else {
            judge_.judge_together(taken, following + 1);
        }
        for (const ShotEvent& event : taken) begin_flights(event);
        report_.events += taken.size();
        return taken.size();
    }

    void begin_flights(const ShotEvent& event) {
        const bool is_pair = event.kind == billiards::EventKind::ball_ball;
        const bool is_impact = is_pair || event.kind == billiards::EventKind::strike ||
                               event.kind == billiards::EventKind::straight_cushion ||
                               event.kind == billiards::EventKind::round_cushion;
        prover_.begin_flight(static_cast<std::size_t>(event.ball), event.time, event.ball_after,
                             event.ball_acceleration, is_impact);
        if (!is_pair) return;
        prover_.begin_flight(static_cast<std::size_t>(event.other), event.time, event.other_after,
                             event.other_acceleration, is_impact);
    }

    void finish(const PlayedShot& shot) {
        if (shot.duration != now_)
            prover_.fault(shot.duration, "the shot ends at another time than its last event");
        for (std::size_t i = 0; i < prover_.ball_count(); ++i) {
            prover_.prove(i, now_);
            const billiards::BallState& state = prover_.flight(i).state;
            if (state.phase != Phase::resting && !is_out_of_play(state.phase))
                prover_.fault(now_, prover_.name(i) + " still moves at the end");
            if (shot.end[i] != state)
                prover_.fault(now_, prover_.name(i) + " ends in another state than its last");
        }
    }

    const billiards::TableScene& scene_;
    ShotCheckReport report_;
    proof::TableProver prover_;
    proof::ShotJudge judge_;
    billiards::SceneReferee referee_;
    proof::SpotJudge spots_;
    std::vector<billiards::BallState> rest_;
    double now_ = 0;
};

ShotChecker::ShotChecker(const billiards::TableScene& scene) : impl_(std::make_unique<Impl>(scene)) {}
ShotChecker::~ShotChecker() = default;

void ShotChecker::take(const PlayedShot& shot, const std::function<bool()>& go_on) {
    impl_->take(shot, go_on);
}

ShotCheckReport ShotChecker::report() const {
    return impl_->report();
}

ShotCheckReport check_shots(ShotFileReader& shots, const std::function<bool(std::uint64_t)>& progress) {
    ShotChecker checker(shots.scene());
    bool stopped = false;
    std::uint64_t done = 0;
    const auto go_on = [&] {
        stopped = stopped || (progress && !progress(done));
        return !stopped;
    };
    while (const auto shot = shots.next()) {
        checker.take(*shot, go_on);
        ++done;
        if (!go_on()) break;
    }
    ShotCheckReport report = checker.report();
    const auto fault = [&](const std::string& what) {
        ++report.fault_count;
        report.faults.push_back(what);
    };
    if (stopped) fault("stopped before the end");
    if (const auto damage = shots.fault()) fault(damage->message);
    report.closed = shots.closed();
    return report;
}

}  // namespace carom

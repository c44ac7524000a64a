#include "carom/billiards/aim.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace carom::billiards {
namespace {

std::vector<FallenBall> sorted(std::vector<FallenBall> pocketed) {
    std::sort(pocketed.begin(), pocketed.end(),
              [](const FallenBall& a, const FallenBall& b) { return a.ball < b.ball; });
    return pocketed;
}

double normal_below(double x) {
    return 0.5 * std::erfc(-x * 0.70710678118654752440);
}

/// Of a normal deviate around `value`.
double share_in(const Window& window, double value, double error) {
    if (error == 0) return 1;
    return normal_below((window.upper.inside - value) / error) -
           normal_below((window.lower.inside - value) / error);
}

/// A window of directions begins anywhere on the circle.
bool overlap(const Window& a, const Window& b) {
    const double apart = b.lower.inside - a.lower.inside;
    const double shift = 360 * std::round(apart / 360);
    return b.lower.inside - shift <= a.upper.inside && a.lower.inside <= b.upper.inside - shift;
}

bool same_aim(const Aim& a, const Aim& b) {
    if (a.pocketed != b.pocketed) return false;
    const double speed = b.shot.strike.speed;
    if (a.shot.strike.speed == speed) return overlap(a.direction, b.direction);
    return a.route == b.route && a.speed.lower.inside <= speed && speed <= a.speed.upper.inside;
}

}  // namespace

AimSearch::AimSearch(const ShotSetup& setup, std::span<const BallState> start, WantedShot wanted)
    : setup_(setup), start_(start.begin(), start.end()), wanted_(std::move(wanted)), player_(setup) {}

bool AimSearch::does_it(const Shot& shot) {
    ++played_;
    player_.play(start_, shot);
    facts_ = facts_of(start_, player_.events(), shot.cue_ball, setup_.table);
    return wanted_(facts_);
}

/// Whether shots that differ in one number of the strike do the same as an aim.
class AimSearch::Question {
public:
    Question(AimSearch& search, const std::vector<FallenBall>& pocketed, const std::function<bool()>& go_on)
        : search_(search), pocketed_(pocketed), go_on_(go_on) {}

    /// No longer, from when it was asked to stop. All answers since then are no.
    bool goes_on() const { return goes_on_; }

    bool asks(const Shot& shot) const {
        if (go_on_ && goes_on_) goes_on_ = go_on_();
        return goes_on_ && search_.does_it(shot) && sorted(search_.facts_.pocketed) == pocketed_;
    }
    bool asks(Shot shot, double Strike::*number, double value) const {
        shot.strike.*number = value;
        return asks(shot);
    }

    /// Between a value that does it and one that does not.
    WindowLimit between(const Shot& shot, double Strike::*number, double inside, double outside) const {
        while (goes_on_ && std::fabs(outside - inside) > kWindowPrecision) {
            const double middle = 0.5 * (inside + outside);
            (asks(shot, number, middle) ? inside : outside) = middle;
        }
        return {inside, outside};
    }

    /// From the shot's own value towards `end`, in steps, to the first that does not do it.
    WindowLimit limit_from(const Shot& shot, double Strike::*number, double step, double end) const {
        double inside = shot.strike.*number;
        for (;;) {
            const double next = step > 0 ? std::min(inside + step, end) : std::max(inside + step, end);
            if (next == inside) return {end, end};
            if (!asks(shot, number, next)) return between(shot, number, inside, next);
            inside = next;
        }
    }

    /// Plays `count` shots evenly apart in a window. Where one of them does something else, the window is
    /// cut, and what is left is not yet checked.
    void check(const Shot& shot, double Strike::*number, Window& window, std::uint64_t count,
               AimKeeps keeps) const {
        const double from = window.lower.inside, width = window.width();
        std::vector<Sample> samples{{from, true}};
        for (std::uint64_t k = 1; k <= count && goes_on_; ++k) {
            const double value = from + width * (static_cast<double>(k) / static_cast<double>(count + 1));
            samples.push_back({value, asks(shot, number, value)});
        }
        if (!goes_on_) return;
        if (std::all_of(samples.begin(), samples.end(), [](const Sample& one) { return one.same; })) {
            window.checked = count;
            return;
        }
        samples.push_back({window.upper.inside, true});
        const double pivot = keeps == AimKeeps::shot ? shot.strike.*number : middle_of_widest(samples);
        // The nearest samples that do something else, and the last before them that do not.
        double low = pivot, high = pivot;
        const auto first_above = std::find_if(samples.begin(), samples.end(),
                                              [&](const Sample& one) { return one.value > pivot; });
        for (auto above = first_above; above != samples.end(); ++above) {
            if (!above->same) {
                window.upper = between(shot, number, high, above->value);
                break;
            }
            high = above->value;
        }
        for (auto below = first_above; below != samples.begin();) {
            --below;
            if (!below->same) {
                window.lower = between(shot, number, low, below->value);
                break;
            }
            low = below->value;
        }
    }

private:
    struct Sample {
        double value;
        bool same;
    };

    /// Of the widest run of samples that do the same.
    static double middle_of_widest(const std::vector<Sample>& samples) {
        double widest = -1, middle = 0;
        for (std::size_t k = 0; k < samples.size(); ++k) {
            if (!samples[k].same) continue;
            std::size_t end = k;
            while (end + 1 < samples.size() && samples[end + 1].same) ++end;
            if (samples[end].value - samples[k].value > widest) {
                widest = samples[end].value - samples[k].value;
                middle = samples[(k + end) / 2].value;
            }
            k = end;
        }
        return middle;
    }

    AimSearch& search_;
    const std::vector<FallenBall>& pocketed_;
    const std::function<bool()>& go_on_;
    mutable bool goes_on_ = true;
};

/// Does the ball of the aim fall in the shot that was played last, and into its pocket?
bool AimSearch::ends_as(const Aim& aim) const {
    if (aim.route.empty() || aim.route.back().kind != EventKind::pocket) return true;
    const RouteStep& end = aim.route.back();
    return std::any_of(facts_.pocketed.begin(), facts_.pocketed.end(), [&](const FallenBall& fallen) {
        return fallen.ball == end.ball && fallen.pocket == end.other;
    });
}

std::optional<std::uint64_t> AimSearch::hits(const Aim& meant, const ShotErrors& errors, std::uint64_t count,
                                             std::uint64_t seed, const std::function<bool()>& go_on) {
    const Shot& shot = meant.shot;
    std::uint64_t sum = 0;
    for (std::uint64_t k = 0; k < count; ++k) {
        if (go_on && !go_on()) return {};
        if (does_it({shot.cue_ball, disturbed(shot.strike, errors, seed, k)}) && ends_as(meant)) ++sum;
    }
    return sum;
}

void AimSearch::find_speeds(Aim& aim, const Question& question) {
    constexpr double share = 0.02;  // of the speed, from shot to shot
    const double speed = aim.shot.strike.speed;
    aim.speed = {question.limit_from(aim.shot, &Strike::speed, -share * speed, std::min(kSlowestCue, speed)),
                 question.limit_from(aim.shot, &Strike::speed, share * speed, std::max(kFastestCue, speed))};
}

std::optional<Aim> AimSearch::around(const Shot& shot, double step, AimKeeps keeps,
                                     const std::function<bool()>& go_on) {
    if ((go_on && !go_on()) || !does_it(shot)) return {};
    Aim aim;
    aim.shot = shot;
    aim.pocketed = sorted(facts_.pocketed);
    const Question question(*this, aim.pocketed, go_on);
    double& direction = aim.shot.strike.direction;
    aim.direction = {question.limit_from(shot, &Strike::direction, -step, direction - 180),
                     question.limit_from(shot, &Strike::direction, step, direction + 180)};
    if (keeps == AimKeeps::window) {
        direction = 0.5 * (aim.direction.lower.inside + aim.direction.upper.inside);
        if (!question.asks(aim.shot)) aim.shot = shot;
    }
    find_speeds(aim, question);
    if (!question.goes_on()) return {};
    does_it(aim.shot);
    describe(aim);
    return aim;
}

bool AimSearch::check(Aim& aim, std::uint64_t count, AimKeeps keeps, const std::function<bool()>& go_on) {
    constexpr int kMostRounds = 100;  // with a cut in each
    Aim better = aim;
    const Question question(*this, aim.pocketed, go_on);
    const auto settle = [&](Window& window, double Strike::*number, AimKeeps kept) {
        window.checked = 0;
        for (int k = 0; k < kMostRounds && window.checked == 0 && question.goes_on(); ++k)
            question.check(better.shot, number, window, count, kept);
    };
    settle(better.direction, &Strike::direction, keeps);
    double& direction = better.shot.strike.direction;
    if (keeps == AimKeeps::window && better.direction.width() < aim.direction.width()) {
        direction = 0.5 * (better.direction.lower.inside + better.direction.upper.inside);
        if (!question.asks(better.shot)) direction = better.direction.lower.inside;
        find_speeds(better, question);
    }
    settle(better.speed, &Strike::speed, AimKeeps::shot);
    if (!question.goes_on()) return false;
    does_it(better.shot);
    describe(better);
    aim = better;
    return true;
}

double AimSearch::speed_before(std::size_t event) const {
    const std::span<const ShotEvent> events = player_.events();
    const int ball = events[event].ball;
    for (std::size_t k = event; k-- > 0;) {
        const ShotEvent& last = events[k];
        const bool is_other = last.kind == EventKind::ball_ball && last.other == ball;
        if (last.ball != ball && !is_other) continue;
        const BallState state = moved(setup_.balls[static_cast<std::size_t>(ball)], setup_.table.gravity,
                                      is_other ? last.other_after : last.ball_after,
                                      is_other ? last.other_acceleration : last.ball_acceleration,
                                      events[event].time - last.time);
        return std::hypot(state.velocity[0], state.velocity[1]);
    }
    return 0;
}

void AimSearch::describe(Aim& aim) {
    const int cue_ball = aim.shot.cue_ball;
    const std::span<const ShotEvent> events = player_.events();
    for (std::size_t k = 0; k < events.size(); ++k) {
        const ShotEvent& event = events[k];
        if (event.kind != EventKind::pocket || event.ball == cue_ball) continue;
        aim.route = route_to(events, k, event.ball);
        aim.pocket_speed = speed_before(k);
        return;
    }
    // The cue ball up to the last other ball that it met for the first time.
    std::vector<int> met;
    for (std::size_t k = 0; k < events.size(); ++k) {
        const ShotEvent& event = events[k];
        if (event.kind != EventKind::ball_ball || (event.ball != cue_ball && event.other != cue_ball))
            continue;
        const int other = event.ball == cue_ball ? event.other : event.ball;
        if (std::find(met.begin(), met.end(), other) != met.end()) continue;
        met.push_back(other);
        aim.route = route_to(events, k, cue_ball);
    }
}

std::vector<Aim> AimSearch::scan(const Shot& like, double from, double to, double step,
                                 const std::function<bool()>& go_on) {
    std::vector<Aim> aims;
    for (std::uint64_t k = 0;; ++k) {
        Shot shot = like;
        shot.strike.direction = from + static_cast<double>(k) * step;
        if (!(shot.strike.direction < to) || (go_on && !go_on())) return aims;
        if (!aims.empty() && shot.strike.direction <= aims.back().direction.upper.inside) continue;
        if (auto aim = around(shot, step, AimKeeps::window, go_on)) aims.push_back(*std::move(aim));
    }
}

double estimated_chance(const Aim& aim, const ShotErrors& errors) {
    const Strike& strike = aim.shot.strike;
    return share_in(aim.direction, strike.direction, errors.direction) *
           share_in(aim.speed, strike.speed, errors.speed * strike.speed);
}

void rank(std::vector<Aim>& aims, const ShotErrors& errors) {
    std::stable_sort(aims.begin(), aims.end(), [&](const Aim& a, const Aim& b) {
        return estimated_chance(a, errors) > estimated_chance(b, errors);
    });
    std::vector<Aim> kept;
    for (Aim& aim : aims) {
        const auto is_same = [&](const Aim& other) { return same_aim(other, aim); };
        if (std::none_of(kept.begin(), kept.end(), is_same)) kept.push_back(std::move(aim));
    }
    aims = std::move(kept);
}

}  // namespace carom::billiards

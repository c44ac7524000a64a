#include "proof/lone_impact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "proof/partner.hpp"

namespace carom::proof {
namespace {

/// What closes by a smaller share of the speeds may not be pressed on.
constexpr double kPressed = 0x1p-36;

}  // namespace

template <int N>
void LoneImpactJudge<N>::judge(const Event<N>& event) {
    is_pair_ = is_pair(event.kind);
    if (!has_further_contacts(event) || !gather(event)) return;
    balls_.find(records_);
    if (!(balls_.speed() > 0)) return;
    const Touch* due = due_touch(event);
    if (due == nullptr || balls_.touches().size() < 2 || closes_ring() || !must_be_joint(*due)) return;
    const Answer alone = may_stand_alone(event);
    if (alone == Answer::perhaps) report_->note_cluster(false);
    if (alone == Answer::no)
        prover_->fault(event.time, fmt::format("{} hits {} alone, but touches what the law takes with them",
                                               prover_->name(event.ball),
                                               is_pair_ ? prover_->name(event.other) : "a wall"));
}

/// Of its balls, beside the contact that is due.
template <int N>
bool LoneImpactJudge<N>::has_further_contacts(const Event<N>& event) const {
    if (prover_->context().law.contact_tolerance == 0.0) return false;
    if (!is_pair_) {
        const WideWall<N>& wall = prover_->wall(event.other);
        if (wall.speed != 0 || wall.temperature > 0) return false;
    }
    return std::any_of(prover_->contacts().begin(), prover_->contacts().end(), [&](const ContactNow<N>& one) {
        if (one.wall != nullptr)
            return one.wall->speed == 0 && !(one.wall->temperature > 0) &&
                   (is_pair_ || one.wall->number != event.other);
        return !is_pair_ || (one.ball != event.other && one.other != event.other) ||
               (one.ball != event.ball && one.other != event.ball);
    });
}

template <int N>
bool LoneImpactJudge<N>::has(std::size_t ball) const {
    return std::any_of(records_.begin(), records_.end(),
                       [ball](const Event<N>& one) { return one.ball == ball; });
}

template <int N>
BallState<N> LoneImpactJudge<N>::arrival(std::size_t ball, Time now) const {
    const Flight<N>& flight = prover_->flight(ball);
    BallState<N> state = flight.state;
    state.position = narrow(position_after(flight, prover_->age(ball, now)));
    state.velocity = narrow(velocity_after(flight, prover_->age(ball, now)));
    state.time = now;
    return state;
}

/// The balls that may be in contact with one, and perhaps some more.
template <int N>
std::vector<std::size_t> LoneImpactJudge<N>::neighbours(const Event<N>& one) const {
    const CheckContext<N>& context = prover_->context();
    const double radius = prover_->flight(one.ball).radius;
    const double reach = context.contact_reach(radius, radius);
    std::vector<std::size_t> found;
    if (!context.is_sheared()) {
        for (const proof::Touch<N>& touch : finder_.find(one.ball, one.ball_after.position, one.time, reach))
            if (touch.wall == nullptr) found.push_back(touch.other);
        return found;
    }
    for (std::size_t j = 0; j < prover_->ball_count(); ++j) {
        if (j == one.ball) continue;
        const BallState<N> other = arrival(j, one.time);
        const double unsure = prover_->bound_at(one.ball, one.time) + prover_->bound_at(j, one.time) +
                              slide_bound(*prover_, one.ball, one.ball_after, j, other);
        const double look = (radius + prover_->flight(j).radius + reach + unsure) * (1 + kFilterMargin);
        const WideVec<N> direct = widen(other.position) - widen(one.ball_after.position);
        bool is_near = false;
        for_each_image_within(look, direct, one.time, context, [&](const auto& from, const auto& image) {
            is_near = is_near || narrow(rough_length(from + shift_of(image, context))) <= look;
        });
        if (is_near) found.push_back(j);
    }
    return found;
}

/// All that are connected with the balls of the impact, as far as rounding can tell. False when they are more
/// than the law takes together, or none of the two can move.
template <int N>
bool LoneImpactJudge<N>::gather(const Event<N>& event) {
    records_.clear();
    const auto moves = [&](std::size_t ball) { return !std::isinf(prover_->flight(ball).mass); };
    if (moves(event.ball)) add(event.ball, event.ball_after);
    if (is_pair_ && moves(event.other)) add(event.other, event.other_after);
    due_balls_ = records_.size();
    for (std::size_t i = 0; i < records_.size(); ++i) {
        records_[i].time = event.time;
        const Event<N> one = records_[i];
        for (const std::size_t other : neighbours(one)) {
            if (moves(other) && !has(other)) add(other, arrival(other, event.time));
        }
        if (records_.size() > kMostConnected) return false;
    }
    return !records_.empty();
}

/// The contacts lead around a periodic box, as far as rounding can tell, so that the balls cannot be given
/// places.
template <int N>
bool LoneImpactJudge<N>::closes_ring() const {
    if (balls_.may_close_ring()) return true;
    std::vector<std::optional<WideVec<N>>> places(records_.size());
    std::vector<std::size_t> known{0};
    places[0] = WideVec<N>{};
    for (std::size_t i = 0; i < known.size(); ++i) {
        const std::size_t at = known[i];
        for (const Touch& touch : balls_.touches()) {
            if (touch.b == kFixed || (touch.a != at && touch.b != at)) continue;
            const std::size_t next = touch.a == at ? touch.b : touch.a;
            const WideVec<N> way = Wide{touch.a == at ? 1.0 : -1.0} * widen(touch.image);
            if (!places[next]) {
                places[next] = *places[at] + way;
                known.push_back(next);
            } else if (*places[next] != *places[at] + way) {
                return true;
            }
        }
    }
    return false;
}

/// The contact of the impact; nothing where its balls are in touch through several images.
template <int N>
auto LoneImpactJudge<N>::due_touch(const Event<N>& event) const -> const Touch* {
    const Touch* due = nullptr;
    for (const Touch& touch : balls_.touches()) {
        const std::size_t a = records_[touch.a].ball;
        const bool is_due = touch.wall != nullptr
                                ? !is_pair_ && a == event.ball && touch.wall->number == event.other
                                : is_pair_ && std::minmax(a, touch.other) ==
                                                  std::minmax<std::size_t>(event.ball, event.other);
        if (!is_due) continue;
        if (due != nullptr) return nullptr;
        due = &touch;
    }
    return due;
}

/// Under gravity only where the contact closes faster than those of balls that come to rest, and presses on
/// another one.
template <int N>
bool LoneImpactJudge<N>::must_be_joint(const Touch& due) const {
    if (prover_->context().gravity == 0) return true;
    const double limit = prover_->context().law.elastic_below.value_or(0) + 2 * prover_->context().still();
    if (!(-balls_.parting(due, false) > limit + 2 * balls_.slack(due))) return false;
    std::vector<WideVec<N>> before;
    for (std::size_t i = 0; i < balls_.size(); ++i) before.push_back(balls_.before(i));
    return presses(due, before) || presses(due, after_due(due));
}

/// Velocities after an elastic impact of the contact that is due.
template <int N>
std::vector<WideVec<N>> LoneImpactJudge<N>::after_due(const Touch& due) const {
    std::vector<WideVec<N>> after;
    for (std::size_t i = 0; i < balls_.size(); ++i) after.push_back(balls_.before(i));
    const bool is_fixed = due.b == kFixed;
    const Wide ma = balls_.mass(due.a);
    const Wide share = is_fixed ? Wide{1} : Wide{balls_.mass(due.b)} / (ma + Wide{balls_.mass(due.b)});
    const Wide closing = Wide{2} * dot(due.normal, after[due.a] - (is_fixed ? WideVec<N>{} : after[due.b]));
    after[due.a] = after[due.a] - (share * closing) * due.normal;
    if (!is_fixed) after[due.b] = after[due.b] + ((Wide{1} - share) * closing) * due.normal;
    return after;
}

template <int N>
bool LoneImpactJudge<N>::presses(const Touch& due, const std::vector<WideVec<N>>& velocities) const {
    return std::any_of(balls_.touches().begin(), balls_.touches().end(), [&](const Touch& touch) {
        if (&touch == &due || !touch.surely) return false;
        const bool is_of_due =
            touch.a == due.a || touch.a == due.b || touch.b == due.a || (touch.b == due.b && due.b != kFixed);
        if (!is_of_due) return false;
        const WideVec<N> other = touch.b == kFixed ? WideVec<N>{} : velocities[touch.b];
        const double closing = narrow(dot(touch.normal, velocities[touch.a] - other));
        return closing > kPressed * balls_.speed() + 2 * balls_.slack(touch);
    });
}

/// Has an answer of the law the velocities that are told, or does it leave the contact that is due as it is?
/// `perhaps` where rounding may have kept the engine from asking.
template <int N>
Answer LoneImpactJudge<N>::may_stand_alone(const Event<N>& event) const {
    std::vector<double> restitutions{event.restitution, 1};
    for (const Touch& touch : balls_.touches()) restitutions.push_back(touch.law);
    std::sort(restitutions.begin(), restitutions.end());
    restitutions.erase(std::unique(restitutions.begin(), restitutions.end()), restitutions.end());
    Answer best = Answer::no;
    for (const double e : restitutions) {
        best = std::max(best, balls_.asks_law(e, [&](const LawAnswer<N>& law, double tilt) {
            bool leaves_due = true;
            for (std::size_t i = 0; i < due_balls_; ++i)
                leaves_due = leaves_due && balls_.has(i, balls_.before(i), law, tilt);
            return leaves_due || balls_.explains(law, tilt);
        }));
    }
    return best;
}

template class LoneImpactJudge<2>;
template class LoneImpactJudge<3>;

}  // namespace carom::proof

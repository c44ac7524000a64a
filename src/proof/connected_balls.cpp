#include "proof/connected_balls.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "proof/partner.hpp"

namespace carom::proof {
namespace {

/// Roundings of the engine's answer to the law, as a share of the fastest ball, and for each reflection and
/// unit of pushes.
constexpr double kClusterRoundings = 0x1p-34;
constexpr double kPushRounding = 0x1p-48;

/// What the law of clusters leaves closing, as a share of the speeds.
constexpr double kLeftClosing = 0x1p-38;

/// Two contacts of a ball that are so nearly in line, but not quite, make a wedge. The engine takes
/// directions within 2^-22 for one, and its answer may then be off the law by as much as the wedge's pushes.
constexpr double kInLine = 0x1p-44;
constexpr double kWedgeAngle = 0x1p-18;

/// More contacts that rounding may have opened are not tried in all combinations.
constexpr std::size_t kMostUnsure = 6;

}  // namespace

template <int N>
ConnectedBalls<N>::ConnectedBalls(const PairProver<N>& prover, ReportBuilder& report)
    : prover_(&prover), report_(&report), in_touch_(prover) {}

template <int N>
void ConnectedBalls<N>::find(const std::vector<Event<N>>& records) {
    records_ = &records;
    partners_.clear();
    double boxes = 0;
    for (const Event<N>& part : records)
        boxes += std::abs(boxes_crossed(*prover_, part.ball, part.ball_after));
    for (const Event<N>& part : records)
        partners_.push_back(partner_of(*prover_, part.ball, part.ball_after, Wide{0}, boxes));
    in_touch_.find(records);
    speed_ = 0;
    for (std::size_t i = 0; i < size(); ++i)
        speed_ = std::max({speed_, narrow(rough_length(before(i))), narrow(rough_length(after(i)))});
}

template <int N>
double ConnectedBalls<N>::mass(std::size_t place) const {
    return prover_->flight((*records_)[place].ball).mass;
}

/// By how much images are faster in boxes so many rows up.
template <int N>
WideVec<N> ConnectedBalls<N>::flow(double row) const {
    WideVec<N> velocity;
    velocity[prover_->context().drift.flow] = Wide{row} * Wide{prover_->context().drift.speed};
    return velocity;
}

template <int N>
double ConnectedBalls<N>::parting(const Touch& touch, bool after) const {
    const auto velocity = [&](std::size_t place) {
        if (place == kFixed) return WideVec<N>{};
        return after ? partners_[place].after : partners_[place].before;
    };
    return narrow(dot(touch.normal, velocity(touch.b) + flow(touch.row) - velocity(touch.a)));
}

template <int N>
double ConnectedBalls<N>::slack(const Touch& touch) const {
    const double unsure = partners_[touch.a].unsure + (touch.b == kFixed ? 0 : partners_[touch.b].unsure);
    return (2 * touch.tilt + kLeftClosing) * speed_ + unsure;
}

template <int N>
bool ConnectedBalls<N>::is_free() const {
    return std::all_of(touches().begin(), touches().end(),
                       [](const Touch& touch) { return touch.b != kFixed; });
}

/// Contacts that the engine may not have seen.
template <int N>
std::size_t ConnectedBalls<N>::unsure_touches() const {
    return static_cast<std::size_t>(
        std::count_if(touches().begin(), touches().end(), [](const Touch& touch) { return !touch.surely; }));
}

template <int N>
bool ConnectedBalls<N>::has_wedge() const {
    for (std::size_t i = 0; i < touches().size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const Touch& x = touches()[i];
            const Touch& y = touches()[j];
            const bool share = x.a == y.a || x.a == y.b || x.b == y.a || (x.b == y.b && x.b != kFixed);
            if (!share) continue;
            const double across = narrow(rough_length(x.normal - dot(x.normal, y.normal) * y.normal));
            if (across > kInLine && across < kWedgeAngle) return true;
        }
    }
    return false;
}

/// How far the engine reckons that rounding may have turned its normals.
template <int N>
double ConnectedBalls<N>::blur() const {
    double size = 0;
    double radius = std::numeric_limits<double>::infinity();
    for (const Event<N>& part : *records_) {
        size = std::max(size, narrow(rough_length(widen(part.ball_after.position))));
        radius = std::min(radius, prover_->flight(part.ball).radius);
    }
    for (int k = 0; k < N; ++k) {
        const double width = prover_->context().width[k];
        if (std::isfinite(width)) size += width;
    }
    return 8 * kUnit * (1 + 2 * size / radius);
}

/// Bit k of `left_out`: without the k-th unsure contact.
template <int N>
LawQuestion<N> ConnectedBalls<N>::question(double restitution, unsigned left_out) const {
    LawQuestion<N> result;
    result.restitution = restitution;
    result.blur = blur();
    for (std::size_t i = 0; i < size(); ++i) {
        result.before.push_back(narrow(before(i)));
        result.mass.push_back(mass(i));
    }
    for (const Touch& touch : touches()) {
        if (!touch.surely && std::exchange(left_out, left_out >> 1U) % 2 == 1) continue;
        typename LawQuestion<N>::LawContact contact{touch.a, touch.b, {}, 0};
        contact.normal = narrow(touch.normal);
        if (touch.b == kFixed) contact.moves = narrow(dot(touch.normal, flow(row(touch.a) + touch.row)));
        result.tilt = std::max(result.tilt, touch.tilt + kUnit);
        result.contacts.push_back(contact);
    }
    return result;
}

/// How far the law is off a velocity, as a share of what rounding explains.
template <int N>
double ConnectedBalls<N>::share_off(std::size_t place, const WideVec<N>& velocity, const LawAnswer<N>& answer,
                                    double tilt) const {
    const double off = narrow(rough_length(velocity - widen(answer.after[place])));
    const double pushed = (4 * tilt + kPushRounding) * answer.pushes / std::sqrt(mass(place));
    const double rounding = (kClusterRoundings + kPushRounding * answer.reflections) * speed_;
    return share_of(off, rounding + pushed + partners_[place].unsure + partners_[place].turned);
}

template <int N>
bool ConnectedBalls<N>::has(std::size_t place, const WideVec<N>& velocity, const LawAnswer<N>& answer,
                            double tilt) const {
    return share_off(place, velocity, answer, tilt) <= 1;
}

template <int N>
bool ConnectedBalls<N>::explains(const LawAnswer<N>& answer, double tilt) const {
    double worst = 0;
    for (std::size_t i = 0; i < size(); ++i) worst = std::max(worst, share_off(i, after(i), answer, tilt));
    return worst <= 1 && report_->accepts(worst);
}

template <int N>
Answer ConnectedBalls<N>::asks_law(double restitution, const Accept& does) const {
    const std::size_t unsure = unsure_touches();
    const unsigned choices = unsure <= kMostUnsure ? 1U << unsure : 1;
    bool is_determined = unsure <= kMostUnsure && !has_wedge();
    for (unsigned left_out = 0; left_out < choices; ++left_out) {
        const LawQuestion<N> asked = question(restitution, left_out);
        if (asked.contacts.size() < 2) continue;
        const LawAnswer<N> answer = law_of_clusters(asked);
        if (does(answer, asked.tilt)) return Answer::yes;
        is_determined = is_determined && answer.is_determined;
    }
    return is_determined ? Answer::no : Answer::perhaps;
}

template class ConnectedBalls<2>;
template class ConnectedBalls<3>;

}  // namespace carom::proof

#include "proof/cluster.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "proof/contact.hpp"

namespace carom::proof {
namespace {

/// Roundings of velocities that many contacts have changed, against the fastest ball.
constexpr double kPushRoundings = 256;

/// In a cluster with something immovable the law stops balls that move no faster than 2^-40 of what the
/// energy allows; twice that, for the lengths of vectors.
constexpr double kStopped = 0x1p-39;

/// What the law of clusters takes or gives of the energy, as a share of the whole.
constexpr double kTaken = 0x1p-38;

}  // namespace

template <int N>
ClusterJudge<N>::ClusterJudge(PairProver<N>& prover, ReportBuilder& report)
    : prover_(&prover), report_(&report), balls_(prover, report), finder_(prover) {}

template <int N>
void ClusterJudge<N>::add(const Event<N>& event) {
    if (is_open()) {
        const Event<N>& last = records_.back();
        if (event.time != last.time || event.other + 1 != last.other || event.ball <= last.ball ||
            event.restitution != last.restitution)
            prover_->fault(event.time, prover_->name(event.ball) +
                                           " is not what follows in an impact of several contacts");
    }
    if (std::isinf(prover_->flight(event.ball).mass))
        prover_->fault(event.time, prover_->name(event.ball) + " is immovable and changes its motion");
    records_.push_back(event);
}

template <int N>
void ClusterJudge<N>::fault(const std::string& what) {
    prover_->fault(records_.back().time,
                   fmt::format("{} and {} more, at once: {}", prover_->name(records_.front().ball),
                               records_.size() - 1, what));
}

template <int N>
void ClusterJudge<N>::judge() {
    if (records_.size() > kMostConnected) return fault("more balls than the law takes together");
    balls_.find(records_);
    check_connection();
    check_that_none_is_left_out();
    check_closing();
    check_restitution();
    check_energy();
    check_pushes();
    check_law();
}

/// A ball that surely is in contact with one of them has a record too.
template <int N>
void ClusterJudge<N>::check_that_none_is_left_out() {
    if (prover_->context().is_sheared()) return;
    const auto has_record = [&](std::size_t i) {
        return std::any_of(records_.begin(), records_.end(),
                           [i](const auto& part) { return part.ball == i; });
    };
    for (const Event<N>& part : records_) {
        const double radius = prover_->flight(part.ball).radius;
        const double reach = prover_->context().contact_reach(radius, radius);
        for (const proof::Touch<N>& touch :
             finder_.find(part.ball, part.ball_after.position, part.time, reach)) {
            if (touch.wall != nullptr || std::isinf(prover_->flight(touch.other).mass)) continue;
            const double near = prover_->context().contact_reach(radius, prover_->flight(touch.other).radius);
            if (touch.gap + touch.unsure > near || has_record(touch.other)) continue;
            return fault(prover_->name(touch.other) + " touches one of them, but has no record");
        }
    }
}

template <int N>
void ClusterJudge<N>::check_connection() {
    std::vector<std::size_t> group(records_.size());
    std::iota(group.begin(), group.end(), std::size_t{0});
    for (const Touch& touch : balls_.touches()) {
        if (touch.b == kFixed) continue;
        const std::size_t gone = group[touch.b];
        std::replace(group.begin(), group.end(), gone, group[touch.a]);
    }
    const bool together =
        std::all_of(group.begin(), group.end(), [&](std::size_t g) { return g == group[0]; });
    if (!together || balls_.touches().size() < 2) fault("they do not hang together");
}

template <int N>
void ClusterJudge<N>::check_closing() {
    bool closes = false;
    for (const Touch& touch : balls_.touches()) {
        closes = closes || balls_.parting(touch, false) < balls_.slack(touch);
        if (touch.surely &&
            !report_->accepts(share_of(std::max(-balls_.parting(touch, true), 0.0), balls_.slack(touch))))
            fault("a contact goes on closing");
    }
    if (!closes) fault("no contact closes");
}

/// The least one of those that close, or 1 below the cut-off or too soon after another event.
template <int N>
void ClusterJudge<N>::check_restitution() {
    const CollisionLaw& law = prover_->context().law;
    const double e = records_.front().restitution;
    double least = 1;
    bool known = e == 1;
    bool may_be_elastic = true;
    for (const Touch& touch : balls_.touches()) {
        least = std::min(least, touch.law);
        known = known || e == touch.law || (law.full_loss_speed > 0 && e >= touch.law);
        const bool loses = touch.law < 1 && -balls_.parting(touch, false) - balls_.slack(touch) >
                                                law.elastic_below.value_or(0);
        if (touch.surely && loses && law.contact_time == 0) may_be_elastic = false;
    }
    if (!known || e < least || (e == 1 && !may_be_elastic))
        fault(fmt::format("restitution {}, the law says otherwise", e));
}

template <int N>
void ClusterJudge<N>::check_energy() {
    Wide before = 0;
    Wide after = 0;
    double unsure = 0;
    for (std::size_t i = 0; i < records_.size(); ++i) {
        const Wide mass = balls_.mass(i);
        const WideVec<N> in = balls_.before(i);
        const WideVec<N> out = balls_.after(i);
        before += mass * dot(in, in);
        after += mass * dot(out, out);
        unsure += narrow(mass * rough_length(in) * Wide{2 * balls_.partner(i).unsure});
    }
    const double change = narrow(after - before);
    const double slack = kTaken * narrow(before) + unsure;
    const bool keeps = balls_.is_free() && records_.front().restitution == 1;
    if (!report_->accepts(share_of(keeps ? std::abs(change) : std::max(change, 0.0), slack)))
        fault(fmt::format("their energy changes by {:.3g} of itself", change / narrow(before)));
}

template <int N>
double ClusterJudge<N>::root_of_mass(std::size_t place) const {
    return std::sqrt(balls_.mass(place));
}

/// Momentum in units of the root of a mass, in which pushes that are independent are at right angles.
template <int N>
Span ClusterJudge<N>::pushes() const {
    Span span(records_.size() * N, balls_.touches().size());
    for (const Touch& touch : balls_.touches()) {
        std::vector<double> push(records_.size() * N);
        for (int k = 0; k < N; ++k) {
            const double n = narrow(touch.normal[k]);
            push[touch.a * N + static_cast<std::size_t>(k)] = -n / root_of_mass(touch.a);
            if (touch.b != kFixed)
                push[touch.b * N + static_cast<std::size_t>(k)] = n / root_of_mass(touch.b);
        }
        span.add(push);
    }
    return span;
}

template <int N>
Span::Sum ClusterJudge<N>::explanation(const Span& span) const {
    std::vector<double> changes(records_.size() * N);
    for (std::size_t i = 0; i < records_.size(); ++i) {
        const WideVec<N> dv = balls_.partner(i).after - balls_.partner(i).before;
        for (int k = 0; k < N; ++k)
            changes[i * N + static_cast<std::size_t>(k)] = root_of_mass(i) * narrow(dv[k]);
    }
    return span.nearest(changes);
}

/// What the law may have taken from balls that were all but at rest, in the units of `pushes`.
template <int N>
double ClusterJudge<N>::taken_away() const {
    double energy = 0;
    double stopped = 0;
    for (std::size_t i = 0; i < records_.size(); ++i) {
        const double v = narrow(rough_length(balls_.before(i)));
        energy += balls_.mass(i) * v * v;
        stopped += records_[i].ball_after.velocity == Vec<double, N>{} ? 1 : 0;
    }
    return balls_.is_free() ? 0 : kStopped * std::sqrt(energy * stopped);
}

template <int N>
void ClusterJudge<N>::check_pushes() {
    double mass = 0;
    double unsure = 0;
    for (std::size_t i = 0; i < records_.size(); ++i) {
        mass += balls_.mass(i);
        unsure += root_of_mass(i) * (balls_.partner(i).unsure + balls_.partner(i).turned);
    }
    double tilt = 0;
    for (const Touch& touch : balls_.touches()) tilt = std::max(tilt, touch.tilt);
    const Span span = pushes();
    const double turned = 4 * tilt * std::sqrt(static_cast<double>(balls_.touches().size()));
    const Span::Sum sum = explanation(span);
    const double rounding =
        (kPushRoundings * kUnit + turned) * (balls_.speed() * std::sqrt(mass) / span.sharpness() + sum.terms);
    const double share = share_of(sum.left, rounding + unsure + taken_away());
    if (!report_->accepts(share))
        fault(fmt::format(
            "no pushes along their contacts explain their velocities ({:.3g} times the rounding bound)",
            share));
}

/// The velocities have to be those of the law, with some choice of the contacts that rounding leaves open.
template <int N>
void ClusterJudge<N>::check_law() {
    if (!(balls_.speed() > 0)) return;
    const Answer is_law = balls_.asks_law(
        records_.front().restitution,
        [&](const LawAnswer<N>& answer, double tilt) { return balls_.explains(answer, tilt); });
    report_->note_cluster(is_law == Answer::yes);
    if (is_law == Answer::no) fault("not the velocities of the law");
}

template class ClusterJudge<2>;
template class ClusterJudge<3>;

}  // namespace carom::proof

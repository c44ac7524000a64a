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

/// More balls than this bounce pair by pair. It also bounds the work on a file that nobody simulated.
constexpr std::size_t kMostBalls = 128;

/// Roundings of velocities that many contacts have changed, against the fastest ball.
constexpr double kPushRoundings = 256;

/// Roundings of the engine's answer to the law, as a share of the fastest ball, and for each reflection and
/// unit of pushes.
constexpr double kClusterRoundings = 0x1p-34;
constexpr double kPushRounding = 0x1p-48;

/// Two contacts of a ball that are so nearly in line, but not quite, make a wedge. The engine takes
/// directions within 2^-22 for one, and its answer may then be off the law by as much as the wedge's pushes.
constexpr double kInLine = 0x1p-44;
constexpr double kWedgeAngle = 0x1p-18;

/// More contacts that rounding may have opened are not tried in all combinations.
constexpr std::size_t kMostUnsure = 6;

/// In a cluster with something immovable the law stops balls that move no faster than 2^-40 of what the
/// energy allows; twice that, for the lengths of vectors.
constexpr double kStopped = 0x1p-39;

/// What the law of clusters leaves closing, and takes or gives of the energy, as a share of the whole.
constexpr double kLeftOver = 0x1p-38;

}  // namespace

template <int N>
ClusterJudge<N>::ClusterJudge(PairProver<N>& prover, ReportBuilder& report)
    : prover_(&prover), report_(&report), in_touch_(prover), finder_(prover) {}

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
    if (records_.size() > kMostBalls) return fault("more balls than the law takes together");
    partners_.clear();
    double boxes = 0;
    for (const Event<N>& part : records_)
        boxes += std::abs(boxes_crossed(*prover_, part.ball, part.ball_after));
    for (const Event<N>& part : records_)
        partners_.push_back(partner_of(*prover_, part.ball, part.ball_after, Wide{0}, boxes));
    in_touch_.find(records_);
    const double speed = speed_of_all();
    check_connection();
    check_that_none_is_left_out();
    check_closing(speed);
    check_restitution(speed);
    check_energy();
    check_pushes(speed);
    check_law(speed);
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
        const double reach = in_touch_.reach(radius, radius);
        for (const proof::Touch<N>& touch :
             finder_.find(part.ball, part.ball_after.position, part.time, reach)) {
            if (touch.wall != nullptr || std::isinf(prover_->flight(touch.other).mass)) continue;
            const double near = in_touch_.reach(radius, prover_->flight(touch.other).radius);
            if (touch.gap + touch.unsure > near || has_record(touch.other)) continue;
            return fault(prover_->name(touch.other) + " touches one of them, but has no record");
        }
    }
}

/// By how much images are faster in boxes so many rows up.
template <int N>
WideVec<N> ClusterJudge<N>::flow(double row) const {
    WideVec<N> velocity;
    velocity[prover_->context().drift.flow] = Wide{row} * Wide{prover_->context().drift.speed};
    return velocity;
}

template <int N>
WideVec<N> ClusterJudge<N>::change(std::size_t place) const {
    return partners_[place].after - partners_[place].before;
}

template <int N>
double ClusterJudge<N>::speed_of_all() const {
    double fastest = 0;
    for (std::size_t i = 0; i < partners_.size(); ++i) {
        const WideVec<N> up = flow(row(i));
        fastest = std::max({fastest, narrow(rough_length(partners_[i].before + up)),
                            narrow(rough_length(partners_[i].after + up))});
    }
    return fastest;
}

/// Speed at which the distance grows.
template <int N>
double ClusterJudge<N>::parting(const Touch& touch, bool after) const {
    const auto velocity = [&](std::size_t place) {
        if (place == kFixed) return WideVec<N>{};
        return after ? partners_[place].after : partners_[place].before;
    };
    return narrow(dot(touch.normal, velocity(touch.b) + flow(touch.row) - velocity(touch.a)));
}

/// How far rounding, and the law, may be off in that speed.
template <int N>
double ClusterJudge<N>::slack(const Touch& touch, double speed) const {
    const double unsure = partners_[touch.a].unsure + (touch.b == kFixed ? 0 : partners_[touch.b].unsure);
    return (2 * touch.tilt + kLeftOver) * speed + unsure;
}

template <int N>
void ClusterJudge<N>::check_connection() {
    std::vector<std::size_t> group(records_.size());
    std::iota(group.begin(), group.end(), std::size_t{0});
    for (const Touch& touch : in_touch_.touches()) {
        if (touch.b == kFixed) continue;
        const std::size_t gone = group[touch.b];
        std::replace(group.begin(), group.end(), gone, group[touch.a]);
    }
    const bool together =
        std::all_of(group.begin(), group.end(), [&](std::size_t g) { return g == group[0]; });
    if (!together || in_touch_.touches().size() < 2) fault("they do not hang together");
}

template <int N>
void ClusterJudge<N>::check_closing(double speed) {
    bool closes = false;
    for (const Touch& touch : in_touch_.touches()) {
        closes = closes || parting(touch, false) < slack(touch, speed);
        if (touch.surely &&
            !report_->accepts(share_of(std::max(-parting(touch, true), 0.0), slack(touch, speed))))
            fault("a contact goes on closing");
    }
    if (!closes) fault("no contact closes");
}

/// The least one of those that close, or 1 below the cut-off or too soon after another event.
template <int N>
void ClusterJudge<N>::check_restitution(double speed) {
    const CollisionLaw& law = prover_->context().law;
    const double e = records_.front().restitution;
    double least = 1;
    bool known = e == 1;
    bool may_be_elastic = true;
    for (const Touch& touch : in_touch_.touches()) {
        least = std::min(least, touch.law);
        known = known || e == touch.law || (law.full_loss_speed > 0 && e >= touch.law);
        const bool loses =
            touch.law < 1 && -parting(touch, false) - slack(touch, speed) > law.elastic_below.value_or(0);
        if (touch.surely && loses && law.contact_time == 0) may_be_elastic = false;
    }
    if (!known || e < least || (e == 1 && !may_be_elastic))
        fault(fmt::format("restitution {}, the law says otherwise", e));
}

/// True when nothing immovable is in touch.
template <int N>
bool ClusterJudge<N>::is_free() const {
    return std::all_of(in_touch_.touches().begin(), in_touch_.touches().end(),
                       [](const Touch& touch) { return touch.b != kFixed; });
}

template <int N>
void ClusterJudge<N>::check_energy() {
    Wide before = 0;
    Wide after = 0;
    double unsure = 0;
    for (std::size_t i = 0; i < records_.size(); ++i) {
        const Wide mass = prover_->flight(records_[i].ball).mass;
        const WideVec<N> in = partners_[i].before + flow(row(i));
        const WideVec<N> out = partners_[i].after + flow(row(i));
        before += mass * dot(in, in);
        after += mass * dot(out, out);
        unsure += narrow(mass * rough_length(in) * Wide{2 * partners_[i].unsure});
    }
    const double change = narrow(after - before);
    const double slack = kLeftOver * narrow(before) + unsure;
    const bool keeps = is_free() && records_.front().restitution == 1;
    if (!report_->accepts(share_of(keeps ? std::abs(change) : std::max(change, 0.0), slack)))
        fault(fmt::format("their energy changes by {:.3g} of itself", change / narrow(before)));
}

template <int N>
double ClusterJudge<N>::root_of_mass(std::size_t place) const {
    return std::sqrt(prover_->flight(records_[place].ball).mass);
}

/// Momentum in units of the root of a mass, in which pushes that are independent are at right angles.
template <int N>
Span ClusterJudge<N>::pushes() const {
    Span span(records_.size() * N, in_touch_.touches().size());
    for (const Touch& touch : in_touch_.touches()) {
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
        const WideVec<N> dv = change(i);
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
        const double v = narrow(rough_length(partners_[i].before + flow(row(i))));
        energy += prover_->flight(records_[i].ball).mass * v * v;
        stopped += records_[i].ball_after.velocity == Vec<double, N>{} ? 1 : 0;
    }
    return is_free() ? 0 : kStopped * std::sqrt(energy * stopped);
}

template <int N>
void ClusterJudge<N>::check_pushes(double speed) {
    double mass = 0;
    double unsure = 0;
    for (std::size_t i = 0; i < records_.size(); ++i) {
        mass += prover_->flight(records_[i].ball).mass;
        unsure += root_of_mass(i) * (partners_[i].unsure + partners_[i].turned);
    }
    double tilt = 0;
    for (const Touch& touch : in_touch_.touches()) tilt = std::max(tilt, touch.tilt);
    const Span span = pushes();
    const double turned = 4 * tilt * std::sqrt(static_cast<double>(in_touch_.touches().size()));
    const Span::Sum sum = explanation(span);
    const double rounding =
        (kPushRoundings * kUnit + turned) * (speed * std::sqrt(mass) / span.sharpness() + sum.terms);
    const double share = share_of(sum.left, rounding + unsure + taken_away());
    if (!report_->accepts(share))
        fault(fmt::format(
            "no pushes along their contacts explain their velocities ({:.3g} times the rounding bound)",
            share));
}

/// Contacts that the engine may not have seen.
template <int N>
std::size_t ClusterJudge<N>::unsure_touches() const {
    return static_cast<std::size_t>(std::count_if(in_touch_.touches().begin(), in_touch_.touches().end(),
                                                  [](const Touch& touch) { return !touch.surely; }));
}

template <int N>
bool ClusterJudge<N>::has_wedge() const {
    const std::vector<Touch>& touches = in_touch_.touches();
    for (std::size_t i = 0; i < touches.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const Touch& x = touches[i];
            const Touch& y = touches[j];
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
double ClusterJudge<N>::blur() const {
    double size = 0;
    double radius = std::numeric_limits<double>::infinity();
    for (const Event<N>& part : records_) {
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
LawQuestion<N> ClusterJudge<N>::question(unsigned left_out) const {
    LawQuestion<N> result;
    result.restitution = records_.front().restitution;
    result.blur = blur();
    for (std::size_t i = 0; i < records_.size(); ++i) {
        const WideVec<N> before = partners_[i].before + flow(row(i));
        result.before.push_back(narrow(before));
        result.mass.push_back(prover_->flight(records_[i].ball).mass);
    }
    for (const Touch& touch : in_touch_.touches()) {
        if (!touch.surely && std::exchange(left_out, left_out >> 1U) % 2 == 1) continue;
        typename LawQuestion<N>::LawContact contact{touch.a, touch.b, {}, 0};
        contact.normal = narrow(touch.normal);
        if (touch.b == kFixed) contact.moves = narrow(dot(touch.normal, flow(row(touch.a) + touch.row)));
        result.tilt = std::max(result.tilt, touch.tilt + kUnit);
        result.contacts.push_back(contact);
    }
    return result;
}

template <int N>
bool ClusterJudge<N>::explains(const LawAnswer<N>& answer, double tilt, double speed) {
    double worst = 0;
    for (std::size_t i = 0; i < records_.size(); ++i) {
        const WideVec<N> is = partners_[i].after + flow(row(i));
        const double off = narrow(rough_length(is - widen(answer.after[i])));
        const double pushed = (4 * tilt + kPushRounding) * answer.pushes / root_of_mass(i);
        const double rounding = (kClusterRoundings + kPushRounding * answer.reflections) * speed;
        worst = std::max(worst, share_of(off, rounding + pushed + partners_[i].unsure + partners_[i].turned));
    }
    return worst <= 1 && report_->accepts(worst);
}

/// The velocities have to be those of the law, with some choice of the contacts that rounding leaves open.
template <int N>
void ClusterJudge<N>::check_law(double speed) {
    if (!(speed > 0)) return;
    const std::size_t unsure = unsure_touches();
    const unsigned choices = unsure <= kMostUnsure ? 1U << unsure : 1;
    bool is_determined = unsure <= kMostUnsure && !has_wedge();
    for (unsigned left_out = 0; left_out < choices; ++left_out) {
        const LawQuestion<N> asked = question(left_out);
        if (asked.contacts.size() < 2) continue;
        const LawAnswer<N> answer = law_of_clusters(asked);
        if (explains(answer, asked.tilt, speed)) return report_->note_cluster(true);
        is_determined = is_determined && answer.is_determined;
    }
    report_->note_cluster(false);
    if (is_determined) fault("not the velocities of the law");
}

template class ClusterJudge<2>;
template class ClusterJudge<3>;

}  // namespace carom::proof

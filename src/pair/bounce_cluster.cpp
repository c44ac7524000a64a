// From bodies and contacts to groups that hang together, and from the law's answer back to stored velocities.
// Law: src/pair/cluster_reflections.cpp. Derivation: docs/math/cluster_bounce.md.
#include "carom/pair/bounce_cluster.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "core/float_environment.hpp"
#include "core/instantiate.hpp"
#include "pair/cluster_checks.hpp"
#include "pair/cluster_explained.hpp"
#include "pair/cluster_reflections.hpp"
#include "pair/cluster_touches.hpp"

namespace carom {
namespace detail {
namespace {

/// Of doubling the speed at which rounded velocities are made to part.
constexpr int kTries = 10;

/// The energy of the start that this may cost, in ulp.
constexpr double kCost = 4;

/// Of a movable ball, next to one whose inverse mass is about 1: heavier ones would have no share in an
/// impulse.
constexpr double kLeastInverseMass = 0x1p-900;

/// Contacts that fall short of those speeds by more than so many roundings exclude each other.
constexpr double kShortResult = 16;

template <class T, int N>
std::size_t count_closing(std::span<const DistinctContact<T, N>> touches,
                          const std::vector<Vec<T, N>>& velocities) {
    return static_cast<std::size_t>(
        std::count_if(touches.begin(), touches.end(),
                      [&](const DistinctContact<T, N>& touch) { return closes(touch, velocities); }));
}

template <int N>
double energy(const ContactGroup<N>& group, const Velocities<N>& velocities) {
    double result = 0;
    for (std::size_t i = 0; i < group.movable; ++i) {
        result += dot(velocities[i], velocities[i]) / group.inverse_mass[i];
    }
    return result;
}

/// The power of two that brings x > 0 to [1/2, 1) or near: a square root of x is not the same bits at all
/// scales.
double to_one(double x) {
    int exponent = 0;
    std::frexp(x, &exponent);
    return std::ldexp(1.0, std::clamp(-exponent, -1000, 1000));
}

/// A contact that shares no movable ball with another.
template <class T, int N>
void bounce_alone(const Cluster<T, N>& cluster, const DistinctContact<T, N>& touch, T restitution,
                  ClusterBounce<T, N>& result) {
    if (restitution > 0) result.reflections = std::max<std::size_t>(result.reflections, 1);
    std::vector<Vec<T, N>>& velocities = result.velocities;
    const Body<T, N>& a = cluster.bodies[touch.a];
    if (touch.b == kWall) {
        velocities[touch.a] = bounce(a.velocity, touch.wall, restitution);
        return;
    }
    const BounceVelocities<T, N> after = bounce(a, cluster.bodies[touch.b], restitution);
    velocities[touch.a] = after.a;
    velocities[touch.b] = after.b;
}

/// Impulses that add up to no more than this, in units of the velocities, leave their change exact enough.
constexpr double kFewImpulses = 16;

/// Roundings of velocities that many contacts have changed.
constexpr double kRoundings = 32;

/// A group in double, its velocities and masses scaled by powers of two to ordinary sizes.
template <class T, int N>
class GroupOfBalls {
public:
    GroupOfBalls(const Cluster<T, N>& cluster, std::span<const DistinctContact<T, N>> touches);

    void bounce(T restitution, ClusterBounce<T, N>& result) const;

private:
    using Stored = std::vector<Vec<T, N>>;

    std::size_t add_body(const Body<T, N>& body);
    void add_contact(const DistinctContact<T, N>& touch);
    void store(const Velocities<N>& velocities, Stored& stored) const;
    std::optional<Velocities<N>> raised(const Velocities<N>& velocities, const Velocities<N>& like,
                                        double ulps, ClusterProjection<N>& projection) const;
    void settle(const Velocities<N>& velocities, ClusterProjection<N>& projection, Stored& stored) const;
    bool is_hidden(double impulses, const Stored& stored) const;

    const Cluster<T, N>& cluster_;
    std::span<const DistinctContact<T, N>> touches_;
    std::vector<std::size_t> balls_;  // movable ones, as numbered by the caller, ascending
    double speed_scale_ = 1;
    double mass_scale_ = 1;
    ContactGroup<N> group_;
};

template <class T, int N>
GroupOfBalls<T, N>::GroupOfBalls(const Cluster<T, N>& cluster, std::span<const DistinctContact<T, N>> touches)
    : cluster_(cluster), touches_(touches) {
    double fastest = 0;
    double lightest = 0;
    for (const DistinctContact<T, N>& touch : touches) {
        for (const std::size_t i : {touch.a, touch.b}) {
            if (i == kWall) continue;
            const Body<T, N>& body = cluster.bodies[i];
            if (can_move(body)) balls_.push_back(i);
            fastest = std::max(fastest, static_cast<double>(largest(body.velocity)));
            lightest = std::max(lightest, static_cast<double>(body.inverse_mass));
        }
    }
    speed_scale_ = safe_scale(fastest);
    mass_scale_ = to_one(lightest);
    std::sort(balls_.begin(), balls_.end());
    balls_.erase(std::unique(balls_.begin(), balls_.end()), balls_.end());
    for (const std::size_t i : balls_) add_body(cluster.bodies[i]);
    group_.movable = balls_.size();
    for (const DistinctContact<T, N>& touch : touches) add_contact(touch);
}

template <class T, int N>
std::size_t GroupOfBalls<T, N>::add_body(const Body<T, N>& body) {
    const double inverse_mass = mass_scale_ * static_cast<double>(body.inverse_mass);
    group_.inverse_mass.push_back(can_move(body) ? std::max(inverse_mass, kLeastInverseMass) : 0);
    group_.start.push_back(speed_scale_ * convert<double>(body.velocity));
    return group_.start.size() - 1;
}

template <class T, int N>
void GroupOfBalls<T, N>::add_contact(const DistinctContact<T, N>& touch) {
    const auto place = [&](std::size_t ball) {
        if (ball == kWall) return add_body({{}, {}, 0});
        if (!can_move(cluster_.bodies[ball])) return add_body(cluster_.bodies[ball]);
        return static_cast<std::size_t>(std::lower_bound(balls_.begin(), balls_.end(), ball) -
                                        balls_.begin());
    };
    ClusterContact<N> contact;
    contact.a = place(touch.a);
    contact.b = place(touch.b);
    contact.normal = touch.normal;
    const double ia = group_.inverse_mass[contact.a];
    const double ib = group_.inverse_mass[contact.b];
    contact.share_a = ia / (ia + ib);
    contact.share_b = ib / (ia + ib);
    contact.weight = 1 / std::sqrt(ia + ib);
    group_.contacts.push_back(contact);
    group_.blur = std::max(group_.blur, touch.blur);
}

/// A ball whose velocity did not change keeps its bits.
template <class T, int N>
void GroupOfBalls<T, N>::store(const Velocities<N>& velocities, Stored& stored) const {
    for (std::size_t i = 0; i < balls_.size(); ++i) {
        stored[balls_[i]] = cluster_.bodies[balls_[i]].velocity;
        if (velocities[i] == group_.start[i]) continue;
        stored[balls_[i]] =
            convert<T>(generate<double, N>([&](int k) { return velocities[i][k] / speed_scale_; }));
    }
}

/// `velocities`, but parting at `ulps` of the speeds in `like` at least; none where the contacts leave no
/// room for that, as between parallel walls, or next to none.
template <class T, int N>
std::optional<Velocities<N>> GroupOfBalls<T, N>::raised(const Velocities<N>& velocities,
                                                        const Velocities<N>& like, double ulps,
                                                        ClusterProjection<N>& projection) const {
    std::vector<double> speeds;
    for (const ClusterContact<N>& contact : group_.contacts) {
        const double size = largest(like[contact.a]) + largest(like[contact.b]);
        speeds.push_back(ulps * static_cast<double>(std::numeric_limits<T>::epsilon()) * size);
    }
    Velocities<N> result = velocities;
    if (part_at<N>(speeds, projection, result) > kShortResult) return {};
    const double cost =
        kCost * static_cast<double>(std::numeric_limits<T>::epsilon()) * energy(group_, group_.start);
    if (energy(group_, result) - energy(group_, velocities) > cost) return {};
    return result;
}

/// Where rounded velocities close, the contacts that part slowest are made to part by an ulp of their speeds,
/// then two and so on. That may set resting neighbours in motion by an ulp, so the speeds are those of the
/// try before. Where it does not help, velocities stay as they were rounded.
template <class T, int N>
void GroupOfBalls<T, N>::settle(const Velocities<N>& velocities, ClusterProjection<N>& projection,
                                Stored& stored) const {
    store(velocities, stored);
    std::optional<Velocities<N>> next = velocities;
    double ulps = 1;
    for (int tries = 0; tries < kTries && count_closing(touches_, stored) > 0; ++tries, ulps *= 2) {
        next = raised(velocities, *next, ulps, projection);
        if (!next) break;
        store(*next, stored);
    }
    if (count_closing(touches_, stored) > 0) store(velocities, stored);
}

/// True where rounding hides the answer.
template <class T, int N>
bool GroupOfBalls<T, N>::is_hidden(double impulses, const Stored& stored) const {
    if (impulses <= kFewImpulses * std::sqrt(energy(group_, group_.start))) return false;
    Velocities<N> after = group_.start;
    for (std::size_t i = 0; i < balls_.size(); ++i)
        after[i] = speed_scale_ * convert<double>(stored[balls_[i]]);
    return !is_explained(group_, after, kRoundings * static_cast<double>(std::numeric_limits<T>::epsilon()));
}

template <class T, int N>
void GroupOfBalls<T, N>::bounce(T restitution, ClusterBounce<T, N>& result) const {
    ClusterProjection<N> projection(group_);
    const GroupBounce<N> after = bounce_group(group_, static_cast<double>(restitution), projection);
    settle(after.velocities, projection, result.velocities);
    const bool hidden = is_hidden(after.impulses, result.velocities);
    if (hidden) store(group_.start, result.velocities);
    const std::size_t closing = count_closing(touches_, result.velocities);
    result.closing += closing;
    result.reflections = std::max(result.reflections, after.reflections);
    const bool is_squeezed = hidden || (closing > 0 && after.closes);
    result.end = std::max(result.end, is_squeezed ? ClusterEnd::squeezed : after.end);
}

template <class T, int N>
ClusterBounce<T, N> resolved(const Cluster<T, N>& cluster, T restitution) {
    ClusterBounce<T, N> result;
    for (const Body<T, N>& body : cluster.bodies) result.velocities.push_back(body.velocity);
    const Touches<T, N> touches = touches_of(cluster);
    for (std::size_t first = 0, end = 0; first < touches.size(); first = end) {
        while (end < touches.size() && touches[end].group == touches[first].group) ++end;
        const std::span<const DistinctContact<T, N>> group(touches.data() + first, end - first);
        if (count_closing(group, result.velocities) == 0) continue;
        if (group.size() > 1) {
            GroupOfBalls<T, N>(cluster, group).bounce(restitution, result);
        } else {
            bounce_alone(cluster, group.front(), restitution, result);
        }
    }
    return result;
}

}  // namespace
}  // namespace detail

template <class T, int N>
Result<ClusterBounce<T, N>, ClusterError> bounce_cluster(const Cluster<T, N>& cluster, T restitution) {
    const detail::DefaultFloatEnvironment environment;
    if (auto fault = detail::fault_in(cluster, restitution)) return *std::move(fault);
    return detail::resolved(cluster, restitution);
}

#define CAROM_INSTANTIATE(T, N) \
    template Result<ClusterBounce<T, N>, ClusterError> bounce_cluster(const Cluster<T, N>&, T restitution);
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)
#undef CAROM_INSTANTIATE

}  // namespace carom

// Generalized Reflections: what closes is reflected together, until nothing closes.
//
// B. Smith, D. M. Kaufman, E. Vouga, R. Tamstorf, E. Grinspun, "Reflections on Simultaneous Impact", ACM
// Trans. Graph. 31(4) (2012) 106.
#include "pair/cluster_reflections.hpp"

#include <algorithm>
#include <numbers>
#include <numeric>
#include <utility>

#include "pair/cluster_connected.hpp"

namespace carom::detail {
namespace {

std::vector<std::size_t> all_of(std::size_t count) {
    std::vector<std::size_t> result(count);
    std::iota(result.begin(), result.end(), std::size_t{0});
    return result;
}

}  // namespace

template <int N>
double part_at(std::span<const double> speeds, ClusterProjection<N>& projection, Velocities<N>& velocities) {
    const double shortfall = projection.solve(all_of(speeds.size()), velocities, speeds);
    projection.apply(1, velocities);
    return shortfall;
}

namespace {

/// Contacts that close by less than this part of their speeds do not start a reflection: they are zeros with
/// rounding errors, and the law jumps there. What is left of them is projected out at the end, which costs at
/// most the square of it in energy.
constexpr double kCloses = 0x1p-40;

/// So small a part of a speed is below its rounding.
constexpr double kUnfelt = 0x1p-56;

/// Closing that fast is more than rounding.
constexpr double kSqueezed = 0x1p-20;

/// A contact that falls short of a speed by so many roundings cannot be brought to it.
constexpr double kShort = 0x1p10;

/// Of projecting what rounding left of a projection.
constexpr int kRounds = 4;

/// Balls 10^10 times heavier than others in touch with them can need a third of it.
constexpr std::size_t kMostReflections = std::size_t{1} << 20;

/// After so many, twice what racks need, it is time to ask whether reflections can end at all.
constexpr std::size_t kPatience = 16;

/// The velocity against which speeds are measured: zero where something cannot move, else the centre of
/// mass's.
template <int N>
Vec<double, N> frame_of(const ContactGroup<N>& group) {
    Vec<double, N> sum;
    if (group.start.size() > group.movable) return sum;
    const double heaviest = *std::min_element(group.inverse_mass.begin(), group.inverse_mass.end());
    double total = 0;
    for (std::size_t i = 0; i < group.movable; ++i) {
        const double mass = heaviest / group.inverse_mass[i];
        sum = sum + mass * group.start[i];
        total += mass;
    }
    return (1 / total) * sum;
}

/// Raises each body's speed to what its neighbours could have thrown it to: its rounding errors are in
/// proportion to that.
template <int N>
void spread(const ContactGroup<N>& group, std::vector<double>& speeds) {
    bool grows = true;
    for (std::size_t round = 0; grows && round < group.contacts.size(); ++round) {
        grows = false;
        for (const ClusterContact<N>& contact : group.contacts) {
            const double a = contact.share_a * speeds[contact.b];
            const double b = contact.share_b * speeds[contact.a];
            grows = grows || a > speeds[contact.a] || b > speeds[contact.b];
            speeds[contact.a] = std::max(speeds[contact.a], a);
            speeds[contact.b] = std::max(speeds[contact.b], b);
        }
    }
}

/// A ball may come to rest; what rounding leaves of its speed is taken away. In a free group only as much as
/// the sum of momenta cannot tell.
template <int N>
void stop_what_cancelled(const ContactGroup<N>& group, const std::vector<double>& speeds,
                         Velocities<N>& velocities) {
    const double part = group.start.size() > group.movable ? kCloses : kUnfelt;
    for (std::size_t i = 0; i < velocities.size(); ++i) {
        if (largest(velocities[i]) <= part * speeds[i]) velocities[i] = {};
    }
}

template <int N>
bool any_closes(const ContactGroup<N>& group, const std::vector<double>& speeds,
                const Velocities<N>& velocities) {
    const double part = kSqueezed + 16 * group.blur;
    return std::any_of(group.contacts.begin(), group.contacts.end(), [&](const ClusterContact<N>& contact) {
        return parting_speed(contact, velocities) < -part * (speeds[contact.a] + speeds[contact.b]);
    });
}

/// The nearest velocities at which no contact of `chosen` closes. A light ball between heavy ones passes on
/// impulses far above its own momentum, and what rounding leaves of them needs another round.
template <int N>
void bring_to_rest(std::span<const std::size_t> chosen, ClusterProjection<N>& projection,
                   Velocities<N>& velocities) {
    const std::vector<double> rest(chosen.size(), 0);
    for (int round = 0; round < kRounds; ++round) {
        projection.solve(chosen, velocities, rest);
        if (!projection.pushed()) return;
        projection.apply(1, velocities);
    }
}

/// The elastic answer.
template <int N>
class Reflections {
public:
    Reflections(const ContactGroup<N>& group, ClusterProjection<N>& projection, std::vector<double>& fastest)
        : group_(group), projection_(projection), frame_(frame_of(group)), fastest_(fastest) {
        result_.velocities = group.start;
    }

    GroupBounce<N> run() {
        for (std::vector<std::size_t> set = closing(); !set.empty(); set = closing()) {
            if (will_not_end()) {
                if (!reflect_as_one()) result_.end = ClusterEnd::stopped_inelastic;
                break;
            }
            reflect_all(set);
            ++result_.reflections;
        }
        return std::move(result_);
    }

private:
    std::vector<std::size_t> closing();
    bool will_not_end();
    bool reflect_as_one();
    void reflect_all(const std::vector<std::size_t>& set);
    void reflect(std::span<const std::size_t> chosen);

    const ContactGroup<N>& group_;
    ClusterProjection<N>& projection_;
    Vec<double, N> frame_;
    std::vector<double>& fastest_;  // speed of each body, up to now
    GroupBounce<N> result_;
};

template <int N>
std::vector<std::size_t> Reflections<N>::closing() {
    const Velocities<N>& v = result_.velocities;
    for (std::size_t i = 0; i < v.size(); ++i) fastest_[i] = std::max(fastest_[i], largest(v[i] - frame_));
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < group_.contacts.size(); ++i) {
        const ClusterContact<N>& contact = group_.contacts[i];
        const double stored = 0x1p-49 * (largest(v[contact.a]) + largest(v[contact.b]));
        const double slack = (kCloses + group_.blur) * (fastest_[contact.a] + fastest_[contact.b]) + stored;
        if (parting_speed(contact, v) < -slack) result.push_back(i);
    }
    return result;
}

/// Reflections end when some motion parts all contacts at once. The speed 1 / weight makes them alike; if the
/// motion has to be so fast that the blur of the normals spoils it, there is none. Between two contacts that
/// leave an angle free it takes pi / angle of them, and the least motion that parts both is 2 / angle.
template <int N>
bool Reflections<N>::will_not_end() {
    if (result_.reflections == kMostReflections) return true;
    if (result_.reflections != kPatience) return false;
    std::vector<double> speeds;
    for (const ClusterContact<N>& contact : group_.contacts) speeds.push_back(1 / contact.weight);
    Velocities<N> motion(group_.start.size());
    if (part_at<N>(speeds, projection_, motion) > kShort) return true;
    double square = 0;
    for (std::size_t i = 0; i < group_.movable; ++i)
        square += dot(motion[i], motion[i]) / group_.inverse_mass[i];
    const double least = std::sqrt(square);
    if (std::numbers::pi / 2 * least > static_cast<double>(kMostReflections)) return true;
    return group_.start.size() > group_.movable && least * group_.blur > 1;
}

/// From the start, all contacts of the group at once: what comes against balls that cannot give way is
/// thrown back as from a wall. False, and nothing is changed, when something closes then.
template <int N>
bool Reflections<N>::reflect_as_one() {
    Velocities<N> before = std::exchange(result_.velocities, group_.start);
    reflect(all_of(group_.contacts.size()));
    ++result_.reflections;
    if (closing().empty()) return true;
    result_.velocities = std::move(before);
    return false;
}

/// Contacts without a common movable body do not know of each other.
template <int N>
void Reflections<N>::reflect_all(const std::vector<std::size_t>& set) {
    if (set.size() == 1) return reflect(set);
    Connected bodies(group_.start.size());
    for (const std::size_t i : set) bodies.join(group_.contacts[i].a, group_.contacts[i].b);
    std::vector<std::pair<std::size_t, std::size_t>> by_root;
    by_root.reserve(set.size());
    for (const std::size_t i : set) by_root.emplace_back(bodies.root(group_.contacts[i].a), i);
    std::sort(by_root.begin(), by_root.end());
    std::vector<std::size_t> chosen;
    for (std::size_t k = 0; k < by_root.size(); ++k) {
        chosen.push_back(by_root[k].second);
        if (k + 1 < by_root.size() && by_root[k + 1].first == by_root[k].first) continue;
        reflect(chosen);
        chosen.clear();
    }
}

template <int N>
void Reflections<N>::reflect(std::span<const std::size_t> chosen) {
    Velocities<N>& v = result_.velocities;
    if (chosen.size() > 1) {
        Velocities<N> nearest = v;
        bring_to_rest(chosen, projection_, nearest);
        for (std::size_t i = 0; i < v.size(); ++i) v[i] = v[i] + 2.0 * (nearest[i] - v[i]);
        return;
    }
    const ClusterContact<N>& contact = group_.contacts[chosen.front()];
    const double impulse = -2 * parting_speed(contact, v);
    v[contact.a] = v[contact.a] - contact.share_a * impulse * contact.normal;
    v[contact.b] = v[contact.b] + contact.share_b * impulse * contact.normal;
}

/// e elastic + (1 - e) inelastic, in place of the elastic one.
template <int N>
void blend(const ContactGroup<N>& group, double restitution, const Velocities<N>& inelastic,
           Velocities<N>& elastic) {
    for (std::size_t i = 0; i < group.movable; ++i) {
        const Vec<double, N>& before = group.start[i];
        elastic[i] =
            before + (restitution * (elastic[i] - before) + (1 - restitution) * (inelastic[i] - before));
    }
}

}  // namespace

template <int N>
GroupBounce<N> bounce_group(const ContactGroup<N>& group, double restitution,
                            ClusterProjection<N>& projection) {
    const std::vector<std::size_t> all = all_of(group.contacts.size());
    std::vector<double> speeds;
    for (const Vec<double, N>& velocity : group.start) speeds.push_back(largest(velocity));
    GroupBounce<N> result{.velocities = group.start};
    if (restitution > 0) result = Reflections<N>(group, projection, speeds).run();
    bring_to_rest<N>(all, projection, result.velocities);
    if (restitution > 0 && restitution < 1) {
        Velocities<N> inelastic = group.start;
        bring_to_rest<N>(all, projection, inelastic);
        blend(group, restitution, inelastic, result.velocities);
        bring_to_rest<N>(all, projection, result.velocities);
    }
    for (std::size_t i = 0; i < speeds.size(); ++i)
        speeds[i] = std::max(speeds[i], largest(result.velocities[i]));
    spread(group, speeds);
    stop_what_cancelled(group, speeds, result.velocities);
    result.impulses = projection.most_impulses();
    result.closes = any_closes(group, speeds, result.velocities);
    return result;
}

template double part_at(std::span<const double>, ClusterProjection<2>&, Velocities<2>&);
template double part_at(std::span<const double>, ClusterProjection<3>&, Velocities<3>&);
template GroupBounce<2> bounce_group(const ContactGroup<2>&, double, ClusterProjection<2>&);
template GroupBounce<3> bounce_group(const ContactGroup<3>&, double, ClusterProjection<3>&);

}  // namespace carom::detail

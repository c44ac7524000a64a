// From the contact that is due along all contacts that are connected with it.
#include "sim/contact_cluster.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "carom/pair/bounce_cluster.hpp"
#include "pair/impact.hpp"
#include "sim/contact_reach.hpp"

namespace carom::detail {
namespace {

/// Contacts that close faster than this share of the fastest ball are closing still.
constexpr double kClosing = 0x1p-39;

/// Where pushes are far larger than what they change, their roundings add energy. A larger share of it is not
/// taken.
constexpr double kGain = 0x1p-40;

/// What closes by a smaller share of the speeds is not pressed on.
constexpr double kPressed = 0x1p-38;

/// The time of the law grows with the cube of its contacts.
constexpr std::size_t kMostBalls = 128;

template <int N>
class Gathering {
public:
    Gathering(const Clock& clock, const Domain<N>& domain, const BounceLaw& rules, Time now,
              const ClusterSurroundings<N>& around)
        : clock_(clock), domain_(domain), rules_(rules), now_(now), around_(around) {}

    /// False when there is nothing but the contact that is due, or too much.
    bool gather(const DueContact<N>& due);

    /// What the law says; nothing when it leaves the contact that is due as it was.
    std::optional<ClusterImpact<N>> impact(const DueContact<N>& due) const;

private:
    /// A ball and the box in which it hangs together with the others. An immovable one is there once for each
    /// of its contacts.
    struct Member {
        ClusterBall<N> ball;
        Image<N> place{};

        bool moves() const { return !std::isinf(ball.mass); }
    };
    struct WallContact {
        std::size_t member = 0;
        const NumberedWall<N>* wall = nullptr;
    };
    using Velocities = std::vector<Vec<double, N>>;  // by member

    bool begin(const DueContact<N>& due);
    void add(const ClusterBall<N>& ball, const Image<N>& place);
    bool is_fast() const;
    bool is_pressing() const;
    Velocities after_due() const;
    bool presses(const Velocities& velocities) const;
    bool expand(std::size_t from);
    bool join(std::size_t from, const NearBall<N>& near);
    bool is_due(std::size_t from, std::uint32_t ball, const Image<N>& place) const;
    void touch_walls(std::size_t from);
    std::size_t find(std::uint32_t ball) const;
    Vec<double, N> center(std::size_t i) const {
        return shifted(clock_, domain_, members_[i].ball.at, members_[i].place, now_);
    }
    Vec<double, N> normal(const TouchingPair& pair) const {
        return normalised(center(pair.b) - center(pair.a));
    }
    Vec<double, N> normal(const WallContact& contact) const {
        return toward(*contact.wall, members_[contact.member].ball.at);
    }
    double closing(const TouchingPair& pair, const Velocities& velocities) const {
        return -dot(normal(pair), velocities[pair.b] - velocities[pair.a]);
    }
    double closing(const WallContact& contact, const Velocities& velocities) const {
        return dot(normal(contact), velocities[contact.member]);
    }
    Cluster<double, N> cluster(std::vector<Body<double, N>>& bodies,
                               std::vector<TouchingWall<double, N>>& walls) const;
    bool goes_on_closing(const Velocities& after) const;
    bool gains_energy(const Velocities& after) const;
    Restitution restitution() const;
    Restitution restitution_of(const TouchingPair& pair) const;
    Restitution restitution_of(const WallContact& contact) const;

    const Clock& clock_;
    const Domain<N>& domain_;
    const BounceLaw& rules_;
    Time now_;
    const ClusterSurroundings<N>& around_;
    std::vector<Member> members_;
    Velocities velocities_;            // before the impact, of the images that are connected
    std::vector<TouchingPair> pairs_;  // a pair that is due comes first, of members 0 and 1
    std::vector<WallContact> walls_;   // so does a wall that is due, with member 0
    bool is_at_wall_ = false;          // that is due
};

bool is_still(double speed, double temperature) {
    return speed == 0 && !(temperature > 0);
}

template <int N>
double fastest_of(const std::vector<Vec<double, N>>& velocities) {
    double fastest = 0;
    for (const Vec<double, N>& velocity : velocities) fastest = std::max(fastest, largest(velocity));
    return fastest;
}

template <int N>
void Gathering<N>::add(const ClusterBall<N>& ball, const Image<N>& place) {
    members_.push_back({ball, place});
    velocities_.push_back(carried(domain_, ball.velocity, place));
}

template <int N>
bool Gathering<N>::begin(const DueContact<N>& due) {
    add(around_.ball(due.ball), {});
    is_at_wall_ = due.wall != nullptr;
    if (is_at_wall_) {
        walls_.push_back({0, due.wall});
        return is_still(due.wall->speed, due.wall->temperature);
    }
    add(around_.ball(due.other->ball), due.other->shift);
    pairs_.push_back({0, 1});
    return true;
}

template <int N>
bool Gathering<N>::gather(const DueContact<N>& due) {
    if (!begin(due) || (domain_.has_gravity && !is_fast())) return false;
    const std::size_t first = members_.size();
    for (std::size_t i = 0; i < members_.size(); ++i) {
        if (members_[i].moves() && !expand(i)) return false;
        if (domain_.has_gravity && i + 1 == first && !is_pressing()) return false;
    }
    return pairs_.size() + walls_.size() > 1;
}

/// The contact that is due closes faster than those of balls that come to rest.
template <int N>
bool Gathering<N>::is_fast() const {
    const double speed =
        is_at_wall_ ? closing(walls_.front(), velocities_) : closing(pairs_.front(), velocities_);
    return speed >= rules_.cut_off && speed > kClosing * fastest_of(velocities_) + rules_.still;
}

/// Some other contact closes, or would after an elastic impact at the one that is due. Precondition: only the
/// balls of that one have been expanded.
template <int N>
bool Gathering<N>::is_pressing() const {
    return pairs_.size() + walls_.size() > 1 && (presses(velocities_) || presses(after_due()));
}

template <int N>
auto Gathering<N>::after_due() const -> Velocities {
    Velocities after = velocities_;
    if (is_at_wall_) {
        after[0] = carom::detail::impact(normal(walls_.front()), after[0], {}, 1, 0, 1).a;
    } else {
        const auto [a, b] = carom::detail::impact(center(1) - center(0), after[0], after[1],
                                                  1 / members_[0].ball.mass, 1 / members_[1].ball.mass, 1);
        after[0] = a;
        after[1] = b;
    }
    return after;
}

/// True when one of the contacts but that which is due closes with these velocities.
template <int N>
bool Gathering<N>::presses(const Velocities& velocities) const {
    const double most = kPressed * fastest_of(velocities);
    const auto closes = [&](const auto& contact) { return closing(contact, velocities) > most; };
    const auto at_walls = walls_.begin() + (is_at_wall_ ? 1 : 0);
    const auto at_balls = pairs_.begin() + (is_at_wall_ ? 0 : 1);
    return std::any_of(at_walls, walls_.end(), closes) || std::any_of(at_balls, pairs_.end(), closes);
}

/// Adds what touches a member.
template <int N>
bool Gathering<N>::expand(std::size_t from) {
    std::vector<NearBall<N>> near = around_.near(members_[from].ball.ball);
    std::sort(near.begin(), near.end(), [](const NearBall<N>& x, const NearBall<N>& y) {
        return std::tie(x.ball, x.shift.coordinates) < std::tie(y.ball, y.shift.coordinates);
    });
    for (const NearBall<N>& one : near) {
        if (!join(from, one)) return false;
    }
    touch_walls(from);
    return true;
}

/// The contact that is known from the beginning, seen from either side.
template <int N>
bool Gathering<N>::is_due(std::size_t from, std::uint32_t ball, const Image<N>& place) const {
    if (from > 1 || pairs_.empty()) return false;
    const Member& partner = members_[1 - from];
    return partner.ball.ball == ball && partner.place == place;
}

/// False when that would be too much.
template <int N>
bool Gathering<N>::join(std::size_t from, const NearBall<N>& near) {
    const Member& member = members_[from];
    const ClusterBall<N> other = around_.ball(near.ball);
    const double radii = member.ball.radius + other.radius;
    const Vec<double, N> d = shifted(clock_, domain_, other.at - member.ball.at, near.shift, now_);
    const bool in_touch =
        length(d) - radii <= contact_reach(rules_.law.contact_tolerance, member.ball.radius, other.radius);
    if (!in_touch) return true;
    const Image<N> place = member.place + near.shift;
    if (is_due(from, near.ball, place)) return true;
    const std::size_t known = std::isinf(other.mass) ? members_.size() : find(near.ball);
    if (known == members_.size()) {
        add(other, place);
    } else if (!(members_[known].place == place)) {
        return false;
    } else if (known < from) {
        return true;  // the contact is known from the other side
    }
    pairs_.push_back({from, known});
    return members_.size() <= kMostBalls;
}

template <int N>
void Gathering<N>::touch_walls(std::size_t from) {
    const ClusterBall<N>& ball = members_[from].ball;
    for (const NumberedWall<N>& wall : domain_.walls) {
        const bool is_due = from == 0 && !walls_.empty() && walls_.front().wall == &wall;
        if (is_due || !is_still(wall.speed, wall.temperature)) continue;
        const double reach = contact_reach(rules_.law.contact_tolerance, ball.radius, ball.radius);
        if (rough_gap(clock_, wall, ball.at, ball.radius, now_) <= reach) walls_.push_back({from, &wall});
    }
}

/// Among those that move; `members_.size()` when it is not there.
template <int N>
std::size_t Gathering<N>::find(std::uint32_t ball) const {
    const auto found = std::find_if(members_.begin(), members_.end(),
                                    [&](const Member& member) { return member.ball.ball == ball; });
    return static_cast<std::size_t>(found - members_.begin());
}

template <int N>
Restitution Gathering<N>::restitution_of(const TouchingPair& pair) const {
    const ClusterBall<N>& a = members_[pair.a].ball;
    const ClusterBall<N>& b = members_[pair.b].ball;
    const double speed = closing(pair, velocities_);
    if (!(speed > 0)) return {};
    return restitution_at(rules_, around_.restitution(a.ball, b.ball), speed, std::min(a.since, b.since),
                          CollapseRisk::possible);
}

template <int N>
Restitution Gathering<N>::restitution_of(const WallContact& contact) const {
    const double speed = closing(contact, velocities_);
    if (!(speed > 0)) return {};
    return restitution_at(rules_, rules_.law.restitution_walls, speed, members_[contact.member].ball.since,
                          CollapseRisk::possible);
}

/// The least of the contacts that close.
template <int N>
Restitution Gathering<N>::restitution() const {
    Restitution least;
    const auto take = [&](const Restitution& one) {
        if (one.e < least.e || (one.e == least.e && one.made_elastic)) least = one;
    };
    for (const TouchingPair& pair : pairs_) take(restitution_of(pair));
    for (const WallContact& contact : walls_) take(restitution_of(contact));
    return least;
}

template <int N>
Cluster<double, N> Gathering<N>::cluster(std::vector<Body<double, N>>& bodies,
                                         std::vector<TouchingWall<double, N>>& walls) const {
    for (std::size_t i = 0; i < members_.size(); ++i) {
        bodies.push_back({center(i), velocities_[i], 1 / members_[i].ball.mass});
    }
    for (const WallContact& contact : walls_) walls.push_back({contact.member, {-normal(contact), 0}});
    return {bodies, pairs_, walls};
}

/// True where balls are held from opposite sides so nearly that the law is lost in rounding.
template <int N>
bool Gathering<N>::goes_on_closing(const Velocities& after) const {
    const double most = kClosing * fastest_of(after);
    const auto closes = [&](const auto& contact) { return closing(contact, after) > most; };
    return std::any_of(pairs_.begin(), pairs_.end(), closes) ||
           std::any_of(walls_.begin(), walls_.end(), closes);
}

template <int N>
bool Gathering<N>::gains_energy(const Velocities& after) const {
    double before = 0;
    double gain = 0;
    for (std::size_t i = 0; i < members_.size(); ++i) {
        if (!members_[i].moves()) continue;
        const double mass = members_[i].ball.mass;
        before += mass * dot(velocities_[i], velocities_[i]);
        gain += mass * dot(after[i] - velocities_[i], after[i] + velocities_[i]);
    }
    return gain > kGain * before;
}

template <int N>
std::optional<ClusterImpact<N>> Gathering<N>::impact(const DueContact<N>& due) const {
    std::vector<Body<double, N>> bodies;
    std::vector<TouchingWall<double, N>> walls;
    ClusterImpact<N> result;
    result.restitution = restitution();
    const auto after = bounce_cluster(cluster(bodies, walls), result.restitution.e);
    if (!after || after->end == ClusterEnd::squeezed) return {};
    if (goes_on_closing(after->velocities) || gains_energy(after->velocities)) return {};
    bool is_due_changed = false;
    for (std::size_t i = 0; i < members_.size(); ++i) {
        const auto& [ball, place] = members_[i];
        if (!members_[i].moves()) continue;
        const bool changes = !(after->velocities[i] == velocities_[i]);
        result.parts.push_back(
            {ball.ball, changes ? carried(domain_, after->velocities[i], -place) : ball.velocity});
        const bool is_due = ball.ball == due.ball || (due.other && ball.ball == due.other->ball);
        is_due_changed |= is_due && changes;
    }
    if (!is_due_changed) return {};
    std::sort(result.parts.begin(), result.parts.end(),
              [](const auto& x, const auto& y) { return x.ball < y.ball; });
    return result;
}

}  // namespace

template <int N>
std::optional<ClusterImpact<N>> cluster_impact(const Clock& clock, const Domain<N>& domain,
                                               const BounceLaw& rules, Time now, const DueContact<N>& due,
                                               const ClusterSurroundings<N>& around) {
    Gathering<N> gathering(clock, domain, rules, now, around);
    if (!gathering.gather(due)) return {};
    return gathering.impact(due);
}

template std::optional<ClusterImpact<2>> cluster_impact(const Clock&, const Domain<2>&, const BounceLaw&,
                                                        Time, const DueContact<2>&,
                                                        const ClusterSurroundings<2>&);
template std::optional<ClusterImpact<3>> cluster_impact(const Clock&, const Domain<3>&, const BounceLaw&,
                                                        Time, const DueContact<3>&,
                                                        const ClusterSurroundings<3>&);

}  // namespace carom::detail

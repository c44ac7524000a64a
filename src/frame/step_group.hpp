// Contacts of one instant, solved together by the law of clusters (carom/pair/bounce_cluster.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "carom/pair/bounce_cluster.hpp"
#include "frame/resting_contacts.hpp"
#include "frame/step_bodies.hpp"

namespace carom::detail {

/// A contact at the time of an impact.
template <int N>
struct StepContact {
    static constexpr std::uint32_t kObstacle = FrameBounce<double>::kObstacle;

    std::uint32_t a = 0;
    std::uint32_t b = kObstacle;  ///< above a
    ObstacleId obstacle{};        ///< when b is kObstacle
    Vec<double, N> toward;        ///< unit, from a
    double gap = 0;               ///< where it does not rebound
    double time = 0;              ///< the same: when the two meet, if that is ahead

    bool is_pair() const { return b != kObstacle; }
    auto key() const { return std::tie(a, b, obstacle); }
    friend bool operator<(const StepContact& x, const StepContact& y) { return x.key() < y.key(); }
    friend bool operator==(const StepContact& x, const StepContact& y) { return x.key() == y.key(); }
};

template <int N>
double closing(std::span<const StepBody<N>> bodies, const StepContact<N>& contact) {
    const Vec<double, N> v = bodies[contact.a].displacement();
    return contact.is_pair() ? dot(contact.toward, v - bodies[contact.b].displacement())
                             : dot(contact.toward, v);
}

template <int N>
bool closes(std::span<const StepBody<N>> bodies, const StepContact<N>& contact) {
    double size = largest(bodies[contact.a].displacement());
    if (contact.is_pair()) size += largest(bodies[contact.b].displacement());
    return closing(bodies, contact) > kNoise * size;
}

/// How contacts rebound.
struct RestitutionLaw {
    double of_balls = 1;
    double of_obstacles = 1;
};

/// A contact that closes at most by this does not rebound.
template <int N>
double slow_of(std::span<const StepBody<N>> bodies, const StepContact<N>& contact) {
    const double a = bodies[contact.a].slow;
    return contact.is_pair() ? std::max(a, bodies[contact.b].slow) : a;
}

template <int N>
bool is_slow(std::span<const StepBody<N>> bodies, const StepContact<N>& contact) {
    return closing(bodies, contact) <= slow_of(bodies, contact);
}

/// The least of the contacts that close fast enough to rebound; 0 when none does.
template <int N>
double restitution_of(std::span<const StepBody<N>> bodies, std::span<const StepContact<N>> contacts,
                      const RestitutionLaw& law) {
    double fastest = 0;
    for (const StepContact<N>& contact : contacts) fastest = std::max(fastest, closing(bodies, contact));
    double least = 1;
    bool is_one_fast = false;
    for (const StepContact<N>& contact : contacts) {
        const double speed = closing(bodies, contact);
        if (!(speed > 0) || speed < std::max(slow_of(bodies, contact), kNoise * fastest)) continue;
        is_one_fast = true;
        least = std::min(least, contact.is_pair() ? law.of_balls : law.of_obstacles);
    }
    return is_one_fast ? least : 0;
}

/// The law on bodies in touch, so that neither their numbers nor a mirror changes a bit. It keeps its memory.
template <int N>
class StepGroup {
public:
    /// Finds the velocities after the impact of these contacts, sorted. False when the bodies are squeezed:
    /// none can leave.
    bool solve(std::span<const StepBody<N>> bodies, std::span<const StepContact<N>> contacts, double now,
               double restitution);
    /// The same of contacts that do not rebound: each may use up its gap until the frame ends.
    bool solve_resting(std::span<const StepBody<N>> bodies, std::span<const StepContact<N>> contacts,
                       double now);

    /// Those with a contact, ascending.
    std::span<const std::uint32_t> members() const { return members_; }
    /// After the impact, in the order of the members.
    const Vec<double, N>& velocity(std::size_t member) const { return velocities_[member]; }
    /// The same of any body: without a contact it keeps its own.
    Vec<double, N> velocity_of(std::uint32_t body) const {
        const bool is_member = std::binary_search(members_.begin(), members_.end(), body);
        return is_member ? velocities_[member(body)] : bodies_[body].displacement();
    }
    /// Did this contact push its bodies apart? Where several sets of pushes explain the velocities, one
    /// counts.
    bool has_pushed(std::size_t contact) const { return pushes_[contact] > kLeastPush * most_; }

    /// Has this member another velocity than before?
    bool has_changed(std::uint32_t body) const {
        return !(velocities_[member(body)] == bodies_[body].displacement());
    }

    std::size_t bytes() const;

private:
    using Signs = Vec<double, N>;

    /// Of the largest push.
    static constexpr double kLeastPush = 0x1p-40;

    void collect(std::span<const StepContact<N>> contacts);
    std::size_t member(std::uint32_t body) const {
        return static_cast<std::size_t>(std::lower_bound(members_.begin(), members_.end(), body) -
                                        members_.begin());
    }
    void find_pushes();
    void explain(std::size_t contact);
    double side_of_places(int axis);
    Signs signs();
    bool solve(std::span<const StepBody<N>> bodies, std::span<const StepContact<N>> contacts, double now);
    void see(const Signs& signs);
    bool reflect(const Signs& signs);
    bool hold(const Signs& signs);
    bool comes_to_rest(double speed) const;
    bool solve_seen(const Signs& signs, std::vector<Vec<double, N>>& velocities);
    bool average(Signs signs, int axis, std::vector<Vec<double, N>>& velocities);

    std::span<const StepBody<N>> bodies_;
    std::span<const StepContact<N>> contacts_;
    double now_ = 0;
    std::optional<double> restitution_;  ///< none: the contacts do not rebound
    std::vector<std::uint32_t> members_;
    std::vector<Vec<double, N>> velocities_;
    std::vector<Vec<double, N>> unexplained_;  ///< changes of the members' velocities
    std::vector<double> pushes_;        ///< of each contact: the speed at which it drives its bodies apart
    double most_ = 0;                   ///< of these
    std::vector<std::uint32_t> order_;  ///< of members, as seen
    std::vector<std::uint32_t> place_;  ///< in the order, of each member
    std::vector<double> along_;         ///< places of members along an axis
    std::vector<Body<double, N>> seen_;
    std::vector<Vec<double, N>> seen_after_;
    std::vector<TouchingPair> pairs_;
    std::vector<TouchingWall<double, N>> walls_;
    std::vector<RestingContact<N>> resting_;
    RestingContacts<N> holder_;
};

}  // namespace carom::detail

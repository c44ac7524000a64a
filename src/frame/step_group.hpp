// Contacts of one instant, solved together by the law of clusters (carom/pair/bounce_cluster.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "carom/pair/bounce_cluster.hpp"
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

    bool is_pair() const { return b != kObstacle; }
    auto key() const { return std::tie(a, b, obstacle); }
    friend bool operator<(const StepContact& x, const StepContact& y) { return x.key() < y.key(); }
    friend bool operator==(const StepContact& x, const StepContact& y) { return x.key() == y.key(); }
};

/// What closes by a smaller share of the speeds does not close.
inline constexpr double kNoise = 0x1p-40;

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
    double threshold = 0;  ///< contacts that close more slowly do not
};

/// The least of the contacts that close at the threshold or faster; 0 when none does.
template <int N>
double restitution_of(std::span<const StepBody<N>> bodies, std::span<const StepContact<N>> contacts,
                      const RestitutionLaw& law) {
    double fastest = 0;
    for (const StepContact<N>& contact : contacts) fastest = std::max(fastest, closing(bodies, contact));
    const double least_speed = std::max(law.threshold, kNoise * fastest);
    double least = 1;
    bool is_one_fast = false;
    for (const StepContact<N>& contact : contacts) {
        const double speed = closing(bodies, contact);
        if (!(speed > 0) || speed < least_speed) continue;
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

    /// Those with a contact, ascending.
    std::span<const std::uint32_t> members() const { return members_; }
    /// After the impact, in the order of the members.
    const Vec<double, N>& velocity(std::size_t member) const { return velocities_[member]; }
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
    Signs signs() const;
    bool solve_seen(const Signs& signs, std::vector<Vec<double, N>>& velocities);
    bool average(Signs signs, int axis, std::vector<Vec<double, N>>& velocities);

    std::span<const StepBody<N>> bodies_;
    std::span<const StepContact<N>> contacts_;
    double now_ = 0, restitution_ = 1;
    std::vector<std::uint32_t> members_;
    std::vector<Vec<double, N>> velocities_;
    std::vector<Vec<double, N>> unexplained_;  ///< changes of the members' velocities
    std::vector<double> pushes_;        ///< of each contact: the speed at which it drives its bodies apart
    double most_ = 0;                   ///< of these
    std::vector<std::uint32_t> order_;  ///< of members, as seen
    std::vector<std::uint32_t> place_;  ///< in the order, of each member
    std::vector<Body<double, N>> seen_;
    std::vector<TouchingPair> pairs_;
    std::vector<TouchingWall<double, N>> walls_;
};

}  // namespace carom::detail

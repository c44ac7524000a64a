// The impacts of a frame in the order of time, those of one instant together.
#pragma once

#include <optional>
#include <vector>

#include "frame/frame_search.hpp"
#include "frame/ignored_pairs.hpp"
#include "frame/step_hold.hpp"

namespace carom::detail {

template <class T, int N>
class StepPlay {
public:
    using Tree = typename ObstacleSet<T, N>::Tree;

    explicit StepPlay(const FinderOptions& options) : near_(options), gather_(near_) {}
    // Its parts know each other.
    StepPlay(const StepPlay&) = delete;
    StepPlay& operator=(const StepPlay&) = delete;

    /// Plays a frame; `obstacles` may be null.
    void play(std::span<const FrameBody<T, N>> bodies, const Tree* obstacles, const StepRules<T>& rules);

    /// After the frame.
    std::span<const StepBody<N>> bodies() const { return bodies_; }
    /// In the order of (fraction, a, b, obstacle).
    std::span<const FrameBounce<T>> bounces() const { return bounces_; }
    /// The rules' filter, as it was searched with.
    const PairFilter& filter() const { return rules_.filter; }

    std::size_t bytes() const;

private:
    static constexpr std::uint32_t kObstacle = FrameBounce<T>::kObstacle;

    /// An impact that will happen unless one of its bodies changes before.
    struct Planned {
        ContactTimes when;
        std::uint32_t a = 0, b = kObstacle;  ///< b above a
        ObstacleId obstacle{};
        Vec<double, N> toward_obstacle;  ///< unit
        unsigned version_a = 0, version_b = 0;
    };
    /// Where the contacts of a group end.
    struct Group {
        std::size_t end = 0;
        bool is_resting = false;  ///< none rebounds, and gaps may be used up
    };

    static bool comes_later(const Planned& x, const Planned& y) { return x.when.touch > y.when.touch; }

    void start(std::span<const FrameBody<T, N>> bodies);
    FrameBalls<T, N> hulls() const;
    bool is_current(const Planned& planned) const;
    void push(const Planned& planned);
    void pop() {
        pause(near_.workers);
        std::pop_heap(queue_.begin(), queue_.end(), comes_later);
        queue_.pop_back();
    }
    void plan(std::uint32_t i, std::uint32_t j);
    void plan_all(std::span<const FrameContact<T>> contacts) {
        for (std::size_t i = 0; i < contacts.size(); ++i) {
            if (i % 256 == 255) pause(near_.workers);
            plan(contacts[i].a, contacts[i].b);
        }
    }
    void plan_obstacle(std::uint32_t i);
    void plan_anew();
    bool take_due();

    void hold_at_start();
    bool add_resting(const StepContact<N>& first);
    void add_group(const Planned& first);
    void add_contacts_as_group(bool is_resting);
    void mark(std::uint32_t body, bool is_grouped);
    void happen();
    void resolve(double now);
    StepContact<N> contact_of(const Planned& planned, double now) const;
    bool is_taken(const Planned& planned) const {
        return is_grouped_[planned.a] || (planned.b != kObstacle && is_grouped_[planned.b]);
    }
    bool hold(double now);
    void bounce_alone(const StepContact<N>& contact, double now);
    void bounce_together(double now);
    void stop_all(double now);
    void stop(std::uint32_t i, double now);
    void report(double now);
    void report_pushes(double now);
    void report(const StepContact<N>& contact, double now) {
        bounces_.push_back({static_cast<T>(now), contact.a, contact.b, contact.obstacle});
    }
    void go_on(std::uint32_t i, double now);
    void leave(std::uint32_t i, double now, const Vec<double, N>& velocity);

    IgnoredPairs ignored_;
    StepNear<T, N> near_;
    StepGather<T, N> gather_;
    StepRules<T> rules_;
    RestitutionLaw law_;
    std::vector<MovingBall<T, N>> hulls_;  ///< of the ways in hand; a negative radius: no body
    std::vector<StepBody<N>> bodies_;
    std::vector<Planned> queue_;
    std::vector<Planned> due_;      ///< at one instant, as far as places can tell
    std::vector<Planned> put_off_;  ///< of these, until the groups of this instant have had their impact
    double now_ = 0;                ///< the first of their times
    std::vector<StepContact<N>> groups_;    ///< contacts of one group after another
    std::vector<Group> group_ends_;         ///< of each group
    std::vector<bool> is_grouped_;          ///< of each movable body
    std::vector<StepContact<N>> contacts_;  ///< of the group in hand
    std::vector<std::uint32_t> changed_;    ///< by the impacts of this instant
    std::vector<std::uint32_t> to_stop_;    ///< immovable ones
    std::vector<std::uint32_t> told_;       ///< those with a contact that is reported
    std::vector<std::uint32_t> hit_;        ///< those with a contact that closes
    StepGroup<N> group_;
    StepHold<T, N> hold_{near_, group_};
    std::vector<FrameBounce<T>> bounces_;
};

}  // namespace carom::detail

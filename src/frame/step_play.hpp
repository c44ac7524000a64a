// The impacts of a frame in the order of time, those of one instant together.
#pragma once

#include <optional>
#include <vector>

#include "frame/frame_search.hpp"
#include "frame/ignored_pairs.hpp"
#include "frame/step_group.hpp"
#include "frame/step_obstacles.hpp"

namespace carom::detail {

template <class T, int N>
class StepPlay {
public:
    using Tree = typename ObstacleSet<T, N>::Tree;

    explicit StepPlay(const FinderOptions& options) : options_(options), search_(options) {}

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
    /// Which contacts of a body an impact takes in.
    enum class Which : unsigned char { touching, closing };

    static bool comes_later(const Planned& x, const Planned& y) { return x.when.touch > y.when.touch; }

    void start(std::span<const FrameBody<T, N>> bodies);
    FrameBalls<T, N> hulls() const;
    bool is_current(const Planned& planned) const;
    void push(const Planned& planned);
    void pop() {
        pause(options_.workers);
        std::pop_heap(queue_.begin(), queue_.end(), comes_later);
        queue_.pop_back();
    }
    void plan(std::uint32_t i, std::uint32_t j);
    void plan_all(std::span<const FrameContact<T>> contacts) {
        for (std::size_t i = 0; i < contacts.size(); ++i) {
            if (i % 256 == 255) pause(options_.workers);
            plan(contacts[i].a, contacts[i].b);
        }
    }
    void plan_obstacle(std::uint32_t i);
    void plan_anew();
    bool take_due();

    void add_group(const Planned& first);
    void mark(std::uint32_t body, bool is_grouped);
    void happen();
    void resolve(double now);
    bool touches_more(const Planned& first) const;
    bool gather(const Planned& first, Which which);
    void add_contacts(std::uint32_t i, double now, Which which);
    void add(const StepContact<N>& contact, Which which);
    void enter(std::uint32_t body);
    StepContact<N> contact_of(const Planned& planned) const;
    void bounce_alone(const StepContact<N>& contact, double now);
    void bounce_together(double now);
    void stop_all(double now);
    void stop(std::uint32_t i, double now);
    void report(double now);
    void leave(std::uint32_t i, double now, const Vec<double, N>& velocity);
    template <class F>
    void for_each_near(std::uint32_t i, const MovingBall<double, N>& way, const F& f);

    FinderOptions options_;
    IgnoredPairs ignored_;
    FrameSearch<T, N> search_;
    StepObstacles<T, N> obstacles_;
    StepRules<T> rules_;
    double threshold_ = 0;
    RestitutionLaw law_;
    std::vector<MovingBall<T, N>> hulls_;  ///< of the ways in hand; a negative radius: no body
    std::vector<StepBody<N>> bodies_;
    std::vector<Planned> queue_;
    std::vector<Planned> due_;              ///< at one instant, as far as places can tell
    double now_ = 0;                        ///< the first of their times
    std::vector<StepContact<N>> groups_;    ///< contacts of one group after another
    std::vector<std::size_t> ends_;         ///< of each group
    std::vector<bool> is_grouped_;          ///< of each movable body
    std::vector<StepContact<N>> contacts_;  ///< of the group in hand
    std::vector<std::uint32_t> around_;     ///< bodies in touch with each other, the movable ones
    std::vector<bool> is_around_;
    std::vector<std::uint32_t> changed_;  ///< by the impacts of this instant
    std::vector<std::uint32_t> to_stop_;  ///< immovable ones
    std::vector<std::uint32_t> told_;     ///< those with a contact that is reported
    std::vector<std::uint32_t> hit_;      ///< those with a contact that closes
    StepGroup<N> group_;
    std::vector<FrameBounce<T>> bounces_;
};

}  // namespace carom::detail

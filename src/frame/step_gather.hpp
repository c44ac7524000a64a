// Which contacts take part in an impact: those connected with the first one through movable bodies.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frame/frame_search.hpp"
#include "frame/step_group.hpp"
#include "frame/step_obstacles.hpp"

namespace carom::detail {

/// What is near a body.
template <class T, int N>
struct StepNear {
    explicit StepNear(const FinderOptions& options) : workers(options.workers), search(options) {}

    Workers workers;
    FrameSearch<T, N> search;
    StepObstacles<T, N> obstacles;
    PairFilter filter;

    /// f(other) for each body that may come near this way of body i.
    template <class F>
    void for_each_body(std::uint32_t i, const StepBody<N>& body, const MovingBall<double, N>& way,
                       const F& f) {
        pause(workers);
        MovingBall<double, N> wide = way;
        wide.radius += body.resting_range;
        const MovingBall<T, N> hull = hull_of<T>(wide);
        if (!is_valid(hull)) return;
        const PairCheck check(filter);
        search.near(hull, [&](std::uint32_t other) {
            if (other != i && check.passes(i, other)) f(other);
        });
    }
};

/// Finds them. It keeps its memory.
template <class T, int N>
class StepGather {
public:
    using Bodies = std::span<const StepBody<N>>;

    explicit StepGather(StepNear<T, N>& near) : near_(near) {}

    /// All in touch; of too many those that close, else the first one alone. `looks` though nothing has been
    /// in touch with its bodies before.
    void all_touching(Bodies bodies, const StepContact<N>& first, double now, bool looks);

    /// All that do not rebound, in touch or such that they may be so before the frame ends. False when one of
    /// their bodies is about to rebound, or when there are too many.
    bool all_resting(Bodies bodies, const StepContact<N>& first, double now);

    /// Sorted.
    const std::vector<StepContact<N>>& contacts() const { return contacts_; }

    std::size_t bytes() const;

private:
    /// Which contacts of a body an impact takes in.
    enum class Which : unsigned char { touching, closing };

    void begin(Bodies bodies, const StepContact<N>& first, double now);
    bool gather(Which which);
    void leave_bodies();
    void put_in_order();
    void enter(std::uint32_t body);
    void add(const StepContact<N>& contact);
    void add_contacts(std::uint32_t i, Which which);
    bool add_resting_contacts(std::uint32_t i);
    bool add_resting_pair(std::uint32_t i, std::uint32_t j);

    StepNear<T, N>& near_;
    Bodies bodies_;
    double now_ = 0;
    std::vector<StepContact<N>> contacts_;
    std::vector<std::uint32_t> around_;  ///< movable bodies of the contacts
    std::vector<bool> is_around_;        ///< of each body
};

}  // namespace carom::detail

// Which contacts that do not rebound count: those in touch, and those ahead in which the bodies would meet.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "frame/step_gather.hpp"

namespace carom::detail {

/// Solves them together. It keeps its memory.
template <class T, int N>
class StepHold {
public:
    using Bodies = std::span<const StepBody<N>>;

    /// Both have to outlive it.
    StepHold(const StepNear<T, N>& near, StepGroup<N>& group) : near_(near), group_(group) {}

    /// Leaves those of the contacts that count; none: nothing happens. The velocities are those of the group.
    /// False when bodies are squeezed: then those in touch are left.
    bool solve(Bodies bodies, std::vector<StepContact<N>>& contacts, double now);

    std::size_t bytes() const { return ahead_.capacity() * sizeof(StepContact<N>); }

private:
    bool is_in_touch(const StepContact<N>& contact) const;
    bool solve_all_that_meet(std::vector<StepContact<N>>& contacts);
    std::optional<ContactTimes> meeting_ahead(const StepContact<N>& contact, bool is_solved) const;
    StepBody<N> body_now(std::uint32_t i, bool is_solved) const;

    const StepNear<T, N>& near_;
    StepGroup<N>& group_;
    Bodies bodies_;
    double now_ = 0;
    std::vector<StepContact<N>> ahead_;  ///< those that may yet count
};

}  // namespace carom::detail

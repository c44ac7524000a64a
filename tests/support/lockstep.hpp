// The engine and the plain one, event by event.
#pragma once

#include <algorithm>
#include <optional>

#include "carom/sim/simulation.hpp"
#include "support/event_bits.hpp"
#include "support/reference_engine.hpp"

namespace carom::test {

/// What both did next.
template <int N>
struct LockstepEvent {
    std::optional<Event<N>> event;  ///< of the engine; none at the end
    bool same = true;               ///< the plain engine says the same, to the last bit
};

template <int N>
class Lockstep {
public:
    Lockstep(const Scene<N>& scene, Simulation<N>& simulation)
        : reference_(scene), simulation_(&simulation) {}

    /// The next event up to `end`. Goes there in steps, as the plain engine looks at all images until the end
    /// of a call.
    LockstepEvent<N> next(double end, double step) {
        for (;;) {
            until_ = std::min(end, std::max(until_, step));
            const auto expected = reference_.next_event(until_);
            const auto event = simulation_->next_event(until_);
            if (expected.has_value() != event.has_value()) return {event, false};
            if (event) return {event, same_bits(*expected, *event)};
            if (until_ >= end) return {};
            until_ += step;
        }
    }

private:
    ReferenceEngine<N> reference_;
    Simulation<N>* simulation_;
    double until_ = 0;
};

}  // namespace carom::test

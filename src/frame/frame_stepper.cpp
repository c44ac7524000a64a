// The step of a game: impacts in the order of time, then places that are free.
#include "carom/frame/frame_stepper.hpp"

#include <vector>

#include "core/instantiate.hpp"
#include "frame/step_places.hpp"
#include "frame/step_play.hpp"

namespace carom {

using namespace detail;

template <class T, int N>
class FrameStepper<T, N>::Steps {
public:
    explicit Steps(const FinderOptions& options) : play_(options), places_(options) {}

    FrameStep<T, N> advance_frame(std::span<FrameBody<T, N>> bodies,
                                  const typename ObstacleSet<T, N>::Tree* obstacles,
                                  const StepRules<T>& rules) {
        play_.play(bodies, obstacles, rules);
        places_.settle({bodies, play_.bodies(), obstacles, play_.filter()});
        lost_.clear();
        for (std::uint32_t i = 0; i < bodies.size(); ++i) {
            const StepBody<N>& body = play_.bodies()[i];
            if (!body.is_one) continue;
            if (places_.lost(i)) lost_.push_back({i, *places_.lost(i)});
            bodies[i].center = places_.center(i);
            bodies[i].displacement = convert<T>(body.velocity);
        }
        return {play_.bounces(), lost_};
    }

    std::size_t memory() const {
        return sizeof *this + play_.bytes() + places_.bytes() + lost_.capacity() * sizeof(LostMove<T, N>);
    }

private:
    StepPlay<T, N> play_;
    StepPlaces<T, N> places_;
    std::vector<LostMove<T, N>> lost_;
};

template <class T, int N>
FrameStepper<T, N>::FrameStepper(const FinderOptions& options) : steps_(std::make_unique<Steps>(options)) {}
template <class T, int N>
FrameStepper<T, N>::~FrameStepper() = default;
template <class T, int N>
FrameStepper<T, N>::FrameStepper(FrameStepper&&) noexcept = default;
template <class T, int N>
FrameStepper<T, N>& FrameStepper<T, N>::operator=(FrameStepper&&) noexcept = default;

template <class T, int N>
FrameStep<T, N> FrameStepper<T, N>::advance_frame(std::span<FrameBody<T, N>> bodies,
                                                  const ObstacleSet<T, N>& obstacles,
                                                  const StepRules<T>& rules) {
    const DefaultFloatEnvironment environment;
    return steps_->advance_frame(bodies, &obstacles.tree(), rules);
}
template <class T, int N>
FrameStep<T, N> FrameStepper<T, N>::advance_frame(std::span<FrameBody<T, N>> bodies,
                                                  const StepRules<T>& rules) {
    const DefaultFloatEnvironment environment;
    return steps_->advance_frame(bodies, nullptr, rules);
}
template <class T, int N>
std::size_t FrameStepper<T, N>::memory() const {
    return steps_->memory();
}

#define CAROM_INSTANTIATE(T, N) template class FrameStepper<T, N>;
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)
#undef CAROM_INSTANTIATE

}  // namespace carom

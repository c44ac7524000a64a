// The public face of the engine.
#include "carom/sim/simulation.hpp"

#include <utility>

#include "core/float_environment.hpp"
#include "sim/engine.hpp"

namespace carom {

using detail::DefaultFloatEnvironment;

template <int N>
Simulation<N>::Simulation(std::unique_ptr<Engine> engine) : engine_(std::move(engine)) {}
template <int N>
Simulation<N>::Simulation(Simulation&&) noexcept = default;
template <int N>
Simulation<N>& Simulation<N>::operator=(Simulation&&) noexcept = default;
template <int N>
Simulation<N>::~Simulation() = default;

template <int N>
Result<Simulation<N>, Validation> Simulation<N>::create(const Scene<N>& scene, const Tuning& tuning,
                                                        const std::function<bool()>& go_on) {
    const DefaultFloatEnvironment environment;
    Validation validation = validate(scene, go_on);
    if (!validation.faults.empty()) return validation;
    detail::Patience patience(go_on);
    auto engine = std::make_unique<Engine>(scene, tuning, std::move(validation.notes), patience);
    if (patience.ended()) return detail::stopped_making();
    return Simulation(std::move(engine));
}

template <int N>
std::optional<Event<N>> Simulation<N>::next_event(double until, const std::function<bool()>& go_on) {
    const DefaultFloatEnvironment environment;
    return engine_->next_event(until, go_on);
}

template <int N>
StopReason Simulation<N>::stop_reason() const {
    return engine_->stop_reason();
}

template <int N>
Time Simulation<N>::now() const {
    return engine_->now();
}

template <int N>
double Simulation<N>::seconds(Time time) const {
    const DefaultFloatEnvironment environment;
    return engine_->clock().seconds(time);
}

template <int N>
double Simulation<N>::epoch_length() const {
    return engine_->clock().epoch_length();
}

template <int N>
double Simulation<N>::elastic_below() const {
    return engine_->elastic_below();
}

template <int N>
std::size_t Simulation<N>::ball_count() const {
    return engine_->ball_count();
}

template <int N>
BallState<N> Simulation<N>::state(std::size_t ball) const {
    return engine_->state(ball);
}

template <int N>
Vec<double, N> Simulation<N>::position_now(std::size_t ball) const {
    const DefaultFloatEnvironment environment;
    return engine_->position_now(ball);
}

template <int N>
Vec<double, N> Simulation<N>::velocity_now(std::size_t ball) const {
    const DefaultFloatEnvironment environment;
    return engine_->velocity_now(ball);
}

template <int N>
double Simulation<N>::kinetic_energy() const {
    const DefaultFloatEnvironment environment;
    return engine_->kinetic_energy();
}

template <int N>
double Simulation<N>::potential_energy() const {
    const DefaultFloatEnvironment environment;
    return engine_->potential_energy();
}

template <int N>
Vec<double, N> Simulation<N>::momentum() const {
    const DefaultFloatEnvironment environment;
    return engine_->momentum();
}

template <int N>
const Counts& Simulation<N>::counts() const {
    return engine_->counts();
}

template <int N>
EngineSettings Simulation<N>::settings() const {
    return engine_->settings();
}

template <int N>
const std::vector<Finding>& Simulation<N>::notes() const {
    return engine_->notes();
}

template class Simulation<2>;
template class Simulation<3>;

}  // namespace carom

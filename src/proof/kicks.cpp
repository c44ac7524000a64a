#include "proof/kicks.hpp"

#include <fmt/format.h>

#include <cmath>

#include "proof/draws.hpp"

namespace carom::proof {

template <int N>
KickJudge<N>::KickJudge(const TrajectoryStart<N>& start, const PairProver<N>& prover)
    : prover_(&prover), thermostat_(start.scene.thermostat), seed_(start.scene.noise) {
    if (!thermostat_) return;
    next_.resize(prover.ball_count());
    for (std::size_t i = 0; i < next_.size(); ++i) schedule(i, {});
}

/// An immovable ball gets none.
template <int N>
void KickJudge<N>::schedule(std::size_t i, Time after) {
    if (std::isinf(prover_->flight(i).mass)) return;
    next_[i] = next_kick(thermostat_->rate, seed_, i, after, prover_->context().epoch_length);
}

template <int N>
bool KickJudge<N>::pass(std::size_t i, Time time) {
    if (next_.empty() || !next_[i] || time < *next_[i]) return true;
    const bool in_time = time == *next_[i];
    schedule(i, time);
    return in_time;
}

template <int N>
std::string KickJudge<N>::what_is_wrong(const Event<N>& event) const {
    if (next_.empty()) return " gets a kick, but there is no thermostat";
    if (event.ball_after.phase != free_flight) return " is held after a kick";
    if (next_[event.ball] != event.time) return " gets a kick at a time that its seed does not give";
    const Draws draws(seed_, event.ball, event.time);
    const auto drawn = kicked_velocity<N>(thermostat_->temperature, prover_->flight(event.ball).mass, draws);
    const WideVec<N> off = widen(event.ball_after.velocity) - drawn.velocity;
    if (narrow(rough_length(off)) <= drawn.unsure) return {};
    return fmt::format(" gets a kick with a velocity that its seed does not give (off by {:.3g})",
                       narrow(rough_length(off)));
}

template class KickJudge<2>;
template class KickJudge<3>;

}  // namespace carom::proof

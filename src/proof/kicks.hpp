// The kicks of a thermostat: each when it is due, with the velocity that the seed gives, and none left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "proof/pair_prover.hpp"

namespace carom::proof {

template <int N>
class KickJudge {
public:
    /// The prover has to outlive it.
    KickJudge(const TrajectoryStart<N>& start, const PairProver<N>& prover);

    /// What is wrong with a record of a kick; empty when nothing is. To be asked before `pass`.
    std::string what_is_wrong(const Event<N>& event) const;
    /// Ball i has an event at `time`. False when it should have had a kick before.
    bool pass(std::size_t i, Time time);
    /// Should ball i have had a kick up to `end`?
    bool lacks_kick(std::size_t i, Time end) const { return !next_.empty() && next_[i] && *next_[i] <= end; }

private:
    void schedule(std::size_t i, Time after);

    const PairProver<N>* prover_;
    std::optional<Thermostat> thermostat_;
    std::uint64_t seed_;
    std::vector<std::optional<Time>> next_;  ///< kick of each ball; empty without a thermostat
};

}  // namespace carom::proof

#include "measure/kinetic.hpp"

namespace carom::detail {

template <int N>
const MeanMotion<N>& KineticTally<N>::close(double end, double weight) {
    mean_.length = end - start_;
    mean_.weight = weight;
    mean_.all = {};
    for (std::size_t s = 0; s < sums_.size(); ++s) {
        mean_.species[s] = {};
        mean_.species[s].add(1 / mean_.length, sums_[s]);
        mean_.all.add(1, mean_.species[s]);
        sums_[s] = {};
    }
    mean_.kt = freedom_.degrees > 0 ? mean_.all.trace() / freedom_.degrees : 0;
    start_ = end;
    return mean_;
}

TemperatureResult TemperatureMeter::result() const {
    TemperatureResult result{kt_.estimate(), {}};
    for (const Blocking& one : species_) result.species.push_back(one.estimate());
    return result;
}

template class KineticTally<2>;
template class KineticTally<3>;

}  // namespace carom::detail

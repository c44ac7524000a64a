#include "measure/kinetic.hpp"

namespace carom::detail {

template <int N>
KineticTally<N>::KineticTally(const Freedom<N>& freedom, std::span<const Body<N>> bodies)
    : freedom_(freedom), sums_(freedom.of_species.size()) {
    mean_.species.resize(sums_.size());
    for (const Body<N>& body : bodies) {
        if (!body.moves()) continue;
        std::size_t place = 0;
        for (int j = 0; j < N; ++j) {
            for (int i = 0; i <= j; ++i) {
                TwoTerm& now = sums_[body.species].now[place++];
                now = now + two_product(body.velocity[i], body.velocity[j]) * TwoTerm{body.mass, 0};
            }
        }
    }
}

template <int N>
const MeanMotion<N>& KineticTally<N>::close(double length) {
    mean_.all = {};
    for (std::size_t s = 0; s < sums_.size(); ++s) {
        Sums& sums = sums_[s];
        Tensor<N>& mean = mean_.species[s];
        for (std::size_t p = 0; p < sums.now.size(); ++p) {
            mean.entries[p] = to_double(sums.now[p]) + sums.delayed.entries[p] / length;
            sums.now[p] = sums.now[p] + TwoTerm{sums.jumps.entries[p], 0};
        }
        sums.jumps = {};
        sums.delayed = {};
        mean_.all.add(1, mean);
    }
    mean_.kt = freedom_.degrees > 0 ? mean_.all.trace() / freedom_.degrees : 0;
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

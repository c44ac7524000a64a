// A ball of an impact, as its flight brings it there.
#pragma once

#include "proof/impact.hpp"
#include "proof/pair_prover.hpp"

namespace carom::proof {

template <int N>
bool keeps_sliding(MotionPhase before, const BallState<N>& after) {
    return before == after.phase && before.kind() == MotionPhase::Kind::sliding;
}

/// How far rounding may have moved the images of two balls in a sheared box against each other.
template <int N>
double slide_bound(const PairProver<N>& prover, std::size_t i, const BallState<N>& after_i, std::size_t j,
                   const BallState<N>& after_j);

/// How many boxes along the gradient of a sheared box ball i has crossed on its flight that ends so.
template <int N>
double boxes_crossed(const PairProver<N>& prover, std::size_t i, const BallState<N>& after);

/// Ball i as it comes to an impact on its flight, and as it leaves. In a sheared box both are of the image
/// that is in the box then, and `boxes` all that the balls of the impact have crossed: by so many rows the
/// engine may have brought them together.
template <int N, WideOrQuick Real>
Partner<N, Real> partner_of(const PairProver<N>& prover, std::size_t i, const BallState<N>& after, Real share,
                            double boxes);

}  // namespace carom::proof

#include "proof/partner.hpp"

namespace carom::proof {
namespace {

/// Share of its speed that a ball that goes on sliding may lose to stay at its wall.
constexpr double kTurn = 0x1p-39;

}  // namespace

template <int N>
double boxes_crossed(const PairProver<N>& prover, std::size_t i, const BallState<N>& after) {
    const int axis = prover.context().drift.gradient;
    return static_cast<double>(after.image[axis] - prover.flight(i).state.image[axis]);
}

template <int N>
double slide_bound(const PairProver<N>& prover, std::size_t i, const BallState<N>& after_i, std::size_t j,
                   const BallState<N>& after_j) {
    const double boxes =
        std::abs(boxes_crossed(prover, i, after_i)) + std::abs(boxes_crossed(prover, j, after_j)) + 1;
    const Wide age = std::min(prover.age(i, after_i.time), prover.age(j, after_j.time));
    return drift_bound(boxes, std::abs(narrow(age)), prover.context());
}

template <int N, WideOrQuick Real>
Partner<N, Real> partner_of(const PairProver<N>& prover, std::size_t i, const BallState<N>& after, Real share,
                            double boxes) {
    const Flight<N>& flight = prover.flight(i);
    Partner<N, Real> x{
        widen<Real>(flight.state.velocity), widen<Real>(after.velocity), flight.speed, 0, 0, share};
    if (prover.context().is_sheared()) {
        const ShearDrift& drift = prover.context().drift;
        x.before[drift.flow] -= Real{boxes_crossed(prover, i, after)} * Real{drift.speed};
        x.speed = narrow(rough_length(x.before));
        x.unsure = kRoundings * kUnit * (boxes + 2) * std::abs(drift.speed);
    }
    if (flight.pull == 0) return x;
    const auto age = prover.template age<Real>(i, after.time);
    x.before = velocity_after(flight, age);
    x.speed = narrow(rough_length(x.before));
    x.unsure = velocity_bound(flight, std::abs(narrow(age)), prover.context());
    if (keeps_sliding(flight.state.phase, after)) x.turned = kTurn * rough_length(after.velocity);
    return x;
}

template double slide_bound(const PairProver<2>&, std::size_t, const BallState<2>&, std::size_t,
                            const BallState<2>&);
template double slide_bound(const PairProver<3>&, std::size_t, const BallState<3>&, std::size_t,
                            const BallState<3>&);
template double boxes_crossed(const PairProver<2>&, std::size_t, const BallState<2>&);
template double boxes_crossed(const PairProver<3>&, std::size_t, const BallState<3>&);
template Partner<2, Wide> partner_of(const PairProver<2>&, std::size_t, const BallState<2>&, Wide, double);
template Partner<3, Wide> partner_of(const PairProver<3>&, std::size_t, const BallState<3>&, Wide, double);
#if CAROM_HAS_QUICK
template Partner<2, Quick> partner_of(const PairProver<2>&, std::size_t, const BallState<2>&, Quick, double);
template Partner<3, Quick> partner_of(const PairProver<3>&, std::size_t, const BallState<3>&, Quick, double);
#endif

}  // namespace carom::proof

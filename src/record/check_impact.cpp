#include "record/check_impact.hpp"

#include "record/check_ledger.hpp"

namespace carom::proof {
namespace {

/// Roundings of the normal speed, of shares and of the impulse.
constexpr double kImpulseRoundings = 8;
/// Roundings of a velocity component that takes up its part of the impulse.
constexpr double kSumRoundings = 4;
/// By how many units of both speeds the engine may raise an impulse that would leave the balls closing.
constexpr double kRaise = 64;

/// Largest share over the components of one partner's velocity; `sign` is that of the impulse it takes.
template <int N>
double velocity_share(const Impact<N>& impact, const Partner<N>& x, double sign, Wide impulse,
                      double magnitude_bound) {
    double worst = 0;
    const double s = narrow(x.share);
    const Wide change = Wide{sign} * x.share * impulse;
    for (int k = 0; k < N; ++k) {
        const Wide expected = Wide{x.before[k]} + change * impact.normal[k];
        const double deviation = narrow(magnitude(Wide{x.after[k]} - expected));
        const double of_sum =
            s == 0 ? 0 : kSumRoundings * kUnit * (std::abs(x.before[k]) + std::abs(x.after[k]));
        const double along = s * magnitude_bound * std::abs(narrow(impact.normal[k]));
        const double across = s * std::abs(narrow(impulse)) * impact.tilt;
        worst = std::max(worst, share_of(deviation, of_sum + along + across));
    }
    return worst;
}

}  // namespace

template <int N>
Verdict verdict(const Impact<N>& impact, const Partner<N>& a, const Partner<N>& b) {
    const WideVec<N> w = widen(b.before) - widen(a.before);
    const Wide approach = -dot(impact.normal, w);
    const double speed_bound = narrow(rough_length(w)) * (kImpulseRoundings * kUnit + impact.tilt);
    const double e = impact.restitution;
    const Wide impulse = -(Wide{1} + Wide{e}) * approach;
    const double magnitude_bound = (1 + e) * speed_bound + kRaise * kUnit * (a.speed + b.speed);

    Verdict v;
    v.touch = share_of(std::max(impact.gap, 0.0), impact.gap_bound);
    v.closing = approach < 0 ? share_of(narrow(-approach), speed_bound) : 0;
    v.velocity = std::max(velocity_share(impact, a, 1, impulse, magnitude_bound),
                          velocity_share(impact, b, -1, impulse, magnitude_bound));
    const bool may_be_law = impact.law >= 1 || narrow(approach) + speed_bound >= impact.elastic_below;
    const bool may_be_elastic = narrow(approach) - speed_bound < impact.elastic_below;
    v.restitution_is_right = (e == impact.law && may_be_law) || (e == 1 && may_be_elastic);
    return v;
}

template Verdict verdict(const Impact<2>& impact, const Partner<2>& a, const Partner<2>& b);
template Verdict verdict(const Impact<3>& impact, const Partner<3>& a, const Partner<3>& b);

}  // namespace carom::proof

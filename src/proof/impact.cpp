#include "proof/impact.hpp"

#include "proof/report_builder.hpp"

namespace carom::proof {
namespace {

/// Roundings of the normal speed, of shares and of the impulse.
constexpr double kImpulseRoundings = 8;
/// Roundings of a velocity component that takes up its part of the impulse.
constexpr double kSumRoundings = 4;
/// Roundings of a restitution that depends on the speed.
constexpr double kLawRoundings = 16;
/// A ball that approaches a wall by less than this share of its speed slides along it under any law.
constexpr double kGraze = 0x1p-40;
/// By how many units of both speeds the engine may raise an impulse that would leave the balls closing.
constexpr double kRaise = 64;

/// Largest share over the components of one partner's velocity; `sign` is that of the impulse it takes.
template <int N, WideOrQuick Real>
double velocity_share(const Impact<N, Real>& impact, const Partner<N, Real>& x, double sign, Real impulse,
                      double magnitude_bound) {
    double worst = 0;
    const double s = narrow(x.share);
    const Real change = Real{sign} * x.share * impulse;
    for (int k = 0; k < N; ++k) {
        const Real expected = x.before[k] + change * impact.normal[k];
        const double deviation = narrow(magnitude(x.after[k] - expected));
        const double sum = std::abs(narrow(x.before[k])) + std::abs(narrow(x.after[k]));
        const double of_sum = s == 0 ? 0 : kSumRoundings * kUnit * sum + x.unsure + x.turned;
        const double along = s * magnitude_bound * std::abs(narrow(impact.normal[k]));
        const double across = s * std::abs(narrow(impulse)) * impact.tilt;
        worst = std::max(worst, share_of(deviation, of_sum + along + across));
    }
    return worst;
}

/// How far rounding may be off in the velocities of one partner, of which `speeds` is the sum for both.
template <int N, WideOrQuick Real>
double off_by_rounding(const Partner<N, Real>& x, double speeds) {
    const double sum = narrow(rough_length(x.before) + rough_length(x.after));
    return kUnit * (kSumRoundings * sum + (kRaise + kImpulseRoundings) * speeds) + x.unsure + x.turned;
}

/// Together they keep their momentum, whatever the direction of the normal.
template <int N, WideOrQuick Real>
double momentum_share(const Partner<N, Real>& a, const Partner<N, Real>& b) {
    if (a.share == 0 || b.share == 0) return 0;
    const Vec<Real, N> change = b.share * (a.after - a.before) + a.share * (b.after - b.before);
    const double speeds = a.speed + b.speed;
    return share_of(narrow(rough_length(change)), narrow(b.share) * off_by_rounding(a, speeds) +
                                                      narrow(a.share) * off_by_rounding(b, speeds));
}

/// The change j of the relative velocity w is -(1 + e) (w.n) n for a unit vector n: so j.j = -(1 + e) w.j,
/// whatever n is.
template <int N, WideOrQuick Real>
double law_share(const Partner<N, Real>& a, const Partner<N, Real>& b, double restitution) {
    const Vec<Real, N> w = b.before - a.before;
    const Vec<Real, N> j = b.after - a.after - w;
    const double more = 1 + restitution;
    const double off = std::abs(narrow(dot(j, j) + Real{more} * dot(w, j)));
    const double speeds = a.speed + b.speed;
    const double unsure = off_by_rounding(a, speeds) + off_by_rounding(b, speeds);
    const double change = narrow(rough_length(j));
    const double bound = 4 * change + more * (2 * narrow(rough_length(w)) + change) + 8 * unsure;
    return share_of(off, unsure * bound);
}

/// The law's restitution at an approach speed.
double law_at(double law, double full_loss_speed, double approach) {
    const double x = std::clamp(approach / full_loss_speed, 0.0, 1.0);
    return 1 - (1 - law) * (std::sqrt(x) * std::sqrt(std::sqrt(x)));
}

/// Is a speed that is known up to `bound` below `limit`?
Answer is_below(double speed, double bound, double limit) {
    if (!(speed - bound < limit)) return Answer::no;
    return speed + bound < limit ? Answer::yes : Answer::perhaps;
}

/// May the recorded restitution be that of an approach speed that is known up to `bound`?
template <int N, WideOrQuick Real>
bool restitution_is_right(const Impact<N, Real>& impact, double approach, double bound, double speed) {
    const double e = impact.restitution;
    const Answer slow = is_below(approach, bound, impact.elastic_below);
    const bool may_be_slow = slow != Answer::no;
    const bool may_graze = approach - bound <= kGraze * speed + impact.still;
    if (impact.slides) return e == 0 && ((impact.law < 1 && may_be_slow) || may_graze);
    if (e == 1 && (may_be_slow || impact.recent != Answer::no)) return true;
    const bool is_slow = slow == Answer::yes && !impact.passes;
    if (impact.law < 1 && (is_slow || impact.recent == Answer::yes)) return false;
    const double v = impact.full_loss_speed;
    if (v == 0) return e == impact.law;
    const double slack = kLawRoundings * kUnit * (1 - impact.law);
    return e >= law_at(impact.law, v, approach + bound) - slack &&
           e <= law_at(impact.law, v, approach - bound) + slack;
}

}  // namespace

template <int N, WideOrQuick Real>
ImpactVerdict verdict(const Impact<N, Real>& impact, const Partner<N, Real>& a, const Partner<N, Real>& b) {
    const Vec<Real, N> w = b.before - a.before;
    const Real approach = -dot(impact.normal, w);
    const double unsure = a.unsure + b.unsure;
    const double speed_bound = narrow(rough_length(w)) * (kImpulseRoundings * kUnit + impact.tilt) + unsure;
    const double e = impact.restitution;
    const Real impulse = -(Real{1} + Real{e}) * approach;
    const double magnitude_bound = (1 + e) * speed_bound + kRaise * kUnit * (a.speed + b.speed);

    ImpactVerdict v;
    v.touch = share_of(std::max(impact.gap, 0.0), impact.gap_bound);
    v.closing = approach < 0 ? share_of(narrow(-approach), speed_bound) : 0;
    v.slow = is_below(narrow(approach), speed_bound, impact.elastic_below);
    if (impact.drawn) {
        const Vec<Real, N> off = a.after - as<Real>(impact.drawn->velocity);
        v.velocity = share_of(narrow(rough_length(off)), impact.drawn->unsure);
        v.restitution_is_right = e == 1;
        return v;
    }
    v.velocity = std::max({velocity_share(impact, a, 1, impulse, magnitude_bound),
                           velocity_share(impact, b, -1, impulse, magnitude_bound), momentum_share(a, b),
                           law_share(a, b, e)});
    v.restitution_is_right = restitution_is_right(impact, narrow(approach), speed_bound, a.speed);
    return v;
}

#define CAROM_INSTANTIATE(N, REAL)                                                           \
    template ImpactVerdict verdict(const Impact<N, REAL>& impact, const Partner<N, REAL>& a, \
                                   const Partner<N, REAL>& b);
CAROM_INSTANTIATE(2, Wide)
CAROM_INSTANTIATE(3, Wide)
#if CAROM_HAS_QUICK
CAROM_INSTANTIATE(2, Quick)
CAROM_INSTANTIATE(3, Quick)
#endif
#undef CAROM_INSTANTIATE

}  // namespace carom::proof

#include "billiards/stronge_law.hpp"

#include <algorithm>
#include <cmath>

#include "billiards/elementary.hpp"

namespace carom::billiards::detail {

namespace {

/// Inverse mass along the tangent over that along the normal: 1 + 5/2 for a solid sphere.
constexpr double kTangential = 3.5;
constexpr double kCompressed = kPi / 2;  ///< when compression ends

struct Slope {
    double value;
    double derivative;
};

/// The first zero in [from, to] of a function that begins below 0, or `to`.
template <class F>
double first_zero(F f, double from, double to) {
    constexpr int kLooks = 12;
    double low = from;
    double high = to;
    for (int k = 1; k <= kLooks; ++k) {
        const double at = k == kLooks ? to : from + (to - from) * k / kLooks;
        high = at;
        if (f(at).value >= 0) break;
        if (k < kLooks) low = at;
    }
    double x = 0.5 * (low + high);
    for (int k = 0; k < 80 && high - low > 4e-16 * x; ++k) {
        const Slope at = f(x);
        (at.value < 0 ? low : high) = x;
        double better = x - at.value / at.derivative;
        if (!(better > low && better < high)) better = 0.5 * (low + high);
        const bool done = std::fabs(better - x) < 4e-16 * x;
        x = better;
        if (done) break;
    }
    return x;
}

}  // namespace

StrongeLaw::StrongeLaw(double restitution, double friction, double omega_ratio)
    : e_(restitution),
      mu_(friction),
      omega_(omega_ratio),
      stiffness_(kTangential / (omega_ratio * omega_ratio)),
      end_((1 + restitution) * kCompressed),
      stick_limit_(friction * stiffness_),
      turn_limit_(friction * kTangential),
      gross_limit_(friction * ((1 + restitution) * kTangential - stiffness_ / restitution)),
      table_(3 * kPieces * kTerms) {
    for (int regime = 0; regime < 3; ++regime) {
        for (int piece = 0; piece < kPieces; ++piece) fill(regime, piece);
    }
}

double StrongeLaw::restitution_phase(double time) const {
    return time / e_ + kCompressed * (1 - 1 / e_);
}

double StrongeLaw::solved(double ratio) const {
    if (ratio >= gross_limit_) return -ratio + mu_ * kTangential * (1 + e_);
    return ratio < stick_limit_ ? stick_from_the_start(ratio) : slip_stick_slip(ratio);
}

/// Slip begins at `since`, during restitution, with this speed, and lasts to the end.
double StrongeLaw::slip_to_the_end(double speed_at_slip, double since) const {
    return speed_at_slip - kTangential * mu_ * e_ * (1 + sine_cosine(restitution_phase(since)).cosine);
}

double StrongeLaw::stick_from_the_start(double ratio) const {
    double since = end_;
    if (ratio > 0) {
        const double limit = mu_ * stiffness_ * omega_;
        const auto beyond_friction = [&](double time) {
            const SineCosine swing = sine_cosine(omega_ * time);
            const SineCosine phase = sine_cosine(restitution_phase(time));
            const double sign = swing.sine < 0 ? -1 : 1;
            return Slope{ratio * std::fabs(swing.sine) - limit * phase.sine,
                         ratio * omega_ * swing.cosine * sign - limit * phase.cosine / e_};
        };
        since = first_zero(beyond_friction, std::max(kCompressed, kPi / omega_), end_);
    }
    return slip_to_the_end(-ratio * sine_cosine(omega_ * since).cosine, since);
}

double StrongeLaw::slip_stick_slip(double ratio) const {
    // When slip ends, the spring along the tangent is as long as friction holds it, and its end stands still.
    const double scaled = ratio / mu_ - kTangential;
    const double caught =
        ratio <= turn_limit_
            ? arc_cosine(scaled / (stiffness_ - kTangential))
            : (arc_cosine(scaled / (stiffness_ / e_ - e_ * kTangential)) - kCompressed * (1 - 1 / e_)) * e_;
    const bool compresses = caught <= kCompressed;
    const SineCosine then = sine_cosine(compresses ? caught : restitution_phase(caught));
    const double stretch = mu_ * stiffness_ * then.sine;
    const double speed = -ratio + mu_ * kTangential * (1 - (compresses ? 1 : e_) * then.cosine);
    const auto beyond_friction = [&](double time) {
        const SineCosine swing = sine_cosine(omega_ * (time - caught));
        const SineCosine phase = sine_cosine(restitution_phase(time));
        const double force = (stretch * swing.cosine - speed / omega_ * swing.sine) / -mu_;
        const double slope = (-stretch * omega_ * swing.sine - speed * swing.cosine) / -mu_;
        return Slope{std::fabs(force) - stiffness_ * phase.sine,
                     (force < 0 ? -slope : slope) - stiffness_ * phase.cosine / e_};
    };
    // where slip ends in restitution, both sides are equal at `caught` itself
    const double from = compresses ? kCompressed : caught + (end_ - caught) * 1e-6;
    const double since = first_zero(beyond_friction, from, end_);
    const SineCosine swing = sine_cosine(omega_ * (since - caught));
    return slip_to_the_end(omega_ * stretch * swing.sine + speed * swing.cosine, since);
}

/// The ratio at `place` in [0, 1] of a regime. Roots at the limits make the law smooth in `place`.
double StrongeLaw::ratio_at(int regime, double place) const {
    if (regime == 0) return place * stick_limit_;
    if (regime == 1) return stick_limit_ + (turn_limit_ - stick_limit_) * place * place;
    return gross_limit_ - (gross_limit_ - turn_limit_) * place * place;
}

std::size_t StrongeLaw::place_in_table(int regime, int piece) {
    return (static_cast<std::size_t>(regime) * kPieces + static_cast<std::size_t>(piece)) * kTerms;
}

/// The polynomial through the law at the zeros of a Chebyshev polynomial.
void StrongeLaw::fill(int regime, int piece) {
    double values[kTerms];
    double sum[kTerms] = {};
    for (int k = 0; k < kTerms; ++k) {
        const double z = sine_cosine(kPi * (k + 0.5) / kTerms).cosine;
        values[k] = solved(ratio_at(regime, (piece + 0.5 + 0.5 * z) / kPieces));
    }
    double before[kTerms] = {1};
    double chebyshev[kTerms] = {0, 1};
    for (int order = 0; order < kTerms; ++order) {
        double coefficient = 0;
        for (int k = 0; k < kTerms; ++k) {
            coefficient += values[k] * sine_cosine(kPi * order * (k + 0.5) / kTerms).cosine;
        }
        coefficient *= (order == 0 ? 1.0 : 2.0) / kTerms;
        const double* polynomial = order == 0 ? before : chebyshev;
        for (int k = 0; k < kTerms; ++k) sum[k] += coefficient * polynomial[k];
        if (order == 0) continue;
        double after[kTerms] = {};
        for (int k = 0; k + 1 < kTerms; ++k) after[k + 1] = 2 * chebyshev[k];
        for (int k = 0; k < kTerms; ++k) {
            after[k] -= before[k];
            before[k] = chebyshev[k];
            chebyshev[k] = after[k];
        }
    }
    for (int k = 0; k < kTerms; ++k) {
        table_[place_in_table(regime, piece) + static_cast<std::size_t>(k)] = sum[k];
    }
}

double StrongeLaw::slip_after(double ratio) const {
    if (ratio >= gross_limit_) return -ratio + mu_ * kTangential * (1 + e_);
    int regime = 0;
    double place = ratio / stick_limit_;
    if (ratio > turn_limit_) {
        regime = 2;
        place = std::sqrt((gross_limit_ - ratio) / (gross_limit_ - turn_limit_));
    } else if (ratio >= stick_limit_) {
        regime = 1;
        place = std::sqrt((ratio - stick_limit_) / (turn_limit_ - stick_limit_));
    }
    const double scaled = place * kPieces;
    const int piece = std::min(static_cast<int>(scaled), kPieces - 1);
    const double z = 2 * (scaled - piece) - 1;
    const double* coefficients = table_.data() + place_in_table(regime, piece);
    double sum = coefficients[kTerms - 1];
    for (int k = kTerms - 2; k >= 0; --k) sum = sum * z + coefficients[k];
    return sum;
}

}  // namespace carom::billiards::detail

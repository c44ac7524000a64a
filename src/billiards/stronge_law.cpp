#include "billiards/stronge_law.hpp"

#include <algorithm>
#include <cmath>

#include "billiards/elementary.hpp"

namespace carom::billiards::detail {

namespace {

/// Inverse mass along the tangent over that along the normal: 1 + 5/2 for a solid sphere.
constexpr double kTangential = 3.5;
constexpr double kCompressed = kPi / 2;  ///< when compression ends
/// Of a piece of the table, in units of the approach speed. Where the law has a kink, a polynomial is worse.
constexpr double kTableError = 8e-15;

struct Slope {
    double value;
    double derivative;
};

/// The first zero in [from, to] of a function that begins below 0, or `to`; looked for in steps.
template <class F>
double first_zero(F f, double from, double to, int looks) {
    double low = from;
    double high = to;
    for (int k = 1; k <= looks; ++k) {
        const double at = k == looks ? to : from + (to - from) * k / looks;
        high = at;
        if (f(at).value >= 0) break;
        if (k < looks) low = at;
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
      gross_limit_(
          std::max(turn_limit_, friction * ((1 + restitution) * kTangential - stiffness_ / restitution))),
      table_(3 * kPieces * kTerms),
      pieces_(3 * kPieces, Piece::unknown) {}

double StrongeLaw::phase(double time) const {
    return time <= kCompressed ? time : time / e_ + kCompressed * (1 - 1 / e_);
}

double StrongeLaw::solved(double ratio) const {
    if (ratio >= gross_limit_) return -ratio + mu_ * kTangential * (1 + e_);
    if (ratio <= 0) return 0;
    Course course{0, ratio, 1};
    bool sticks = ratio < stick_limit_;
    // In all but rare cases there are at most three parts.
    for (int part = 0; part < 100 && course.time < end_; ++part) {
        course = sticks ? after_stick(course) : after_slip(course);
        sticks = !sticks;
    }
    return -course.speed;
}

/// The spring swings until the falling normal force lets the surfaces slip.
StrongeLaw::Course StrongeLaw::after_stick(const Course& from) const {
    const double length =
        from.time == 0 ? 0 : from.side * (mu_ * stiffness_ * sine_cosine(phase(from.time)).sine);
    const auto beyond_friction = [&](double time) {
        const SineCosine swing = sine_cosine(omega_ * (time - from.time));
        const SineCosine then = sine_cosine(phase(time));
        const double place = length * swing.cosine + from.speed / omega_ * swing.sine;
        const double speed = from.speed * swing.cosine - length * omega_ * swing.sine;
        const double slower = time <= kCompressed ? 1 : e_;
        return Slope{std::fabs(place) - mu_ * stiffness_ * then.sine,
                     (place < 0 ? -speed : speed) - mu_ * stiffness_ * then.cosine / slower};
    };
    const double begin = from.time + (end_ - from.time) * 1e-8;  // at from.time itself both sides are equal
    const double since = first_zero(beyond_friction, begin, end_, 12 + 12 * static_cast<int>(omega_));
    const SineCosine swing = sine_cosine(omega_ * (since - from.time));
    const double place = length * swing.cosine + from.speed / omega_ * swing.sine;
    return {since, from.speed * swing.cosine - length * omega_ * swing.sine, place < 0 ? -1.0 : 1.0};
}

/// The end of the spring follows the normal force until it stands still. What is left of slip then is linear
/// in the cosine of the phase, in compression and in restitution.
StrongeLaw::Course StrongeLaw::after_slip(const Course& from) const {
    Course course = from;
    for (const double until : {kCompressed, end_}) {
        if (course.time >= until) continue;
        const double slower = until == kCompressed ? 1 : e_;
        const double begin = sine_cosine(phase(course.time)).cosine;
        const double friction = kTangential * slower;
        const double caught =
            (course.side * course.speed / mu_ - friction * begin) / (stiffness_ / slower - friction);
        const double last = until == kCompressed ? 0 : -1;
        const bool is_caught = caught < begin && caught > last;
        const double cosine = is_caught ? caught : last;
        course.speed -= course.side * mu_ * friction * (begin - cosine);
        course.time = until;
        if (!is_caught) continue;
        const double angle = arc_cosine(cosine);
        course.time = until == kCompressed ? angle : (angle - kCompressed * (1 - 1 / e_)) * e_;
        break;
    }
    return course;
}

/// The ratio at `place` in [0, 1] of a regime. Roots at the limits make the law smooth in `place`.
double StrongeLaw::ratio_at(int regime, double place) const {
    if (regime == 0) return place * stick_limit_;
    if (regime == 1) return stick_limit_ + (turn_limit_ - stick_limit_) * place * place;
    return gross_limit_ - (gross_limit_ - turn_limit_) * place * place;
}

std::size_t StrongeLaw::piece_number(int regime, int piece) {
    return static_cast<std::size_t>(regime) * kPieces + static_cast<std::size_t>(piece);
}

std::size_t StrongeLaw::place_in_table(int regime, int piece) {
    return piece_number(regime, piece) * kTerms;
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
    std::copy(sum, sum + kTerms, table_.data() + place_in_table(regime, piece));
    bool is_exact = true;
    for (const double part : {0.0, 0.03, 0.33, 0.71, 0.97, 1.0}) {
        const double wanted = solved(ratio_at(regime, (piece + part) / kPieces));
        is_exact = is_exact && std::fabs(polynomial(regime, piece, 2 * part - 1) - wanted) <= kTableError;
    }
    pieces_[piece_number(regime, piece)] = is_exact ? Piece::polynomial : Piece::kink;
}

double StrongeLaw::polynomial(int regime, int piece, double z) const {
    const double* coefficients = table_.data() + place_in_table(regime, piece);
    double sum = coefficients[kTerms - 1];
    for (int k = kTerms - 2; k >= 0; --k) sum = sum * z + coefficients[k];
    return sum;
}

double StrongeLaw::slip_after(double ratio) {
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
    Piece& kind = pieces_[piece_number(regime, piece)];
    if (kind == Piece::unknown) fill(regime, piece);
    if (kind == Piece::kink) return solved(ratio);
    return polynomial(regime, piece, 2 * (scaled - piece) - 1);
}

}  // namespace carom::billiards::detail

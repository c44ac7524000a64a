// An impact as a course of impulses: the Darboux-Keller equations, integrated over the closing speed.
// Stronge, Impact Mechanics (2000), chapters 3 and 4.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace carom::billiards::detail {

/// A slip below it counts as none, where all speeds are near 1 or below.
inline constexpr double kVanishedSlip = 5e-14;

/// Two components along a contact.
struct Slip {
    double x = 0, y = 0;

    double speed() const { return std::sqrt(x * x + y * y); }
    double along(const Slip& direction) const { return x * direction.x + y * direction.y; }
    friend Slip operator*(double s, const Slip& a) { return {s * a.x, s * a.y}; }
    friend Slip operator+(const Slip& a, const Slip& b) { return {a.x + b.x, a.y + b.y}; }
    friend Slip operator-(const Slip& a, const Slip& b) { return {a.x - b.x, a.y - b.y}; }
};

/// The same direction, of length 1.
inline Slip unit(const Slip& slip) {
    return 1 / (slip.speed() + 1e-300) * slip;
}

/// How the surfaces of one contact slip over each other, or that they stick.
struct SlipMode {
    bool sticks = false;
    /// A small slip turns fast to where the forces pull it, and follows that. Up to here; 0: it does not
    /// follow.
    double follows_to = 0;
    Slip heading;  ///< unit vector: where it is pulled to, about

    static constexpr double kSlow = 1e-5;   ///< while it changes slowly against the pull
    static constexpr double kQuick = 2e-8;  ///< else

    bool follows() const { return follows_to > 0; }
    Slip direction(const Slip& slip) const { return follows() ? heading : unit(slip); }
    /// It sticks where there is no slip, and stays so whatever rounding makes of it.
    void look_at(const Slip& slip) {
        const double speed = follows() ? slip.along(heading) : slip.speed();
        sticks = speed <= (sticks ? 100 * kVanishedSlip : kVanishedSlip);
        if (sticks) follows_to = 0;
    }
    /// Friction does not suffice to hold it.
    void let_go(const Slip& holding) {
        sticks = false;
        follows_to = kQuick;
        heading = unit(-1 * holding);
    }
    /// A slip that changes by `rate`, and without friction by `pull`.
    static double limit(const Slip& rate, const Slip& pull) {
        return rate.speed() < 0.25 * pull.speed() ? kSlow : kQuick;
    }
    /// How far it may still grow.
    double spare(const Slip& slip) const { return follows() ? follows_to - slip.speed() : 1; }
};

/// How long a step may be while a slip changes at this rate: it must not end in it, and a small slip turns
/// fast.
inline double longest_step(const SlipMode& mode, const Slip& slip, const Slip& rate) {
    if (mode.sticks) return 1;
    const double speed = slip.speed();
    const double falls = -(slip.x * rate.x + slip.y * rate.y);
    if (falls > 0) return std::max(0.9 * speed * speed / falls, 0.01 * kVanishedSlip);
    return mode.follows() ? 1 : 2 * speed / rate.speed();
}

/// One step by extrapolated midpoint rules (Gragg; Bulirsch and Stoer). The answer is what the last two
/// extrapolations differ by: it is small only where the rates are smooth all along the step.
template <std::size_t N, class Rates>
double extrapolated_step(const std::array<double, N>& from, double at, double step, const Rates& rates,
                         std::array<double, N>& to) {
    constexpr int kRows = 8;
    constexpr double kEnough = 2e-16;
    std::array<std::array<double, N>, kRows> table{};
    const std::array<double, N> first = rates(at, from);
    double difference = 1;
    for (int row = 0; row < kRows && difference > kEnough; ++row) {
        const int parts = 2 * (row + 1);
        const double part = step / parts;
        std::array<double, N> before = from;
        to = from;
        for (std::size_t k = 0; k < N; ++k) to[k] += part * first[k];
        for (int p = 1; p < parts; ++p) {
            const std::array<double, N> rate = rates(at + p * part, to);
            for (std::size_t k = 0; k < N; ++k) {
                const double next = before[k] + 2 * part * rate[k];
                before[k] = to[k];
                to[k] = next;
            }
        }
        for (int column = 1; column <= row; ++column) {
            const double ratio = static_cast<double>(row + 1) / (row + 1 - column);
            auto& older = table[static_cast<std::size_t>(column - 1)];
            for (std::size_t k = 0; k < N; ++k) {
                const double better = to[k] + (to[k] - older[k]) / (ratio * ratio - 1);
                older[k] = to[k];
                to[k] = better;
            }
        }
        table[static_cast<std::size_t>(row)] = to;
        if (row == 0) continue;
        difference = 0;
        for (std::size_t k = 0; k < N; ++k)
            difference = std::max(difference, std::fabs(to[k] - table[static_cast<std::size_t>(row - 1)][k]));
    }
    return difference;
}

/// Compression, until nothing closes, then restitution, until it has given back e^2 of the work that
/// compression took. The unit of speed is one that leaves all speeds near 1 or below.
///
/// The law says how impulses grow (`rates`, by the fall of the closing speed; `impulse_rate` is that of the
/// normal one), which contacts slip and stick (`settle`), how long they surely go on so (`reach`), and by how
/// much friction holds what sticks (`spare`: below 0 it does not). The last of its impulses is the work.
template <class Law>
class ImpactCourse {
public:
    using Impulses = typename Law::Impulses;

    ImpactCourse(Law& law, double closing) : law_(&law), closing_(closing), least_(1e-15 * closing) {}

    Impulses after(double restitution) {
        for (int k = 0; closing_ > 0; ++k) go_on(closing_, k >= kMostSteps);
        longest_ = 1;
        const double wanted = now_.back() * (1 + restitution * restitution);
        most_work_ = wanted * (1 + 1e-16);
        for (int k = 0; k < kMostSteps; ++k) {
            // the work grows like half the square of the parting speed, at this rate
            law_->settle(now_);
            const double square = 2 * (wanted - now_.back()) / law_->impulse_rate(now_);
            const double step = square / (std::sqrt(closing_ * closing_ + square) - closing_);
            if (!(step > least_)) break;
            go_on(step, false);
        }
        return now_;
    }

private:
    static constexpr int kMostSteps = 2000;  ///< some 40 are many
    static constexpr double kError = 2e-15;  ///< of a step
    static constexpr double kSpare = -1e-14;

    /// One step, no longer than this. The last one may have to be rough.
    void go_on(double most, bool is_last) {
        law_->settle(now_);
        const auto rates = [&](double passed, const Impulses& y) {
            return law_->rates(closing_ - passed, y);
        };
        double step = most;
        if (!is_last) step = std::min({most, law_->reach(now_), longest_});
        const double begun = law_->spare(now_);
        Impulses next;
        for (;;) {
            const double error = extrapolated_step(now_, 0, step, rates, next);
            if (step < least_ || is_last) break;
            const double spare = law_->spare(next);
            const bool too_far = next.back() > most_work_;
            if (error <= kError && spare >= kSpare && !too_far) break;
            // to where a mode ends or all work is given back, or by half
            if (!(error <= kError) || (spare < kSpare && begun <= 0)) {
                step /= 2;
            } else {
                if (spare < kSpare) step *= begun / (begun - spare);
                if (too_far) step *= (most_work_ - now_.back()) / (next.back() - now_.back());
            }
        }
        longest_ = 2 * step;
        now_ = next;
        closing_ = step == most && most == closing_ ? 0 : closing_ - step;
    }

    Law* law_;
    Impulses now_{};
    double closing_;
    double least_;              ///< a step
    double most_work_ = 1e300;  ///< of both phases
    double longest_ = 1;        ///< step to be tried
};

}  // namespace carom::billiards::detail

// A sphere against a compliant cushion with friction: Stronge, Impact Mechanics (2000), chapter 5.
#pragma once

#include <cstddef>
#include <vector>

namespace carom::billiards::detail {

/// The law depends on one number only: the speed of slip over the normal speed.
///
/// Everything is in units of the normal speed before the impact and of the time scale of compression.
/// Compression takes pi / 2, restitution e pi / 2. While the surfaces stick, the contact swings along the
/// tangent `omega_ratio` times as fast.
class StrongeLaw {
public:
    /// Makes a table of the law: pieces of polynomials, which are good to 1e-15 of the normal speed.
    StrongeLaw(double restitution, double friction, double omega_ratio);

    /// The speed of slip after the impact, for `ratio` >= 0 before it. Negative: still in the same direction.
    double slip_after(double ratio) const;
    /// The same, from the equations themselves.
    double solved(double ratio) const;

    /// Above this ratio the surfaces slip all the time.
    double gross_slip_limit() const { return gross_limit_; }

private:
    static constexpr int kPieces = 16;
    static constexpr int kTerms = 12;

    double restitution_phase(double time) const;
    double stick_from_the_start(double ratio) const;
    double slip_stick_slip(double ratio) const;
    double slip_to_the_end(double speed_at_slip, double since) const;
    double ratio_at(int regime, double place) const;
    static std::size_t place_in_table(int regime, int piece);
    void fill(int regime, int piece);

    double e_, mu_, omega_;
    double stiffness_;    ///< eta: friction mu N holds a tangential swing up to this
    double end_;          ///< of restitution
    double stick_limit_;  ///< below this ratio the surfaces stick from the start
    double turn_limit_;   ///< below this ratio slip ends during compression
    double gross_limit_;
    std::vector<double> table_;  ///< regime, piece, coefficient
};

}  // namespace carom::billiards::detail

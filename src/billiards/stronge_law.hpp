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
    StrongeLaw(double restitution, double friction, double omega_ratio);

    /// The speed of slip after the impact, for `ratio` >= 0 before it. Negative: still in the same direction.
    /// From a table of polynomials, good to 1e-14 of the normal speed; each is made when it is first needed.
    /// Where the law has a kink there is none, and the law is solved each time.
    double slip_after(double ratio);
    /// The same, from the equations themselves.
    double solved(double ratio) const;

    /// Above this ratio the surfaces slip all the time.
    double gross_slip_limit() const { return gross_limit_; }

private:
    static constexpr int kPieces = 16;
    static constexpr int kTerms = 12;

    enum class Piece : unsigned char { unknown, polynomial, kink };

    /// Where the surfaces begin to stick or to slip.
    struct Course {
        double time;
        double speed;  ///< of the ball's surface, in the direction of the first slip
        double side;   ///< 1 or -1: where the spring is stretched to
    };

    double phase(double time) const;
    Course after_stick(const Course& from) const;
    Course after_slip(const Course& from) const;
    double polynomial(int regime, int piece, double z) const;
    double ratio_at(int regime, double place) const;
    static std::size_t piece_number(int regime, int piece);
    static std::size_t place_in_table(int regime, int piece);
    void fill(int regime, int piece);

    double e_, mu_, omega_;
    double stiffness_;    ///< eta: friction mu N holds a tangential swing up to this
    double end_;          ///< of restitution
    double stick_limit_;  ///< below this ratio the surfaces stick from the start
    double turn_limit_;   ///< below this ratio slip ends during compression
    double gross_limit_;
    std::vector<double> table_;  ///< regime, piece, coefficient
    std::vector<Piece> pieces_;  ///< regime, piece
};

}  // namespace carom::billiards::detail

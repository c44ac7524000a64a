#include "proof/stronge.hpp"

#include "proof/wide_functions.hpp"

namespace carom::proof {
namespace {

/// Inverse mass along the tangent over that along the normal: 1 + 5/2.
constexpr double kTangential = 3.5;

/// Time is that of the normal motion: compression takes pi / 2, restitution e pi / 2. Velocities are in units
/// of the approach speed. x is the length of the spring along the tangent, v the speed of the ball's surface.
/// Stick: x' = v and v' = -omega^2 x, as long as |x| is below mu stiffness N. Slip: |x| is that, and v' = -+
/// K mu N.
class TangentialContact {
public:
    TangentialContact(double restitution, double friction, double omega_ratio)
        : e_(restitution),
          mu_(friction),
          omega_(omega_ratio),
          stiffness_(Wide{kTangential} / (omega_ * omega_)) {
        compressed_ = wide_pi() / 2;
        end_ = (1 + e_) * compressed_;
    }

    Wide slip_after(Wide ratio) {
        v_ = ratio;
        bool sticks = ratio < mu_ * stiffness_;
        side_ = 1;
        // In all but rare cases there are at most three parts.
        for (int part = 0; part < 100 && time_ < end_; ++part) {
            if (sticks) {
                stick();
            } else {
                slip();
            }
            sticks = !sticks;
        }
        return -v_;
    }

private:
    /// The normal force is the sine of it; from compression to restitution it goes on smoothly.
    WideAngle phase(Wide time) const {
        return sine_cosine(time <= compressed_ ? time : (time - compressed_) / e_ + compressed_);
    }
    Wide slower(Wide time) const { return time <= compressed_ ? Wide{1} : e_; }

    void stick() {
        const Wide begin = time_;
        const Wide length = begin == 0 ? Wide{0} : side_ * mu_ * stiffness_ * phase(begin).sine;
        const Wide speed = v_;
        const auto swing = [&](Wide t) { return sine_cosine(omega_ * (t - begin)); };
        const auto place = [&](Wide t) {
            const WideAngle turned = swing(t);
            return length * turned.cosine + speed / omega_ * turned.sine;
        };
        const auto beyond_friction = [&](Wide t) {
            return magnitude(place(t)) - mu_ * stiffness_ * phase(t).sine;
        };
        time_ = first_zero(beyond_friction, begin);
        const WideAngle turned = swing(time_);
        v_ = speed * turned.cosine - length * omega_ * turned.sine;
        side_ = place(time_) < 0 ? Wide{-1} : Wide{1};
    }

    /// The first sign change, looked for in steps. At `begin` the function may be 0 and falling.
    template <class F>
    Wide first_zero(F f, Wide begin) const {
        const int looks = 64 + 32 * static_cast<int>(narrow(omega_));
        Wide low = begin + (end_ - begin) / 100000000;
        for (int k = 1; k <= looks; ++k) {
            const Wide high = begin + (end_ - begin) * Wide(k) / Wide(looks);
            if (f(high) >= 0) return zero_between(f, low, high);
            low = high;
        }
        return end_;
    }

    /// To the end of slip, where v = x', or to the end of the contact. The difference is linear in the cosine
    /// of the phase, in compression and in restitution.
    void slip() {
        for (const Wide& until : {compressed_, end_}) {
            if (time_ >= until) continue;
            const Wide slower_now = slower(until);
            const Wide begin_cosine = phase(time_).cosine;
            const Wide begin_v = v_;
            const auto v_at = [&](Wide cosine) {
                return begin_v - side_ * Wide{kTangential} * mu_ * slower_now * (begin_cosine - cosine);
            };
            const auto sticks_at = [&](Wide t) {
                const Wide cosine = phase(t).cosine;
                return mu_ * stiffness_ * cosine / slower_now - side_ * v_at(cosine);
            };
            const bool is_caught = sticks_at(until) > 0;
            const Wide then = is_caught ? zero_between(sticks_at, time_, until) : until;
            v_ = v_at(phase(then).cosine);
            time_ = then;
            if (is_caught) return;
        }
    }

    Wide e_, mu_, omega_, stiffness_;
    Wide compressed_ = 0;
    Wide end_ = 0;
    Wide time_ = 0;
    Wide v_ = 0;
    Wide side_ = 1;  ///< where the spring pulls to: the sign of x
};

}  // namespace

Wide stronge_slip(Wide ratio, double restitution, double friction, double omega_ratio) {
    return TangentialContact(restitution, friction, omega_ratio).slip_after(ratio);
}

}  // namespace carom::proof

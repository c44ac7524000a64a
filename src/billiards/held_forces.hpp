// The forces between balls in contact that lasts, and what they do to the balls.
#pragma once

#include <vector>

#include "billiards/ball_impact.hpp"
#include "billiards/even_sum.hpp"
#include "billiards/even_system.hpp"
#include "billiards/moving_ball.hpp"
#include "billiards/surroundings.hpp"
#include "carom/billiards/laws.hpp"

namespace carom::billiards::detail {

inline constexpr double kStandstill = 5e-12;  ///< [m/s]: less is rest
inline constexpr double kNoSlip = 1e-12;      ///< [m/s]: less is rolling
/// A ball that rolls more slowly than this [m/s] turns at once to where it is pushed.
inline constexpr double kCreeps = 1e-7;

/// Place, velocity and spin, or how fast they change.
struct HeldState {
    double x = 0, y = 0, u = 0, v = 0, wx = 0, wy = 0, wz = 0;
};

inline void add(HeldState& sum, double factor, const HeldState& term) {
    sum.x += factor * term.x;
    sum.y += factor * term.y;
    sum.u += factor * term.u;
    sum.v += factor * term.v;
    sum.wx += factor * term.wx;
    sum.wy += factor * term.wy;
    sum.wz += factor * term.wz;
}

inline double dot(double ax, double ay, double bx, double by) {
    return ax * bx + ay * by;
}

inline double speed_of(const HeldState& state) {
    return std::sqrt(state.u * state.u + state.v * state.v);
}

/// The slip at the cloth, as u and v.
inline HeldState slip_of(const HeldState& state, double radius) {
    HeldState slip;
    slip.u = state.u - radius * state.wy;
    slip.v = state.v + radius * state.wx;
    return slip;
}

struct HeldBall {
    int index;  ///< in the shot
    const ClothRates* rates;
    double inverse_mass;
    Phase phase;
    HeldState state;
    double heading_x = 0, heading_y = 0;  ///< where slip or velocity points, while that is straight
    bool is_straight = false;             ///< the heading does not change in this step
    bool slows = true;                    ///< it may come to rest
    bool creeps = false;                  ///< it rolls so slowly that it goes where it is pushed
    bool lingers = false;                 ///< its slip is small and does not go away
    bool stays = false;                   ///< it rests, though it is pushed by a little more than holds it
    double spin_sign = 0;                 ///< of the vertical spin in this step; 0: the cloth holds it

    bool lies_still() const { return phase == Phase::resting || phase == Phase::spinning; }
    /// The cloth takes 2/7 of the slip from the velocity, and the spin takes the rest.
    void end_slip(const HeldState& slip) {
        phase = Phase::rolling;
        state.u -= 2.0 / 7 * slip.u;
        state.v -= 2.0 / 7 * slip.v;
        roll(state);
    }
    void head_for(double x, double y) {
        heading_x = x;
        heading_y = y;
    }
    /// Moves along its heading only.
    void follow_heading() {
        const double along = std::max(0.0, state.u * heading_x + state.v * heading_y);
        state.u = along * heading_x;
        state.v = along * heading_y;
        roll(state);
    }
    /// A rolling ball turns as it moves.
    void roll(HeldState& moving) const {
        moving.wx = -moving.v / rates->radius;
        moving.wy = moving.u / rates->radius;
    }
};

/// A cushion that a ball of the group lies against.
struct HeldCushion {
    const CushionLine* line = nullptr;  ///< or
    const CushionDisc* disc = nullptr;
    double friction = 0;
    Meets what = Meets::nothing;
    int index = -1;
};

/// Two balls of the group, by their places in it, or one and a cushion.
struct HeldContact {
    int first;
    int second;            ///< -1: the cushion
    const BallPair* pair;  ///< of two balls
    HeldCushion cushion;
    bool presses = false;
    bool parts = false;  ///< the balls move apart
};

/// Where a contact lies.
struct HeldFrame {
    double nx, ny;     ///< from the first ball to the second, or to the cushion
    double curvature;  ///< one over the distance of the centres: how fast the normal turns
    double gap;

    HeldFrame(const HeldContact& contact, const std::vector<HeldState>& states);
};

/// Everything here treats mirrored contacts alike to the last bit: all forces change together, by sums
/// without an order.
class HeldForces {
public:
    explicit HeldForces(const ImpactLaws& laws) : laws_(laws) {}

    /// What the balls do by themselves, and what each contact would do to them. `states` are theirs, in the
    /// same order.
    void prepare(const std::vector<HeldBall>& balls, const std::vector<HeldContact>& contacts,
                 const std::vector<HeldState>& states);
    /// The same balls and contacts in other states.
    void prepare_at(const std::vector<HeldState>& states);
    /// With or without friction at the contacts, from the next call of prepare on.
    void set_friction(bool present) { has_friction_ = present; }
    /// Forces F >= 0 that let no contact close, each 0 where its contact opens. False: there are none.
    bool press();
    /// The forces that keep the pressing contacts closed, whatever their sign.
    void keep_closed();
    /// Impulses >= 0 that stop what closes, applied to the states of these balls.
    void stop_closing(std::vector<HeldBall>& balls);
    /// Marks the contacts whose balls move apart.
    static void mark_parting(std::vector<HeldContact>& contacts, const std::vector<HeldState>& states);

    /// What was found before is no longer a guess.
    void forget() {
        forces_.clear();
        shares_.clear();
    }
    double force(std::size_t contact) const { return forces_[contact]; }
    /// How fast the states change.
    void rates(std::vector<HeldState>& rates);
    /// The push on a ball that lies still, and the resistance that can hold it.
    HeldState push_on(std::size_t ball);
    double held_up_to(std::size_t ball) const;
    /// About the vertical, as an acceleration of the spin.
    double torque_on(std::size_t ball);

private:
    /// What a contact does to one ball for each newton.
    struct Effect {
        HeldState rate;                 ///< of u, v, wx, wy, wz
        double slip_x = 0, slip_y = 0;  ///< the slip that a ball which rolls or rests would get each second
    };
    struct ContactEffects {
        double nx = 0, ny = 0;        ///< from the first ball to the second, seen from above
        double cosine = 1, sine = 0;  ///< of the normal against the bed
        double apart = 0;             ///< how fast the balls part by the turn of the normal
        double opening = 0;           ///< acceleration apart for each newton
        Effect effects[2];            ///< on the first and the second ball
    };
    struct ContactSide {
        std::size_t contact;
        int side;
    };

    void set_base(std::size_t k);
    void set_contact(std::size_t k);
    Effect effect_on(const HeldBall& ball, const ContactEffects& contact, double sign, double along,
                     double up) const;
    bool find_forces(bool may_pull);
    bool sweep_forces(bool may_pull);
    void find_single_force(bool may_pull);
    bool find_two_forces(bool may_pull);
    bool solve_pressing();
    void guess_pulling_forces();
    void guess_pressing_forces();
    double coupling(std::size_t opened, std::size_t pushed) const;
    double share_for_each(std::size_t ball, const Effect& effect) const;
    double update_shares();
    double relative(std::size_t k) const;
    double opens_alone(std::size_t k) const;
    double friction_at(const HeldContact& held, double slip) const;
    template <class Part>
    double total(std::size_t ball, Part part);
    double slip_on(std::size_t ball);
    void find_waking();
    void find_impulses();
    bool apply_impulses();
    void sum_up_impulses(std::size_t k);
    void sum_up();
    void sum_up(std::size_t k);
    double relax(std::size_t k, double value, bool may_be_negative);

    ImpactLaws laws_;
    const std::vector<HeldBall>* balls_ = nullptr;
    const std::vector<HeldContact>* held_ = nullptr;
    const std::vector<HeldState>* states_ = nullptr;
    std::vector<ContactEffects> contacts_;
    bool has_friction_ = true;
    std::vector<HeldState> after_;
    std::vector<HeldState> bases_, sums_;  ///< for each ball: alone, and with its contacts (u and v only)
    std::vector<double> forces_, shares_;  ///< for each contact; the part of the time that each ball slides
    std::vector<std::vector<ContactSide>> touches_;  ///< for each ball
    std::vector<char> wakes_;                        ///< for each ball: impulses set it in motion
    std::size_t most_touches_ = 1;
    std::vector<std::size_t> pressing_;  ///< contacts that are taken to press
    std::vector<double> guess_;
    EvenSystem system_;
    EvenSum sum_;
};

}  // namespace carom::billiards::detail

// What becomes of the velocities at an impact: restitution, walls of all kinds, and what ends the endless
// hopping of a ball under gravity. Pure functions; docs/math/collapse.md, docs/math/gravity.md.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <span>

#include "carom/scene/scene.hpp"
#include "carom/sim/event.hpp"
#include "math/noise.hpp"
#include "pair/impact.hpp"
#include "sim/wall_contact.hpp"

namespace carom::detail {

/// The laws of a scene, with the cut-off speed in force.
struct BounceLaw {
    CollisionLaw law;
    double cut_off = 0;
    double still = 0;           ///< under gravity: a speed that is none
    double nudge = 0;           ///< speed that parts a ball from what it would otherwise touch without end
    double rest_clearance = 0;  ///< surfaces nearer than this support a ball; twice the height of a hop
    double thermal_energy = 0;  ///< kT of the thermostat
    double kick_rate = 0;       ///< 0: no thermostat
    std::uint64_t noise = 0;
};

/// Of the root of g r: a hop so fast is 2^-37 r high, and as good as none.
inline constexpr double kStill = 0x1p-18;

/// Of the smallest radius: however fast the cut-off, nothing farther away supports a ball.
inline constexpr double kFarthestSupport = 0x1p-3;

template <int N>
BounceLaw bounce_law(const Scene<N>& scene) {
    BounceLaw law;
    law.law = scene.law;
    law.cut_off = elastic_below(scene);
    law.noise = scene.noise;
    if (scene.thermostat) {
        law.thermal_energy = scene.thermostat->temperature;
        law.kick_rate = scene.thermostat->rate;
    }
    double smallest = HUGE_VAL;
    for (const SceneBall<N>& ball : scene.balls) smallest = std::min(smallest, ball.radius);
    const double g = length(scene.world.gravity);
    if (!(g > 0)) return law;
    const double fall = std::sqrt(g) * std::sqrt(smallest);
    law.still = kStill * fall;
    law.nudge = std::max(law.cut_off / 4, 0x1p-12 * fall);
    law.rest_clearance = std::min(law.cut_off * law.cut_off / g, kFarthestSupport * smallest);
    return law;
}

/// A restitution, and whether it is one of a slow impact that was taken as elastic.
struct Restitution {
    double e = 1;
    bool made_elastic = false;
};

/// Can slow impacts follow one another without end? Not, under gravity, of two things that nothing presses
/// together: each takes its part of the speed, until rounding does not tell the two apart.
enum class CollapseRisk : unsigned char { possible, none };

/// `since` is the time since the last event of either party.
inline Restitution restitution_at(const BounceLaw& rules, double law, double speed, double since,
                                  CollapseRisk risk) {
    if (law >= 1) return {law, false};
    const bool slow = speed < rules.cut_off && risk == CollapseRisk::possible;
    if (slow || since < rules.law.contact_time) return {1, true};
    const double gentle = rules.law.full_loss_speed;
    if (gentle == 0 || !(speed < gentle)) return {law, false};
    const double share = std::max(speed, 0.0) / gentle;
    return {1 - (1 - law) * (std::sqrt(share) * std::sqrt(std::sqrt(share))), false};
}

/// Random numbers of a ball at a time.
inline Noise noise_of(std::uint64_t seed, std::uint32_t ball, Time time) {
    return {seed, ball, static_cast<std::uint64_t>(time.epoch), std::bit_cast<std::uint64_t>(time.offset)};
}

/// A velocity that leaves a thermal wall whose unit normal into the free side is `away`: the flux of a gas.
template <int N>
Vec<double, N> thermal_velocity(const Vec<double, N>& away, double temperature, double mass, Noise noise) {
    const double spread = std::sqrt(temperature / mass);
    const Vec<double, N> any = noise.normals<N>();
    const double x = noise.normal();
    const double y = noise.normal();
    const Vec<double, N> along = any - dot(any, away) * away;
    return spread * (along + std::sqrt(x * x + y * y) * away);
}

template <int N>
struct Held {
    Vec<double, N> velocity;
    MotionPhase phase = free_flight;
};

/// A ball that slides goes on doing so after an impact that moves it neither from its wall nor into it.
template <int N>
Held<N> held_after(const Domain<N>& domain, MotionPhase before, const Vec<double, N>& velocity) {
    for (const NumberedWall<N>& wall : domain.walls) {
        if (before != sliding_on(wall.number)) continue;
        const Vec<double, N>& to = wall.surface.toward;
        const double into = dot(to, velocity);
        if (std::fabs(into) <= 0x1p-40 * largest(velocity)) return {velocity - into * to, before};
    }
    return {velocity, free_flight};
}

template <int N>
struct WallBounce {
    Vec<double, N> velocity;
    Restitution restitution;
    MotionPhase phase = free_flight;
    bool is_slow = false;  ///< below the cut-off, at a wall that a ball can rest on
};

/// A ball at a wall: where it is, how it comes.
template <int N>
struct Arrival {
    std::uint32_t ball = 0;  ///< its index
    double mass = 1;
    Vec<double, N> position;
    Vec<double, N> velocity;
    Time time;
    double since = 0;  ///< its last event
    MotionPhase phase = free_flight;
};

/// Does an acceleration press a ball to what lies in the direction of `to`?
template <int N>
bool is_pressed(const Domain<N>& domain, const Vec<double, N>& acceleration, const Vec<double, N>& to) {
    return dot(to, acceleration) > 0x1p-30 * length(domain.gravity);
}

/// True when gravity presses a ball against a still plane that it hardly approaches.
template <int N>
bool begins_to_slide(const Domain<N>& domain, const BounceLaw& rules, const NumberedWall<N>& wall,
                     double approach, const Arrival<N>& a) {
    if (!domain.has_gravity || !wall.is_still_plane() || wall.temperature > 0) return false;
    const bool slow = rules.law.restitution_walls < 1 && approach < rules.cut_off;
    const bool grazes = approach <= 0x1p-40 * largest(a.velocity) + rules.still;
    return (slow || grazes) && is_pressed(domain, domain.gravity, wall.surface.toward);
}

template <int N>
WallBounce<N> bounce_off(const Domain<N>& domain, const BounceLaw& rules, const NumberedWall<N>& wall,
                         const Arrival<N>& a) {
    const Vec<double, N> to = toward(wall, a.position);
    if (wall.temperature > 0) {
        const Noise noise = noise_of(rules.noise, a.ball, a.time);
        return {velocity_of(wall) + thermal_velocity(-to, wall.temperature, a.mass, noise),
                {},
                free_flight,
                false};
    }
    const Vec<double, N> of_wall = wall.speed == 0 ? Vec<double, N>{} : velocity_of(wall);
    const double approach = dot(to, a.velocity - of_wall);
    if (begins_to_slide(domain, rules, wall, approach, a)) {
        const Vec<double, N> along = a.velocity - dot(a.velocity, to) * to;
        return {along, {0, false}, sliding_on(wall.number), true};
    }
    const bool passing =
        domain.has_gravity && wall.shape == WallShape::plane && !is_pressed(domain, domain.gravity, to);
    const Restitution e = restitution_at(rules, rules.law.restitution_walls, approach, a.since,
                                         passing ? CollapseRisk::none : CollapseRisk::possible);
    const Held<N> held = held_after(domain, a.phase, impact(to, a.velocity, of_wall, 1, 0, e.e).a);
    return {held.velocity, e, held.phase, wall.speed == 0 && approach < rules.cut_off};
}

/// Directions to what supports a ball balance gravity when it is a sum of them with weights >= 0, up to this
/// share of it: what friction at rest would hold.
inline constexpr double kStaticFriction = 0.05;

template <int N>
bool is_balanced(const Vec<double, N>& gravity, std::span<const Vec<double, N>> supports) {
    Vec<double, N> left = gravity;
    std::array<double, 32> weight{};
    const std::size_t count = std::min(supports.size(), weight.size());
    for (int sweep = 0; sweep < 64; ++sweep) {
        for (std::size_t i = 0; i < count; ++i) {
            const double step = std::max(dot(left, supports[i]), -weight[i]);
            weight[i] += step;
            left = left - step * supports[i];
        }
    }
    return length(left) <= kStaticFriction * length(gravity);
}

/// Surfaces nearer than this support a ball that hops at the cut-off speed.
template <int N>
double support_reach(const BounceLaw& rules, const Vec<double, N>& position, double radius) {
    return rules.rest_clearance + 0x1p-44 * (largest(position) + radius);
}

/// The thermostat's next kick of a ball after `time`: in each window of 1 / rate a Poisson number with mean 1
/// of them, at times drawn evenly.
inline Time next_kick(const Clock& clock, const BounceLaw& rules, std::uint32_t ball, Time time) {
    if (rules.kick_rate == 0) return kNever;
    const double window = 1 / rules.kick_rate;
    for (double k = std::floor(clock.seconds(time) / window);; k += 1) {
        Noise noise(~rules.noise, ball, 0, static_cast<std::uint64_t>(k));
        Time first = kNever;
        // As many as uniform numbers can be multiplied before the product is below exp(-1).
        for (double product = noise.uniform(); product > 0.36787944117144233; product *= noise.uniform()) {
            const Time kick = clock.at((k + noise.uniform()) * window);
            if (kick > time) first = std::min(first, kick);
        }
        if (first != kNever || !(k < 0x1p52) || clock.at((k + 1) * window) == kNever) return first;
    }
}

/// A ball is confined when slow events follow each other within a small part of a hop: two of them when the
/// ball is slow itself, in units of the cut-off, else so many. Fewer come together where a ball that was
/// struck begins to slide along a corner.
inline constexpr std::uint8_t kConfined = 8;
inline constexpr double kSlowWhenConfined = 8;

inline bool is_confined(const BounceLaw& rules, std::uint8_t row, double speed) {
    return row >= kConfined || (row >= 2 && speed <= kSlowWhenConfined * rules.cut_off);
}

/// How many such a row has with one that comes `since` after the last one, of `row`. Where walls move, those
/// at the same time do not count: a ball may stand on one thing while another pushes it.
template <int N>
std::uint8_t slow_row(const Domain<N>& domain, const BounceLaw& rules, std::uint8_t row, double since) {
    const auto moves = [](const NumberedWall<N>& wall) { return wall.speed != 0; };
    if (since == 0 && std::any_of(domain.walls.begin(), domain.walls.end(), moves))
        return std::max<std::uint8_t>(row, 1);
    const bool at_once = since * length(domain.gravity) < 0x1p-10 * rules.cut_off;
    return at_once ? std::min<std::uint8_t>(row + 1, kConfined) : 1;
}

/// Speed, in units of the cut-off, from which a ball comes to rest where gravity is balanced.
inline constexpr double kSlowEnough = 2;

template <int N>
Vec<double, N> kicked_velocity(const BounceLaw& rules, std::uint32_t ball, double mass, Time time) {
    return std::sqrt(rules.thermal_energy / mass) * noise_of(rules.noise, ball, time).template normals<N>();
}

}  // namespace carom::detail

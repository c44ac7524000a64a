// Frames of balls of like size that are spread evenly, each with something that a grid may get wrong.
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "support/pair_draws.hpp"

namespace carom::even_scenes {

enum class Odd {
    nothing,
    at_rest,
    lattice,
    one_is_huge,
    one_is_far_away,
    bullets,
    crowd_at_one_place,
    duplicates,
    invalid,
    all_negative,
    tiny_unit,
    huge_unit,
    a_tail_of_sizes,
    a_line,
    points_that_move,
    large_ones_touch,
};

inline constexpr std::array kNames{"a gas",
                                   "nobody moves",
                                   "a lattice of balls that touch",
                                   "one huge ball",
                                   "one ball 1e6 widths away",
                                   "two that fly 100 widths",
                                   "forty at one place",
                                   "every ball four times",
                                   "NaN, infinities, negative radii",
                                   "far in the negative",
                                   "in a unit of 1e-20",
                                   "in a unit of 1e20",
                                   "a few balls that are larger by up to a half",
                                   "all on a line",
                                   "radius 0 or nearly",
                                   "two large balls that touch each other"};

inline std::array<Odd, kNames.size()> all_odds() {
    std::array<Odd, kNames.size()> all{};
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Odd>(i);
    return all;
}
inline const char* name(Odd odd) {
    return kNames[static_cast<std::size_t>(odd)];
}

/// How a gas is before something odd happens to it.
struct GasShape {
    double spacing = 2;  ///< of radii, the width of what a ball has for itself
    double moves = 0.5;  ///< radii on each axis, at most
};

template <class T, int N>
class EvenMaker {
public:
    using Balls = std::vector<MovingBall<T, N>>;

    explicit EvenMaker(unsigned seed) : draw_(seed) {}

    Balls operator()(Odd odd, std::size_t size, const GasShape& shape = {}) {
        half_ = 0.5 * shape.spacing * std::pow(static_cast<double>(size), 1.0 / N);
        Balls balls(size);
        for (auto& ball : balls) ball = {draw_.cube(half_, 0), T{1}, draw_.cube(shape.moves, 0)};
        change(odd, balls);
        return balls;
    }
    families::Draws<T, N>& draws() { return draw_; }

private:
    void change(Odd odd, Balls& balls) {
        switch (odd) {
            case Odd::nothing:
                return;
            case Odd::one_is_huge:
                balls[balls.size() / 2].radius = static_cast<T>(half_);
                return;
            case Odd::one_is_far_away:
                balls[balls.size() / 2].center[N - 1] = static_cast<T>(1e6 * half_);
                return;
            case Odd::bullets:
                for (std::size_t i : {std::size_t{7}, balls.size() - 7}) {
                    balls[i].center = draw_.cube(100 * half_, 0);
                    for (int k = 0; k < N; ++k) balls[i].displacement[k] = T{-2} * balls[i].center[k];
                }
                return;
            case Odd::crowd_at_one_place:
                for (std::size_t i = 0; i < 40; ++i) balls[5 * i].center = balls[0].center;
                return;
            case Odd::duplicates:
                for (std::size_t i = 0; i < balls.size(); ++i) balls[i] = balls[i / 4 * 4];
                return;
            case Odd::large_ones_touch:
                for (std::size_t i : {std::size_t{9}, balls.size() - 9}) {
                    balls[i].radius = static_cast<T>(0.4 * half_);
                    balls[i].displacement = draw_.cube(half_, 0);
                }
                return;
            default:
                change_each(odd, balls);
        }
    }
    void change_each(Odd odd, Balls& balls) {
        for (std::size_t i = 0; i < balls.size(); ++i) change_one(odd, i, balls[i]);
    }
    void change_one(Odd odd, std::size_t i, MovingBall<T, N>& ball) {
        switch (odd) {
            case Odd::at_rest:
                ball.displacement = {};
                return;
            case Odd::lattice:
                ball.radius = T{0.5};
                for (int k = 0; k < N; ++k) {
                    ball.center[k] = std::nearbyint(ball.center[k] / 2);
                    ball.displacement[k] = i % 3 == 0 ? std::nearbyint(ball.displacement[k]) : T{0};
                }
                return;
            case Odd::invalid:
                make_invalid(ball);
                return;
            case Odd::all_negative:
                for (int k = 0; k < N; ++k) ball.center[k] -= static_cast<T>(3 * half_);
                return;
            case Odd::tiny_unit:
                scale(ball, 1e-20);
                return;
            case Odd::huge_unit:
                scale(ball, 1e20);
                return;
            case Odd::a_tail_of_sizes:
                if (i % 50 == 1) ball.radius = static_cast<T>(draw_.uniform(1, 1.4));
                return;
            case Odd::a_line:
                for (int k = 1; k < N; ++k) ball.center[k] = T{0};
                ball.center[0] *= static_cast<T>(std::pow(2 * half_, N - 1));
                return;
            default:  // points that move
                ball.radius = i % 2 == 0 ? T{0} : std::numeric_limits<T>::denorm_min();
        }
    }
    void make_invalid(MovingBall<T, N>& ball) {
        using Limits = std::numeric_limits<T>;
        const std::array wrong{Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity()};
        const T one = wrong.at(static_cast<std::size_t>(draw_.integer(0, 2)));
        const int axis = draw_.integer(0, N - 1);
        switch (draw_.integer(0, 15)) {
            case 0:
                ball.center[axis] = one;
                break;
            case 1:
                ball.displacement[axis] = one;
                break;
            case 2:
                ball.radius = one;
                break;
            case 3:
                ball.radius = draw_.one_in(2) ? T{-1} : T{-0.0};
                break;
            default:
                break;
        }
    }
    static void scale(MovingBall<T, N>& ball, double unit) {
        const auto times = [&](T& x) { x = static_cast<T>(static_cast<double>(x) * unit); };
        times(ball.radius);
        for (int k = 0; k < N; ++k) {
            times(ball.center[k]);
            times(ball.displacement[k]);
        }
    }

    families::Draws<T, N> draw_;
    double half_ = 1;
};

}  // namespace carom::even_scenes

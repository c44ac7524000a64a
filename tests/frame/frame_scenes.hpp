// Frames of moving balls of every kind that a search by boxes or by rounded numbers may get wrong.
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

#include "support/pair_draws.hpp"

namespace carom::frame_scenes {

enum class SceneKind {
    equal,
    thousandfold,
    nested,
    bullets,
    one_place,
    points,
    resting,
    duplicates,
    lattice,
    far_off,
    tiny,
    subnormal,
    huge,
    mixed_exponents,
    invalid_among_them,
};

inline constexpr std::array kNames{"equal radii",
                                   "radii 1 to 1000",
                                   "a cluster 1e-9 wide in one 1e-3 wide in a world 1e6 wide",
                                   "bullets that cross a world 300 times wider than where most balls are",
                                   "all in one place",
                                   "radius 0",
                                   "no moves",
                                   "duplicates",
                                   "a lattice of balls that touch",
                                   "1e9 from the origin",
                                   "in a unit of 1e-20",
                                   "in a unit near the smallest number",
                                   "in a unit near the largest number",
                                   "mixed exponents",
                                   "NaN, infinity and negative radii among them"};

inline constexpr int kKinds = static_cast<int>(kNames.size());
inline const char* name(SceneKind kind) {
    return kNames[static_cast<std::size_t>(kind)];
}
inline std::array<SceneKind, kNames.size()> all_kinds() {
    std::array<SceneKind, kNames.size()> kinds{};
    for (std::size_t i = 0; i < kinds.size(); ++i) kinds[i] = static_cast<SceneKind>(i);
    return kinds;
}

template <class T, int N>
class Maker {
public:
    using Balls = std::vector<MovingBall<T, N>>;

    explicit Maker(unsigned seed) : draw_(seed) {}

    Balls operator()(SceneKind kind, std::size_t size) {
        switch (kind) {
            case SceneKind::far_off:
                return gas(size, 400, draw_.sign() * 1e9);
            case SceneKind::tiny:
                return scaled(gas(size, 1, 0), 1e-20);
            case SceneKind::subnormal:
                return scaled(gas(size, draw_.decades(0, 2), 0), 64.0 * Limits::denorm_min());
            case SceneKind::huge:
                return scaled(gas(size, 1, 0), kIsFloat ? 1e30 : 1e300);
            case SceneKind::invalid_among_them:
                return with_invalid(gas(size, 1, 0));
            case SceneKind::duplicates:
                return duplicates(size);
            case SceneKind::equal:
                return gas(size, 1, 0);
            default:
                return one_by_one(kind, size);
        }
    }

    families::Draws<T, N>& draws() { return draw_; }

private:
    using Limits = std::numeric_limits<T>;
    static constexpr bool kIsFloat = std::is_same_v<T, float>;

    /// Half the width of a cube in which `size` balls of radius 1 have a few neighbours each.
    double half_width(std::size_t size) {
        return draw_.uniform(0.7, 3) * std::pow(static_cast<double>(size), 1.0 / N);
    }

    Balls gas(std::size_t size, double radius, double offset) {
        const double half = radius * half_width(size);
        const double moves = radius * std::array{0.0, 0.5, 2.0, 20.0}[draw_index(4)];
        Balls balls(size);
        for (MovingBall<T, N>& ball : balls) {
            ball = {draw_.cube(half, offset), static_cast<T>(radius), draw_.cube(moves, 0)};
        }
        return balls;
    }

    static Balls scaled(Balls balls, double unit) {
        const auto scale = [&](T& x) { x = static_cast<T>(static_cast<double>(x) * unit); };
        for (MovingBall<T, N>& ball : balls) {
            scale(ball.radius);
            for (int k = 0; k < N; ++k) {
                scale(ball.center[k]);
                scale(ball.displacement[k]);
            }
        }
        return balls;
    }

    Balls with_invalid(Balls balls) {
        const std::array wrong{Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity()};
        for (MovingBall<T, N>& ball : balls) {
            const int axis = draw_.integer(0, N - 1);
            switch (draw_.integer(0, 7)) {
                case 0:
                    ball.center[axis] = wrong[draw_index(3)];
                    break;
                case 1:
                    ball.displacement[axis] = wrong[draw_index(3)];
                    break;
                case 2:
                    ball.radius = wrong[draw_index(3)];
                    break;
                case 3:
                    ball.radius = draw_.one_in(2) ? T{-1} : T{-0.0};
                    break;
                default:
                    break;
            }
        }
        return balls;
    }

    Balls duplicates(std::size_t size) {
        const Balls some = gas(size / 5 + 1, 1, 0);
        Balls balls(size);
        for (MovingBall<T, N>& ball : balls) ball = some[draw_index(some.size())];
        return balls;
    }

    Balls one_by_one(SceneKind kind, std::size_t size) {
        half_ = half_width(size);
        moves_ = std::array{0.0, 0.5, 20.0}[draw_index(3)];
        Balls balls(size);
        for (std::size_t i = 0; i < size; ++i) balls[i] = ball_of(kind, i);
        return balls;
    }
    MovingBall<T, N> ball_of(SceneKind kind, std::size_t i) {
        switch (kind) {
            case SceneKind::thousandfold: {
                const double radius = draw_.decades(-3, 0);
                return {draw_.cube(0.3 * half_, 0), static_cast<T>(radius), draw_.cube(radius * moves_, 0)};
            }
            case SceneKind::nested: {
                const double width = std::array{1e6, 1e-3, 1e-9}[i % 3];
                const double radius = width / (4 * half_) * draw_.decades(-1, 0);
                return {draw_.cube(width / 2, 0), static_cast<T>(radius), draw_.cube(radius * moves_, 0)};
            }
            case SceneKind::bullets:
                if (i % 16 != 0) return {draw_.cube(half_, 0), T{1}, draw_.cube(1, 0)};
                return {draw_.cube(300 * half_, 0), T{1}, draw_.cube(300 * half_, 0)};
            case SceneKind::one_place:
                return {{}, static_cast<T>(draw_.uniform(0, 1)), draw_.cube(moves_, 0)};
            case SceneKind::resting:
                return {draw_.cube(half_, 0), static_cast<T>(draw_.uniform(0, 2)), {}};
            case SceneKind::points:
                return {whole(2 * half_), T{0}, whole(moves_)};
            case SceneKind::lattice:
                return {whole(half_), T{0.5}, whole(moves_ / 2)};
            default:
                return {mixed_vec(), std::fabs(mixed()), mixed_vec()};
        }
    }

    Vec<T, N> whole(double half) {
        Vec<T, N> x;
        for (int k = 0; k < N; ++k) x[k] = std::nearbyint(static_cast<T>(draw_.uniform(-half, half)));
        return x;
    }
    T mixed() {
        if (draw_.one_in(8)) return 0;
        const int most = kIsFloat ? 120 : 900;
        const int reach = draw_.one_in(2) ? 20 : most;
        return std::ldexp(static_cast<T>(draw_.uniform(-1, 1)), draw_.integer(-reach, reach));
    }
    Vec<T, N> mixed_vec() {
        Vec<T, N> x;
        for (int k = 0; k < N; ++k) x[k] = mixed();
        return x;
    }
    std::size_t draw_index(std::size_t size) {
        return static_cast<std::size_t>(draw_.integer(0, static_cast<int>(size) - 1));
    }

    families::Draws<T, N> draw_;
    double half_ = 1, moves_ = 0;
};

}  // namespace carom::frame_scenes

#include "carom/c/pairs.h"

#include <algorithm>
#include <cmath>

#include "c/call.hpp"
#include "carom/pair/approach.hpp"
#include "carom/pair/bounce.hpp"
#include "carom/pair/overlap.hpp"
#include "carom/pair/sweep.hpp"

namespace carom::c {
namespace {

// `Ball`, `Body` and `Answer` are structs of C of either precision.

template <int N, class T>
bool is_finite(const T* numbers) {
    return std::all_of(numbers, numbers + N, [](T x) { return std::isfinite(x); });
}

template <int N, class T>
Vec<T, N> vec(const T* numbers) {
    Vec<T, N> result;
    for (int k = 0; k < N; ++k) result[k] = numbers[k];
    return result;
}

template <int N, class T>
void write_vec(const Vec<T, N>& from, T* to) {
    for (int k = 0; k < 3; ++k) to[k] = k < N ? from[k] : 0;
}

template <int N, class Ball>
bool is_sound(const Ball& ball) {
    return is_finite<N>(ball.center) && is_finite<N>(ball.displacement) && std::isfinite(ball.radius) &&
           ball.radius >= 0;
}

template <int N, class Ball>
auto moving(const Ball& ball) {
    return MovingBall<decltype(ball.radius), N>{vec<N>(ball.center), ball.radius, vec<N>(ball.displacement)};
}

template <int N, class Ball>
auto resting(const Ball& ball) {
    return carom::Ball<decltype(ball.radius), N>{vec<N>(ball.center), ball.radius};
}

template <class T, int N, class Answer>
carom_status answer_of(const Sweep<T, N>& sweep, Answer& answer) {
    answer = {};
    answer.state = static_cast<int32_t>(sweep.state);
    if (!sweep) return CAROM_OK;
    answer.first = sweep.first;
    answer.last = sweep.last;
    write_vec(sweep.center_a, answer.center_a);
    write_vec(sweep.center_b, answer.center_b);
    write_vec(sweep.normal, answer.normal);
    write_vec(sweep.point, answer.point);
    return CAROM_OK;
}

constexpr const char* kBadBall = "a ball has a number that is not finite, or a negative radius";

/// A question about two balls.
template <class Ball, class Question>
carom_status ask(int dimension, const Ball* a, const Ball* b, const void* answer, Question question) {
    return guarded([&] {
        return in_dimension(dimension, [&](auto n) {
            constexpr int N = n;
            if (a == nullptr || b == nullptr || answer == nullptr) return bad(kNullPointer);
            if (!is_sound<N>(*a) || !is_sound<N>(*b)) return bad(kBadBall);
            return question(n);
        });
    });
}

template <class Ball, class Answer>
carom_status sweep_balls(int dimension, const Ball* a, const Ball* b, Answer* answer) {
    return ask(dimension, a, b, answer,
               [&](auto n) { return answer_of(sweep(moving<n>(*a), moving<n>(*b)), *answer); });
}

template <class Ball, class T, class Answer>
carom_status sweep_half_space(int dimension, const Ball* ball, const T* normal, T offset, Answer* answer) {
    return ask(dimension, ball, ball, answer, [&](auto n) -> carom_status {
        constexpr int N = n;
        if (normal == nullptr) return bad(kNullPointer);
        const auto direction = vec<N>(normal);
        if (!is_finite<N>(normal) || direction == Vec<T, N>{} || !std::isfinite(offset))
            return bad("normal and offset: they must be finite, and the normal not zero");
        return answer_of(sweep(moving<N>(*ball), HalfSpace<T, N>{direction, offset}), *answer);
    });
}

template <class Ball, class T, class Answer>
carom_status sweep_box(int dimension, const Ball* ball, const T* lower, const T* upper, Answer* answer) {
    return ask(dimension, ball, ball, answer, [&](auto n) -> carom_status {
        constexpr int N = n;
        if (lower == nullptr || upper == nullptr) return bad(kNullPointer);
        for (int k = 0; k < N; ++k) {
            if (!std::isfinite(lower[k]) || !std::isfinite(upper[k]) || lower[k] > upper[k])
                return bad("lower and upper: they must be finite, and lower not above upper");
        }
        return answer_of(sweep(moving<N>(*ball), Box<T, N>{vec<N>(lower), vec<N>(upper)}), *answer);
    });
}

template <class Ball>
carom_status balls_overlap(int dimension, const Ball* a, const Ball* b, int32_t* answer) {
    return ask(dimension, a, b, answer, [&](auto n) {
        *answer = overlaps(resting<n>(*a), resting<n>(*b)) ? 1 : 0;
        return CAROM_OK;
    });
}

template <class Ball, class T>
carom_status gap_of_balls(int dimension, const Ball* a, const Ball* b, T* answer) {
    return ask(dimension, a, b, answer, [&](auto n) {
        *answer = gap(resting<n>(*a), resting<n>(*b));
        return CAROM_OK;
    });
}

template <class Ball, class T>
carom_status approach_of_balls(int dimension, const Ball* a, const Ball* b, T* when, T* least) {
    return ask(dimension, a, b, when, [&](auto n) -> carom_status {
        if (least == nullptr) return bad(kNullPointer);
        const auto nearest = closest_approach(moving<n>(*a), moving<n>(*b));
        *when = nearest.u;
        *least = nearest.gap;
        return CAROM_OK;
    });
}

template <class Body, class T>
carom_status bounce_bodies(int dimension, const Body* a, const Body* b, T restitution, T* velocity_a,
                           T* velocity_b) {
    return guarded([&] {
        return in_dimension(dimension, [&](auto n) -> carom_status {
            constexpr int N = n;
            if (a == nullptr || b == nullptr || velocity_a == nullptr || velocity_b == nullptr)
                return bad(kNullPointer);
            for (const Body* body : {a, b}) {
                if (!is_finite<N>(body->center) || !is_finite<N>(body->velocity) ||
                    !(body->inverse_mass >= 0) || !std::isfinite(body->inverse_mass))
                    return bad("a body has a number that is not finite, or a negative inverse mass");
            }
            if (!(restitution >= 0 && restitution <= 1)) return bad("restitution: it must be in [0, 1]");
            const auto body = [](const Body& from) {
                return carom::Body<T, N>{vec<N>(from.center), vec<N>(from.velocity), from.inverse_mass};
            };
            const auto after = bounce(body(*a), body(*b), restitution);
            write_vec(after.a, velocity_a);
            write_vec(after.b, velocity_b);
            return CAROM_OK;
        });
    });
}

}  // namespace
}  // namespace carom::c

using namespace carom::c;

carom_status carom_sweep(int dimension, const carom_ball* a, const carom_ball* b,
                         carom_sweep_answer* answer) {
    return sweep_balls(dimension, a, b, answer);
}

carom_status carom_sweep_half_space(int dimension, const carom_ball* ball, const double* normal,
                                    double offset, carom_sweep_answer* answer) {
    return sweep_half_space(dimension, ball, normal, offset, answer);
}

carom_status carom_sweep_box(int dimension, const carom_ball* ball, const double* lower, const double* upper,
                             carom_sweep_answer* answer) {
    return sweep_box(dimension, ball, lower, upper, answer);
}

carom_status carom_overlaps(int dimension, const carom_ball* a, const carom_ball* b, int32_t* answer) {
    return balls_overlap(dimension, a, b, answer);
}

carom_status carom_gap(int dimension, const carom_ball* a, const carom_ball* b, double* gap) {
    return gap_of_balls(dimension, a, b, gap);
}

carom_status carom_closest_approach(int dimension, const carom_ball* a, const carom_ball* b, double* when,
                                    double* gap) {
    return approach_of_balls(dimension, a, b, when, gap);
}

carom_status carom_bounce(int dimension, const carom_body* a, const carom_body* b, double restitution,
                          double* velocity_a, double* velocity_b) {
    return bounce_bodies(dimension, a, b, restitution, velocity_a, velocity_b);
}

carom_status carom_sweep_float(int dimension, const carom_ball_float* a, const carom_ball_float* b,
                               carom_sweep_answer_float* answer) {
    return sweep_balls(dimension, a, b, answer);
}

carom_status carom_sweep_half_space_float(int dimension, const carom_ball_float* ball, const float* normal,
                                          float offset, carom_sweep_answer_float* answer) {
    return sweep_half_space(dimension, ball, normal, offset, answer);
}

carom_status carom_sweep_box_float(int dimension, const carom_ball_float* ball, const float* lower,
                                   const float* upper, carom_sweep_answer_float* answer) {
    return sweep_box(dimension, ball, lower, upper, answer);
}

carom_status carom_overlaps_float(int dimension, const carom_ball_float* a, const carom_ball_float* b,
                                  int32_t* answer) {
    return balls_overlap(dimension, a, b, answer);
}

carom_status carom_gap_float(int dimension, const carom_ball_float* a, const carom_ball_float* b,
                             float* gap) {
    return gap_of_balls(dimension, a, b, gap);
}

carom_status carom_closest_approach_float(int dimension, const carom_ball_float* a, const carom_ball_float* b,
                                          float* when, float* gap) {
    return approach_of_balls(dimension, a, b, when, gap);
}

carom_status carom_bounce_float(int dimension, const carom_body_float* a, const carom_body_float* b,
                                float restitution, float* velocity_a, float* velocity_b) {
    return bounce_bodies(dimension, a, b, restitution, velocity_a, velocity_b);
}

#include "carom/c/pairs.h"

#include <algorithm>

#include "c/ball_columns.hpp"
#include "c/call.hpp"
#include "carom/batch/sweep_columns.hpp"
#include "carom/pair/approach.hpp"
#include "carom/pair/bounce.hpp"
#include "carom/pair/overlap.hpp"

namespace carom::c {
namespace {

template <int N>
bool is_finite(const double* numbers) {
    return std::all_of(numbers, numbers + N, [](double x) { return std::isfinite(x); });
}

template <int N>
Vec<double, N> vec(const double* numbers) {
    Vec<double, N> result;
    for (int k = 0; k < N; ++k) result[k] = numbers[k];
    return result;
}

template <int N>
void put_vec(const Vec<double, N>& from, double (&to)[3]) {
    for (int k = 0; k < 3; ++k) to[k] = k < N ? from[k] : 0;
}

template <int N>
bool is_sound(const carom_ball& ball) {
    return is_finite<N>(ball.center) && is_finite<N>(ball.displacement) && std::isfinite(ball.radius) &&
           ball.radius >= 0;
}

template <int N>
MovingBall<double, N> moving(const carom_ball& ball) {
    return {vec<N>(ball.center), ball.radius, vec<N>(ball.displacement)};
}

template <int N>
Ball<double, N> resting(const carom_ball& ball) {
    return {vec<N>(ball.center), ball.radius};
}

template <int N>
carom_status answer_of(const Sweep<double, N>& sweep, carom_sweep_answer& answer) {
    answer = {};
    answer.state = static_cast<int32_t>(sweep.state);
    if (!sweep) return CAROM_OK;
    answer.first = sweep.first;
    answer.last = sweep.last;
    put_vec(sweep.center_a, answer.center_a);
    put_vec(sweep.center_b, answer.center_b);
    put_vec(sweep.normal, answer.normal);
    put_vec(sweep.point, answer.point);
    return CAROM_OK;
}

constexpr const char* kBadBall = "a ball has a number that is not finite, or a negative radius";

/// Calls `question` with std::integral_constant of the dimension.
template <class Question>
carom_status in_dimension(int dimension, Question question) {
    if (dimension == 2) return question(std::integral_constant<int, 2>{});
    if (dimension == 3) return question(std::integral_constant<int, 3>{});
    return bad(kNoDimension);
}

/// A question about two balls.
template <class Question>
carom_status ask(int dimension, const carom_ball* a, const carom_ball* b, const void* answer,
                 Question question) {
    return guarded([&] {
        return in_dimension(dimension, [&](auto n) {
            constexpr int N = n;
            if (a == nullptr || b == nullptr || answer == nullptr) return bad(kNullPointer);
            if (!is_sound<N>(*a) || !is_sound<N>(*b)) return bad(kBadBall);
            return question(n);
        });
    });
}

/// Columns that are asked for, and a place for those that are not.
template <class T>
struct Answers {
    Answers(const typename ColumnsOf<T>::Answers& wanted, std::size_t pairs)
        : wanted_state(wanted.state), first(wanted.first), last(wanted.last), states(pairs) {
        if (wanted.first.data == nullptr) spare_first.resize(pairs);
        if (wanted.last.data == nullptr) spare_last.resize(pairs);
    }
    SweepColumns<T> columns() {
        return {states, spare_first.empty() ? first.span() : std::span(spare_first),
                spare_last.empty() ? last.span() : std::span(spare_last)};
    }
    void finish() const {
        first.finish();
        last.finish();
        if (wanted_state.data == nullptr) return;
        for (std::size_t k = 0; k < states.size(); ++k) put(wanted_state, k, static_cast<int32_t>(states[k]));
    }

    carom_ints_out wanted_state;
    WriteColumn<typename ColumnsOf<T>::Write, T> first, last;
    std::vector<ContactState> states;
    std::vector<T> spare_first, spare_last;
};

/// A batch of so many pairs, done by `sweep`.
template <class T, int N, class Count, class DoSweep>
carom_status sweep_batch(const typename ColumnsOf<T>::Balls* a, const typename ColumnsOf<T>::Balls* b,
                         const typename ColumnsOf<T>::Answers* answers, size_t* contacts, Count count,
                         DoSweep do_sweep) {
    if (a == nullptr || b == nullptr || answers == nullptr) return bad(kNullPointer);
    for (const auto* balls : {a, b}) {
        const std::string fault = fault_of<T, N>(*balls);
        if (!fault.empty()) return bad((balls == a ? "a." : "b.") + fault);
    }
    std::size_t pairs = 0;
    const std::string mismatch = count(pairs);
    if (!mismatch.empty()) return bad(mismatch);
    for (const std::string& fault :
         {fault_of(answers->state, "state", pairs, false), fault_of(answers->first, "first", pairs, false),
          fault_of(answers->last, "last", pairs, false)}) {
        if (!fault.empty()) return bad(fault);
    }
    const BallsRead<T, N> first(*a), second(*b);
    Answers<T> to(*answers, pairs);
    const auto found = do_sweep(first.columns(), second.columns(), to.columns());
    if (!found) return CAROM_INTERNAL_ERROR;
    to.finish();
    if (contacts != nullptr) *contacts = *found;
    return CAROM_OK;
}

template <class T>
carom_status sweep_each_columns(int dimension, const typename ColumnsOf<T>::Balls* a,
                                const typename ColumnsOf<T>::Balls* b,
                                const typename ColumnsOf<T>::Answers* answers, size_t* contacts) {
    return guarded([&] {
        return in_dimension(dimension, [&](auto n) {
            const auto count = [&](std::size_t& pairs) -> std::string {
                pairs = a->radius.count;
                return b->radius.count == pairs ? "" : "a and b have different numbers of balls";
            };
            return sweep_batch<T, n>(
                a, b, answers, contacts, count,
                [](const auto& x, const auto& y, const auto& to) { return sweep_each(x, y, to); });
        });
    });
}

template <class T>
carom_status sweep_all_columns(int dimension, const typename ColumnsOf<T>::Balls* a,
                               const typename ColumnsOf<T>::Balls* b,
                               const typename ColumnsOf<T>::Answers* answers, size_t* contacts) {
    return guarded([&] {
        return in_dimension(dimension, [&](auto n) {
            const auto count = [&](std::size_t& pairs) -> std::string {
                const bool fits = !__builtin_mul_overflow(a->radius.count, b->radius.count, &pairs);
                return fits ? "" : "so many pairs cannot be counted";
            };
            return sweep_batch<T, n>(
                a, b, answers, contacts, count,
                [](const auto& x, const auto& y, const auto& to) { return sweep_all(x, y, to); });
        });
    });
}

}  // namespace
}  // namespace carom::c

using namespace carom::c;

carom_status carom_sweep(int dimension, const carom_ball* a, const carom_ball* b,
                         carom_sweep_answer* answer) {
    return ask(dimension, a, b, answer,
               [&](auto n) { return answer_of(carom::sweep(moving<n>(*a), moving<n>(*b)), *answer); });
}

carom_status carom_sweep_half_space(int dimension, const carom_ball* ball, const double* normal,
                                    double offset, carom_sweep_answer* answer) {
    return ask(dimension, ball, ball, answer, [&](auto n) -> carom_status {
        constexpr int N = n;
        if (normal == nullptr) return bad(kNullPointer);
        const auto direction = vec<N>(normal);
        if (!is_finite<N>(normal) || direction == carom::Vec<double, N>{} || !std::isfinite(offset))
            return bad("normal and offset: they must be finite, and the normal not zero");
        return answer_of(carom::sweep(moving<N>(*ball), carom::HalfSpace<double, N>{direction, offset}),
                         *answer);
    });
}

carom_status carom_sweep_box(int dimension, const carom_ball* ball, const double* lower, const double* upper,
                             carom_sweep_answer* answer) {
    return ask(dimension, ball, ball, answer, [&](auto n) -> carom_status {
        constexpr int N = n;
        if (lower == nullptr || upper == nullptr) return bad(kNullPointer);
        for (int k = 0; k < N; ++k) {
            if (!std::isfinite(lower[k]) || !std::isfinite(upper[k]) || lower[k] > upper[k])
                return bad("lower and upper: they must be finite, and lower not above upper");
        }
        return answer_of(carom::sweep(moving<N>(*ball), carom::Box<double, N>{vec<N>(lower), vec<N>(upper)}),
                         *answer);
    });
}

carom_status carom_overlaps(int dimension, const carom_ball* a, const carom_ball* b, int32_t* answer) {
    return ask(dimension, a, b, answer, [&](auto n) {
        *answer = carom::overlaps(resting<n>(*a), resting<n>(*b)) ? 1 : 0;
        return CAROM_OK;
    });
}

carom_status carom_gap(int dimension, const carom_ball* a, const carom_ball* b, double* gap) {
    return ask(dimension, a, b, gap, [&](auto n) {
        *gap = carom::gap(resting<n>(*a), resting<n>(*b));
        return CAROM_OK;
    });
}

carom_status carom_closest_approach(int dimension, const carom_ball* a, const carom_ball* b, double* when,
                                    double* gap) {
    return ask(dimension, a, b, when, [&](auto n) -> carom_status {
        if (gap == nullptr) return bad(kNullPointer);
        const auto nearest = carom::closest_approach(moving<n>(*a), moving<n>(*b));
        *when = nearest.u;
        *gap = nearest.gap;
        return CAROM_OK;
    });
}

carom_status carom_bounce(int dimension, const carom_body* a, const carom_body* b, double restitution,
                          double* velocity_a, double* velocity_b) {
    return guarded([&] {
        return in_dimension(dimension, [&](auto n) -> carom_status {
            constexpr int N = n;
            if (a == nullptr || b == nullptr || velocity_a == nullptr || velocity_b == nullptr)
                return bad(kNullPointer);
            for (const carom_body* body : {a, b}) {
                if (!is_finite<N>(body->center) || !is_finite<N>(body->velocity) ||
                    !(body->inverse_mass >= 0) || !std::isfinite(body->inverse_mass))
                    return bad("a body has a number that is not finite, or a negative inverse mass");
            }
            if (!(restitution >= 0 && restitution <= 1)) return bad("restitution: it must be in [0, 1]");
            const auto body = [](const carom_body& from) {
                return carom::Body<double, N>{vec<N>(from.center), vec<N>(from.velocity), from.inverse_mass};
            };
            const auto after = carom::bounce(body(*a), body(*b), restitution);
            for (int k = 0; k < 3; ++k) {
                velocity_a[k] = k < N ? after.a[k] : 0;
                velocity_b[k] = k < N ? after.b[k] : 0;
            }
            return CAROM_OK;
        });
    });
}

carom_status carom_sweep_each(int dimension, const carom_ball_columns* a, const carom_ball_columns* b,
                              const carom_sweep_columns* answers, size_t* contacts) {
    return sweep_each_columns<double>(dimension, a, b, answers, contacts);
}

carom_status carom_sweep_each_float(int dimension, const carom_ball_columns_float* a,
                                    const carom_ball_columns_float* b,
                                    const carom_sweep_columns_float* answers, size_t* contacts) {
    return sweep_each_columns<float>(dimension, a, b, answers, contacts);
}

carom_status carom_sweep_all(int dimension, const carom_ball_columns* a, const carom_ball_columns* b,
                             const carom_sweep_columns* answers, size_t* contacts) {
    return sweep_all_columns<double>(dimension, a, b, answers, contacts);
}

carom_status carom_sweep_all_float(int dimension, const carom_ball_columns_float* a,
                                   const carom_ball_columns_float* b,
                                   const carom_sweep_columns_float* answers, size_t* contacts) {
    return sweep_all_columns<float>(dimension, a, b, answers, contacts);
}

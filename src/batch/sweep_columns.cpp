// Batches of sweeps: checks of the columns and rows, and the one-pair answer for lanes that are not decided.
#include "carom/batch/sweep_columns.hpp"

#include <algorithm>

#include "batch/lanes.hpp"
#include "batch/sweep_indexed.hpp"
#include "core/float_environment.hpp"
#include "core/instantiate.hpp"
#include "pair/frame_contact.hpp"
#include "pair/relative.hpp"

namespace carom {
namespace {

using detail::RawBalls;

template <class T, int N>
bool is_even(const BallColumns<T, N>& balls) {
    const std::size_t size = balls.radius.size();
    const auto has_size = [&](const std::span<const T>& column) { return column.size() == size; };
    const auto is_empty = [](const std::span<const T>& column) { return column.empty(); };
    const auto& w = balls.displacement;
    return std::all_of(balls.center.begin(), balls.center.end(), has_size) &&
           (std::all_of(w.begin(), w.end(), has_size) || std::all_of(w.begin(), w.end(), is_empty));
}

template <class T, int N>
bool is_even(const BallRows<T, N>& balls) {
    const std::size_t size = balls.radius.size();
    return balls.center.size() == size && (balls.displacement.size() == size || balls.displacement.empty());
}

template <class T>
bool has_size(const SweepColumns<T>& answer, std::size_t size) {
    return answer.state.size() == size && answer.first.size() == size && answer.last.size() == size;
}

template <class T, int N>
detail::Columns<T, N> raw(const std::array<std::span<const T>, std::size_t{N}>& columns) {
    detail::Columns<T, N> result;
    for (int k = 0; k < N; ++k) result.data[k] = columns[static_cast<std::size_t>(k)].data();
    return result;
}
template <class T, int N>
detail::Columns<T, N> raw(const std::span<const Vec<T, N>>& rows) {
    static_assert(sizeof(Vec<T, N>) == N * sizeof(T));
    detail::Columns<T, N> result;
    result.are_rows = true;
    for (int k = 0; k < N; ++k) result.data[k] = rows.empty() ? nullptr : &rows.front()[k];
    return result;
}
/// As columns and as rows.
template <class T, int N>
detail::Columns<T, N> zeros() {
    static constexpr std::array<T, N * detail::kMostLanes> kZeros{};
    detail::Columns<T, N> result;
    result.mask = 0;
    for (int k = 0; k < N; ++k) result.data[k] = kZeros.data();
    return result;
}
template <class T, int N>
bool rests(const BallColumns<T, N>& balls) {
    return balls.displacement[0].empty();
}
template <class T, int N>
bool rests(const BallRows<T, N>& balls) {
    return balls.displacement.empty();
}
template <template <class, int> class Balls, class T, int N>
RawBalls<T, N> raw(const Balls<T, N>& balls) {
    return {raw<T, N>(balls.center), balls.radius.data(),
            rests(balls) ? zeros<T, N>() : raw<T, N>(balls.displacement)};
}

/// One ball for all places.
template <class T, int N>
class Repeated {
public:
    explicit Repeated(const MovingBall<T, N>& ball) {
        copies_[0].fill(ball.radius);
        for (int k = 0; k < N; ++k) {
            center(k).fill(ball.center[k]);
            displacement(k).fill(ball.displacement[k]);
        }
    }
    RawBalls<T, N> raw() {
        RawBalls<T, N> result;
        result.center.mask = result.displacement.mask = 0;
        result.radius = copies_[0].data();
        for (int k = 0; k < N; ++k) {
            result.center.data[k] = center(k).data();
            result.displacement.data[k] = displacement(k).data();
        }
        return result;
    }

private:
    using Copies = std::array<T, detail::kMostLanes>;
    Copies& center(int k) { return copies_[1 + static_cast<std::size_t>(k)]; }
    Copies& displacement(int k) { return copies_[1 + N + static_cast<std::size_t>(k)]; }

    std::array<Copies, 1 + 2 * N> copies_;
};

}  // namespace

namespace detail {
namespace {

template <class T, int N>
MovingBall<T, N> ball_at(const RawBalls<T, N>& balls, std::size_t place) {
    MovingBall<T, N> ball;
    ball.radius = *balls.radius_of(place);
    for (int k = 0; k < N; ++k) {
        ball.center[k] = *balls.center.of(place, k);
        ball.displacement[k] = *balls.displacement.of(place, k);
    }
    return ball;
}

template <class T, int N>
std::size_t sweep_one_pair(const MovingBall<T, N>& a, const MovingBall<T, N>& b, const AnswerColumns<T>& to,
                           std::size_t place) {
    const auto in = contact_in_frame<T, N>(PairMotion<T, N>{a, b});
    to.state[place] = in.state;
    to.first[place] = static_cast<T>(in.first);
    to.last[place] = static_cast<T>(in.last);
    return in.state == ContactState::apart ? 0 : 1;
}
template <class T, int N>
std::size_t sweep_place(const ColumnSweep<T, N>& job, std::size_t place) {
    return sweep_one_pair(ball_at(job.a, place), ball_at(job.b, place), job.to, place);
}

template <class T, int N, int Side>
MovingBall<T, N> ball_in(const BallArray<T, N, Side>& balls, std::uint32_t index) {
    constexpr int kStep = BallArray<T, N, Side>::kStep;
    const T* const numbers = balls.of(index);
    MovingBall<T, N> ball;
    ball.radius = numbers[N * kStep];
    for (int k = 0; k < N; ++k) {
        ball.center[k] = numbers[k * kStep];
        ball.displacement[k] = numbers[(N + 1 + k) * kStep];
    }
    return ball;
}
template <class T, int N, int Side>
std::size_t sweep_listed(const IndexedSweep<T, N, Side>& job, std::size_t place) {
    return sweep_one_pair(ball_in(job.balls, job.a[place]), ball_in(job.balls, job.b[place]), job.to, place);
}

template <class T, int N>
std::size_t sweep_raw(const RawBalls<T, N>& a, const RawBalls<T, N>& b, const SweepColumns<T>& answer,
                      InstructionSet set) {
    const ColumnSweep<T, N> job{a,
                                b,
                                answer.state.size(),
                                {answer.state.data(), answer.first.data(), answer.last.data()},
                                sweep_place<T, N>};
    return for_instruction_set(set, [&]<InstructionSet Set>() { return sweep_in_lanes<Set>(job); });
}

}  // namespace

template <class T, int N, int Side>
std::size_t sweep_indexed(IndexedSweep<T, N, Side> job, InstructionSet set) {
    job.sweep_place = sweep_listed<T, N, Side>;
    return for_instruction_set(set, [&]<InstructionSet Set>() { return sweep_in_lanes<Set>(job); });
}

}  // namespace detail

template <template <class, int> class Balls, class T, int N>
Result<std::size_t, ColumnError> sweep_each(const Balls<T, N>& a, const Balls<T, N>& b,
                                            const SweepColumns<T>& answer, InstructionSet set) {
    const detail::DefaultFloatEnvironment environment;
    if (!is_even(a) || !is_even(b)) return ColumnError::ball_columns_differ;
    if (a.radius.size() != b.radius.size()) return ColumnError::sets_differ;
    if (!has_size(answer, b.radius.size())) return ColumnError::answer_columns_differ;
    return detail::sweep_raw(raw(a), raw(b), answer, set);
}

template <template <class, int> class Balls, class T, int N>
Result<std::size_t, ColumnError> sweep_one(const MovingBall<T, N>& a, const Balls<T, N>& b,
                                           const SweepColumns<T>& answer, InstructionSet set) {
    const detail::DefaultFloatEnvironment environment;
    if (!is_even(b)) return ColumnError::ball_columns_differ;
    if (!has_size(answer, b.radius.size())) return ColumnError::answer_columns_differ;
    return detail::sweep_raw(Repeated<T, N>(a).raw(), raw(b), answer, set);
}

template <template <class, int> class Balls, class T, int N>
Result<std::size_t, ColumnError> sweep_all(const Balls<T, N>& a, const Balls<T, N>& b,
                                           const SweepColumns<T>& answer, InstructionSet set) {
    const detail::DefaultFloatEnvironment environment;
    if (!is_even(a) || !is_even(b)) return ColumnError::ball_columns_differ;
    const std::size_t columns = b.radius.size();
    if (!has_size(answer, a.radius.size() * columns)) return ColumnError::answer_columns_differ;
    std::size_t contacts = 0;
    for (std::size_t i = 0; i < a.radius.size(); ++i) {
        Repeated<T, N> ball(detail::ball_at(raw(a), i));
        const SweepColumns<T> row{answer.state.subspan(i * columns, columns),
                                  answer.first.subspan(i * columns, columns),
                                  answer.last.subspan(i * columns, columns)};
        contacts += detail::sweep_raw(ball.raw(), raw(b), row, set);
    }
    return contacts;
}

#define CAROM_INSTANTIATE_FOR(Balls, T, N)                                                           \
    template Result<std::size_t, ColumnError> sweep_each(const Balls<T, N>&, const Balls<T, N>&,     \
                                                         const SweepColumns<T>&, InstructionSet);    \
    template Result<std::size_t, ColumnError> sweep_one(const MovingBall<T, N>&, const Balls<T, N>&, \
                                                        const SweepColumns<T>&, InstructionSet);     \
    template Result<std::size_t, ColumnError> sweep_all(const Balls<T, N>&, const Balls<T, N>&,      \
                                                        const SweepColumns<T>&, InstructionSet);
#define CAROM_INSTANTIATE(T, N)                                                                 \
    CAROM_INSTANTIATE_FOR(BallColumns, T, N)                                                    \
    CAROM_INSTANTIATE_FOR(BallRows, T, N)                                                       \
    template std::size_t detail::sweep_indexed(detail::IndexedSweep<T, N, 1>, InstructionSet);  \
    template std::size_t detail::sweep_indexed(detail::IndexedSweep<T, N, 16>, InstructionSet); \
    template std::size_t detail::sweep_indexed(detail::IndexedSweep<T, N, detail::kInRows>, InstructionSet);
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)
#undef CAROM_INSTANTIATE
#undef CAROM_INSTANTIATE_FOR

}  // namespace carom

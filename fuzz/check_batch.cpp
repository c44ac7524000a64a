// A batch gives the bits of sweep, with every instruction set of this machine.
#include <algorithm>
#include <vector>

#include "carom/batch/sweep_columns.hpp"
#include "checks.hpp"
#include "core/instantiate.hpp"
#include "expect.hpp"
#include "support/rows_of_balls.hpp"
#include "support/same_bits.hpp"
#include "things.hpp"

namespace carom::fuzz {
namespace {

template <class T, int N>
using Balls = std::vector<MovingBall<T, N>>;

/// A set of balls in columns.
template <class T, int N>
class Columns {
public:
    explicit Columns(const Balls<T, N>& balls) {
        for (const MovingBall<T, N>& ball : balls) {
            radius_.push_back(ball.radius);
            for (std::size_t k = 0; k < N; ++k) {
                center_[k].push_back(ball.center.coordinates[k]);
                displacement_[k].push_back(ball.displacement.coordinates[k]);
            }
        }
    }
    BallColumns<T, N> view() const {
        BallColumns<T, N> columns = resting_view();
        for (std::size_t k = 0; k < N; ++k) columns.displacement[k] = displacement_[k];
        return columns;
    }
    BallColumns<T, N> resting_view() const {
        BallColumns<T, N> columns;
        for (std::size_t k = 0; k < N; ++k) columns.center[k] = center_[k];
        columns.radius = radius_;
        return columns;
    }

private:
    std::array<std::vector<T>, static_cast<std::size_t>(N)> center_, displacement_;
    std::vector<T> radius_;
};

/// Answer columns, filled with what no answer is.
template <class T>
struct Answers {
    explicit Answers(std::size_t count) : state(count, ContactState{77}), first(count, -1), last(count, -1) {}
    SweepColumns<T> view() { return {state, first, last}; }

    std::vector<ContactState> state;
    std::vector<T> first, last;
};

template <class T, int N>
void check_answers(const Balls<T, N>& a, const Balls<T, N>& b, const Answers<T>& answers,
                   const Result<std::size_t, ColumnError>& count, const char* how) {
    std::size_t touching = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const Sweep<T, N> s = sweep(a[i], b[i]);
        if (s) ++touching;
        const bool same = answers.state[i] == s.state && same_bits(answers.first[i], s.first) &&
                          same_bits(answers.last[i], s.last);
        expect(same, "a batch gives the bits of sweep", how, i, a.size(), a[i], b[i], s, answers.state[i],
               answers.first[i], answers.last[i]);
    }
    expect(count && *count == touching, "a batch counts the pairs in contact", how, touching);
}

template <class T, int N>
void check_with(InstructionSet set, const Balls<T, N>& a, const Balls<T, N>& b) {
    const Columns<T, N> columns_a(a);
    const Columns<T, N> columns_b(b);
    Answers<T> each(a.size());
    const auto moving = sweep_each(columns_a.view(), columns_b.view(), each.view(), set);
    check_answers(a, b, each, moving, name(set));

    RowsOfBalls<T, N> rows_a;
    RowsOfBalls<T, N> rows_b;
    for (const MovingBall<T, N>& ball : a) rows_a.add(ball);
    for (const MovingBall<T, N>& ball : b) rows_b.add(ball);
    const auto in_rows = sweep_each(rows_a.view(), rows_b.view(), each.view(), set);
    check_answers(a, b, each, in_rows, name(set));

    Balls<T, N> resting = b;
    for (MovingBall<T, N>& ball : resting) ball.displacement = {};
    const auto against_resting = sweep_each(columns_a.view(), columns_b.resting_view(), each.view(), set);
    check_answers(a, resting, each, against_resting, name(set));

    Answers<T> one(b.size());
    const auto of_one = sweep_one(a.front(), columns_b.view(), one.view(), set);
    check_answers(Balls<T, N>(b.size(), a.front()), b, one, of_one, name(set));

    Balls<T, N> all_a;
    Balls<T, N> all_b;
    for (const MovingBall<T, N>& ball : a) {
        all_a.insert(all_a.end(), b.size(), ball);
        all_b.insert(all_b.end(), b.begin(), b.end());
    }
    Answers<T> all(all_a.size());
    const auto of_all = sweep_all(columns_a.view(), columns_b.view(), all.view(), set);
    check_answers(all_a, all_b, all, of_all, name(set));
}

}  // namespace

template <class T, int N>
void check_batch(Query<T, N>& query) {
    Balls<T, N> a;
    Balls<T, N> b;
    for (int count = 1 + query.choice(4); count > 0; --count) {
        a.push_back(query.moving_ball());
        b.push_back(query.moving_ball_near(a.back()));
    }
    // More pairs than drawn, so that some fill all lanes and some do not.
    for (int more = query.choice(20); more > 0; --more) {
        const MovingBall<T, N> again_a = a[a.size() / 2];
        const MovingBall<T, N> again_b = b[a.size() / 3];
        a.push_back(again_a);
        b.push_back(again_b);
    }
    for (const InstructionSet set :
         {InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512}) {
        if (is_available(set)) check_with(set, a, b);
    }
}

#define CAROM_INSTANTIATE(T, N) template void check_batch(Query<T, N>& query);
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)

}  // namespace carom::fuzz

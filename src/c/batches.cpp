// Many pairs in columns.
#include "c/ball_columns.hpp"
#include "c/call.hpp"
#include "carom/batch/sweep_columns.hpp"

namespace carom::c {
namespace {

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
    if (!found) return say_fixed(CAROM_INTERNAL_ERROR, "the columns differ in length");
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

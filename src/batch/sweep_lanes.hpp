// Batches in packs: a coarse sieve for all lanes; what it leaves waits until a pack is full, then goes
// through the same filter and the same times as one pair (pair/contact_filter.hpp, pair/contact_times.hpp),
// so the bits are the same. Lanes that the filter cannot decide are finished one at a time, exactly.
//
// Everything here depends on the width, so that code compiled for one instruction set never serves another.
#pragma once

#include <cstring>

#include "batch/coarse_filter.hpp"
#include "batch/indexed_lanes.hpp"
#include "batch/lane_answer.hpp"
#include "batch/lanes.hpp"
#include "core/prefetch.hpp"
#include "math/row_packs.hpp"

namespace carom::detail {

/// What does not depend on the width by itself.
template <int W>
struct LaneTools {
    static std::size_t lowest(unsigned bits) { return static_cast<std::size_t>(__builtin_ctz(bits)); }

    template <class T>
    static void set_apart(const AnswerColumns<T>& to, std::size_t place, std::size_t size) {
        std::memset(to.state + place, static_cast<int>(ContactState::apart), size);
        std::memset(to.first + place, 0, size * sizeof(T));
        std::memset(to.last + place, 0, size * sizeof(T));
    }
};

/// The pair at one place of columns or rows.
template <int W, class T, int N, bool RowsA, bool RowsB>
class ColumnPair {
public:
    using Job = ColumnSweep<T, N>;
    ColumnPair() = default;
    ColumnPair(const Job& job, std::size_t place) : job_(&job), place_(place) {}

    T a(int k) const { return number<RowsA>(job_->a, k); }
    T b(int k) const { return number<RowsB>(job_->b, k); }
    T a_move(int k) const { return *job_->a.displacement.template of<RowsA>(place_, k); }
    T b_move(int k) const { return *job_->b.displacement.template of<RowsB>(place_, k); }

private:
    template <bool Rows>
    T number(const RawBalls<T, N>& from, int k) const {
        return k < N ? *from.center.template of<Rows>(place_, k) : *from.radius_of(place_);
    }

    const Job* job_ = nullptr;
    std::size_t place_ = 0;
};

/// Pairs that wait until W of them can be swept side by side. `Pair` gives the coordinates of the centres
/// and, as number N, the radii.
template <int W, class T, int N, class Pair>
class WaitingPairs : LaneTools<W> {
public:
    using Job = typename Pair::Job;
    explicit WaitingPairs(const Job& job) : job_(job) {}

    void note(std::size_t place) {
        place_[waiting_] = place;
        pair_[waiting_] = Pair(job_, place);
        if (++waiting_ == W) finish();
    }
    /// Sweeps those that still wait; returns all contacts.
    std::size_t end() {
        if (waiting_ > 0) finish();
        return contacts_;
    }

private:
    using Real = Pack<double, W>;
    using LaneTools<W>::lowest;

    template <class F>
    Real gathered(F number) const {
        return gather<W>([&](int lane) { return number(pair_[lane]); });
    }
    RelativeMotion<TwoTermOf<Real>, N> motion() const {
        RelativeMotion<TwoTermOf<Real>, N> m;
        for (int k = 0; k < N; ++k) {
            m.d[k] = difference(gathered([&](const Pair& x) { return x.b(k); }),
                                gathered([&](const Pair& x) { return x.a(k); }));
            m.w[k] = difference(gathered([&](const Pair& x) { return x.b_move(k); }),
                                gathered([&](const Pair& x) { return x.a_move(k); }));
        }
        m.r = two_sum(gathered([](const Pair& x) { return x.a(N); }),
                      gathered([](const Pair& x) { return x.b(N); }));
        return m;
    }

    [[gnu::noinline, gnu::flatten]] void finish() {
        for (int k = waiting_; k < W; ++k) pair_[k] = pair_[0];
        const RelativeMotion<TwoTermOf<Real>, N> m = motion();
        const LaneAnswer<W, T, N> answer(m);
        const unsigned lanes = (1U << waiting_) - 1;
        const unsigned touch = answer.touch() & lanes;
        if (touch != 0) write(touch, answer.overlap(), answer.times());
        for (unsigned near = ~(touch | answer.apart()) & lanes; near != 0; near &= near - 1) {
            contacts_ += job_.sweep_place(job_, place_[lowest(near)]);
        }
        waiting_ = 0;
    }

    void write(unsigned touch, unsigned overlap, const Roots<Real>& in) {
        double first[W];
        double last[W];
        store(first, in.first);
        store(last, in.last);
        for (; touch != 0; touch &= touch - 1) {
            ++contacts_;
            const std::size_t lane = lowest(touch);
            const std::size_t place = place_[lane];
            job_.to.state[place] =
                ((overlap >> lane) & 1U) != 0 ? ContactState::overlapping : ContactState::will_touch;
            job_.to.first[place] = static_cast<T>(first[lane]);
            job_.to.last[place] = static_cast<T>(last[lane]);
        }
    }

    const Job& job_;
    std::size_t contacts_ = 0;
    int waiting_ = 0;
    std::size_t place_[W]{};
    Pair pair_[W];
};

/// W doubles fill a register. The balls of a and of b lie in rows or in columns.
template <int W, class T, int N, bool RowsA, bool RowsB>
class LaneSweep : LaneTools<W> {
public:
    explicit LaneSweep(const ColumnSweep<T, N>& job) : job_(job), waiting_(job_) {}

    /// The number of contacts.
    [[gnu::flatten]] std::size_t run() {
        const std::size_t size = job_.size;
        std::size_t place = 0;
        for (; place + kWide <= size; place += kWide) sieve(place);
        if (place < size) set_apart(job_.to, place, size - place);
        for (; place < size; ++place) waiting_.note(place);
        return waiting_.end();
    }

private:
    using LaneTools<W>::lowest;
    using LaneTools<W>::set_apart;
    static constexpr int kWide = std::is_same_v<T, float> ? 2 * W : W;
    using Wide = Pack<T, kWide>;

    /// Columns from memory: fifteen streams are more than the hardware follows by itself.
    static Wide streamed(const T* from) {
        constexpr std::size_t ahead = 1024 / sizeof(T);
        if constexpr (kWide * sizeof(T) == 64) prefetch_line(from + ahead);
        return load<T, kWide>(from);
    }
    template <bool Rows>
    static Vec<Wide, N> read(const Columns<T, N>& from, std::size_t place) {
        if constexpr (Rows) {
            return split_rows<kWide, N>(from.template of<true>(place, 0), streamed);
        } else {
            Vec<Wide, N> result;
            for (int k = 0; k < N; ++k) result[k] = streamed(from.template of<false>(place, k));
            return result;
        }
    }
    Wide reach(std::size_t place) const {
        return streamed(job_.a.radius_of(place)) + streamed(job_.b.radius_of(place));
    }

    [[gnu::always_inline]] void sieve(std::size_t place) {
        set_apart(job_.to, place, kWide);
        const RawBalls<T, N>&a = job_.a, &b = job_.b;
        const RelativeMotion<Wide, N> m{
            read<RowsB>(b.center, place) - read<RowsA>(a.center, place),
            read<RowsB>(b.displacement, place) - read<RowsA>(a.displacement, place), reach(place)};
        unsigned left = ~bits_of(surely_apart<T>(m)) & ((1U << kWide) - 1);
        for (; left != 0; left &= left - 1) waiting_.note(place + lowest(left));
    }

    const ColumnSweep<T, N> job_;
    WaitingPairs<W, T, N, ColumnPair<W, T, N, RowsA, RowsB>> waiting_;
};

template <int W, class T, int N>
std::size_t run_in_lanes(const ColumnSweep<T, N>& job) {
    if (!job.b.center.are_rows) return LaneSweep<W, T, N, false, false>(job).run();
    return job.a.center.are_rows ? LaneSweep<W, T, N, true, true>(job).run()
                                 : LaneSweep<W, T, N, false, true>(job).run();
}
template <int W, class T, int N, int Side>
std::size_t run_in_lanes(const IndexedSweep<T, N, Side>& job) {
    return IndexedLanes<W, T, N, Side>(job).run();
}

template <InstructionSet Set, class Job>
std::size_t sweep_in_lanes(const Job& job) {
    return run_in_lanes<lanes_of(Set)>(job);
}

}  // namespace carom::detail

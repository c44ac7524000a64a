// Batches in packs: a coarse sieve for all lanes; what it leaves waits until a pack is full, then goes
// through the same filter and the same times as one pair (pair/contact_filter.hpp, pair/contact_times.hpp),
// so the bits are the same. Lanes that the filter cannot decide are finished one at a time, exactly.
//
// Everything here depends on the width, so that code compiled for one instruction set never serves another.
#pragma once

#include <cstring>

#include "batch/coarse_filter.hpp"
#include "batch/lanes.hpp"
#include "batch/pack.hpp"
#include "pair/contact_filter.hpp"
#include "pair/contact_times.hpp"

namespace carom::detail {

/// W doubles fill a register.
template <int W, class T, int N>
class LaneSweep {
public:
    explicit LaneSweep(const ColumnSweep<T, N>& job) : job_(job) {}

    /// The number of contacts.
    std::size_t run() {
        const std::size_t size = job_.size;
        std::size_t place = 0;
        for (; place + kWide <= size; place += kWide) sieve(place);
        if (place < size) set_apart(place, size - place);
        for (; place < size; ++place) note(place);
        if (waiting_ > 0) finish();
        return contacts_;
    }

private:
    using Real = Pack<double, W>;
    static constexpr int kWide = std::is_same_v<T, float> ? 2 * W : W;
    using Wide = Pack<T, kWide>;

    /// Columns from memory: fifteen streams are more than the hardware follows by itself.
    static Wide streamed(const T* from) {
        constexpr std::size_t ahead = 1024 / sizeof(T);
        if constexpr (kWide * sizeof(T) == 64) __builtin_prefetch(from + ahead);
        return load<T, kWide>(from);
    }
    template <int Count>
    static Vec<Wide, N> span(const Columns<T, Count>& x, const Columns<T, Count>& y, std::size_t place) {
        const std::size_t in_x = place & x.mask;
        const std::size_t in_y = place & y.mask;
        Vec<Wide, N> result;
        for (int k = 0; k < N; ++k) result[k] = streamed(y.data[k] + in_y) - streamed(x.data[k] + in_x);
        return result;
    }
    Wide reach(std::size_t place) const {
        const Columns<T, N + 1>& a = job_.a.ball;
        const Columns<T, N + 1>& b = job_.b.ball;
        return streamed(a.data[N] + (place & a.mask)) + streamed(b.data[N] + (place & b.mask));
    }

    void set_apart(std::size_t place, std::size_t size) {
        std::memset(job_.state + place, static_cast<int>(ContactState::apart), size);
        std::memset(job_.first + place, 0, size * sizeof(T));
        std::memset(job_.last + place, 0, size * sizeof(T));
    }

    [[gnu::flatten]] void sieve(std::size_t place) {
        set_apart(place, kWide);
        const RelativeMotion<Wide, N> m{span(job_.a.ball, job_.b.ball, place),
                                        span(job_.a.displacement, job_.b.displacement, place), reach(place)};
        unsigned left = ~bits_of(surely_apart<T>(m)) & ((1U << kWide) - 1);
        for (; left != 0; left &= left - 1) note(place + lowest(left));
    }

    static std::size_t lowest(unsigned bits) { return static_cast<std::size_t>(__builtin_ctz(bits)); }

    void note(std::size_t place) {
        place_[waiting_] = place;
        if (++waiting_ == W) finish();
    }

    /// One number of each waiting pair.
    template <int Count>
    Real gathered(const Columns<T, Count>& from, int k) const {
        const T* const column = from.data[k];
        return gather<W>([&](int lane) { return static_cast<double>(column[place_[lane] & from.mask]); });
    }
    template <int Count>
    Vec<TwoTermOf<Real>, N> exact_span(const Columns<T, Count>& x, const Columns<T, Count>& y) const {
        Vec<TwoTermOf<Real>, N> result;
        for (int k = 0; k < N; ++k) result[k] = difference(gathered(y, k), gathered(x, k));
        return result;
    }

    [[gnu::noinline, gnu::flatten]] void finish() {
        for (int k = waiting_; k < W; ++k) place_[k] = place_[0];
        const RelativeMotion<TwoTermOf<Real>, N> m{
            exact_span(job_.a.ball, job_.b.ball), exact_span(job_.a.displacement, job_.b.displacement),
            two_sum(gathered(job_.a.ball, N), gathered(job_.b.ball, N))};
        const RelativeMotion<Real, N> plain{leading(m.d), leading(m.w), m.r.hi};
        const Filtered<Real> f = filtered(plain, Real(1.0), Real(kTimeSlack<T>));
        const unsigned lanes = (1U << waiting_) - 1;
        const unsigned touch = bits_of(f.touch) & lanes;
        if (touch != 0) write(touch, bits_of(f.overlap), times(m, f));
        for (unsigned near = ~(touch | bits_of(f.apart)) & lanes; near != 0; near &= near - 1) {
            contacts_ += job_.sweep_place(job_, place_[lowest(near)]);
        }
        waiting_ = 0;
    }

    static Vec<Real, N> leading(const Vec<TwoTermOf<Real>, N>& x) {
        Vec<Real, N> result;
        for (int k = 0; k < N; ++k) result[k] = x[k].hi;
        return result;
    }

    static Roots<Real> times(const RelativeMotion<TwoTermOf<Real>, N>& m, const Filtered<Real>& f) {
        if constexpr (std::is_same_v<T, float>) {
            return clipped(roots(f.a, f.b, f.c, f.disc), f.overlap, f.stays);
        } else {
            const Quadratic<Real, N> q = quadratic(m);
            return clipped(roots(q.a, q.b, q.c, q.disc), f.overlap, f.stays);
        }
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
            job_.state[place] =
                ((overlap >> lane) & 1U) != 0 ? ContactState::overlapping : ContactState::will_touch;
            job_.first[place] = static_cast<T>(first[lane]);
            job_.last[place] = static_cast<T>(last[lane]);
        }
    }

    const ColumnSweep<T, N> job_;
    std::size_t contacts_ = 0;
    int waiting_ = 0;
    std::size_t place_[W]{};
};

template <InstructionSet Set, class T, int N>
std::size_t sweep_in_lanes(const ColumnSweep<T, N>& job) {
    return LaneSweep<lanes_of(Set), T, N>(job).run();
}

}  // namespace carom::detail

// Batches in packs: a coarse sieve for all lanes; what it leaves waits until a pack is full, then goes
// through the same filter and the same times as one pair (pair/contact_filter.hpp, pair/contact_times.hpp),
// so the bits are the same. Lanes that the filter cannot decide are finished one at a time, exactly.
//
// Everything here depends on the width, so that code compiled for one instruction set never serves another.
#pragma once

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
        set_apart(place, size - place);
        for (; place < size; ++place) note(place);
        if (waiting_ > 0) finish();
        return contacts_;
    }

private:
    using Real = Pack<double, W>;
    static constexpr int kWide = W * static_cast<int>(sizeof(double) / sizeof(T));
    using Wide = Pack<T, kWide>;

    /// Columns from memory: fifteen streams are more than the hardware follows by itself.
    static Wide streamed(const Column<T>& column, std::size_t place) {
        constexpr std::size_t ahead = 1024 / sizeof(T);
        __builtin_prefetch(column.at(place + ahead));
        return load<T, kWide>(column.at(place));
    }
    static Vec<Wide, N> span(const Vec<Column<T>, N>& x, const Vec<Column<T>, N>& y, std::size_t place) {
        Vec<Wide, N> result;
        for (int k = 0; k < N; ++k) {
            result[k] = streamed(y[k], place) - streamed(x[k], place);
        }
        return result;
    }

    void set_apart(std::size_t place, std::size_t size) {
        std::memset(job_.state + place, static_cast<int>(ContactState::apart), size);
        std::memset(job_.first + place, 0, size * sizeof(T));
        std::memset(job_.last + place, 0, size * sizeof(T));
    }

    void sieve(std::size_t place) {
        set_apart(place, kWide);
        const RelativeMotion<Wide, N> m{span(job_.a.center, job_.b.center, place),
                                        span(job_.a.displacement, job_.b.displacement, place),
                                        streamed(job_.a.radius, place) + streamed(job_.b.radius, place)};
        unsigned left = ~bits_of(surely_apart<T>(m)) & ((1U << kWide) - 1);
        for (; left != 0; left &= left - 1) note(place + lowest(left));
    }

    static std::size_t lowest(unsigned bits) { return static_cast<std::size_t>(__builtin_ctz(bits)); }

    void note(std::size_t place) {
        place_[waiting_] = place;
        if (++waiting_ == W) finish();
    }

    /// One number of each waiting pair.
    Real gathered(const Column<T>& column) const {
        return gather<W>([&](int lane) { return static_cast<double>(*column.at(place_[lane])); });
    }
    Vec<TwoTermOf<Real>, N> exact_span(const Vec<Column<T>, N>& x, const Vec<Column<T>, N>& y) const {
        Vec<TwoTermOf<Real>, N> result;
        for (int k = 0; k < N; ++k) result[k] = difference(gathered(y[k]), gathered(x[k]));
        return result;
    }

    void finish() {
        for (int k = waiting_; k < W; ++k) place_[k] = place_[0];
        const RelativeMotion<TwoTermOf<Real>, N> m{exact_span(job_.a.center, job_.b.center),
                                                   exact_span(job_.a.displacement, job_.b.displacement),
                                                   two_sum(gathered(job_.a.radius), gathered(job_.b.radius))};
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

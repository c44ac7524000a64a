// Sweeps of pairs out of an array, in packs.
//
// Everything here depends on the width, so that code compiled for one instruction set never serves another.
#pragma once

#include <algorithm>

#include "batch/column_sweep.hpp"
#include "batch/lane_answer.hpp"
#include "math/row_lanes.hpp"

namespace carom::detail {

template <int W, class T, int N, int Side>
class IndexedLanes {
public:
    explicit IndexedLanes(const IndexedSweep<T, N, Side>& job) : job_(job) {}

    /// The number of contacts.
    [[gnu::flatten]] std::size_t run() {
        std::size_t contacts = 0;
        for (std::size_t at = 0; at < job_.size; at += W) contacts += sweep(at);
        return contacts;
    }

private:
    using Answer = LaneAnswer<W, T, N>;
    using Real = typename Answer::Real;
    using Array = BallArray<T, N, Side>;
    static constexpr int kNumbers = static_cast<int>(Array::kNumbers);
    static constexpr bool kHasRows = std::is_same_v<T, float> && Side == kInRows && W >= 4;

    [[gnu::always_inline]] std::size_t sweep(std::size_t at) {
        const std::size_t size = std::min<std::size_t>(W, job_.size - at);
        const T* a[W];
        const T* b[W];
        for (std::size_t lane = 0; lane < W; ++lane) {
            const std::size_t place = lane < size ? at + lane : at;
            a[lane] = job_.balls.of(job_.a[place]);
            b[lane] = job_.balls.of(job_.b[place]);
        }
        const typename Answer::Motion m = motion(a, b);
        const Answer answer(m);
        const unsigned lanes = (1U << size) - 1;
        const unsigned touch = answer.touch() & lanes;
        write(at, touch, answer.overlap() & touch, answer.times());
        auto contacts = static_cast<std::size_t>(__builtin_popcount(touch));
        for (unsigned near = ~(touch | answer.apart()) & lanes; near != 0; near &= near - 1) {
            contacts += job_.sweep_place(job_, at + static_cast<std::size_t>(__builtin_ctz(near)));
        }
        return contacts;
    }

    [[gnu::always_inline]] static typename Answer::Motion motion(const T* const* a, const T* const* b) {
        Real x[kNumbers], y[kNumbers];
        read(a, x);
        read(b, y);
        typename Answer::Motion m;
        for (int k = 0; k < N; ++k) {
            m.d[k] = difference(y[k], x[k]);
            m.w[k] = difference(y[N + 1 + k], x[N + 1 + k]);
        }
        m.r = two_sum(x[N], y[N]);
        return m;
    }

    [[gnu::always_inline]] static void read(const T* const* balls, Real* numbers) {
        if constexpr (kHasRows) {
            typename RowLanes<W>::Lanes columns[RowLanes<W>::kColumns];
            RowLanes<W>::transpose([&](int lane) { return balls[lane]; }, columns);
            for (int k = 0; k < kNumbers; ++k) {
                numbers[k] = Real(__builtin_convertvector(columns[k], typename Real::Lanes));
            }
        } else {
            for (int k = 0; k < kNumbers; ++k) {
                numbers[k] = gather<W>([&](int lane) { return balls[lane][k * Array::kStep]; });
            }
        }
    }

    /// All lanes at once, whether they touch or not: that is hard to foresee.
    [[gnu::always_inline]] void write(std::size_t at, unsigned touch, unsigned overlap,
                                      const Roots<Real>& in) const {
        using Narrow = typename PackTypes<T, W>::Lanes;
        const Narrow first = __builtin_convertvector(in.first.lanes, Narrow);
        const Narrow last = __builtin_convertvector(in.last.lanes, Narrow);
        std::memcpy(job_.to.first + at, &first, sizeof first);
        std::memcpy(job_.to.last + at, &last, sizeof last);
        constexpr unsigned more = static_cast<unsigned>(ContactState::overlapping) - 1;
        static_assert(static_cast<unsigned>(ContactState::will_touch) == 1);
        for (std::size_t lane = 0; lane < W; ++lane) {
            const unsigned state = (touch >> lane & 1) + more * (overlap >> lane & 1);
            job_.to.state[at + lane] = static_cast<ContactState>(state);
        }
    }

    const IndexedSweep<T, N, Side>& job_;
};

}  // namespace carom::detail

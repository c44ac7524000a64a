// From candidates to contacts: filters, then the exact sweep in batches.
#pragma once

#include <algorithm>

#include "batch/sweep_indexed.hpp"
#include "carom/frame/frame_contact_finder.hpp"
#include "frame/place.hpp"
#include "frame/read_balls.hpp"

namespace carom::detail {

/// True when the filter lets the two balls touch.
class PairCheck {
public:
    explicit PairCheck(const PairFilter& filter)
        : filter_(filter), has_bits_(filter.group.data != nullptr || filter.mask.data != nullptr) {}

    bool passes_all() const { return !has_bits_ && filter_.ignored.empty(); }
    bool passes(std::uint32_t a, std::uint32_t b) const {
        if (has_bits_ && ((group(a) & mask(b)) == 0 || (group(b) & mask(a)) == 0)) return false;
        return filter_.ignored.empty() || !std::binary_search(filter_.ignored.begin(), filter_.ignored.end(),
                                                              std::pair{std::min(a, b), std::max(a, b)});
    }

private:
    std::uint32_t mask(std::uint32_t ball) const { return bits(filter_.mask, ball); }
    std::uint32_t group(std::uint32_t ball) const { return bits(filter_.group, ball); }
    static std::uint32_t bits(const Strided<std::uint32_t>& column, std::uint32_t ball) {
        return column.data == nullptr ? ~std::uint32_t{0} : *element(column, ball);
    }

    PairFilter filter_;
    bool has_bits_;
};

/// Turns candidates into contacts.
template <class T, int N>
class ExactPairs {
public:
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): answers are written before they are read
    ExactPairs(const PlacedBalls<T, N>& balls, const PairCheck& check, InstructionSet set)
        : balls_(balls), check_(check), set_(set) {}

    /// Takes the candidates out; appends at most `Candidates::kRoom` contacts at `to`, and returns their
    /// number.
    std::size_t take(Candidates& candidates, FrameContact<T>* to) {
        if (!check_.passes_all()) drop_filtered(candidates);
        const std::size_t size = std::exchange(candidates.size, 0);
        static_assert(sizeof(BallRow<T, N>) == (2 * N + 2) * sizeof(T), "as BallArray has it with kInRows");
        if (balls_.rows != nullptr) {
            sweep<kInRows>(balls_.rows, candidates, size);
        } else if (balls_.blocks != nullptr) {
            sweep<kBlock>(balls_.blocks, candidates, size);
        } else {
            sweep<1>(balls_.balls, candidates, size);
        }
        candidates_ += size;
        if (balls_.rows != nullptr) {
            return write(
                candidates, size, [&](std::uint32_t place) { return balls_.rows[place].number; }, to);
        }
        return write(
            candidates, size, [&](std::uint32_t place) { return balls_.numbers[place]; }, to);
    }

    /// Those that came to the sweep.
    std::size_t candidates() const { return candidates_; }

private:
    template <int Side, class Balls>
    void sweep(const Balls* balls, const Candidates& candidates, std::size_t size) {
        const BallArray<T, N, Side> array{reinterpret_cast<const T*>(balls)};
        sweep_indexed(
            IndexedSweep<T, N, Side>{
                array, candidates.a, candidates.b, size, {state_, first_, last_}, nullptr},
            set_);
    }

    /// Without a branch: whether there is contact is hard to foresee.
    template <class Number>
    std::size_t write(const Candidates& candidates, std::size_t size, const Number& number,
                      FrameContact<T>* to) const {
        std::size_t found = 0;
        for (std::size_t i = 0; i < size; ++i) {
            const std::uint32_t a = number(candidates.a[i]);
            const std::uint32_t b = number(candidates.b[i]);
            to[found] = {std::min(a, b), std::max(a, b), first_[i], last_[i], state_[i]};
            found += state_[i] == ContactState::apart ? 0 : 1;
        }
        return found;
    }

    void drop_filtered(Candidates& candidates) const {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < candidates.size; ++i) {
            const std::uint32_t a = candidates.a[i];
            const std::uint32_t b = candidates.b[i];
            if (!check_.passes(balls_.number(a), balls_.number(b))) continue;
            candidates.a[kept] = a;
            candidates.b[kept++] = b;
        }
        candidates.size = kept;
    }

    PlacedBalls<T, N> balls_;
    PairCheck check_;
    InstructionSet set_;
    static constexpr std::size_t kRoom = Candidates::kRoom + kMostLanes;
    ContactState state_[kRoom];
    T first_[kRoom], last_[kRoom];
    std::size_t candidates_ = 0;
};

}  // namespace carom::detail

// Which ball's pending event is next? A calendar of pages of buckets, and a search of the present bucket.
//
// A bucket spans a power of two of an epoch, a page is 64 buckets. A page holds balls whose event fell into
// it when they were last scheduled. The page after the next is opened early: stale entries are dropped, the
// others go to its buckets. Events of the present bucket are put in the order of their keys, and those that
// share the earliest one in that of all events. Events beyond the last page wait in a list that is scanned
// once a lap.
// `time_of` says whether an entry still holds, so a ball may stand in the calendar any number of times.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "core/page_allocator.hpp"
#include "core/prefetch.hpp"
#include "motion/clock.hpp"
#include "sim/calendar_chunk.hpp"
#include "sim/equal_events.hpp"
#include "sim/present_events.hpp"

namespace carom::detail {

class Calendar {
public:
    static constexpr std::uint32_t kNobody = 0xFFFFFFFF;

    /// Empties it. Buckets begin at `from` and are 2^exponent epochs long; with `kEndless`, all is one
    /// bucket. `fetches`: whether there is so much that `take` has to look ahead.
    static constexpr int kEndless = std::numeric_limits<int>::max();
    void reset(const Clock& clock, Time from, int exponent, std::size_t buckets, bool fetches) {
        base_ = from.epoch;
        epoch_length_ = clock.epoch_length();
        exponent_ = exponent;
        per_epoch_ = exponent < 0 ? std::ldexp(1.0, -exponent) / clock.epoch_length() : 0;
        fetches_ = fetches;
        soon_.clear();
        equals_.clear();
        most_ = kSortThreshold;
        later_.clear();
        chunks_.clear();
        waiting_ = {};
        opened_ = {};
        overflow_ = {};
        pages_.assign(exponent == kEndless ? 0 : (buckets >> kPageBits) + kLeastPages, Chain{});
        present_ = index_of(from);
        first_epoch_ = from.epoch;
        begin_lap(page_of(present_), 2);
    }

    [[gnu::always_inline]] void schedule(std::uint32_t ball, Time time) {
        if (time == kNever) return;
        const std::int64_t index = index_of(time);
        if (index <= present_) {
            soon_.insert(key_of(time), ball);
        } else {
            file(index, ball);
        }
    }

    /// The ball whose event comes first, `kNobody` when there is none: the one of the lowest rank. It is
    /// taken out; others stay. `rank_of` says a ball's rank, whose time is that of `time_of`, and `ahead` is
    /// told of balls so many buckets before, `kOpened`, 4, 3, 2 and 1.
    template <class TimeOf, class RankOf, class Ahead>
    std::uint32_t take(TimeOf time_of, RankOf rank_of, Ahead ahead) {
        if (soon_.size() + equals_.size() > most_) tidy(time_of);
        for (;;) {
            if (!equals_.is_empty()) {
                join_equals(time_of, rank_of);
                const std::uint32_t ball = first_of_equals(rank_of);
                if (ball != kNobody) return ball;
            } else if (soon_.is_empty()) {
                if (exponent_ == kEndless || !turn(time_of, ahead)) return kNobody;
            } else {
                const double key = soon_.key();
                if (!soon_.is_alone()) {
                    gather(key, time_of, rank_of);
                    continue;
                }
                const std::uint32_t ball = soon_.take();
                if (key_of(time_of(ball)) == key) return ball;
            }
        }
    }

    /// True when an event at this time, which is not in it, comes before all others.
    bool is_before_all(Time time) {
        if (index_of(time) > present_ || !equals_.is_empty()) return false;
        return soon_.is_empty() || key_of(time) < soon_.key();
    }

    /// The length of a bucket; infinity when there is only one.
    double bucket_seconds() const {
        return exponent_ == kEndless ? std::numeric_limits<double>::infinity()
                                     : std::ldexp(epoch_length_, exponent_);
    }

    /// Buckets in a page, and roughly how many before its events it is opened.
    static constexpr std::int64_t kOpened = 64;
    std::size_t bytes() const {
        return soon_.bytes() + equals_.bytes() + later_.capacity() * sizeof(std::uint32_t) +
               seen_.capacity() / 8 + pages_.capacity() * sizeof(Chain) + chunks_.bytes();
    }

private:
    static constexpr std::uint32_t kNone = CalendarChain::kNone;
    static constexpr std::size_t kSortThreshold = 256;
    static constexpr int kPageBits = 6;
    static constexpr std::size_t kLeastPages = 3;
    /// Shared by all that is further; sums with it do not overflow.
    static constexpr std::int64_t kLastBucket = std::int64_t{1} << 62;
    using Chain = CalendarChain;
    using Bucket = CalendarBucket;
    static constexpr std::size_t kOpen = 2 * kOpened;  // buckets

    static std::int64_t page_of(std::int64_t index) { return index >> kPageBits; }
    static std::size_t place_of(std::int64_t index) { return static_cast<std::size_t>(index) % kOpen; }

    /// Grows with time, and is the same for the same time.
    std::int64_t index_of(Time time) const {
        const std::int64_t epochs = time.epoch - base_;
        if (exponent_ >= 0) return exponent_ > 62 ? 0 : epochs >> exponent_;
        if (epochs >= std::int64_t{1} << (62 + exponent_)) return kLastBucket;
        return (epochs << -exponent_) + static_cast<std::int64_t>(time.offset * per_epoch_);
    }

    /// The epoch in which a bucket begins.
    std::int64_t epoch_of(std::int64_t index) const {
        if (exponent_ >= 0) {
            const int exponent = std::min(exponent_, 62);
            return base_ + (std::min(index, (std::int64_t{1} << 62) >> exponent) << exponent);
        }
        return index == kLastBucket ? base_ : base_ + (index >> std::min(-exponent_, 62));
    }

    /// Grows with time, or is the same for times that are very near.
    double key_of(Time time) const {
        return static_cast<double>(time.epoch - first_epoch_) * epoch_length_ + time.offset;
    }

    /// Drops what does not hold, and repetitions.
    template <class TimeOf>
    void tidy(TimeOf time_of) {
        std::vector<std::uint32_t> balls;
        const auto keep = [&](double key, std::uint32_t ball) {
            if (key_of(time_of(ball)) == key) balls.push_back(ball);
        };
        soon_.take_all(keep);
        equals_.take_all([&](std::uint32_t ball) { keep(equals_.key(), ball); });
        std::sort(balls.begin(), balls.end());
        balls.erase(std::unique(balls.begin(), balls.end()), balls.end());
        for (const std::uint32_t ball : balls) soon_.insert(key_of(time_of(ball)), ball);
        most_ = std::max(kSortThreshold, 4 * soon_.size());
    }

    /// Those with the earliest key, which some share, become the equals.
    template <class TimeOf, class RankOf>
    void gather(double key, TimeOf time_of, RankOf rank_of) {
        soon_.take_equals(key, [&](std::uint32_t ball) {
            if (key_of(time_of(ball)) == key) equals_.insert(key, rank_of(ball), ball);
        });
    }

    /// What has been scheduled since, for the same moment or an earlier one.
    template <class TimeOf, class RankOf>
    void join_equals(TimeOf time_of, RankOf rank_of) {
        if (soon_.is_empty()) return;
        const double key = soon_.key();
        if (key > equals_.key()) return;
        if (key < equals_.key())
            equals_.take_all([&](std::uint32_t ball) { soon_.insert(equals_.key(), ball); });
        gather(key, time_of, rank_of);
    }

    /// Takes it out, and those before it that do not hold.
    template <class RankOf>
    std::uint32_t first_of_equals(RankOf rank_of) {
        while (!equals_.is_empty()) {
            const auto [rank, ball] = equals_.take();
            if (rank_of(ball) == rank) return ball;
        }
        return kNobody;
    }

    /// Of a bucket that is not the present one.
    void file(std::int64_t index, std::uint32_t ball) {
        const std::int64_t page = page_of(index);
        if (page < closed_) {
            add(index, ball);
        } else if (page - lap_ < static_cast<std::int64_t>(pages_.size())) {
            const auto at = static_cast<std::uint32_t>(page - lap_);
            if (fetches_) {
                add_soon({at, ball});
            } else {
                chunks_.add(pages_[at], ball);
            }
        } else {
            append(later_) = ball;
        }
    }

    /// Pages and their chunks are far away: a ball is added a few balls later, when both have been fetched.
    void add_soon(const CalendarAddition& addition) {
        prefetch_line(&pages_[addition.page]);
        const std::size_t at = additions_++ % waiting_.size();
        const CalendarAddition oldest = std::exchange(waiting_[at], addition);
        const CalendarAddition& middle = waiting_[(at + waiting_.size() / 2) % waiting_.size()];
        if (middle.page != kNone && pages_[middle.page].free > 0)
            prefetch_line(&chunks_[pages_[middle.page].head]);
        if (oldest.page != kNone) chunks_.add(pages_[oldest.page], oldest.ball);
    }

    void add_all() {
        for (CalendarAddition& addition : waiting_) {
            if (addition.page != kNone) chunks_.add(pages_[addition.page], addition.ball);
            addition = {};
        }
    }

    /// To a bucket of a page that is open.
    [[gnu::always_inline]] void add(std::int64_t index, std::uint32_t ball) {
        Bucket& bucket = opened_[place_of(index)];
        if (bucket.count < Bucket::kRoom) {
            bucket.balls[bucket.count++] = ball;
        } else {
            chunks_.add(overflow_[place_of(index)], ball);
        }
    }

    template <class Visit>
    [[gnu::always_inline]] void each(std::int64_t index, Visit visit) const {
        const Bucket& bucket = opened_[place_of(index)];
        for (std::uint32_t i = 0; i < bucket.count; ++i) visit(bucket.balls[i]);
        if (bucket.count == Bucket::kRoom) chunks_.each(overflow_[place_of(index)], visit);
    }

    void empty(std::int64_t index) {
        Bucket& bucket = opened_[place_of(index)];
        if (bucket.count == Bucket::kRoom) chunks_.release(overflow_[place_of(index)]);
        bucket.count = 0;
    }

    /// The next bucket becomes the present one.
    template <class TimeOf, class Ahead>
    bool turn(TimeOf time_of, Ahead ahead) {
        ++present_;
        if (page_of(present_) + 2 > closed_ && !open(time_of)) {
            --present_;  // so that the next turn asks again
            return false;
        }
        first_epoch_ = epoch_of(present_);
        {
            PresentEvents::Filling filling(soon_);
            each(present_, [&](std::uint32_t ball) {
                const Time time = time_of(ball);
                filling.add(time != kNever && index_of(time) == present_, key_of(time), ball);
            });
        }
        empty(present_);
        if (fetches_) {
            prefetch(time_of, ahead);
            approach(ahead);
        }
        return true;
    }

    /// Opens the first page that is closed. False when there is nothing in this lap nor later.
    template <class TimeOf>
    bool open(TimeOf time_of) {
        add_all();
        if (closed_ - lap_ == static_cast<std::int64_t>(pages_.size())) return next_lap(time_of);
        const auto at = static_cast<std::size_t>(closed_ - lap_);
        const std::int64_t opening = closed_++;
        chunks_.each(pages_[at], [&](std::uint32_t ball) {
            const Time time = time_of(ball);
            const std::int64_t index = time == kNever ? -1 : index_of(time);
            if (index >= 0 && page_of(index) == opening) add(index, ball);
        });
        chunks_.release(pages_[at]);
        nearing_ = closed_ - lap_ < static_cast<std::int64_t>(pages_.size())
                       ? pages_[static_cast<std::size_t>(closed_ - lap_)].head
                       : kNone;
        return true;
    }

    /// To one more chunk of the page that is opened next.
    template <class Ahead>
    void approach(Ahead ahead) {
        if (nearing_ == kNone) return;
        const CalendarChunk& chunk = chunks_[nearing_];
        nearing_ = chunk.next;
        if (nearing_ != kNone) prefetch_line(&chunks_[nearing_]);
        for (const std::uint32_t ball : chunk.balls) ahead(kOpened, ball);
    }

    /// Four buckets ahead and nearer. Entries that do not hold are dropped as soon as their times are near.
    template <class TimeOf, class Ahead>
    void prefetch(TimeOf time_of, Ahead ahead) {
        constexpr std::int64_t kTimesAreNear = 3;
        for (std::int64_t step = 1; step <= 4; ++step) {
            const std::int64_t index = present_ + step;
            if (step == kTimesAreNear) drop_stale(index, time_of);
            each(index, [&](std::uint32_t ball) { ahead(step, ball); });
        }
    }

    template <class TimeOf>
    void drop_stale(std::int64_t index, TimeOf time_of) {
        Bucket& bucket = opened_[place_of(index)];
        if (bucket.count == Bucket::kRoom) return;
        std::uint32_t kept = 0;
        for (std::uint32_t i = 0; i < bucket.count; ++i) {
            const std::uint32_t ball = bucket.balls[i];
            bucket.balls[kept] = ball;
            kept += index_of(time_of(ball)) == index ? 1 : 0;
        }
        bucket.count = kept;
    }

    /// With its first page, and so many that are open.
    void begin_lap(std::int64_t page, int open) {
        lap_ = page;
        closed_ = page + open;
        nearing_ = kNone;
    }

    /// All pages are open. Files what has come near. Where nothing is left in them, goes on to the first
    /// event there is.
    template <class TimeOf>
    bool next_lap(TimeOf time_of) {
        std::vector<std::uint32_t> waiting;
        waiting.swap(later_);
        std::int64_t first = std::numeric_limits<std::int64_t>::max();
        const auto is_over = [&](std::uint32_t ball) {
            const Time time = time_of(ball);
            const std::int64_t index = time == kNever ? -1 : index_of(time);
            const bool waits = index >= 0 && page_of(index) >= closed_ && is_new(ball);
            first = waits ? std::min(first, index) : first;
            return !waits;
        };
        waiting.erase(std::remove_if(waiting.begin(), waiting.end(), is_over), waiting.end());
        for (const std::uint32_t ball : waiting) seen_[ball] = false;
        if (is_empty()) {
            if (waiting.empty()) return false;
            present_ = first;
            begin_lap(page_of(first), 2);
        } else {
            begin_lap(closed_, 1);
        }
        for (const std::uint32_t ball : waiting) file(index_of(time_of(ball)), ball);
        return true;
    }

    /// The first time it is asked about a ball; `seen_` has to be cleared after that.
    bool is_new(std::uint32_t ball) {
        if (ball >= seen_.size()) seen_.resize(ball + 1);
        const bool seen = seen_[ball];
        seen_[ball] = true;
        return !seen;
    }

    bool is_empty() const {
        return std::all_of(opened_.begin(), opened_.end(),
                           [](const Bucket& bucket) { return bucket.count == 0; });
    }

    std::int64_t base_ = 0;
    double epoch_length_ = 1;
    int exponent_ = kEndless;
    double per_epoch_ = 0;
    bool fetches_ = false;
    std::int64_t present_ = 0;             // index of the bucket whose events are in `soon_`
    std::int64_t lap_ = 0;                 // the first page of the lap
    std::int64_t closed_ = 0;              // the first page that is not open
    std::uint32_t nearing_ = kNone;        // the chunk of that page that is fetched next
    std::int64_t first_epoch_ = 0;         // of the present bucket, from which its keys count
    PresentEvents soon_;                   // of that bucket and before
    EqualEvents equals_;                   // the earliest of those, when several have the same key
    std::size_t most_ = kSortThreshold;    // entries before they are tidied
    std::array<Bucket, kOpen> opened_{};   // of the present page and the next
    std::array<Chain, kOpen> overflow_{};  // of those that are full
    std::vector<Chain> pages_;             // of the lap
    CalendarChunks chunks_;
    std::array<CalendarAddition, 16> waiting_;  // those that are to be added
    std::size_t additions_ = 0;
    std::vector<std::uint32_t> later_;
    std::vector<bool> seen_;  // of balls in `later_`, while repetitions are dropped
};

}  // namespace carom::detail

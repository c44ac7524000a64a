// Which ball's pending event is next? A calendar of buckets, and a sorted list for the present one.
//
// A bucket is a span of time whose length is a power of two of an epoch. It holds balls whose event fell into
// it when they were last scheduled; when it becomes the present one, those whose event has moved meanwhile
// are dropped, and the others are sorted. Events beyond the last bucket wait in a list that is looked
// through once a lap. Whether an entry still holds is asked of `time_of`: the truth is with the pending
// events, so a ball may stand in the calendar any number of times.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/page_allocator.hpp"
#include "core/prefetch.hpp"
#include "sim/clock.hpp"

namespace carom::detail {

class Calendar {
public:
    struct Entry {
        Time time;
        std::uint32_t ball = 0;
    };
    static constexpr std::uint32_t kNobody = 0xFFFFFFFF;

    /// Empties it. Buckets begin at `from` and are 2^exponent epochs long; with `kEndless`, all is one
    /// bucket.
    static constexpr int kEndless = std::numeric_limits<int>::max();
    void reset(const Clock& clock, Time from, int exponent, std::size_t buckets) {
        base_ = from.epoch;
        exponent_ = exponent;
        per_epoch_ = exponent < 0 ? std::ldexp(1.0, -exponent) / clock.epoch_length() : 0;
        soon_.clear();
        most_ = kFew;
        later_.clear();
        outbox_.clear();
        first_sent_ = kLastBucket;
        chunks_.clear();
        free_ = kNone;
        heads_.assign(exponent == kEndless ? 1 : buckets, kNone);
        mask_ = heads_.size() - 1;
        present_ = index_of(from);
        lap_ends_ = present_ + static_cast<std::int64_t>(heads_.size());
    }

    void schedule(std::uint32_t ball, Time time) {
        if (time == kNever) return;
        const std::int64_t index = index_of(time);
        if (index <= present_) {
            insert({time, ball});
        } else if (index < lap_ends_) {
            if (index < present_ + kSoon) return file(index, ball);
            prefetch_line(&heads_[static_cast<std::size_t>(index) & mask_]);
            if (outbox_.size() == kOutbox) send();
            outbox_.push_back({index, ball});
            first_sent_ = std::min(first_sent_, index);
        } else {
            later_.push_back(ball);
        }
    }

    /// The ball whose event comes first, `kNobody` when there is none: the earliest by time, and of those at
    /// the same time the one that `precedes` the others, or any that is not `is_final`. It is taken out;
    /// others stay.
    template <class TimeOf, class Precedes, class IsFinal, class Ahead>
    std::uint32_t take(TimeOf time_of, Precedes precedes, IsFinal is_final, Ahead ahead) {
        if (soon_.size() > most_) tidy(time_of);
        if (!settle(time_of, ahead)) return kNobody;
        Entry first = soon_.back();
        soon_.pop_back();
        while (!soon_.empty() && soon_.back().time == first.time && is_final(first.ball)) {
            Entry other = soon_.back();
            soon_.pop_back();
            if (time_of(other.ball) != other.time || other.ball == first.ball) continue;
            if (precedes(other.ball, first.ball)) std::swap(first, other);
            tied_.push_back(other);
        }
        soon_.insert(soon_.end(), tied_.begin(), tied_.end());
        tied_.clear();
        return first.ball;
    }

    std::size_t bytes() const {
        return soon_.capacity() * sizeof(Entry) + later_.capacity() * sizeof(std::uint32_t) +
               heads_.capacity() * sizeof(std::uint32_t) + chunks_.capacity() * sizeof(Chunk);
    }

private:
    static constexpr std::uint32_t kNone = 0xFFFFFFFF;
    static constexpr std::size_t kFew = 256;
    static constexpr std::size_t kOutbox = 256;
    /// Buckets whose chunks are in the cache.
    static constexpr std::int64_t kSoon = 8;
    /// Shared by all that is further; sums with it do not overflow.
    static constexpr std::int64_t kLastBucket = std::int64_t{1} << 62;

    static constexpr std::uint32_t kInChunk = 6;

    struct alignas(32) Chunk {
        std::uint32_t next = kNone;
        std::uint32_t count = 0;
        std::uint32_t balls[kInChunk] = {};
    };

    static bool later(const Entry& x, const Entry& y) { return y.time < x.time; }

    /// Grows with time, and is the same for the same time.
    std::int64_t index_of(Time time) const {
        if (exponent_ == kEndless) return 0;
        const std::int64_t epochs = time.epoch - base_;
        if (exponent_ >= 0) return exponent_ > 62 ? 0 : epochs >> exponent_;
        if (epochs >= std::int64_t{1} << (62 + exponent_)) return kLastBucket;
        return (epochs << -exponent_) + static_cast<std::int64_t>(time.offset * per_epoch_);
    }

    /// Drops what does not hold, and repetitions.
    template <class TimeOf>
    void tidy(TimeOf time_of) {
        std::erase_if(soon_, [&](const Entry& entry) { return time_of(entry.ball) != entry.time; });
        std::sort(soon_.begin(), soon_.end(), [](const Entry& x, const Entry& y) { return x.ball < y.ball; });
        const auto same = [](const Entry& x, const Entry& y) { return x.ball == y.ball; };
        soon_.erase(std::unique(soon_.begin(), soon_.end(), same), soon_.end());
        std::sort(soon_.begin(), soon_.end(), later);
        most_ = std::max(kFew, 4 * soon_.size());
    }

    /// Keeps the earliest at the end.
    void insert(const Entry& entry) {
        std::size_t at = soon_.size();
        soon_.push_back(entry);
        for (; at > 0 && soon_[at - 1].time < entry.time; --at) soon_[at] = soon_[at - 1];
        soon_[at] = entry;
    }

    void file(std::int64_t index, std::uint32_t ball) {
        std::uint32_t& head = heads_[static_cast<std::size_t>(index) & mask_];
        if (head == kNone || chunks_[head].count == kInChunk) head = fresh(head);
        Chunk& chunk = chunks_[head];
        chunk.balls[chunk.count++] = ball;
    }

    std::uint32_t fresh(std::uint32_t next) {
        std::uint32_t at = free_;
        if (at == kNone) {
            at = static_cast<std::uint32_t>(chunks_.size());
            chunks_.emplace_back();
        } else {
            free_ = chunks_[at].next;
        }
        chunks_[at].next = next;
        chunks_[at].count = 0;
        return at;
    }

    /// Brings an entry that holds to the end of `soon_`; false when there is none anywhere.
    template <class TimeOf, class Ahead>
    bool settle(TimeOf time_of, Ahead ahead) {
        for (;;) {
            while (!soon_.empty()) {
                if (time_of(soon_.back().ball) == soon_.back().time) return true;
                soon_.pop_back();
            }
            if (exponent_ == kEndless || !turn(time_of, ahead)) return false;
        }
    }

    /// Empties the outbox into the buckets.
    void send() {
        for (const Sent& sent : outbox_) {
            const std::uint32_t head = heads_[static_cast<std::size_t>(sent.index) & mask_];
            if (head != kNone) prefetch_line(&chunks_[head]);
        }
        for (const Sent& sent : outbox_) file(sent.index, sent.ball);
        outbox_.clear();
        first_sent_ = kLastBucket;
    }

    /// The next bucket becomes the present one.
    template <class TimeOf, class Ahead>
    bool turn(TimeOf time_of, Ahead ahead) {
        if (first_sent_ < present_ + kSoon) send();
        ++present_;
        if (present_ == lap_ends_ && !next_lap(time_of)) {
            --present_;  // so that the next turn asks again
            return false;
        }
        std::uint32_t& head = heads_[static_cast<std::size_t>(present_) & mask_];
        for (std::uint32_t at = head; at != kNone;) {
            Chunk& chunk = chunks_[at];
            for (std::uint32_t k = 0; k < chunk.count; ++k) {
                const Time time = time_of(chunk.balls[k]);
                if (time != kNever && index_of(time) == present_) insert({time, chunk.balls[k]});
            }
            const std::uint32_t next = chunk.next;
            chunk.next = free_;
            free_ = at;
            at = next;
        }
        head = kNone;
        look_ahead(time_of, ahead);
        return true;
    }

    /// Four buckets ahead and nearer. Entries that do not hold are dropped as soon as their times are near.
    template <class TimeOf, class Ahead>
    void look_ahead(TimeOf time_of, Ahead ahead) {
        constexpr std::int64_t kTimesAreNear = 3;
        const std::uint32_t far = heads_[static_cast<std::size_t>(present_ + kSoon) & mask_];
        if (far != kNone) prefetch_line(&chunks_[far]);
        for (std::int64_t step = 1; step <= 4; ++step) {
            const std::int64_t index = present_ + step;
            for (std::uint32_t at = heads_[static_cast<std::size_t>(index) & mask_]; at != kNone;
                 at = chunks_[at].next) {
                Chunk& chunk = chunks_[at];
                if (step == kTimesAreNear)
                    keep_if(chunk, [&](std::uint32_t ball) { return index_of(time_of(ball)) == index; });
                for (std::uint32_t k = 0; k < chunk.count; ++k) ahead(step, chunk.balls[k]);
            }
        }
    }

    template <class Holds>
    static void keep_if(Chunk& chunk, Holds holds) {
        std::uint32_t kept = 0;
        for (std::uint32_t k = 0; k < chunk.count; ++k) {
            const std::uint32_t ball = chunk.balls[k];
            chunk.balls[kept] = ball;
            kept += holds(ball) ? 1 : 0;
        }
        chunk.count = kept;
    }

    /// Files what has come near. Where the buckets are all empty, goes on to the first event there is.
    template <class TimeOf>
    bool next_lap(TimeOf time_of) {
        std::vector<std::uint32_t> waiting;
        waiting.swap(later_);
        std::sort(waiting.begin(), waiting.end());
        waiting.erase(std::unique(waiting.begin(), waiting.end()), waiting.end());
        std::int64_t first = std::numeric_limits<std::int64_t>::max();
        std::erase_if(waiting, [&](std::uint32_t ball) {
            const Time time = time_of(ball);
            const std::int64_t index = time == kNever ? -1 : index_of(time);
            if (index < present_) return true;
            first = std::min(first, index);
            return false;
        });
        if (waiting.empty() && is_empty()) return false;
        if (is_empty()) present_ = first;
        lap_ends_ = present_ + static_cast<std::int64_t>(heads_.size());
        for (const std::uint32_t ball : waiting) {
            const std::int64_t index = index_of(time_of(ball));
            if (index < lap_ends_) {
                file(index, ball);
            } else {
                later_.push_back(ball);
            }
        }
        return true;
    }

    bool is_empty() const {
        return std::all_of(heads_.begin(), heads_.end(), [](std::uint32_t head) { return head == kNone; });
    }

    std::int64_t base_ = 0;
    int exponent_ = kEndless;
    double per_epoch_ = 0;
    std::int64_t present_ = 0;   // index of the bucket whose events are in `soon_`
    std::int64_t lap_ends_ = 1;  // first index that is not in the buckets
    std::vector<Entry> soon_;    // the earliest last
    std::size_t most_ = kFew;    // entries before it is tidied
    std::vector<Entry> tied_;
    PageVector<std::uint32_t> heads_;  // of each bucket; a power of two of them
    std::size_t mask_ = 0;             // their number less 1
    PageVector<Chunk> chunks_;
    std::uint32_t free_ = kNone;
    std::vector<std::uint32_t> later_;

    /// On its way to a bucket, which is fetched meanwhile.
    struct Sent {
        std::int64_t index = 0;
        std::uint32_t ball = 0;
    };
    std::vector<Sent> outbox_;
    std::int64_t first_sent_ = kLastBucket;  // the lowest index in it
};

}  // namespace carom::detail

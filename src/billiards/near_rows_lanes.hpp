// The rows of many balls: those of partner_rows_lanes.hpp, with the balls that are near alone.
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "billiards/partner_rows_lanes.hpp"

namespace carom::billiards::detail {

template <int W>
struct NearRowLanes {
    using All = PartnerRowLanes<W>;
    using Real = typename All::Real;

    static std::size_t place(int ball) { return static_cast<std::size_t>(ball); }

    static void forget(PartnerRows& rows, int i) {
        if (rows.looked_at[place(i)] == 0) rows.looked.push_back(i);
        rows.near[place(i)].clear();
    }

    /// The path from `now` on.
    static MovingBall moved(MovingBall motion, double now) {
        const double q = now - motion.start;
        motion.x += q * (motion.u + q * motion.hx);
        motion.y += q * (motion.v + q * motion.hy);
        motion.u += 2 * q * motion.hx;
        motion.v += 2 * q * motion.hy;
        return motion;
    }

    static void place_in_cells(PartnerRows& rows, int i, const MovingBall& motion, double now) {
        const double to = rows.grid.a_few_cells_on(motion, now);
        rows.again[place(i)] = to < motion.until ? to : kNever;
        rows.MotionColumns::set(place(i), motion);
        rows.grid.place(i, motion, rows.radius[place(i)], now, to);
    }

    /// Bounds with all that are near, but for ball `except`.
    static void fill(PartnerRows& rows, int i, const MovingBall& motion, double now, int except) {
        const typename All::BallLanes ball(i, moved(motion, now), rows.radius[place(i)]);
        const std::span<const int> near = rows.grid.near(i);
        std::array<double, W> times{};
        for (std::size_t at = 0; at < near.size(); at += W) {
            const std::size_t count = std::min<std::size_t>(W, near.size() - at);
            for (std::size_t k = 0; k < count; ++k) rows.gathered.copy(k, rows, place(near[at + k]));
            const typename All::Partners partners(rows.gathered, 0, Real(now));
            carom::detail::store(times.data(), Real(now) + All::bound(ball, partners, Real(now)));
            for (std::size_t k = 0; k < count; ++k) {
                const int j = near[at + k];
                if (j == except || rows.while_placed(i, j, times[k]) >= kNever) continue;
                rows.near[place(i)].push_back({j, times[k]});
            }
        }
    }

    static void finish(PartnerRows& rows, int i) {
        const double mine = rows.looked_at[place(i)];
        double earliest = kNever;
        int partner = 0;
        bool tied = false;
        for (const auto& [j, time] : rows.near[place(i)]) {
            if (time > earliest || time >= kNever || rows.looked_at[place(j)] > mine) continue;
            tied = time == earliest;
            partner = tied ? std::min(partner, j) : j;
            earliest = time;
        }
        if (rows.again[place(i)] <= earliest && rows.again[place(i)] < kNever) {
            earliest = rows.again[place(i)];
            partner = i;
            tied = false;
        }
        rows.next[place(i)] = earliest;
        rows.partner[place(i)] = partner;
        rows.tied[place(i)] = tied ? 1 : 0;
        rows.forget_block_of(place(i));
    }

    static void look(PartnerRows& rows, int i, const MovingBall& motion, double now) {
        forget(rows, i);
        rows.looked_at[place(i)] = rows.looks += 1;
        place_in_cells(rows, i, motion, now);
        fill(rows, i, motion, now, -1);
        finish(rows, i);
    }

    static void look_both(PartnerRows& rows, int i, const MovingBall& a, int j, const MovingBall& b,
                          double now, double again) {
        forget(rows, i);
        forget(rows, j);
        rows.looked_at[place(i)] = rows.looked_at[place(j)] = rows.looks += 1;
        place_in_cells(rows, i, a, now);
        place_in_cells(rows, j, b, now);
        fill(rows, i, a, now, j);
        fill(rows, j, b, now, i);
        finish(rows, j);
        rescan(rows, i, j, again);
    }

    static void rescan(PartnerRows& rows, int i, int j, double time) {
        if (j >= 0) {
            std::vector<NearEntry>& near = rows.near[place(i)];
            const auto is_it = [j](const NearEntry& entry) { return entry.ball == j; };
            const auto at = std::find_if(near.begin(), near.end(), is_it);
            if (at != near.end()) {
                at->time = time;
            } else {
                near.push_back({j, time});
            }
        }
        finish(rows, i);
    }

    static double earliest_in_block(const PartnerRows& rows, std::size_t block) {
        const std::size_t end = std::min(rows.padded, (block + 1) * kBlock);
        Real least(kNever);
        for (std::size_t at = block * kBlock; at < end; at += W) {
            least = smaller(least, smaller(All::load(rows.own, at), All::load(rows.next, at)));
        }
        return carom::detail::EarliestLanes<W>::least_lane(least);
    }

    /// Adds what is due at this time in a block: the first own event, else all rows.
    static void add_block(const PartnerRows& rows, std::size_t block, NextEntry& own, NextEntry& row) {
        const std::size_t end = std::min(rows.padded, (block + 1) * kBlock);
        for (std::size_t at = block * kBlock; at < end; at += W) {
            const unsigned owns = bits_of(All::load(rows.own, at) == Real(own.time));
            if (owns != 0 && own.ball < 0) own.ball = static_cast<int>(at) + __builtin_ctz(owns);
            const unsigned bits = bits_of(All::load(rows.next, at) == Real(row.time));
            if (bits == 0) continue;
            const int first = static_cast<int>(at) + __builtin_ctz(bits);
            row.is_alone = row.ball < 0 && (bits & (bits - 1)) == 0 && rows.tied[place(first)] == 0;
            if (row.ball < 0) row.ball = first;
        }
    }

    static NextEntry earliest(PartnerRows& rows) {
        for (const std::size_t block : rows.stale_blocks) {
            rows.block_earliest[block] = earliest_in_block(rows, block);
            rows.block_is_stale[block] = 0;
        }
        rows.stale_blocks.clear();
        Real least(kNever);
        for (std::size_t at = 0; at < rows.block_earliest.size(); at += W) {
            least = smaller(least, All::load(rows.block_earliest, at));
        }
        const double time = carom::detail::EarliestLanes<W>::least_lane(least);
        NextEntry own{time, -1, true, true}, row{time, -1, false, true};
        if (time >= kNever) return own;
        for (std::size_t at = 0; at < rows.block_earliest.size(); at += W) {
            unsigned bits = bits_of(All::load(rows.block_earliest, at) == Real(time));
            for (; bits != 0; bits &= bits - 1) {
                add_block(rows, at + static_cast<std::size_t>(__builtin_ctz(bits)), own, row);
            }
        }
        return own.ball >= 0 ? own : row;
    }
};

}  // namespace carom::billiards::detail

// Everything here depends on the instruction set, so that code compiled for one never serves another.
#pragma once

#include "billiards/disc_contact.hpp"
#include "billiards/partner_rows.hpp"
#include "core/instruction_sets.hpp"
#include "math/earliest_lanes.hpp"
#include "math/pack.hpp"

namespace carom::billiards::detail {

template <int W>
struct PartnerRowLanes {
    using Real = carom::detail::Pack<double, W>;
    using Mask = typename Real::Mask;

    static Real load(const std::vector<double>& column, std::size_t at) {
        return carom::detail::load<double, W>(column.data() + at);
    }
    static Real at_least(Real x, double least) { return larger(x, Real(least)); }

    /// Puts one number into a column by a store as wide as the loads that follow: narrower ones would stall
    /// them.
    static void put(const PartnerRows& rows, std::vector<double>& column, int ball, double value) {
        const std::size_t at = static_cast<std::size_t>(ball) / W * W;
        const Mask here = load(rows.number, at) == Real(ball);
        carom::detail::store(column.data() + at, either(here, Real(value), load(column, at)));
    }

    /// The ball that is looked at, in every lane.
    struct BallLanes {
        Real x, y, u, v, hx, hy, until, four_radii, number;

        BallLanes(int i, const MovingBall& ball, double radius)
            : x(ball.x),
              y(ball.y),
              u(ball.u),
              v(ball.v),
              hx(ball.hx),
              hy(ball.hy),
              until(ball.until),
              four_radii(4 * radius),
              number(i) {}
    };

    /// W partners, at `now`.
    struct Partners {
        Real x, y, u, v, hx, hy, until, radius, number;

        Partners(const MotionColumns& rows, std::size_t at, Real now)
            : hx(load(rows.hx, at)),
              hy(load(rows.hy, at)),
              until(load(rows.until, at)),
              radius(load(rows.radius, at)),
              number(load(rows.number, at)) {
            const Real q = now - load(rows.start, at);
            const Real q_hx = q * hx;
            const Real q_hy = q * hy;
            const Real u0 = load(rows.u, at);
            const Real v0 = load(rows.v, at);
            x = load(rows.x, at) + q * (u0 + q_hx);
            y = load(rows.y, at) + q * (v0 + q_hy);
            u = u0 + (q_hx + q_hx);
            v = v0 + (q_hy + q_hy);
        }
    };

    /// A lower bound of the time from now to the contact: one step of first_disc_contact; kNever for none.
    static Real bound(const BallLanes& ball, const Partners& other, Real now) {
        const Real x = other.x - ball.x;
        const Real y = other.y - ball.y;
        const Real u = other.u - ball.u;
        const Real v = other.v - ball.v;
        const Real hx = other.hx - ball.hx;
        const Real hy = other.hy - ball.hy;
        const Real zero(0);
        const Real two(2);
        const Real horizon = smaller(ball.until, other.until) - now;
        const Real squared_reach = ball.four_radii * other.radius;
        const Real squared = x * x + y * y;
        Real c0 = squared - squared_reach;
        // 2 reach kTouch, with a bound of the reach instead of a root
        const Real reach = (ball.four_radii + Real(4) * other.radius) * Real(0.25);
        const Mask touches = c0 < reach * Real(2 * kTouch);
        c0 = either(touches, zero, c0);
        Real c1 = x * u + y * v;
        c1 = either(both(touches, absolute(c1) < reach * Real(kNoClosing)), zero, c1);
        const Real c2 = (u * u + v * v) + two * (x * hx + y * hy);
        const Real c3 = u * hx + v * hy;
        const Real c4 = hx * hx + hy * hy;
        const Real lowest = at_least(smaller(horizon, -c3 / at_least(c4, 1e-300)), 0);
        const Real bracket = c2 + lowest * (two * c3 + lowest * c4);
        // Rounding of a small gap or discriminant must not make the bound late.
        const Real square = c1 * c1;
        const Real product = bracket * c0;
        const Real slack = Real(0x1p-50) * (square + absolute(bracket) * (squared + squared_reach));
        const Real discriminant = square - product;
        const Mask closing = c1 < zero;
        const Real root =
            rounded_root(at_least(either(closing, discriminant + slack, discriminant - slack), 0));
        const Real numerator = either(closing, c0, c1 + root);
        const Real denominator = either(closing, root - c1, -bracket);
        const Real time = numerator / either(zero < denominator, denominator, Real(1));
        const Mask meets = both(zero <= discriminant + slack, zero < denominator, time <= horizon);
        return either(meets, time, Real(kNever));
    }

    static void finish(PartnerRows& rows, int i) {
        const double* row = rows.row(static_cast<std::size_t>(i));
        Real least = counted(rows, row, 0, i);
        for (std::size_t at = W; at < rows.padded; at += W) least = smaller(least, counted(rows, row, at, i));
        const double earliest = carom::detail::EarliestLanes<W>::least_lane(least);
        put(rows, rows.next, i, earliest);
        int first = -1;
        bool tied = false;
        for (std::size_t at = 0; at < rows.padded; at += W) {
            const unsigned bits = bits_of(counted(rows, row, at, i) == Real(earliest));
            if (bits == 0) continue;
            tied = tied || first >= 0 || (bits & (bits - 1)) != 0;
            if (first < 0) first = static_cast<int>(at) + __builtin_ctz(bits);
        }
        rows.partner[static_cast<std::size_t>(i)] = first;
        rows.tied[static_cast<std::size_t>(i)] = tied ? 1 : 0;
    }
    /// Entries of balls that were looked at later count no more.
    static Real counted(const PartnerRows& rows, const double* row, std::size_t at, int i) {
        const Real mine(rows.looked_at[static_cast<std::size_t>(i)]);
        return either(load(rows.looked_at, at) <= mine, carom::detail::load<double, W>(row + at),
                      Real(kNever));
    }

    static void look(PartnerRows& rows, int i, const MovingBall& motion, double time) {
        const Real now(time);
        const Real count(rows.looks += 1);
        const BallLanes ball(i, motion, rows.radius[static_cast<std::size_t>(i)]);
        double* row = rows.row(static_cast<std::size_t>(i));
        for (std::size_t at = 0; at < rows.padded; at += W) {
            const Partners partners(rows, at, now);
            const Mask self = partners.number == ball.number;
            const Real key = smaller(now + bound(ball, partners, now), Real(kNever));
            carom::detail::store(row + at, either(self, Real(kNever), key));
            carom::detail::store(rows.looked_at.data() + at, either(self, count, load(rows.looked_at, at)));
        }
        finish(rows, i);
        rows.set(static_cast<std::size_t>(i), motion);
    }

    static void look_both(PartnerRows& rows, int i, const MovingBall& a, int j, const MovingBall& b,
                          double time, double again) {
        const Real now(time);
        const Real count(rows.looks += 1);
        const BallLanes first(i, a, rows.radius[static_cast<std::size_t>(i)]);
        const BallLanes second(j, b, rows.radius[static_cast<std::size_t>(j)]);
        double* first_row = rows.row(static_cast<std::size_t>(i));
        double* second_row = rows.row(static_cast<std::size_t>(j));
        for (std::size_t at = 0; at < rows.padded; at += W) {
            const Partners partners(rows, at, now);
            const Mask is_second = partners.number == second.number;
            const Mask is_one = one_of(partners.number == first.number, is_second);
            const Real never(kNever);
            const Real first_key = smaller(now + bound(first, partners, now), never);
            const Real second_key = smaller(now + bound(second, partners, now), never);
            carom::detail::store(first_row + at,
                                 either(is_second, Real(again), either(is_one, never, first_key)));
            carom::detail::store(second_row + at, either(is_one, never, second_key));
            carom::detail::store(rows.looked_at.data() + at, either(is_one, count, load(rows.looked_at, at)));
        }
        finish(rows, i);
        finish(rows, j);
        rows.set(static_cast<std::size_t>(i), a);
        rows.set(static_cast<std::size_t>(j), b);
    }

    static void rescan(PartnerRows& rows, int i, int j, double time) {
        double* row = rows.row(static_cast<std::size_t>(i));
        if (j >= 0) row[j] = time;
        finish(rows, i);
    }

    static NextEntry earliest(PartnerRows& rows) {
        Real least = smaller(load(rows.own, 0), load(rows.next, 0));
        for (std::size_t at = W; at < rows.padded; at += W) {
            least = smaller(least, smaller(load(rows.own, at), load(rows.next, at)));
        }
        const double time = carom::detail::EarliestLanes<W>::least_lane(least);
        NextEntry entry{time, -1, true, true};
        for (std::size_t at = 0; at < rows.padded; at += W) {
            const unsigned bits = bits_of(load(rows.own, at) == Real(time));
            if (bits == 0) continue;
            entry.ball = static_cast<int>(at) + __builtin_ctz(bits);
            return entry;
        }
        entry.is_own = false;
        for (std::size_t at = 0; at < rows.padded; at += W) {
            const unsigned bits = bits_of(load(rows.next, at) == Real(time));
            if (bits == 0) continue;
            entry.is_alone = entry.ball < 0 && (bits & (bits - 1)) == 0;
            if (entry.ball < 0) entry.ball = static_cast<int>(at) + __builtin_ctz(bits);
        }
        entry.is_alone = entry.is_alone && rows.tied[static_cast<std::size_t>(entry.ball)] == 0;
        return entry;
    }
};

}  // namespace carom::billiards::detail

// A ball of a plain gas leaves its shell: a new one, a new list, and what comes next for the ball.
//
// Everything here depends on the instruction set, so that code compiled for one never serves another.
#pragma once

#include <cstring>

#include "core/prefetch.hpp"
#include "sim/cell_query_lanes.hpp"
#include "sim/plain_gas_lanes.hpp"

namespace carom::detail {

template <InstructionSet Set, int N>
struct GasShellLanes {
    using Gas = GasLanes<Set, N>;
    using In = FlightLanes<Set, N>;
    using Lanes = typename In::Lanes;
    using Eight = EightLanes<Set>;
    using Block = ShellBlock<N>;

    /// False when it is to be done in another way: then nothing has changed.
    static bool renew(const PlainGas<N>& gas, GasShell& fresh) {
        const ShellCells<N>& cells = *gas.cells;
        BallRecord<N>& record = gas.records[fresh.ball];
        NeighbourLine& line = gas.lines[fresh.ball];
        if (cells.blocks == nullptr || line.count > NeighbourLine::kRoom || record.level != cells.level)
            return false;
        Block& before = cells.blocks[record.slot / 8];
        const double ago = gas.space.clock.between(record.flight.time, fresh.now);
        const Lanes velocity = In::load(&record.flight.velocity[0]);
        const Lanes position = In::load(&record.flight.position[0]) + ago * velocity;
        typename In::Ball ball = Gas::in_flow(gas, position, velocity, fresh.now);
        ball.radius = Gas::radius_of(gas, record);
        ball.since = Gas::since_origin(gas, fresh.now);
        const Shell<N> shell = shell_at(gas, ball, fresh.reach);
        std::int32_t at[N];
        if (!is_inside(cells, shell, at) || is_near_walls(gas, line, shell) || before.next != Block::kNone ||
            record.slot / 8 >= cells.cell_count)
            return false;
        const std::uint32_t used = before.used;
        before.used &= ~(1U << (record.slot % 8));
        Entry found[kRoom] = {};
        const unsigned count = Eight::near_around(cells, at, shell, found, kRoom);
        std::uint32_t cell = 0;
        for (int k = 0; k < N; ++k) cell += cells.steps[k][at[k]].offset;
        Block& block = cells.blocks[cell];
        if (count > NeighbourLine::kRoom || block.used == Block::kFull) {
            before.used = used;
            return false;
        }
        compare(line, found, count, fresh);
        for (unsigned i = 0; i < fresh.all; ++i) prefetch_line(&gas.lines[place_of(fresh.changed[i])]);
        for (unsigned i = fresh.gone; i < fresh.all; ++i)
            prefetch_line(&gas.flights[place_of(fresh.changed[i])]);
        std::memcpy(line.entries, found, sizeof line.entries);
        line.count = count;
        record.slot = cell * 8 + insert(block, fresh.ball, shell);
        if (record.expiries_since_impact < 255) ++record.expiries_since_impact;
        look(gas, fresh, record, ball, shell);
        tell(gas, fresh);
        return true;
    }

private:
    static constexpr unsigned kRoom = 64;

    /// A little ahead of the ball: it goes on for a while before it is turned, and so leaves later.
    static Shell<N> shell_at(const PlainGas<N>& gas, const typename In::Ball& ball, float reach) {
        const Lanes v = ball.velocity * gas.units.speed;
        const double squared = In::sum(v * v);
        const double thickness = static_cast<double>(reach) - ball.radius;
        const bool moves = squared > 0x1p-900 && thickness <= kThickAhead;
        const double time = moves ? kAhead * thickness / __builtin_sqrt(squared) : 0;
        const Lanes x = (ball.position - In::load_padded(gas.units.center)) * gas.units.length + time * v;
        const Lanes boxes = In::nearest_whole(x * In::load_padded(gas.units.per_period));
        const Lanes in_box = x - boxes * In::load_padded(gas.units.period);
        Shell<N> shell;
        float farthest = 0;
        for (int k = 0; k < N; ++k) {
            shell.center[k] = static_cast<float>(in_box[k]);
            farthest = larger(farthest, __builtin_fabsf(shell.center[k]));
        }
        // Far out, where floats are coarse, the ball must not be outside of its own shell.
        shell.reach = reach + (farthest > 1 ? 0x1p-20F * farthest : 0);
        return shell;
    }

    /// The cell that it stands in. False when those around it do not hold all shells that it touches.
    static bool is_inside(const ShellCells<N>& cells, const Shell<N>& shell, std::int32_t (&at)[N]) {
        bool near = shell.reach <= cells.reach;
        for (int k = 0; k < N; ++k) {
            const float cell = (shell.center[k] - cells.lower[k]) * cells.per_width[k];
            const std::int32_t last = cells.last[k];
            const float most = static_cast<float>(last);
            const float inside = cell > 0 ? cell < most ? cell : most : 0;
            near &= cells.is_periodic[k] || (cell >= 0 && cell < most + 1);
            at[k] = static_cast<std::int32_t>(inside);
        }
        return near;
    }

    /// It touches walls, or the one before did.
    static bool is_near_walls(const PlainGas<N>& gas, const NeighbourLine& line, const Shell<N>& shell) {
        bool near = line.count > 0 && place_of(line.entries[0]) >= gas.first_wall;
        for (std::uint32_t i = 0; i < gas.wall_count; ++i)
            near |= detail::is_near<N>(gas.walls[i], shell.center, shell.reach, gas.units.size);
        return near;
    }

    static unsigned insert(Block& block, std::uint32_t ball, const Shell<N>& shell) {
        const auto slot = static_cast<unsigned>(__builtin_ctz(~block.used));
        block.used |= 1U << slot;
        for (int k = 0; k < N; ++k) block.center[k][slot] = shell.center[k];
        block.reach[slot] = shell.reach;
        block.ball[slot] = ball | Block::kOrdinary;
        return slot;
    }

    /// Those who go, and behind them those who come.
    static void compare(const NeighbourLine& line, const Entry* found, unsigned count, GasShell& fresh) {
        const Changes changes = Eight::template changes<2>(line.entries, line.count, found, count);
        fresh.all = 0;
        for (unsigned bits = changes.gone; bits != 0; bits &= bits - 1)
            fresh.changed[fresh.all++] = line.entries[__builtin_ctz(bits)];
        fresh.gone = fresh.all;
        for (unsigned bits = changes.come; bits != 0; bits &= bits - 1)
            fresh.changed[fresh.all++] = found[__builtin_ctz(bits)];
    }

    static void look(const PlainGas<N>& gas, const GasShell& fresh, BallRecord<N>& record,
                     const typename In::Ball& ball, const Shell<N>& shell) {
        const Leaving leaving = In::straight_flight(gas.units, ball, shell, gas.flights[fresh.ball]);
        record.expiry = (ball.since + leaving.wait) * gas.second;
        *gas.slack = larger(leaving.slack, *gas.slack);
        const EarliestBounds bounds = Gas::look(gas, fresh.ball, ball.since, leaving.wait);
        Gas::write(gas, fresh.ball, bounds, leaving.wait, fresh.now);
    }

    /// Tells those who go or come, as far as their lists are short and stay so. The others are left.
    static void tell(const PlainGas<N>& gas, GasShell& fresh) {
        unsigned left = 0;
        unsigned gone = 0;
        for (unsigned i = 0; i < fresh.all; ++i) {
            const Entry entry = fresh.changed[i];
            const Entry back = reversed<N>(entry, fresh.ball);
            NeighbourLine& line = gas.lines[place_of(entry)];
            const bool goes = i < fresh.gone;
            if (line.count > NeighbourLine::kRoom || (!goes && line.count == NeighbourLine::kRoom)) {
                fresh.changed[left++] = entry;
                gone += goes ? 1 : 0;
            } else if (goes) {
                const unsigned place = Eight::place_of_entry(line.entries, back);
                line.entries[place] = line.entries[--line.count];
            } else {
                line.entries[line.count++] = back;
            }
        }
        fresh.gone = gone;
        fresh.all = left;
    }
};

template <InstructionSet Set, int N>
[[gnu::flatten]] bool gas_shell_in_lanes(const PlainGas<N>& gas, GasShell& fresh) {
    return GasShellLanes<Set, N>::renew(gas, fresh);
}

}  // namespace carom::detail

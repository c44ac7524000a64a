#include "billiards/partner_rows.hpp"

#include <algorithm>

#include "core/instruction_sets.hpp"

namespace carom::billiards::detail {

void MotionColumns::resize(std::size_t balls) {
    for (auto* column : {&x, &y, &u, &v, &hx, &hy, &start, &until, &radius, &number})
        column->assign(balls, 0.0);
    for (std::size_t k = 0; k < balls; ++k) number[k] = static_cast<double>(k);
}

void MotionColumns::set(std::size_t ball, const MovingBall& motion) {
    x[ball] = motion.x;
    y[ball] = motion.y;
    u[ball] = motion.u;
    v[ball] = motion.v;
    hx[ball] = motion.hx;
    hy[ball] = motion.hy;
    start[ball] = motion.start;
    until[ball] = motion.until;
}

void MotionColumns::copy(std::size_t to, const MotionColumns& from, std::size_t ball) {
    x[to] = from.x[ball];
    y[to] = from.y[ball];
    u[to] = from.u[ball];
    v[to] = from.v[ball];
    hx[to] = from.hx[ball];
    hy[to] = from.hy[ball];
    start[to] = from.start[ball];
    until[to] = from.until[ball];
    radius[to] = from.radius[ball];
    number[to] = from.number[ball];
}

PartnerRows::PartnerRows(std::size_t balls)
    : padded(std::max<std::size_t>(8, (balls + 7) / 8 * 8)),
      is_full(balls <= kMostInFullRows),
      keys(is_full ? padded * padded : 0, kNever),
      partner(padded, 0),
      tied(padded, 0) {
    resize(padded);
    for (auto* column : {&looked_at, &next, &own}) column->assign(padded, 0.0);
    if (!is_full) {
        near.resize(padded);
        again.assign(padded, kNever);
        gathered.resize(8);
        block_earliest.assign((padded / kBlock + 8) / 8 * 8, kNever);
        block_is_stale.assign(block_earliest.size(), 0);
    }
    clear();
}

void PartnerRows::clear() {
    for (auto* column : {&x, &y, &u, &v, &hx, &hy, &start, &looked_at})
        std::fill(column->begin(), column->end(), 0.0);
    for (auto* column : {&next, &own}) std::fill(column->begin(), column->end(), kNever);
    std::fill(until.begin(), until.end(), kOutOfPlay);
    looks = 0;
    for (const int i : looked) near[static_cast<std::size_t>(i)].clear();
    looked.clear();
    for (std::size_t k = 0; !is_full && k < padded; k += kBlock) forget_block_of(k);
}

void PartnerRows::set(std::size_t ball, const MovingBall& motion) {
    MotionColumns::set(ball, motion);
    if (is_full) return;
    again[ball] = kNever;
    grid.place(static_cast<int>(ball), motion, radius[ball], motion.start, motion.until);
}

PartnerRowFunctions partner_row_functions(InstructionSet set, bool full_rows) {
    return carom::detail::for_instruction_set(
        set, [=]<InstructionSet Set>() { return partner_row_functions_of<Set>(full_rows); });
}

}  // namespace carom::billiards::detail

#include "billiards/partner_rows.hpp"

#include <algorithm>

#include "core/instruction_sets.hpp"

namespace carom::billiards::detail {

PartnerRows::PartnerRows(std::size_t balls)
    : padded(std::max<std::size_t>(8, (balls + 7) / 8 * 8)),
      keys(padded * padded, kNever),
      partner(padded, 0),
      tied(padded, 0) {
    for (auto* column :
         {&x, &y, &u, &v, &hx, &hy, &start, &until, &radius, &number, &looked_at, &next, &own}) {
        column->assign(padded, 0.0);
    }
    for (std::size_t k = 0; k < padded; ++k) number[k] = static_cast<double>(k);
    clear();
}

void PartnerRows::clear() {
    for (auto* column : {&x, &y, &u, &v, &hx, &hy, &start, &looked_at})
        std::fill(column->begin(), column->end(), 0.0);
    for (auto* column : {&next, &own}) std::fill(column->begin(), column->end(), kNever);
    std::fill(until.begin(), until.end(), kOutOfPlay);
    looks = 0;
}

void PartnerRows::set(std::size_t ball, const MovingBall& motion) {
    x[ball] = motion.x;
    y[ball] = motion.y;
    u[ball] = motion.u;
    v[ball] = motion.v;
    hx[ball] = motion.hx;
    hy[ball] = motion.hy;
    start[ball] = motion.start;
    until[ball] = motion.until;
}

PartnerRowFunctions partner_row_functions(InstructionSet set) {
    return carom::detail::for_instruction_set(
        set, []<InstructionSet Set>() { return partner_row_functions_of<Set>(); });
}

}  // namespace carom::billiards::detail

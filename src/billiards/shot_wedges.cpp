// The part of the loop that is about balls that are wedged in between cushions and each other.
#include <algorithm>

#include "billiards/shot_loop.hpp"

namespace carom::billiards::detail {

/// Each cushion of a ball once.
void ShotLoop::add_cushion(HeldGroup& group, int i, HeldContact contact) {
    contact.first = static_cast<int>(place_in(group, i));
    const auto is_same = [&](const HeldContact& held) {
        return held.first == contact.first && held.second < 0 && held.cushion.what == contact.cushion.what &&
               held.cushion.index == contact.cushion.index;
    };
    if (std::none_of(group.contacts.begin(), group.contacts.end(), is_same))
        group.contacts.push_back(contact);
}

/// Balls that are wedged in can take hold of each other and of cushions one after the other, many million
/// times at one moment: each time the next contact closes by a little. True from some number of times on.
bool ShotLoop::is_held_again(const Hold& hold) {
    const std::size_t one_by_one = 256 + 16 * balls_.size();
    if (held_at_ != now_) {
        holds_.clear();
        times_held_ = 0;
        held_at_ = now_;
    }
    const auto is_same = [&](const Hold& one) {
        return one.ball == hold.ball && one.other == hold.other && one.met.what == hold.met.what &&
               one.met.index == hold.met.index;
    };
    if (std::none_of(holds_.begin(), holds_.end(), is_same)) holds_.push_back(hold);
    return ++times_held_ > one_by_one;
}

/// All contacts that took hold at this moment, in one group for each set of balls that are connected.
void ShotLoop::hold_together() {
    std::erase_if(holds_, [&](const Hold& hold) {
        return is_off_bed(hold.ball) || (hold.other >= 0 && is_off_bed(hold.other));
    });
    for (const Hold& hold : holds_) {
        for (const int k : {hold.ball, hold.other}) {
            if (k >= 0 && group_of_[static_cast<std::size_t>(k)] == nullptr)
                advance(ball(k), kind_of(k).rates, now_);
        }
        if (hold.other >= 0) attach(hold.ball, hold.other);
    }
    pressing_.clear();
    for (const Hold& hold : holds_) {
        HeldGroup& group = group_with(hold.ball);
        if (hold.other < 0)
            add_cushion(group, hold.ball, contact_with_cushion(hold.ball, hold.met.what, hold.met.index));
        if (std::find(pressing_.begin(), pressing_.end(), &group) == pressing_.end())
            pressing_.push_back(&group);
    }
    for (HeldGroup* group : pressing_) press(*group);
    for (const Hold& hold : holds_) {
        if (hold.other < 0) pass_along(hold.ball, hold.met);
    }
}

}  // namespace carom::billiards::detail

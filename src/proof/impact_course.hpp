// An impact as a course of impulses in 113 bits (Darboux-Keller), for laws whose friction changes its way.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "proof/wide.hpp"

namespace carom::proof {

inline WideVec<3> unit(const WideVec<3>& x) {
    const Wide size = length(x);
    return size > 0 ? (1 / size) * x : x;
}

/// What one contact does about its slip. All speeds are near 1 or below.
struct SlipMode {
    bool sticks = false;
    Wide follows_to = 0;  ///< a slip below goes about where it is pulled to; 0: it has a direction of its own
    WideVec<3> heading;   ///< unit vector: about there

    static constexpr double kVanished = 1e-16;
    static constexpr double kSlow = 4e-6;
    static constexpr double kQuick = 1e-8;

    bool follows() const { return follows_to > 0; }
    void look_at(const WideVec<3>& slip) {
        const Wide speed = follows() ? dot(slip, heading) : length(slip);
        sticks = speed <= (sticks ? 100 * kVanished : kVanished);
        if (sticks) follows_to = 0;
    }
    void let_go(const WideVec<3>& direction) {
        sticks = false;
        follows_to = kQuick;
        heading = direction;
    }
    /// By its rate of change, and by that without the friction that slip makes.
    static Wide limit(const WideVec<3>& rate, const WideVec<3>& pull) {
        return length(rate) < length(pull) / 4 ? kSlow : kQuick;
    }
    WideVec<3> direction(const WideVec<3>& slip) const { return follows() ? heading : unit(slip); }
    /// Below 0 where it is no longer small.
    Wide spare(const WideVec<3>& slip) const { return follows() ? follows_to - length(slip) : Wide{1}; }
    /// Impulse until a slip that changes at this rate ends, or has turned; not quite.
    Wide lasts(const WideVec<3>& slip, const WideVec<3>& rate) const {
        if (sticks) return 1;
        const Wide speed = length(slip);
        const Wide falls = -dot(slip, rate);
        const Wide change = length(rate);
        if (falls > 0) return std::max(speed * speed * 9 / (10 * falls), Wide{kVanished / 100});
        return follows() || !(change > 0) ? Wide{1} : speed / change;
    }
};

/// Compression, then restitution, for speeds in a unit that leaves all of them near 1 or below. A law has
///     Motion                        a sum of motions and times a number make sense
///     closing(motion)               the closing speed
///     settle(motion)                which contacts slip from now on
///     rate(motion)                  of the motion, for each normal impulse
///     longest(motion)               impulse for which the slips surely go on
///     spare(motion)                 below 0 where friction does not hold what sticks
template <class Law>
class ImpactCourse {
public:
    using Motion = typename Law::Motion;

    ImpactCourse(Law& law, const Motion& motion)
        : law_(&law), now_(motion), same_(Wide{1e-22} * law.closing(motion)) {}

    Motion after(Wide restitution) {
        for (int k = 0; k < kMostSteps; ++k) {
            const Wide closing = law_->closing(now_);
            if (closing < same_) break;
            law_->settle(now_);
            go_on(closing / falls(),
                  [&](const Motion& next, Wide) { return closing / (closing - law_->closing(next)); });
        }
        longest_ = 1;
        const Wide wanted = (1 - restitution * restitution) * work_;
        for (int k = 0; k < kMostSteps; ++k) {
            law_->settle(now_);
            const Wide parting = -law_->closing(now_);
            const Wide rest = work_ - wanted;
            const Wide square = 2 * rest * falls();
            const Wide impulse = square / (root(parting * parting + square) + parting) / falls();
            if (!(impulse > same_)) break;
            go_on(impulse, [&](const Motion&, Wide work) { return -rest / work; });
        }
        return now_;
    }

private:
    static constexpr int kMostSteps = 10000;
    static constexpr double kError = 1e-19;
    static constexpr double kSamePart = 1e-18;
    static constexpr int kRows = 9;

    /// Closing speed lost for each impulse.
    Wide falls() const { return -law_->closing(law_->rate(now_)); }

    /// One step of at most this impulse. `part` tells how much of a step leads to the end of the phase, above
    /// 1 before it.
    template <class Part>
    void go_on(Wide wanted, Part part) {
        Wide impulse = std::min({wanted, law_->longest(now_), longest_});
        Motion next = now_;
        Wide work = 0;
        const Wide begun = law_->spare(now_);
        for (;;) {
            const double error = step(impulse, next, work);
            if (impulse < same_) break;
            const Wide spare = law_->spare(next);
            const Wide within = part(next, work);
            const bool ends = spare <= -kError;
            const bool too_far = within > 0 && within < 1 - Wide{kSamePart};
            if (error < kError && !ends && !too_far) break;
            if (!(error < kError) || (ends && begun <= 0)) {
                impulse /= 2;
            } else {
                if (ends) impulse *= begun / (begun - spare);
                if (too_far) impulse *= within;
            }
        }
        longest_ = 4 * impulse;
        now_ = next;
        work_ += work;
    }

    /// Midpoint rules of 2, 4, 6 and more parts, extrapolated to none by Neville's scheme.
    double step(Wide impulse, Motion& end, Wide& work) const {
        std::array<Motion, kRows> motions;
        std::array<Wide, kRows> works{};
        double off = 1;
        for (int row = 0; row < kRows && off > kError / 8; ++row) {
            auto [motion, done] = midpoint(impulse, 2 * row + 2);
            for (int k = 1; k <= row; ++k) {
                const auto at = static_cast<std::size_t>(k - 1);
                const Wide fewer = Wide(row + 1 - k) / Wide(row + 1);
                const Wide weight = 1 / (1 - fewer * fewer);
                const Motion better = weight * motion + (1 - weight) * motions[at];
                const Wide better_work = weight * done + (1 - weight) * works[at];
                motions[at] = motion;
                works[at] = done;
                motion = better;
                done = better_work;
            }
            motions[static_cast<std::size_t>(row)] = motion;
            works[static_cast<std::size_t>(row)] = done;
            if (row > 0) off = std::max(difference(motion, end), narrow(magnitude(done - work)));
            end = motion;
            work = done;
        }
        return off;
    }
    struct Part {
        Motion motion;
        Wide work;
    };
    Part midpoint(Wide impulse, int parts) const {
        const Wide part = impulse / Wide(parts);
        Part before{now_, 0};
        Part now{now_ + part * law_->rate(now_), part * law_->closing(now_)};
        for (int k = 1; k < parts; ++k) {
            const Part next{before.motion + (2 * part) * law_->rate(now.motion),
                            before.work + 2 * part * law_->closing(now.motion)};
            before = now;
            now = next;
        }
        return now;
    }

    Law* law_;
    Motion now_;
    Wide same_;      ///< less closing speed, or impulse, counts as none
    Wide work_ = 0;  ///< taken up
    Wide longest_ = 1;
};

}  // namespace carom::proof

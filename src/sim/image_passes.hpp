// When does a ball that flies straight come near to images of another one in a periodic box, crossing after
// crossing of the box?
//
// Take the axis along which the two move fastest against each other. At the n-th crossing of the box along it
// they are apart by y0 + n a along another axis, whole boxes left out: a point that turns round a circle by
// the same step each time. They can only touch when the point is within a small arc. Which turns bring it
// there is found without making the others: Rauzy's induction makes the arc shorter while the point's returns
// to it become rarer, in as many steps as Euclid's algorithm takes; then the returns are of two kinds, a step
// up or a step down. See P. Arnoux, "Sturmian sequences", in Substitutions in Dynamics, Arithmetics and
// Combinatorics, Lecture Notes in Mathematics 1794 (2002), chapter 6.
#pragma once

#include <cstdint>
#include <optional>

#include "carom/math/vec.hpp"

namespace carom::detail {

/// The turns n = 0, 1, ... after which a point that begins at `start` and steps by `step` each time is
/// between 0 and `most` on a circle of length `kCircle`.
class CircleReturns {
public:
    static constexpr std::uint64_t kCircle = std::uint64_t{1} << 62;

    /// Precondition: start and step are below `kCircle`, most < kCircle / 2.
    CircleReturns(std::uint64_t start, std::uint64_t step, std::uint64_t most);

    /// The next of them. Those beyond `last` are not looked for: some number above it says so.
    std::uint64_t next(std::uint64_t last);

private:
    bool shorten();

    std::uint64_t most_;
    std::uint64_t at_;  // in an arc from 0 to up_ + down_, not included
    std::uint64_t turn_ = 0;
    std::uint64_t up_;    // by so much points below `down_` rise until their return to the arc
    std::uint64_t down_;  // by so much all others come down
    std::uint64_t turns_up_ = 1;
    std::uint64_t turns_down_ = 1;
    bool was_there_ = false;  // `at_` is the last answer
};

/// Bounds of the times at which two balls may touch, image after image.
template <int N>
class ImagePasses {
public:
    /// The second ball is `d` from the first, in any image, and moves by `w` against it. `reach` is more than
    /// the sum of the radii, and below a sixteenth of each period. Nothing later than `until` is of interest.
    ImagePasses(const Vec<double, N>& d, const Vec<double, N>& w, const Vec<double, N>& period, double reach,
                double until);

    /// Not later than the next time at which they touch and close, infinity when there is none by
    /// `looked_until`.
    double next();

    /// `until`, or less where the two go round the box too many times until then.
    double looked_until() const { return until_; }

private:
    static constexpr std::uint64_t kCircle = CircleReturns::kCircle;

    /// How far apart the two are across an axis, crossing after crossing: a point on a circle.
    struct Across {
        double period = 0;
        double speed = 0;
        double below = 0;  ///< share of the period by which the offset may be below 0
        std::uint64_t start = 0;
        std::uint64_t step = 0;
        std::uint64_t arc = 0;  ///< the points from 0 to here are within reach
    };

    std::uint64_t point(const Across& across, std::uint64_t crossing) const;
    double time_of_touch(std::uint64_t crossing) const;

    double reach_ = 0;
    double speed_squared_ = 0;
    double first_time_ = 0;  // of crossing 0
    double between_ = 0;     // two crossings
    double until_ = 0;
    std::uint64_t last_ = 0;  // crossing that is of interest
    Across across_[N - 1];
    std::optional<CircleReturns> returns_;  // none of two that stand to each other
};

}  // namespace carom::detail

// Where in the box unwrapped positions are.
#pragma once

#include <cmath>
#include <optional>

#include "carom/scene/scene.hpp"

namespace carom::detail {

/// Moves positions at `time` into the box on periodic axes.
template <int N>
class Inside {
public:
    Inside(const World<N>& world, double time)
        : lower_(world.box.lower), shear_(world.shear), slide_(slide_at(world, time)) {
        for (int k = 0; k < N; ++k) {
            if (world.boundary[static_cast<std::size_t>(k)] == Boundary::periodic)
                width_[k] = world.box.upper[k] - world.box.lower[k];
        }
    }
    Vec<double, N> operator()(Vec<double, N> position) const {
        if (shear_) position[shear_->flow] -= boxes(position, shear_->gradient) * slide_;
        for (int k = 0; k < N; ++k) {
            if (width_[k] == 0) continue;
            position[k] -= width_[k] * boxes(position, k);
            // So many boxes that a double does not tell one from the next, as a file may say.
            if (!(std::fabs(position[k] - lower_[k]) <= 2 * width_[k])) position[k] = lower_[k];
        }
        return position;
    }

private:
    double boxes(const Vec<double, N>& position, int axis) const {
        return std::floor((position[axis] - lower_[axis]) / width_[axis]);
    }

    Vec<double, N> lower_, width_;
    std::optional<Shear> shear_;
    double slide_;
};

}  // namespace carom::detail

#include "scene_text/wrap_imports.hpp"

#include <cmath>

#include "math/two_term.hpp"
#include "scene/clearance.hpp"
#include "scene/complaint.hpp"
#include "scene/wording.hpp"

namespace carom::detail {
namespace {

/// The balls of one import.
template <int N>
class Wrapping {
public:
    Wrapping(SceneDraft<N>& draft, const BallSource& source, PlacedFaults& faults)
        : draft_(draft), world_(draft.scene.world), source_(source), faults_(faults) {}

    void wrap_ball(std::size_t index) {
        if (draft_.refused_balls[index]) return;
        SceneBall<N>& ball = draft_.scene.balls[index];
        if (!complaint(ball.position, Zero::allowed).empty() || !positive_complaint(ball.radius).empty())
            return;
        for (int axis = 0; axis < N; ++axis) {
            if (!lies_outside(ball, axis)) continue;
            const std::string why = refusal(ball, axis);
            if (why.empty()) {
                ball.position[axis] = image_in_box(ball.position[axis], lower(axis), upper(axis));
            } else {
                draft_.refused_balls[index] = 1;
                faults_.add("balls outside the periodic box",
                            source_.file->place_of(index - source_.first, ColumnKind::position, axis),
                            label(ball, index) + why);
            }
        }
    }

private:
    double lower(int axis) const { return world_.box.lower[axis]; }
    double upper(int axis) const { return world_.box.upper[axis]; }

    /// Of a box that is wide enough for the ball: `validate` refuses others.
    bool lies_outside(const SceneBall<N>& ball, int axis) const {
        if (boundary_of(world_, axis) != Boundary::periodic) return false;
        const double x = ball.position[axis];
        const double width = upper(axis) - lower(axis);
        return width > 2 * ball.radius && width <= kLargest && !(x >= lower(axis) && x < upper(axis));
    }

    /// Why the ball is not wrapped; empty when it is.
    std::string refusal(const SceneBall<N>& ball, int axis) const {
        const double x = ball.position[axis];
        if (!source_.wraps) {
            return outside_complaint(axis, x, lower(axis), upper(axis)) +
                   "; to take its image in the box, set wrap = true in [[import]]";
        }
        if (ball.radius < kRadiusUlps * ulp(x)) {
            return " is too far away to be wrapped: on axis " + axis_name(axis) + " numbers near " + text(x) +
                   " are " + rough(ulp(x)) + " apart, and its radius, " + text(ball.radius) +
                   ", must be 65536 times that";
        }
        if (world_.shear && world_.shear->gradient == axis) {
            return " is not wrapped: across the gradient of [shear], axis " + axis_name(axis) +
                   ", its image has another velocity; write the position and velocity of the image";
        }
        return {};
    }

    SceneDraft<N>& draft_;
    const World<N>& world_;
    const BallSource& source_;
    PlacedFaults& faults_;
};

template <int N>
bool has_periodic_axis(const World<N>& world) {
    for (int axis = 0; axis < N; ++axis) {
        if (boundary_of(world, axis) == Boundary::periodic) return true;
    }
    return false;
}

}  // namespace

double image_in_box(double x, double lower, double upper) {
    if (x >= lower && x < upper) return x;
    const double width = upper - lower;
    double boxes = std::floor((x - lower) / width);
    const auto image = [&] { return TwoTerm{x, 0} - two_product(boxes, width); };
    const double above_lower = (image() - TwoTerm{lower, 0}).hi;
    if (above_lower < 0) boxes -= 1;
    if (above_lower >= width) boxes += 1;
    const double result = to_double(image());
    return result >= lower && result < upper ? result : lower;
}

template <int N>
void wrap_imports(SceneDraft<N>& draft, PlacedFaults& faults) {
    if (!draft.world_sound) return;
    for (std::size_t k = 0; k < draft.sources.size(); ++k) {
        const BallSource& source = draft.sources[k];
        if (source.file == nullptr) continue;
        if (source.wraps && !has_periodic_axis(draft.scene.world)) {
            faults.add("wrong imports", place_of(*source.table, "wrap"),
                       "wrap is for periodic axes, and the box has none");
        }
        const bool is_last = k + 1 == draft.sources.size();
        const std::size_t end = is_last ? draft.scene.balls.size() : draft.sources[k + 1].first;
        Wrapping<N> wrapping(draft, source, faults);
        for (std::size_t ball = source.first; ball < end; ++ball) wrapping.wrap_ball(ball);
    }
}

template void wrap_imports(SceneDraft<2>&, PlacedFaults&);
template void wrap_imports(SceneDraft<3>&, PlacedFaults&);

}  // namespace carom::detail

#include "carom/measure/plan.hpp"

#include <algorithm>
#include <cmath>

#include "core/float_environment.hpp"
#include "math/vec_ops.hpp"
#include "measure/freedom.hpp"
#include "measure/radial.hpp"
#include "measure/region.hpp"
#include "measure/start_scales.hpp"
#include "scene/wording.hpp"

namespace carom {

using namespace detail;

namespace {

template <int N>
bool is_everywhere(const Scene<N>& scene, Boundary boundary) {
    const auto& axes = scene.world.boundary;
    return std::all_of(axes.begin(), axes.end(), [&](Boundary b) { return b == boundary; });
}

template <int N>
double narrowest(const World<N>& world) {
    double width = HUGE_VAL;
    for (int k = 0; k < N; ++k) width = std::min(width, world.box.upper[k] - world.box.lower[k]);
    return width;
}

/// What half the box leaves beyond the largest contact.
template <int N>
double radial_room(const Scene<N>& scene, SpeciesBy by) {
    return narrowest(scene.world) / 2 - radial_reach(take_census(scene, by), 0);
}

/// Along which most differs.
template <int N>
int profile_axis(const World<N>& world) {
    const Region<N> region(world);
    int axis = 0;
    for (int k = N - 1; k >= 0; --k) {
        if (region.has_walls(k)) axis = k;
    }
    if (world.shear) axis = world.shear->gradient;
    for (int k = 0; k < N; ++k) {
        if (std::fabs(world.gravity[k]) > std::fabs(world.gravity[axis])) axis = k;
    }
    return axis;
}

template <int N>
std::optional<std::string> why_no_radial(const Scene<N>& scene, const MeasurePlan& plan) {
    if (!is_everywhere(scene, Boundary::periodic))
        return "radial_distribution needs a box that is periodic on all axes";
    if (is_weighed_down(scene))
        return "radial_distribution needs a density that is the same at all heights, which gravity changes";
    const double room = radial_room(scene, plan.species_by);
    if (!(room > 0))
        return "radial_distribution needs a box wider than twice the distance of balls in contact";
    const double reach = radial_reach(take_census(scene, plan.species_by), 0);
    if (plan.radial_range && reach + *plan.radial_range / static_cast<double>(plan.bins) == reach)
        return "radial_distribution: radial_range " + text(*plan.radial_range) +
               " cannot be cut into bins beyond contact";
    if (plan.radial_range && *plan.radial_range > room)
        return "radial_distribution reaches half the narrowest width of the box at most: radial_range up "
               "to " +
               std::to_string(room);
    return {};
}

/// Of pressures and profiles.
template <int N>
std::optional<std::string> why_no_place(Quantity quantity, const Scene<N>& scene) {
    const std::string name(name_of(quantity));
    if (quantity == Quantity::pressure && is_weighed_down(scene))
        return name + " is not the same at all heights under gravity";
    const Region<N> region(scene.world);
    if (!region.wants().empty()) return name + " needs " + region.wants();
    if (quantity == Quantity::profile && !region.is_still())
        return name + " needs walls that stand still: others change the volume of its slices";
    return {};
}

/// Of intervals of which a run has enough.
double longest_that_fits(const MeasurePlan& plan) {
    constexpr double enough = 16;
    const double measured = plan.until.value_or(HUGE_VAL) - plan.after;
    return measured > 0 ? measured / enough : HUGE_VAL;
}

}  // namespace

std::string_view name_of(Quantity quantity) {
    constexpr std::array<std::string_view, all_quantities.size()> names{
        "temperature",         "pressure",   "mean_free_time", "energy_loss", "diffusion",
        "radial_distribution", "velocities", "impact_speeds",  "profile"};
    return names[static_cast<std::size_t>(quantity)];
}

template <int N>
std::optional<std::string> why_not(Quantity quantity, const Scene<N>& scene, const MeasurePlan& plan) {
    const DefaultFloatEnvironment environment;
    const std::string name(name_of(quantity));
    if (std::all_of(scene.balls.begin(), scene.balls.end(),
                    [](const SceneBall<N>& ball) { return std::isinf(ball.mass); }))
        return name + " needs a ball that moves";
    if (quantity == Quantity::temperature &&
        !(freedom_of(scene, take_census(scene, plan.species_by)).degrees > 0))
        return name + " needs motion besides that of the centre of mass: a single ball has none here";
    const bool needs_volume = quantity == Quantity::pressure || quantity == Quantity::profile;
    if (quantity == Quantity::diffusion && scene.world.shear)
        return name + " has no meaning where the flow of a sheared box carries balls along";
    if (quantity == Quantity::energy_loss && !is_lossy(scene.law))
        return name + " needs a restitution below 1";
    if (quantity == Quantity::radial_distribution) return why_no_radial(scene, plan);
    if (needs_volume) return why_no_place(quantity, scene);
    return {};
}

template <int N>
MeasurePlan settled(MeasurePlan plan, const Scene<N>& scene) {
    const DefaultFloatEnvironment environment;
    const StartScales<N> start(scene);
    const double longest = longest_that_fits(plan);
    if (!plan.interval) plan.interval = std::min(usual_interval(scene) / 16, longest);
    if (!plan.window) plan.window = 8 * usual_interval(scene);
    if (!plan.snapshot_interval) plan.snapshot_interval = std::min(mean_free_time(scene) / 2, longest);
    if (!plan.axis) plan.axis = profile_axis(scene.world);
    if (!plan.radial_range && is_everywhere(scene, Boundary::periodic))
        plan.radial_range = std::min(2 * start.diameter, radial_room(scene, plan.species_by));
    return plan;
}

template std::optional<std::string> why_not(Quantity, const Scene<2>&, const MeasurePlan&);
template std::optional<std::string> why_not(Quantity, const Scene<3>&, const MeasurePlan&);
template MeasurePlan settled(MeasurePlan, const Scene<2>&);
template MeasurePlan settled(MeasurePlan, const Scene<3>&);

}  // namespace carom

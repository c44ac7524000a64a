#include "measure/remarks.hpp"

#include <algorithm>
#include <cmath>

#include "measure/region.hpp"
#include "measure/species.hpp"
#include "scene/wording.hpp"

namespace carom::detail {
namespace {

bool has(const MeasurePlan& plan, Quantity quantity) {
    return std::find(plan.quantities.begin(), plan.quantities.end(), quantity) != plan.quantities.end();
}

bool is_of_snapshots(Quantity quantity) {
    return quantity == Quantity::radial_distribution || quantity == Quantity::velocities ||
           quantity == Quantity::impact_speeds || quantity == Quantity::profile;
}

bool has_values(const BinnedCurve& curve) {
    return std::any_of(curve.bins.begin(), curve.bins.end(),
                       [](const Estimate& bin) { return bin.count > 0; });
}

bool is_zero(const BinnedCurve& curve) {
    return std::all_of(curve.bins.begin(), curve.bins.end(),
                       [](const Estimate& bin) { return bin.value == 0; });
}

bool has_no_impacts(const MeanFreeTimeResult& result) {
    return std::all_of(result.pairs.begin(), result.pairs.end(),
                       [](const PairRate& pair) { return pair.impacts == 0; });
}

/// " of A" or " of A and B"; nothing where there is one species.
std::string whom(const BinnedCurve& curve, const std::vector<MeasuredSpecies>& species) {
    std::string names;
    if (species.size() < 2) return names;
    for (const std::size_t one : curve.species) {
        names += (names.empty() ? " of " : " and ") + species[one].name;
    }
    return names;
}

template <int N>
std::string names_of(const Vec<bool, N>& axes, bool wanted) {
    std::string names;
    for (int k = 0; k < N; ++k) {
        if (axes[k] == wanted) names += (names.empty() ? "" : " and ") + std::string(1, "xyz"[k]);
    }
    return names;
}

template <int N>
std::string remark_on_diffusion(const World<N>& world) {
    const Vec<bool, N> free = free_axes(world);
    const std::string walled = names_of(free, false);
    if (walled.empty()) return {};
    const std::string open = names_of(free, true);
    if (open.empty()) return "diffusion: walls bound all axes, so balls are caged and there is no D";
    return "diffusion is that along " + open + ": walls bound " + walled;
}

}  // namespace

std::vector<std::string> unmeasured(const MeasurePlan& plan, const Measured& measured) {
    std::vector<std::string> reasons;
    const auto too_short = [&](Quantity quantity, const char* what, double length) {
        reasons.push_back(std::string(name_of(quantity)) + ": no " + what + " of " + rough(length) +
                          " was complete after " + text(plan.after));
    };
    for (const Quantity quantity : plan.quantities) {
        if (quantity == Quantity::diffusion) {
            if (!measured.windows) too_short(quantity, "window", *plan.window);
        } else if (is_of_snapshots(quantity)) {
            if (measured.snapshots == 0)
                too_short(quantity, "time between snapshots", *plan.snapshot_interval);
        } else if (!measured.intervals) {
            too_short(quantity, "interval", *plan.interval);
        }
    }
    return reasons;
}

std::vector<std::string> empty_curves(const MeasureResults& results) {
    std::vector<std::string> reasons;
    if (results.snapshots == 0) return reasons;
    const auto add = [&](Quantity quantity, const std::vector<BinnedCurve>& curves, const char* reason) {
        for (const BinnedCurve& curve : curves) {
            if (has_values(curve)) continue;
            reasons.push_back(std::string(name_of(quantity)) + whom(curve, results.species) + ": " + reason);
        }
    };
    add(Quantity::radial_distribution, results.radial_distribution, "a single ball makes no pair");
    add(Quantity::impact_speeds, results.impact_speeds, "no such impact was seen");
    if (results.mean_free_time && has_no_impacts(*results.mean_free_time)) {
        reasons.push_back(std::string(name_of(Quantity::mean_free_time)) + ": no impact was seen");
    }
    return reasons;
}

std::vector<std::string> remarks_on_curves(const MeasureResults& results) {
    constexpr double much = 0.01;
    std::vector<std::string> remarks;
    const auto add = [&](Quantity quantity, const std::vector<BinnedCurve>& curves) {
        for (const BinnedCurve& curve : curves) {
            if (curve.outside <= much) continue;
            remarks.push_back(std::string(name_of(quantity)) + whom(curve, results.species) + ": " +
                              rough(100 * curve.outside) + " % of all values of " + curve.what +
                              " lie outside of the bins: see speed_range");
        }
    };
    add(Quantity::velocities, results.velocities);
    add(Quantity::impact_speeds, results.impact_speeds);
    if (results.pressure && results.mean_free_time && has_no_impacts(*results.mean_free_time)) {
        remarks.emplace_back("no impact of two balls was seen: pressure and Z are those of free flight");
    }
    for (const BinnedCurve& curve : results.radial_distribution) {
        if (!has_values(curve) || !is_zero(curve)) continue;
        remarks.push_back(std::string(name_of(Quantity::radial_distribution)) + whom(curve, results.species) +
                          ": no pair came as near as radial_range");
    }
    const bool of_snapshots =
        std::any_of(results.plan.quantities.begin(), results.plan.quantities.end(), is_of_snapshots);
    if (of_snapshots && results.snapshots == 1) {
        remarks.emplace_back("one snapshot only: the values of bins have no errors (see snapshot_interval)");
    }
    return remarks;
}

template <int N>
Vec<bool, N> free_axes(const World<N>& world) {
    auto free = generate<bool, N>(
        [&](int k) { return world.boundary[static_cast<std::size_t>(k)] != Boundary::wall; });
    for (int k = 0; k < N; ++k) {
        for (const Wall<N>& wall : world.walls) free[k] = free[k] && wall.half_space.normal[k] == 0;
        for (const Container<N>& container : world.containers) {
            for (int j = 0; j < N; ++j) free[k] = free[k] && (j == k) == (container.axis[j] != 0);
        }
    }
    return free;
}

template <int N>
std::vector<std::string> remarks_on(const Scene<N>& scene, const MeasurePlan& plan, std::uint64_t events) {
    std::vector<std::string> remarks;
    if (plan.quantities.empty()) return remarks;
    if (plan.after == 0 && events > 0)
        remarks.emplace_back(
            "measured from the start on, which means are biased by until it is forgotten: see after");
    if (has(plan, Quantity::diffusion)) {
        const std::string remark = remark_on_diffusion(scene.world);
        if (!remark.empty()) remarks.push_back(remark);
    }
    if (has(plan, Quantity::pressure) && Region<N>(scene.world).is_cut())
        remarks.emplace_back(
            "pressure and Z are means over the whole box: slanted walls cut off nothing of it");
    const std::size_t kinds = count_species(scene, plan.species_by);
    if (kinds > kMostSpecies)
        remarks.push_back("there are " + text(kinds) + " species, more than " + text(kMostSpecies) +
                          ": all balls are measured as one");
    return remarks;
}

template Vec<bool, 2> free_axes(const World<2>&);
template Vec<bool, 3> free_axes(const World<3>&);
template std::vector<std::string> remarks_on(const Scene<2>&, const MeasurePlan&, std::uint64_t);
template std::vector<std::string> remarks_on(const Scene<3>&, const MeasurePlan&, std::uint64_t);

}  // namespace carom::detail

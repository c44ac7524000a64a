#include "measure/doubts.hpp"

#include <optional>

#include "measure/start_scales.hpp"
#include "scene/wording.hpp"

namespace carom::detail {
namespace {

/// Freezing begins at 0.494 (spheres) and 0.70 (discs).
template <int N>
constexpr double kDense = N == 3 ? 0.45 : 0.64;

/// Mean free times from which on errors were seen to be right, but for a tenth.
constexpr double kEnough = 750;

void doubt(std::optional<Estimate>& estimate) {
    if (estimate) estimate->converged = false;
}

void doubt(PressureResult& pressure) {
    pressure.pressure.converged = false;
    for (Estimate& component : pressure.stress) component.converged = false;
    doubt(pressure.z_virial);
    doubt(pressure.z_rate);
    doubt(pressure.viscosity);
}

void doubt(MeanFreeTimeResult& times) {
    for (Estimate& time : times.species) time.converged = false;
    for (PairRate& pair : times.pairs) {
        for (Estimate* of : {&pair.rate, &pair.first_free_time, &pair.second_free_time})
            of->converged = false;
        doubt(pair.contact_value);
    }
}

}  // namespace

template <int N>
void doubt_slow_structure(const Scene<N>& scene, MeasureResults& results) {
    if (!results.pressure && !results.mean_free_time) return;
    if (!(StartScales<N>(scene).packing >= kDense<N>)) return;
    const double length = results.measured_time / mean_free_time(scene);
    if (!(length > 0 && length < kEnough)) return;
    if (results.pressure) doubt(*results.pressure);
    if (results.mean_free_time) doubt(*results.mean_free_time);
    results.notes.push_back("a dense run of " + rough(length) + " mean free times: below " + text(kEnough) +
                            " errors of the pressure, Z and impact rates may be too small, by up to a half");
}

template void doubt_slow_structure(const Scene<2>&, MeasureResults&);
template void doubt_slow_structure(const Scene<3>&, MeasureResults&);

}  // namespace carom::detail

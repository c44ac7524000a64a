#include "carom/measure/named_curves.hpp"

#include <cmath>

namespace carom {
namespace {

void add_binned(std::vector<NamedCurve>& curves, const std::string& quantity,
                const std::vector<BinnedCurve>& binned, const std::vector<MeasuredSpecies>& species) {
    for (const BinnedCurve& from : binned) {
        NamedCurve& curve = curves.emplace_back();
        curve.name = quantity;
        for (std::size_t k = 0; k < from.species.size(); ++k)
            curve.name += (k == 0 ? "." : "-") + species[from.species[k]].name;
        curve.name += "." + from.what;
        for (std::size_t k = 0; k < from.bins.size(); ++k) {
            const double low = from.low + static_cast<double>(k) * from.width;
            curve.points.push_back({low, low + from.width, from.bins[k]});
        }
    }
}

void add_lags(std::vector<NamedCurve>& curves, const std::string& name, const std::vector<double>& lags,
              const std::vector<Estimate>& values) {
    NamedCurve& curve = curves.emplace_back();
    curve.name = name;
    for (std::size_t k = 0; k < values.size(); ++k) curve.points.push_back({lags[k], lags[k], values[k]});
}

/// Each column but the times is a curve. What a row has no number for was not measured there.
void add_series(std::vector<NamedCurve>& curves, const MeasureSeries& series) {
    for (std::size_t column = 2; column < series.columns.size(); ++column) {
        NamedCurve& curve = curves.emplace_back();
        curve.name = "series." + series.columns[column];
        for (const std::vector<double>& row : series.rows) {
            CurvePoint point{row[0], row[1], {}};
            point.estimate.value = row[column];
            point.estimate.count = std::isnan(row[column]) ? 0 : 1;
            curve.points.push_back(point);
        }
    }
}

}  // namespace

std::vector<NamedCurve> named_curves(const MeasureResults& results) {
    std::vector<NamedCurve> curves;
    add_series(curves, results.series);
    for (std::size_t k = 0; results.diffusion && k < results.diffusion->species.size(); ++k) {
        const DiffusionCurve& curve = results.diffusion->species[k];
        const std::string name = "diffusion." + results.species[k].name;
        add_lags(curves, name + ".displacement", results.diffusion->lags, curve.displacement);
        add_lags(curves, name + ".correlation", results.diffusion->lags, curve.correlation);
        add_lags(curves, name + ".running", results.diffusion->lags, curve.running);
    }
    add_binned(curves, "radial_distribution", results.radial_distribution, results.species);
    add_binned(curves, "velocities", results.velocities, results.species);
    add_binned(curves, "impact_speeds", results.impact_speeds, results.species);
    add_binned(curves, "profile", results.profile, results.species);
    return curves;
}

}  // namespace carom

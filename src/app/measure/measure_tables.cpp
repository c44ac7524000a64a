// Measurements as CSV files.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <iterator>
#include <system_error>

#include "app/files/result_files.hpp"
#include "app/measure/measure_report.hpp"
#include "files/whole_file.hpp"
#include "scene/name_texts.hpp"

namespace carom::app {
namespace {

namespace fs = std::filesystem;

constexpr std::array<const char*, 6> kFiles{"series.csv",     "diffusion.csv",     "radial_distribution.csv",
                                            "velocities.csv", "impact_speeds.csv", "profile.csv"};

/// Empty where there is no number.
std::string cell(double x) {
    return std::isfinite(x) ? fmt::format("{}", x) : "";
}

std::string cells(const Estimate& x) {
    if (x.count == 0) return ",";
    return cell(x.value) + "," + (x.error ? cell(*x.error) : "");
}

std::string series_csv(const MeasureSeries& series) {
    std::string text = fmt::format("{}\n", fmt::join(series.columns, ","));
    for (const std::vector<double>& row : series.rows) {
        for (std::size_t c = 0; c < row.size(); ++c) text += (c == 0 ? "" : ",") + cell(row[c]);
        text += '\n';
    }
    return text;
}

std::string diffusion_csv(const MeasureResults& results) {
    std::string text =
        "species,lag,displacement,displacement_error,correlation,correlation_error,running,running_error\n";
    const DiffusionResult& diffusion = *results.diffusion;
    for (std::size_t s = 0; s < diffusion.species.size(); ++s) {
        const DiffusionCurve& curve = diffusion.species[s];
        for (std::size_t k = 0; k < diffusion.lags.size(); ++k) {
            fmt::format_to(std::back_inserter(text), "{},{},{},{},{}\n",
                           detail::csv_cell(results.species[s].name), diffusion.lags[k],
                           cells(curve.displacement[k]), cells(curve.correlation[k]),
                           cells(curve.running[k]));
        }
    }
    return text;
}

std::string curves_csv(const std::vector<BinnedCurve>& curves, const MeasureResults& results) {
    std::string text = "species,other_species,what,from,to,value,error\n";
    for (const BinnedCurve& curve : curves) {
        std::string who;
        for (std::size_t i = 0; i < 2; ++i) {
            if (i < curve.species.size()) who += detail::csv_cell(results.species[curve.species[i]].name);
            who += ',';
        }
        for (std::size_t k = 0; k < curve.bins.size(); ++k) {
            const double from = curve.low + static_cast<double>(k) * curve.width;
            fmt::format_to(std::back_inserter(text), "{}{},{},{},{}\n", who, curve.what, from,
                           from + curve.width, cells(curve.bins[k]));
        }
    }
    return text;
}

std::string content(const std::string& file, const MeasureResults& r) {
    if (file == "series.csv") return r.series.columns.size() > 2 ? series_csv(r.series) : "";
    if (file == "diffusion.csv") return r.diffusion ? diffusion_csv(r) : "";
    const auto& curves = file == "radial_distribution.csv" ? r.radial_distribution
                         : file == "velocities.csv"        ? r.velocities
                         : file == "impact_speeds.csv"     ? r.impact_speeds
                                                           : r.profile;
    return curves.empty() ? "" : curves_csv(curves, r);
}

}  // namespace

void remove_measurements(const fs::path& directory) {
    std::error_code ignored;
    // What is behind a link is not ours.
    if (fs::is_symlink(directory, ignored)) fs::remove(directory, ignored);
    for (const char* file : kFiles) fs::remove(directory / file, ignored);
    fs::remove(directory, ignored);
}

std::optional<FileError> write_measurements(const fs::path& directory, const MeasureResults& results) {
    remove_measurements(directory);
    for (const char* file : kFiles) {
        const std::string text = content(file, results);
        if (text.empty()) continue;
        if (auto error = make_directory(directory)) return error;
        if (auto error = write_file_whole(directory / file, text)) return error;
    }
    return {};
}

}  // namespace carom::app

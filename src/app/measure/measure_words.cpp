// Measurements on the terminal.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/measure/measure_report.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

void add(Sheet& sheet, std::string label, const std::optional<Estimate>& x) {
    if (x && x->count > 0) sheet.line(std::move(label), with_error(*x));
}

std::string of_species(const std::string& what, const MeasureResults& r, std::size_t species) {
    return r.species.size() == 1 ? what : what + " " + r.species[species].name;
}

void add_pressure(Sheet& sheet, const PressureResult& pressure, int dimension) {
    add(sheet, "pressure", pressure.pressure);
    for (int k = 0; k < dimension; ++k) {
        const std::string axes(2, "xyz"[k]);
        const int diagonal = (dimension + 1) * k;
        add(sheet, "stress " + axes, pressure.stress[static_cast<std::size_t>(diagonal)]);
    }
    add(sheet, "Z by the virial", pressure.z_virial);
    add(sheet, "Z by the rate", pressure.z_rate);
    add(sheet, "viscosity", pressure.viscosity);
    for (const WallLoad& load : pressure.walls) {
        if (load.pressure) {
            add(sheet, "pressure on " + load.wall, load.pressure);
        } else {
            add(sheet, "force on " + load.wall, load.force);
        }
    }
}

void add_rates(Sheet& sheet, const MeasureResults& r) {
    for (std::size_t s = 0; s < r.species.size(); ++s)
        add(sheet, of_species("mean free time", r, s), r.mean_free_time->species[s]);
    for (const PairRate& pair : r.mean_free_time->pairs) {
        const std::string who =
            r.species.size() == 1 ? "" : " " + r.species[pair.first].name + " " + r.species[pair.second].name;
        sheet.line("impacts" + who, with_separators(pair.impacts));
        add(sheet, "contact value" + who, pair.contact_value);
    }
}

void add_diffusion(Sheet& sheet, const MeasureResults& r) {
    for (std::size_t s = 0; s < r.species.size(); ++s) {
        add(sheet, of_species("D by displacement", r, s), r.diffusion->species[s].from_slope);
        add(sheet, of_species("D by correlation", r, s), r.diffusion->species[s].from_running);
    }
}

void add_species(Sheet& sheet, const MeasureResults& r) {
    for (const MeasuredSpecies& one : r.species) {
        std::string of = counted(one.balls, "ball");
        if (one.radius) of += fmt::format(", radius {:.6g}", *one.radius);
        if (one.mass) of += fmt::format(", mass {:.6g}", *one.mass);
        sheet.line("species " + one.name, of);
    }
}

std::string measured_time(const MeasureResults& r) {
    const double interval = r.plan.interval.value_or(0);
    if (r.measured_time == 0 && interval > 0)
        return fmt::format("nothing: no interval of {:.4g} was complete after {:.6g}", interval,
                           r.plan.after);
    return fmt::format("over {:.6g} after {:.6g}", r.measured_time, r.plan.after);
}

}  // namespace

std::string with_error(const Estimate& x) {
    if (x.count == 0) return "unknown";
    if (!x.error) return fmt::format("{:.6g}{}", x.value, x.count == 1 ? "?" : "");
    const char* const doubt = x.converged ? "" : "?";
    const double size = std::max(std::fabs(x.value), *x.error);
    if (!(*x.error > 1e-12 * size)) return fmt::format("{:.10g}{}", x.value, doubt);
    const int digits = static_cast<int>(std::floor(std::log10(*x.error))) - 1;  // two digits of the error
    if (digits >= 0 || digits < -15) return fmt::format("{:.6g} +- {:.2g}{}", x.value, *x.error, doubt);
    return fmt::format("{:.{}f}({:.0f}){}", x.value, -digits, *x.error * std::pow(10.0, -digits), doubt);
}

std::string measurements_line(const MeasureResults& r) {
    if (r.plan.quantities.empty()) return "";
    std::string text = measured_time(r);
    const auto add = [&](const char* what, const std::optional<Estimate>& x) {
        if (x && x->count > 0) text += fmt::format("; {} {}", what, with_error(*x));
    };
    if (r.temperature) add("kT", r.temperature->kt);
    if (r.pressure) add("pressure", r.pressure->pressure);
    if (r.pressure) add("Z", r.pressure->z_virial);
    if (r.diffusion && r.species.size() == 1) add("D", r.diffusion->species[0].from_slope);
    return text;
}

void add_remarks(Sheet& sheet, const MeasureResults& r) {
    for (const std::string& reason : r.unmeasured) sheet.line("not measured", reason);
    for (const std::string& note : r.notes) sheet.line("note", note);
}

Sheet measurements_sheet(const std::string& title, const MeasureResults& r) {
    Sheet sheet(title);
    sheet.line("measured", fmt::format("{}, in intervals of {:.4g}; {}", measured_time(r),
                                       r.plan.interval.value_or(0), counted(r.snapshots, "snapshot")));
    add_species(sheet, r);
    if (r.temperature) add(sheet, "kT", r.temperature->kt);
    for (std::size_t s = 0; r.temperature && r.species.size() > 1 && s < r.species.size(); ++s)
        add(sheet, "kT " + r.species[s].name, r.temperature->species[s]);
    if (r.pressure) add_pressure(sheet, *r.pressure, r.dimension);
    if (r.mean_free_time) add_rates(sheet, r);
    if (r.diffusion) add_diffusion(sheet, r);
    if (r.energy_loss) {
        const EnergyLossResult& lost = *r.energy_loss;
        std::string where = fmt::format("{:.6g} between balls, {:.6g} at walls", lost.balls, lost.walls);
        if (lost.clusters != 0) where += fmt::format(", {:.6g} where several touch", lost.clusters);
        if (lost.rests != 0) where += fmt::format(", {:.6g} in coming to rest", lost.rests);
        sheet.line("energy lost", where);
    }
    for (const std::string& reason : r.left_out) sheet.line("left out", reason);
    add_remarks(sheet, r);
    return sheet;
}

}  // namespace carom::app

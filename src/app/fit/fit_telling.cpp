#include "app/fit/fit_telling.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>

#include "app/shots/shot_report.hpp"
#include "carom/core/version.hpp"
#include "text/json.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

constexpr double kMillimetre = 1e-3;
/// Of correlations: above it two parameters are hard to tell apart.
constexpr double kStrong = 0.95;

/// The number to the second digit of its error.
std::string with_error(double value, double error) {
    const int digits = static_cast<int>(1 - std::floor(std::log10(error)));
    if (!std::isfinite(error) || error == 0 || digits > 15) return fmt::format("{:.6g}", value);
    return digits < 0 ? fmt::format("{:.0f} +- {:.0f}", value, error)
                      : fmt::format("{:.{}f} +- {:.{}f}", value, digits, error, digits);
}

std::string in_words(const FittedParameter& one) {
    std::string words = with_error(one.value, one.error);
    if (*one.parameter.unit != '\0') words += fmt::format(" {}", one.parameter.unit);
    words += fmt::format(", from {:.6g}", one.start);
    if (!std::isfinite(one.error)) words += "; the record does not tell it";
    return words;
}

void add_correlations(Sheet& sheet, const Fit& fit) {
    const char* label = "hard to tell apart";
    for (std::size_t k = 0; k < fit.parameters.size(); ++k) {
        for (std::size_t i = 0; i < k; ++i) {
            const double correlation = fit.parameters[k].correlations[i];
            if (!(std::fabs(correlation) >= kStrong)) continue;
            sheet.line(label,
                       fmt::format("{} and {}: correlation {:.3f}",
                                   parameter_in_words(fit.parameters[i].parameter, fit.fitted),
                                   parameter_in_words(fit.parameters[k].parameter, fit.fitted), correlation));
            label = "";
        }
    }
}

std::string far_in_words(const FarPlace& far, const Fit& fit) {
    std::string words = fmt::format("{:.3g} mm: ", far.distance / kMillimetre);
    if (fit.fitted.strike_times.size() > 1) words += fmt::format("shot {}, ", far.place.shot + 1);
    return words + fmt::format("ball {} at {:.6g} s",
                               ball_in_words(fit.fitted.scene, static_cast<int>(far.place.ball)),
                               far.place.time);
}

/// A shot whose first place comes after the last one of the shot before: its clock runs on, it seems.
std::size_t late_shot(std::span<const RecordedPlace> record) {
    for (std::size_t k = 1; k < record.size(); ++k) {
        if (record[k].shot != record[k - 1].shot && record[k].time > 0 &&
            record[k].time >= record[k - 1].time)
            return record[k].shot + 1;
    }
    return 0;
}

/// What chi square says, and what it does to the errors.
void add_chi_square(Sheet& sheet, const Fit& fit) {
    const std::string chi = fmt::format("{:.3g} a degree of freedom", fit.chi_square);
    if (fit.error_scale == 1) return sheet.line("chi square", chi);
    sheet.line("chi square", chi + ": the scene does not describe the record", Tone::bad);
    sheet.line("",
               fmt::format("so all errors are {:.3g} times what --place-error says, and still a guess",
                           fit.error_scale),
               Tone::bad);
}

}  // namespace

void add_fit(Sheet& sheet, const Fit& fit, const FitQuestion& question) {
    std::set<std::size_t> shots, balls;
    for (const RecordedPlace& seen : question.record) {
        shots.insert(seen.shot);
        balls.insert(seen.ball);
    }
    sheet.line("record", fmt::format("{} of {} in {}", counted(question.record.size(), "place"),
                                     counted(balls.size(), "ball"), counted(shots.size(), "shot")));
    if (const std::size_t late = late_shot(question.record); late > 0) {
        sheet.line("",
                   fmt::format("shot {} begins late: the times of each shot count from its own strike", late),
                   Tone::bad);
    }
    std::size_t places = 0;
    for (const FittedParameter& one : fit.parameters) {
        places += one.parameter.ball && one.parameter.index == 0 ? 1 : 0;
        if (!one.parameter.ball) sheet.line(parameter_in_words(one.parameter, fit.fitted), in_words(one));
    }
    if (places > 0) sheet.line("", "with " + counted(places, "place") + " before the shots");
    if (!fit.converged) sheet.line("", "the fit did not come to an end: start nearer", Tone::bad);
    add_correlations(sheet, fit);
    sheet.line("distance", fmt::format("{:.3g} mm root mean square of x and y, {:.3g} mm at the start",
                                       fit.rms / kMillimetre, fit.rms_at_start / kMillimetre));
    if (question.place_error > 0) add_chi_square(sheet, fit);
    const char* label = "farthest";
    for (const FarPlace& far : fit.farthest) {
        sheet.line(label, far_in_words(far, fit));
        label = "";
    }
}

std::string to_json(const Fit& fit, const FitQuestion& question) {
    Json parameters = Json::array();
    for (const FittedParameter& one : fit.parameters) {
        const FitParameter& parameter = one.parameter;
        const bool is_told = std::isfinite(one.error);
        parameters.push_back({{"name", parameter.name},
                              {"shot", parameter.shot ? Json(*parameter.shot + 1) : Json()},
                              {"ball", or_null(parameter.ball)},
                              {"index", parameter.index},
                              {"unit", parameter.unit},
                              {"value", one.value},
                              {"error", is_told ? Json(one.error) : Json()},
                              {"start", one.start},
                              {"correlations", one.correlations}});
    }
    Json farthest = Json::array();
    for (const FarPlace& far : fit.farthest) {
        farthest.push_back({{"shot", far.place.shot + 1},
                            {"ball", far.place.ball},
                            {"time", far.place.time},
                            {"distance", far.distance}});
    }
    Json json;
    json["carom_version"] = version;
    json["scene"] = question.scene->name;
    json["places"] = question.record.size();
    json["converged"] = fit.converged;
    json["parameters"] = std::move(parameters);
    json["rms"] = fit.rms;
    json["rms_at_start"] = fit.rms_at_start;
    json["degrees_of_freedom"] = fit.degrees_of_freedom;
    json["chi_square_per_degree"] = question.place_error > 0 ? Json(fit.chi_square) : Json();
    json["error_scale"] = fit.error_scale;
    json["farthest"] = std::move(farthest);
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace carom::app

#include "app/fit/fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>

#include "app/fit/least_squares.hpp"
#include "app/shots/job_threads.hpp"
#include "math/noise.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

constexpr std::size_t kFarthest = 3;
/// A parameter that is off by its width counts as much as a place that is off by this [m].
constexpr double kHold = 2e-3;

/// What the record has of the first part of each shot.
std::vector<RecordedPlace> first_part(std::span<const RecordedPlace> record, double share) {
    std::vector<RecordedPlace> part;
    for (auto begin = record.begin(); begin != record.end();) {
        const auto end =
            std::find_if(begin, record.end(), [&](const auto& seen) { return seen.shot != begin->shot; });
        const double last = (end - 1)->time;
        std::copy_if(begin, end, std::back_inserter(part),
                     [&](const auto& seen) { return seen.time <= share * last; });
        begin = end;
    }
    return part;
}

/// A minimum, and how far from it each parameter lies in others that describe the record as well.
struct Solution {
    Minimum minimum;
    std::vector<double> spreads;
};

/// The trial with other numbers, and its distance to records.
class Fitting {
public:
    Fitting(FitTrial trial, std::vector<FitParameter> parameters)
        : trial_(std::move(trial)), parameters_(std::move(parameters)) {
        for (const FitParameter& parameter : parameters_) values_.push_back(value_of(parameter, trial_));
    }

    LeastSquares problem(std::span<const RecordedPlace> record) const {
        LeastSquares problem;
        problem.count = 2 * record.size();
        for (const FitParameter& parameter : parameters_) problem.widths.push_back(parameter.width);
        problem.residuals = [this, record](std::span<const double> values, std::span<double> distances) {
            return compare(with(values), record, distances).empty();
        };
        return problem;
    }

    /// Fits to the first part of each shot, then to more and more: so each impact is near where it was before
    /// the next one counts.
    Minimum solve(std::span<const double> start, std::span<const RecordedPlace> record,
                  const std::function<bool()>& go_on) const {
        constexpr int kStages = 12;
        constexpr double kGrowth = 1.4;
        std::vector<double> values(start.begin(), start.end());
        for (int stage = 1; stage <= kStages; ++stage) {
            const std::vector<RecordedPlace> part = first_part(record, std::pow(kGrowth, stage - kStages));
            values = minimize(held_problem(part, start), values, go_on).parameters;
        }
        return minimize(problem(record), values, go_on);
    }

    /// The best of several starts, as parameters move by their widths. `variance` of a residual: 0 if
    /// unknown. Of those that describe the record as well it is the first, so that what changes nothing stays
    /// where it was. The others tell how far a parameter can be moved without harm.
    Solution best(std::span<const RecordedPlace> record, double variance, const FitProgress& progress) const {
        constexpr std::uint64_t kStarts = 8;
        std::vector<Minimum> found(kStarts);
        std::atomic<bool> goes_on = true;
        const auto worker = [&](unsigned) -> Job {
            return
                [&](std::uint64_t k) { found[k] = solve(start(k), record, [&] { return goes_on.load(); }); };
        };
        share_out(kStarts, usual_threads(), worker, [&](std::uint64_t done) {
            goes_on = progress(static_cast<double>(done) / kStarts);
            return goes_on.load();
        });
        std::erase_if(found, [](const Minimum& each) { return each.parameters.empty(); });
        if (found.empty()) return {{values_, 0, false}, std::vector<double>(values_.size(), 0.0)};
        const double least = std::min_element(found.begin(), found.end(), [](const auto& a, const auto& b) {
                                 return a.sum < b.sum;
                             })->sum;
        const double freedom = 2 * static_cast<double>(record.size()) - static_cast<double>(values_.size());
        const double most = least + (variance > 0 ? variance : least / freedom);
        std::erase_if(found, [&](const Minimum& each) { return each.sum > most; });
        return {found[0], spreads(found)};
    }

    FitTrial with(std::span<const double> values) const {
        FitTrial trial = trial_;
        for (std::size_t k = 0; k < values.size(); ++k) set_value(parameters_[k], values[k], trial);
        return trial;
    }

    const std::vector<FitParameter>& parameters() const { return parameters_; }
    const std::vector<double>& values() const { return values_; }

private:
    /// With a residual for each parameter, so that what the record does not tell stays near its start.
    LeastSquares held_problem(std::span<const RecordedPlace> record, std::span<const double> start) const {
        LeastSquares held = problem(record);
        held.count += parameters_.size();
        held.residuals = [this, start, all = held.residuals](std::span<const double> values,
                                                             std::span<double> residuals) {
            const std::size_t places = residuals.size() - values.size();
            for (std::size_t k = 0; k < values.size(); ++k)
                residuals[places + k] = kHold * (values[k] - start[k]) / parameters_[k].width;
            return all(values, residuals.first(places));
        };
        return held;
    }

    /// How far each parameter of the others lies from the first.
    std::vector<double> spreads(std::span<const Minimum> found) const {
        std::vector<double> spread(values_.size(), 0.0);
        const FitTrial first = with(found[0].parameters);
        for (const Minimum& each : found) {
            const FitTrial other = with(each.parameters);
            for (std::size_t k = 0; k < spread.size(); ++k) {
                const double apart = value_of(parameters_[k], other) - value_of(parameters_[k], first);
                spread[k] = std::max(spread[k], std::fabs(apart));
            }
        }
        return spread;
    }

    /// The first is the scene's; the others are drawn around it, where they can be played.
    std::vector<double> start(std::uint64_t number) const {
        std::vector<double> drawn = values_;
        carom::detail::Noise noise(number, 0, 0, 0);
        for (int tries = 0; number > 0 && tries < 100; ++tries) {
            for (std::size_t k = 0; k < drawn.size(); ++k) {
                const bool is_place = parameters_[k].ball.has_value();
                drawn[k] = values_[k] + (is_place ? 0 : 0.5 * parameters_[k].width * noise.normal());
            }
            if (compare(with(drawn), {}, {}).empty()) return drawn;
        }
        return values_;
    }

    FitTrial trial_;
    std::vector<FitParameter> parameters_;
    std::vector<double> values_;
};

/// Above it the scene does not describe the record: what is left are no errors of places alone.
constexpr double kMostChiSquare = 2;

double root_mean_square(std::span<const double> numbers) {
    double sum = 0;
    for (const double x : numbers) sum += x * x;
    return std::sqrt(sum / static_cast<double>(numbers.size()));
}

std::vector<FarPlace> farthest_of(std::span<const RecordedPlace> record, std::span<const double> distances) {
    std::vector<FarPlace> places;
    for (std::size_t k = 0; k < record.size(); ++k)
        places.push_back({record[k], std::hypot(distances[2 * k], distances[2 * k + 1])});
    const std::size_t kept = std::min(places.size(), kFarthest);
    std::partial_sort(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(kept), places.end(),
                      [](const FarPlace& a, const FarPlace& b) { return a.distance > b.distance; });
    places.resize(kept);
    return places;
}

/// What changes nothing stays as it was.
void add_parameters(Fit& fit, const Fitting& fitting, const Covariance& scatter, double unit,
                    std::span<const double> spreads) {
    for (std::size_t k = 0; k < fitting.parameters().size(); ++k) {
        const FitParameter& parameter = fitting.parameters()[k];
        const double start = fitting.values()[k];
        if (!scatter.matters[k]) set_value(parameter, start, fit.fitted);
        fit.parameters.push_back({parameter, value_of(parameter, fit.fitted), start,
                                  std::max(scatter.errors[k] * unit, spreads[k]), scatter.correlations[k]});
    }
}

}  // namespace

Fit fit(const FitQuestion& question, const FitProgress& progress, std::string& fault) {
    const std::span<const RecordedPlace> record = question.record;
    FitTrial trial = trial_of(*question.scene, record);
    std::vector<double> distances(2 * record.size());
    fault = compare(trial, record, distances);
    if (!fault.empty()) return {};
    Fit result;
    result.rms_at_start = root_mean_square(distances);
    std::vector<FitParameter> parameters = parameters_of(question.parameters, trial, fault);
    if (!fault.empty()) return {};
    result.degrees_of_freedom =
        static_cast<std::int64_t>(distances.size()) - static_cast<std::int64_t>(parameters.size());
    if (result.degrees_of_freedom <= 0) {
        fault = fmt::format("{} cannot be fitted to a record of {}", counted(parameters.size(), "number"),
                            counted(record.size(), "place"));
        return {};
    }
    const Fitting fitting(std::move(trial), std::move(parameters));
    const auto [minimum, spreads] =
        fitting.best(record, question.place_error * question.place_error, progress);
    result.fitted = fitting.with(minimum.parameters);
    fault = compare(result.fitted, record, distances);
    if (!fault.empty()) return {};
    result.rms = root_mean_square(distances);
    result.farthest = farthest_of(record, distances);
    result.converged = minimum.converged;
    const double from_fit = std::sqrt(minimum.sum / static_cast<double>(result.degrees_of_freedom));
    double unit = from_fit;
    if (question.place_error > 0) {
        result.chi_square = from_fit * from_fit / (question.place_error * question.place_error);
        if (result.chi_square > kMostChiSquare) result.error_scale = std::sqrt(result.chi_square);
        unit = question.place_error * result.error_scale;
    }
    add_parameters(result, fitting, covariance(fitting.problem(record), minimum.parameters), unit, spreads);
    return result;
}

}  // namespace carom::app

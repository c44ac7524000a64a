// The parameters of a scene that describe a record best.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "app/fit/fit_model.hpp"

namespace carom::app {

struct FitQuestion {
    const billiards::TableScene* scene = nullptr;
    std::span<const RecordedPlace> record;
    std::vector<std::string> parameters;  // their words
    double place_error = 0;               // standard deviation of a recorded x or y [m]; 0: not known
};

/// A parameter that was fitted.
struct FittedParameter {
    FitParameter parameter;
    double value = 0, start = 0;
    double error = 0;                  // infinite where the record does not tell it
    std::vector<double> correlations;  // with each parameter
};

/// A place that is far from what is played.
struct FarPlace {
    RecordedPlace place;
    double distance = 0;  // [m]
};

struct Fit {
    std::vector<FittedParameter> parameters;
    FitTrial fitted;
    double rms = 0, rms_at_start = 0;  // of x and y, played minus recorded [m]
    std::int64_t degrees_of_freedom = 0;
    double chi_square = 0;   // of a degree of freedom, 1 where the scene describes the record; 0: not known
    double error_scale = 1;  // of all errors, above 1 where the scene does not describe the record
    std::vector<FarPlace> farthest;  // the largest distance first
    bool converged = false;
};

/// Asked now and then with the share that is done; when it says no, the fit ends.
using FitProgress = std::function<bool(double)>;

/// The fit, or an empty one with the reason why there is none.
Fit fit(const FitQuestion& question, const FitProgress& progress, std::string& fault);

}  // namespace carom::app

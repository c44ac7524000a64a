// What a scene says about the places of a record.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/fit/fit_parameters.hpp"
#include "carom/scene_text/shot_record.hpp"

namespace carom::app {

/// A trial that starts where the record says: the mean of the places of a ball up to time 0.
FitTrial trial_of(const billiards::TableScene& scene, std::span<const RecordedPlace> record);

/// Why the trial cannot be played, empty if it can, and how far it is from the record: for each place x and
/// y, played minus recorded [m]. Precondition: `record` is sorted by shot and time.
std::string compare(const FitTrial& trial, std::span<const RecordedPlace> record,
                    std::span<double> distances);

}  // namespace carom::app

// Measurements as JSON, as tables and in words (docs/formats/report.md).
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "app/terminal/sheet.hpp"
#include "carom/measure/results.hpp"
#include "carom/record/trajectory.hpp"

namespace carom::app {

/// The object `measurements` of a report; null when nothing was measured.
nlohmann::ordered_json measurements_json(const MeasureResults& results);

/// The same as the text of a file.
std::string measurements_text(const MeasureResults& results);

/// Writes the tables into `directory`, which is made when missing; those of an earlier run are removed.
std::optional<FileError> write_measurements(const std::filesystem::path& directory,
                                            const MeasureResults& results);

/// Removes the tables of an earlier run, and the directory when nothing else is in it.
void remove_measurements(const std::filesystem::path& directory);

/// One line for people, or nothing.
std::string measurements_line(const MeasureResults& results);

/// All numbers, for people.
Sheet measurements_sheet(const std::string& title, const MeasureResults& results);

/// What was not measured, and what to know of the numbers.
void add_remarks(Sheet& sheet, const MeasureResults& results);

/// "3.2694(2)": the digits in brackets are the standard error of the last ones. A "?" behind says that
/// the error is not converged.
std::string with_error(const Estimate& x);

}  // namespace carom::app

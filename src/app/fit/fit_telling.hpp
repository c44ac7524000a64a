// A fit, in words and as JSON (docs/how_to/fit_a_table.md).
#pragma once

#include <string>

#include "app/fit/fit.hpp"
#include "app/terminal/sheet.hpp"

namespace carom::app {

void add_fit(Sheet& sheet, const Fit& fit, const FitQuestion& question);
std::string to_json(const Fit& fit, const FitQuestion& question);

}  // namespace carom::app

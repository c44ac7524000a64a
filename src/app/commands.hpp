// The four commands. Each prints its own errors.
#pragma once

#include "app/exit_code.hpp"
#include "app/options.hpp"

namespace carom::app {

ExitCode execute(const RunOptions& options);
ExitCode execute(const CheckOptions& options);
ExitCode execute(const InfoOptions& options);
ExitCode execute(const ExportOptions& options);

}  // namespace carom::app

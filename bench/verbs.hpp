// The verbs of carom_bench. Each adds its options to its part of the command line; what it returns does the
// work and gives the exit code.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace carom::bench {

using Work = std::function<int()>;

Work accuracy_verb(CLI::App& app);
Work campaign_verb(CLI::App& app);
Work engine_verb(CLI::App& app);
Work frame_verb(CLI::App& app);
Work long_verb(CLI::App& app);
Work pair_verb(CLI::App& app);
Work physics_verb(CLI::App& app);
Work recording_verb(CLI::App& app);
Work table_verb(CLI::App& app);
Work worlds_verb(CLI::App& app);

}  // namespace carom::bench

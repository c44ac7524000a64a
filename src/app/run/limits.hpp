// How long does a run go on?
#pragma once

#include <cstdint>
#include <limits>

#include "app/command_line/options.hpp"
#include "carom/scene_text/scene_file.hpp"

namespace carom::app {

enum class LimitSource : unsigned char { command_line, scene, fallback };

struct Limits {
    double until = std::numeric_limits<double>::infinity();
    std::uint64_t events = std::numeric_limits<std::uint64_t>::max();
    LimitSource source = LimitSource::fallback;
};

/// Limits on the command line replace those of the scene, both of them; without any, time 10 ends the run.
Limits limits_for(const LimitOptions& options, const RunLimits& scene);

}  // namespace carom::app

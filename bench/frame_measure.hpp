// Times the finder and the grid on the same balls and compares their contacts bit for bit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "carom/core/instruction_set.hpp"
#include "carom/frame/workers.hpp"

namespace carom::frames {

struct Settings {
    Workers workers;
    InstructionSet set = InstructionSet::baseline;
    double seconds = 1;      ///< of each timing, at least
    std::uint64_t seed = 1;  ///< of the scenes
    double most_tests = 0;   ///< of two boxes in a frame by the grid; above, it is left out
};

/// Frames of the same balls, one after the other.
struct Timing {
    std::size_t frames = 0;
    double median_ms = 0;
    double smallest_ms = 0;
};

/// What one method did on one scene.
struct Figures {
    Timing timing;
    std::size_t candidates = 0;  ///< pairs that came to the exact test
    std::size_t bytes = 0;       ///< of scratch memory
};

struct Row {
    char scene = 'A';  ///< of frame_scenes.hpp
    int dimension = 0;
    std::string type;
    std::size_t balls = 0;
    std::size_t contacts = 0;
    std::uint64_t hash = 0;     ///< of the contacts: the same on every machine
    double first_frame_ms = 0;  ///< of a new finder
    Figures finder;
    std::optional<Figures> grid;
    std::string check;  ///< what the contacts were compared with; empty when nothing could be afforded
    bool right = true;
};

/// One scene of n balls; `type` is "float" or "double".
Row measured(const std::string& type, int dimension, char scene, std::size_t n, const Settings& settings);

}  // namespace carom::frames

// Which shells of a level touch a given one? Compiled for each instruction set.
#pragma once

#include <cstdint>

#include "sim/bounding_flight.hpp"

namespace carom::detail {

/// A sphere around where a ball was when its list was built.
template <int N>
struct Shell {
    float center[N] = {};
    float reach = 0;
};

/// A wall in the bounding flights' units: unit normal into the free side.
template <int N>
struct FarWall {
    double normal[N] = {};
    double offset = 0;
};

/// True when a shell with such a middle may touch the wall; `size` is that of the coordinates.
template <int N>
bool is_near(const FarWall<N>& wall, const float* center, float reach, double size) {
    double distance = -wall.offset;
    for (int k = 0; k < N; ++k) distance += wall.normal[k] * static_cast<double>(center[k]);
    return distance <= static_cast<double>(reach) * (1 + 0x1p-20) + 0x1p-40 * size;
}

/// Shells of one cell; more of them hang on `next`. 128 bytes.
template <int N>
struct alignas(128) ShellBlock {
    static constexpr unsigned kSlots = N == 3 ? 6 : 7;
    static constexpr std::uint32_t kNone = 0xFFFFFFFF;
    static constexpr std::uint32_t kOrdinary = 0x40000000;
    static constexpr std::uint32_t kFull = (1U << kSlots) - 1;  ///< what is used then

    ShellBlock() {
        for (std::uint32_t& one : ball) one = kOrdinary;
    }

    float center[N][kSlots] = {};
    float reach[kSlots] = {};
    std::uint32_t ball[kSlots] = {};  ///< and a bit that makes it an ordinary float: see `near_in_cells`
    std::uint32_t used = 0;           ///< one bit a slot
    std::uint32_t next = kNone;
};

/// A layer of cells across one axis, as seen from the shell that is asked about. What is not a matter of this
/// axis is zero: a cell is the sum of its layers, all numbers taken as integers.
struct alignas(32) CellLayer {
    float center[3] = {};      ///< of the shell, as it stands to the image of the cells that are stored
    std::uint32_t offset = 0;  ///< its share of the index of a cell
    Entry image = 0;           ///< bits of that image
    float gap = 0;             ///< square of the distance to it along the axis
};

/// What to look for: the cells that have a layer on each axis, but those that the gaps rule out.
template <int N>
struct CellQuery {
    const ShellBlock<N>* blocks = nullptr;
    const CellLayer* layers[N] = {};
    std::uint32_t count[N] = {};
    Shell<N> shell;
    float farthest = 0;  ///< square of the distance at which cells are of no interest
    float pad = 0;       ///< more than rounding does to a distance between images
};

/// A layer of cells across one axis of a box in which each cell has a block of its own: the same for all
/// shells that ask. What is not a matter of this axis is zero: a cell is the sum of its steps, all numbers
/// taken as integers.
struct alignas(32) CellStep {
    float shift[3] = {};       ///< how far the image in which it stands is up
    std::uint32_t offset = 0;  ///< its share of the index of a cell
    Entry image = 0;           ///< bits of that image
    std::uint32_t none[3] = {};
};

inline constexpr std::uint32_t kMostSteps = 6;

/// What to look for in all cells of at most `kMostSteps` layers on each axis, from the first one on: so few
/// that it does not pay to ask how far away they are.
template <int N>
struct StepQuery {
    const ShellBlock<N>* blocks = nullptr;
    const CellStep* steps[N] = {};
    std::uint32_t count[N] = {};
    Shell<N> shell;
    float pad = 0;  ///< more than rounding does to a distance between images
};

/// Where all shells are of one level, and all cells have steps: what is around a cell need not be looked for.
template <int N>
struct ShellCells {
    ShellBlock<N>* blocks = nullptr;  ///< null where it is not so
    const CellStep* steps[N] = {};    ///< that of the first cell in the box; the one before it is there, too
    std::int32_t last[N] = {};        ///< cell in the box
    bool is_periodic[N] = {};
    float lower[4] = {};           ///< of the box
    float per_width[4] = {};       ///< of a cell
    float reach = 0;               ///< shells that reach no farther are near each other in cells that touch
    float pad = 0;                 ///< more than rounding does to a distance between images
    std::uint32_t cell_count = 0;  ///< blocks from here on hang on others
    std::uint8_t level = 0;
};

/// Writes the neighbours to `found` and returns how many there are, or a number above `room` when there are
/// more than that.
template <int N>
using CellQueryFunction = unsigned (*)(const CellQuery<N>& query, Entry* found, unsigned room);

/// The same.
template <int N>
using StepQueryFunction = unsigned (*)(const StepQuery<N>& query, Entry* found, unsigned room);

/// One bit for each entry that is in one list only.
struct Changes {
    unsigned gone = 0;
    unsigned come = 0;
};

/// What is in `before` and not in `after`, and the other way round. Of each there are at most 24; as many
/// of `before` can be read as are there, and up to the next multiple of 8, at least 16.
using ChangesFunction = Changes (*)(const Entry* before, unsigned count_before, const Entry* after,
                                    unsigned count_after);

}  // namespace carom::detail

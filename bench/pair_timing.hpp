// Timings of sweeps over families of pairs, with every answer checked.
#pragma once

#include <string>
#include <vector>

#include "carom/core/instruction_set.hpp"

namespace carom::timing {

/// Of a batch.
inline constexpr std::size_t kPairs = 512;

struct Settings {
    InstructionSet set = InstructionSet::baseline;
    double seconds = 0.02;  ///< of each timing
};

struct FamilyRow {
    std::string family, type;
    int dimension = 0;
    double hits = 0;  ///< share of the pairs, as the next four
    double textbook_wrong = 0;
    double beyond_filter = 0;  ///< not decided by the first filter
    double exact = 0;          ///< decided by integers
    std::size_t wrong = 0;     ///< Carom's answers that differ from exact ones
    double textbook_ns = 0;
    double sweep_ns = 0;
    double batch_ns = 0;
};

/// Generic pairs that do not fit in any cache.
struct StreamRow {
    std::string type;
    std::size_t pairs = 0;
    double ns = 0;
    double rate = 0;       ///< GB/s read and written
    double copy_rate = 0;  ///< the same of memcpy
    std::size_t wrong = 0;
};

/// A row for each family, number type and dimension.
std::vector<FamilyRow> family_rows(bool only_generic, const Settings& settings);
std::vector<StreamRow> stream_rows(const Settings& settings);

}  // namespace carom::timing

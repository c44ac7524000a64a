// Small honest files, in pieces that the fuzzer can change one by one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace carom::fuzz {

/// A file without the frame around its pieces: blocks, sizes, checksums and hashes come from `Forger`.
struct Specimen {
    std::uint32_t version = 1;         ///< of the format
    std::string head;                  ///< the payload of HEAD
    std::vector<std::string> records;  ///< each with its own header
    std::string end;                   ///< the end time, as in the closing block
    std::string state;                 ///< of a checkpoint after the last record: section "simulation"
    std::string run;                   ///< section "run"; both are empty for shots
};

/// Made once, of the same bytes in every process: six scenes with the start of their run, then files of
/// shots.
const std::vector<Specimen>& specimens();

}  // namespace carom::fuzz

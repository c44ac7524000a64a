// What the options and the files of the verbs share.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "carom/core/instruction_set.hpp"

namespace carom::bench {

/// A file that can be written, as far as that is known, so that a long run does not end with nowhere to write
/// to.
CLI::Validator writable_file();

/// 0 or more; CLI11 takes -1 for a large number.
CLI::Validator whole_number();

/// A number in [lowest, highest]; `CLI::Range` lets nan through.
CLI::Validator within(double lowest, double highest);

/// A count in [lowest, highest], with its default in the help.
template <class Count>
void add_count(CLI::App& app, const char* name, Count& count, const char* what, Count lowest, Count highest) {
    app.add_option(name, count, what)->check(CLI::Range(lowest, highest))->capture_default_str();
}

void add_seed(CLI::App& app, std::uint64_t& seed, const char* what = "another seed makes another start");
void add_json(CLI::App& app, std::string& path, const char* what = "also write the figures to this file");

/// --set: the fastest unless another is named that this machine has.
void add_instruction_set(CLI::App& app, InstructionSet& set, const char* what);

/// The options of a gas of equal spheres.
struct GasOptions {
    std::size_t n = 10'976;
    double packing = 0.30;
    std::uint64_t seed = 1;
};
void add_gas(CLI::App& app, GasOptions& gas, std::size_t fewest, std::size_t most);

/// Writes the file, whole or not at all. Nothing without a path.
void write_json(const std::string& path, const nlohmann::json& json);

/// Says on stderr what is wrong. The exit code: 1 when something is.
int verdict(const std::vector<std::string>& faults);

}  // namespace carom::bench

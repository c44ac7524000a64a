#include "options.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <system_error>

#include "files/whole_file.hpp"

namespace carom::bench {
namespace {

std::string why_not_writable(const std::string& file) {
    if (const auto taken = name_is_taken(file)) return taken->message;
    const std::filesystem::path parent = std::filesystem::path(file).parent_path();
    const std::filesystem::path directory = parent.empty() ? "." : parent;
    std::error_code ignored;
    if (!std::filesystem::is_directory(directory, ignored))
        return "'" + directory.string() + "' is not a directory";
    const bool good = ::access(directory.c_str(), W_OK | X_OK) == 0;
    return good ? std::string() : "nothing can be written into '" + directory.string() + "'";
}

}  // namespace

CLI::Validator writable_file() {
    return CLI::Validator(why_not_writable, "");
}

CLI::Validator whole_number() {
    return CLI::Validator(
        [](const std::string& text) {
            const bool good = text.find_first_not_of("0123456789") == std::string::npos;
            return good ? std::string() : "'" + text + "' is not a whole number";
        },
        "");
}

CLI::Validator within(double lowest, double highest) {
    return CLI::Validator(
        [=](const std::string& text) {
            double value = 0;
            const bool good = CLI::detail::lexical_cast(text, value) && value >= lowest && value <= highest;
            return good ? std::string() : fmt::format("{} is not in [{} - {}]", text, lowest, highest);
        },
        fmt::format("FLOAT in [{} - {}]", lowest, highest));
}

void add_seed(CLI::App& app, std::uint64_t& seed, const char* what) {
    app.add_option("--seed", seed, what)->check(whole_number())->capture_default_str();
}

void add_json(CLI::App& app, std::string& path, const char* what) {
    app.add_option("--json", path, what)->check(writable_file());
}

void add_instruction_set(CLI::App& app, InstructionSet& set, const char* what) {
    set = fastest_instruction_set();
    const auto choose = [&set](const std::string& wanted) {
        for (const InstructionSet one :
             {InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512}) {
            if (wanted == name(one)) set = one;
        }
        if (!is_available(set)) throw CLI::ValidationError("--set", "this machine has no " + wanted);
    };
    app.add_option_function<std::string>("--set", choose, what)
        ->check(CLI::IsMember({"fastest", "baseline", "avx2", "avx512"}))
        ->default_str("fastest");
}

void add_gas(CLI::App& app, GasOptions& gas, std::size_t fewest, std::size_t most) {
    add_count(app, "--n", gas.n, "spheres, 4 k^3", fewest, most);
    app.add_option("--packing", gas.packing, "share of the box that they fill")
        ->check(within(0.001, 0.49))
        ->capture_default_str();
    add_seed(app, gas.seed);
}

void write_json(const std::string& path, const nlohmann::json& json) {
    if (path.empty()) return;
    if (const auto failure = write_file_whole(path, json.dump(1) + '\n'))
        throw std::runtime_error(failure->message);
}

int verdict(const std::vector<std::string>& faults) {
    for (const std::string& fault : faults) fmt::print(stderr, "carom_bench: WRONG: {}\n", fault);
    return faults.empty() ? 0 : 1;
}

}  // namespace carom::bench

// What the command lines of the tables share.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>
#include <system_error>

namespace carom::bench {

/// A file whose directory is there, so that a long run does not end with nowhere to write to.
inline CLI::Validator in_a_directory() {
    return CLI::Validator(
        [](const std::string& file) {
            const std::filesystem::path directory = std::filesystem::path(file).parent_path();
            std::error_code ignored;
            const bool good = directory.empty() || std::filesystem::is_directory(directory, ignored);
            return good ? std::string() : "'" + directory.string() + "' is not a directory";
        },
        "");
}

/// 0 or more; CLI11 takes -1 for a large number.
inline CLI::Validator whole_number() {
    return CLI::Validator(
        [](const std::string& text) {
            const bool good = text.find_first_not_of("0123456789") == std::string::npos;
            return good ? std::string() : "'" + text + "' is not a whole number";
        },
        "");
}

/// A number in [lowest, highest]; `CLI::Range` lets nan through.
inline CLI::Validator within(double lowest, double highest) {
    return CLI::Validator(
        [=](const std::string& text) {
            double value = 0;
            const bool good = CLI::detail::lexical_cast(text, value) && value >= lowest && value <= highest;
            return good ? std::string() : fmt::format("{} is not in [{} - {}]", text, lowest, highest);
        },
        fmt::format("FLOAT in [{} - {}]", lowest, highest));
}

}  // namespace carom::bench

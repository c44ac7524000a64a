// What the command lines of the tables share.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>

#include "record/whole_file.hpp"

namespace carom::bench {

/// A file that can be written, as far as that is known, so that a long run does not end with nowhere to write
/// to.
inline CLI::Validator writable_file() {
    return CLI::Validator(
        [](const std::string& file) {
            const auto place = place_to_write(file);
            if (!place) return place.error().message;
            const std::filesystem::path parent = place->parent_path();
            const std::filesystem::path directory = parent.empty() ? "." : parent;
            std::error_code ignored;
            if (!std::filesystem::is_directory(directory, ignored))
                return "'" + directory.string() + "' is not a directory";
            const bool good = ::access(directory.c_str(), W_OK | X_OK) == 0;
            return good ? std::string() : "nothing can be written into '" + directory.string() + "'";
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

inline void refuse_empty_values(const CLI::App& app) {
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& value : option->results())
            if (value.empty()) throw CLI::ValidationError(option->get_name(), "the value is empty");
    }
}

/// Reads the command line. The exit code when the program ends with that: 0 after --help, 2 after a bad
/// option.
inline std::optional<int> ended_by_options(CLI::App& app, int argc, char** argv) {
    constexpr int refused = 2;
    try {
        app.parse(argc, argv);
        refuse_empty_values(app);
        return {};
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : refused;
    }
}

}  // namespace carom::bench

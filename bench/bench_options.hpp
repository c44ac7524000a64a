// What the command lines of the tables share.
#pragma once

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

}  // namespace carom::bench

// What the command line asks for.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <variant>

#include "carom/record/check.hpp"

namespace carom::app {

enum class Verbosity : unsigned char { normal, quiet };

struct RunOptions {
    std::filesystem::path scene;
    std::filesystem::path directory;
    std::optional<double> until;
    std::optional<std::uint64_t> events;
    std::optional<std::uint64_t> seed;
    Verbosity verbosity = Verbosity::normal;
};

struct CheckOptions {
    std::filesystem::path file;
    PairSearch search = PairSearch::in_space;
};

struct InfoOptions {
    std::filesystem::path file;
};

struct ExportOptions {
    std::filesystem::path file;
    std::filesystem::path events;
};

using Options = std::variant<RunOptions, CheckOptions, InfoOptions, ExportOptions>;

}  // namespace carom::app

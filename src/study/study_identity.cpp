#include "study/study_identity.hpp"

#include <fmt/format.h>

#include <string>
#include <system_error>

#include "files/input_file.hpp"
#include "files/whole_file.hpp"

namespace carom::detail {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// Of imported files that both know: further values may import further files.
std::string difference_of_imports(const Json& there, const Json& wanted) {
    if (wanted.empty()) return "";
    if (!there.is_object()) return "it does not say what was in the files that the scene imports";
    for (const auto& [name, hash] : wanted.items()) {
        if (there.contains(name) && there[name] != hash) return fmt::format("{} had other contents", name);
    }
    return "";
}

/// The first thing that differs, in words; empty if nothing does.
std::string difference(const Json& there, const Json& wanted) {
    if (!there.is_object()) return "its study.json is damaged";
    for (const auto& [key, value] : wanted.items()) {
        if (key == "imports") {
            std::string why = difference_of_imports(there.value(key, Json()), value);
            if (!why.empty()) return why;
            continue;
        }
        if (there.contains(key) && there[key] == value) continue;
        if (key == "scene") return "its scene has another text";
        if (key == "values") return "its values are others";
        return fmt::format("its {} is {}, not {}", key, there.contains(key) ? there[key].dump() : "missing",
                           value.dump());
    }
    return "";
}

/// A file that a study would write over; empty where there is none.
std::string file_that_would_be_lost(const fs::path& directory) {
    std::error_code none;
    for (const char* name : {"members", "members.csv", "means.csv", "study.html", "curves.svg", "study.json",
                             "shots.csv", "shots.csv.partial", "shots.sums", "outcomes.csv", "map.png"}) {
        if (fs::exists(directory / name, none)) return name;
    }
    return "";
}

}  // namespace

std::optional<FileError> claim_study_folder(const fs::path& directory, const Json& wanted) {
    std::error_code failure;
    fs::create_directories(directory, failure);
    if (failure) return FileError{fmt::format("{}: {}", directory.string(), failure.message())};
    const fs::path file = directory / "study.json";
    const auto text = bytes_of_file(file);
    if (!text) {
        const std::string foreign = file_that_would_be_lost(directory);
        if (foreign.empty()) return write_file_whole(file, wanted.dump(2) + "\n");
        return FileError{fmt::format("{} has a file {} and is no folder of a study. Name another folder",
                                     directory.string(), foreign)};
    }
    Json there = Json::parse(*text, nullptr, false);
    const std::string why = difference(there, wanted);
    if (why.empty()) {
        if (!wanted.contains("imports")) return {};
        const Json before = there;
        there["imports"].update(wanted["imports"]);
        return there == before ? std::nullopt : write_file_whole(file, there.dump(2) + "\n");
    }
    return FileError{fmt::format("{} holds another study: {}. Name another folder", directory.string(), why)};
}

}  // namespace carom::detail

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

/// The first thing that differs, in words; empty if nothing does.
std::string difference(const Json& there, const Json& wanted) {
    if (!there.is_object()) return "its study.json is damaged";
    for (const auto& [key, value] : wanted.items()) {
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
    for (const char* name : {"members", "members.csv", "means.csv", "study.html", "study.json", "shots.csv",
                             "shots.csv.partial", "outcomes.csv", "map.png"}) {
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
    const std::string why = difference(Json::parse(*text, nullptr, false), wanted);
    if (why.empty()) return {};
    return FileError{fmt::format("{} holds another study: {}. Name another folder", directory.string(), why)};
}

}  // namespace carom::detail

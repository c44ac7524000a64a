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

}  // namespace

std::optional<FileError> claim_study_folder(const fs::path& directory, const Json& wanted) {
    std::error_code failure;
    fs::create_directories(directory, failure);
    if (failure) return FileError{fmt::format("{}: {}", directory.string(), failure.message())};
    const fs::path file = directory / "study.json";
    const auto text = bytes_of_file(file);
    if (!text) return write_file_whole(file, wanted.dump(2) + "\n");
    const std::string why = difference(Json::parse(*text, nullptr, false), wanted);
    if (why.empty()) return {};
    return FileError{fmt::format("{} holds another study: {}. Name another folder", directory.string(), why)};
}

}  // namespace carom::detail

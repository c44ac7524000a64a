#include "carom/study/study_folder.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <system_error>

#include "carom/core/version.hpp"
#include "files/input_file.hpp"
#include "files/whole_file.hpp"
#include "record/hash.hpp"
#include "study/study_identity.hpp"
#include "study/study_imports.hpp"

namespace carom {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// What may not differ within one folder.
Json identity_of(const StudyPlan& plan) {
    Json json;
    json["carom_version"] = version;
    json["scene"] = fmt::format("{:016x}", detail::hash_of(plan.scene));
    json["until"] = plan.limits.until ? Json(*plan.limits.until) : Json();
    json["events"] = plan.limits.events ? Json(*plan.limits.events) : Json();
    json["after"] = plan.after;
    if (Json imports = detail::imports_of(plan); !imports.empty()) json["imports"] = std::move(imports);
    return json;
}

std::string settings_of(const std::vector<std::string>& keys, const StudyMember& member) {
    std::string text;
    for (std::size_t k = 0; k < keys.size(); ++k) text += keys[k] + " = " + member.values[k] + "\n";
    return text + (member.seed ? fmt::format("seed = {}\n", *member.seed) : "");
}

const std::string kChecksum = ",\"checksum\":\"";

/// The text of an object, with the hash of this text as its last entry.
std::string with_checksum(std::string object) {
    const std::string hash = fmt::format("{:016x}", detail::hash_of(object));
    object.pop_back();
    return object + kChecksum + hash + "\"}\n";
}

/// Older files have no checksum.
bool has_wrong_checksum(const std::string& text) {
    const std::size_t end = text.rfind(kChecksum);
    return end != std::string::npos && text != with_checksum(text.substr(0, end) + "}");
}

Json to_json(const std::string& settings, const StudyResult& result) {
    Json numbers = Json::object();
    for (const StudyNumber& number : result.numbers)
        numbers[number.name] = {number.value, number.error ? Json(*number.error) : Json()};
    return {{"settings", settings},
            {"ended", result.ended},
            {"events", result.events},
            {"simulated_time", result.simulated_time},
            {"numbers", numbers}};
}

std::optional<StudyResult> from_json(const std::string& settings, const Json& json) {
    if (!json.is_object() || json.value("settings", "") != settings || !json.contains("numbers")) return {};
    StudyResult result;
    result.ended = json.value("ended", "");
    result.events = json.value("events", std::uint64_t{0});
    result.simulated_time = json.value("simulated_time", 0.0);
    for (const auto& [name, number] : json["numbers"].items()) {
        if (!number.is_array() || number.size() != 2 || !number[0].is_number()) return {};
        StudyNumber read{name, number[0].get<double>(), {}};
        if (number[1].is_number()) read.error = number[1].get<double>();
        result.numbers.push_back(std::move(read));
    }
    return result;
}

}  // namespace

Result<StudyFolder, FileError> StudyFolder::open(const fs::path& directory, const StudyPlan& plan) {
    if (auto error = detail::claim_study_folder(directory, identity_of(plan))) return *error;
    std::error_code failure;
    fs::create_directories(directory / "members", failure);
    if (failure) return FileError{fmt::format("{}: {}", directory.string(), failure.message())};
    std::vector<std::string> keys;
    for (const StudyParameter& parameter : plan.parameters) keys.push_back(parameter.key);
    return StudyFolder(directory, std::move(keys));
}

fs::path StudyFolder::file_of(const StudyMember& member) const {
    return directory_ / "members" / fmt::format("{:016x}.json", detail::hash_of(settings_of(keys_, member)));
}

std::optional<StudyResult> StudyFolder::result(const StudyMember& member) const {
    const auto text = bytes_of_file(file_of(member));
    if (!text || has_wrong_checksum(*text)) return {};
    const Json json = Json::parse(*text, nullptr, false);
    try {
        return from_json(settings_of(keys_, member), json);
    } catch (const Json::exception&) {
        return {};
    }
}

std::optional<fs::path> StudyFolder::damaged_file(const StudyMember& member) const {
    const fs::path file = file_of(member);
    std::error_code none;
    return fs::exists(file, none) && !result(member) ? std::optional(file) : std::nullopt;
}

std::optional<FileError> StudyFolder::keep(const StudyMember& member, const StudyResult& result) const {
    return write_file_whole(file_of(member),
                            with_checksum(to_json(settings_of(keys_, member), result).dump()));
}

}  // namespace carom

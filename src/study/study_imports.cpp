#include "study/study_imports.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <set>

#include "files/input_file.hpp"
#include "record/hash.hpp"
#include "scene_text/toml_tree.hpp"
#include "study/member_scene.hpp"

namespace carom::detail {
namespace {

constexpr std::size_t kLargestImport = std::size_t{4} << 30U;  // as of scenes

const TomlNode* entry_of(const TomlNode& node, std::string_view key) {
    const auto* const table = node.as<TomlNode::Table>();
    if (table == nullptr) return nullptr;
    for (const TomlEntry& entry : *table) {
        if (entry.key == key) return &entry.node;
    }
    return nullptr;
}

std::set<std::string> names_of_imports(const StudyPlan& plan) {
    std::set<std::string> names;
    const auto tree = parse_toml(plan.scene);
    const TomlNode* const imports = tree ? entry_of(*tree, "import") : nullptr;
    if (imports == nullptr) return names;
    if (const auto* const tables = imports->as<TomlNode::Array>()) {
        for (const TomlNode& table : *tables) {
            const TomlNode* const file = entry_of(table, "file");
            const auto* const name = file == nullptr ? nullptr : file->as<std::string>();
            if (name != nullptr) names.insert(*name);
        }
    }
    for (const StudyParameter& parameter : plan.parameters) {
        const auto place = place_of(parameter.key);
        if (!place || place->table != "import" || place->key != "file") continue;
        for (const std::string& value : parameter.values) names.insert(plain_value(value));
    }
    return names;
}

}  // namespace

nlohmann::ordered_json imports_of(const StudyPlan& plan) {
    auto hashes = nlohmann::ordered_json::object();
    for (const std::string& name : names_of_imports(plan)) {
        const auto path = std::filesystem::path(plan.name).parent_path() / name;
        if (const auto content = bytes_of_file(path, kLargestImport))
            hashes[name] = fmt::format("{:016x}", hash_of(*content));
    }
    return hashes;
}

}  // namespace carom::detail

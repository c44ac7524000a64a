// From text to a scene: the TOML tree, then the tables, then what the scene means.
#include "carom/scene_text/scene_file.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <new>
#include <stdexcept>
#include <system_error>

#include "scene/scene_check.hpp"
#include "scene_text/scene_draft.hpp"

namespace carom {
namespace {

using namespace detail;

constexpr std::size_t kLargestFile = std::size_t{256} << 20U;

template <int N>
const TomlNode& source_of(const SceneDraft<N>& draft, std::size_t ball) {
    const auto after =
        std::upper_bound(draft.sources.begin(), draft.sources.end(), ball,
                         [](std::size_t i, const BallSource& source) { return i < source.first; });
    return *std::prev(after)->table;
}

/// Where in the file a finding is about. Balls of a generator point at its table.
template <int N>
Place place_of(const Finding& finding, const SceneDraft<N>& draft, const TomlNode& top) {
    const auto in_table = [&](std::string_view table) {
        for (const TomlEntry& entry : *top.as<TomlNode::Table>()) {
            if (entry.key == table) return detail::place_of(entry.node, finding.field);
        }
        return Place{};
    };
    switch (finding.subject) {
        case Finding::Subject::ball:
            return detail::place_of(source_of(draft, finding.culprits.front()), finding.field);
        case Finding::Subject::walls:
            return detail::place_of(*draft.walls[finding.culprits.front()], finding.field);
        case Finding::Subject::box:
            return in_table("world");
        case Finding::Subject::law:
            return in_table("collisions");
        case Finding::Subject::scene:
            break;
    }
    return {};
}

/// The message, and where the second ball is.
template <int N>
std::string full_message(const Finding& finding, const SceneDraft<N>& draft) {
    if (finding.subject != Finding::Subject::ball || finding.culprits.size() < 2) return finding.message;
    const TomlNode& second = source_of(draft, finding.culprits[1]);
    if (&second == &source_of(draft, finding.culprits[0])) return finding.message;
    const Place place = detail::place_of(second, finding.field);
    return finding.message + " (the second is at " + std::to_string(place.line) + ":" +
           std::to_string(place.column) + ")";
}

/// One line per place: the touching balls of a rack are all made by one table.
template <int N>
std::vector<std::string> note_lines(const std::vector<Finding>& notes, const SceneDraft<N>& draft,
                                    const TomlNode& top, const PlacedFaults& faults) {
    std::map<Place, std::vector<const Finding*>> by_place;
    std::vector<std::string> lines;
    for (const Finding& note : notes) {
        const Place place = place_of(note, draft, top);
        if (note.size > 0) {
            by_place[place].push_back(&note);
        } else {
            lines.push_back(faults.line(place, note.message));  // how many more there are
        }
    }
    for (const auto& [place, here] : by_place) {
        const Finding* largest = here.front();
        for (const Finding* note : here) largest = note->size > largest->size ? note : largest;
        const std::string others =
            here.size() == 1 ? ""
                             : " (and " + text(here.size() - 1) + " more from here, none of them larger)";
        lines.push_back(faults.line(place, full_message(*largest, draft) + others));
    }
    return lines;
}

RunLimits read_limits(TableReader& top, PlacedFaults& faults) {
    const TomlNode* table = top.table("run");
    if (table == nullptr) return {};
    TableReader reader(*table, "[run]", faults);
    RunLimits limits{reader.number("until"), reader.whole("events", 1)};
    if (limits.until && *limits.until < 0) {
        reader.fault("wrong values", "until", "until must be 0 or more, not " + text(*limits.until));
    }
    reader.reject_other_keys();
    return limits;
}

template <int N>
Result<SceneFile, SceneFaults> read_scene_of(TableReader& top, const TomlNode& tree, PlacedFaults& faults,
                                             std::optional<std::uint64_t> seed) {
    SceneDraft<N> draft;
    draft.scene.name = top.text("name").value_or("");
    read_world(top, draft, faults);
    const BallDefaults defaults = read_defaults(top, faults);
    RunLimits limits = read_limits(top, faults);
    read_balls(top, defaults, draft, faults);
    read_generators(top, defaults, seed, draft, faults);
    top.reject_other_keys();
    const Validation validation = validate_without(draft.scene, {draft.refused_balls, draft.refused_walls});
    for (const Finding& fault : validation.faults) {
        const bool unread = fault.field == "balls" && !draft.complete;
        if (!unread) faults.add(place_of(fault, draft, tree), full_message(fault, draft));
    }
    if (!faults.empty()) return SceneFaults{faults.lines()};
    SceneFile file{std::move(draft.scene), limits, {}};
    file.notes = note_lines(validation.notes, draft, tree, faults);
    return file;
}

/// How many coordinates the first position or box in the file has, so that a scene without a dimension can be
/// read for its other faults.
std::size_t coordinates_in(const TomlNode& tree) {
    const auto size_of = [](const TomlNode& table, std::string_view key) -> std::size_t {
        for (const TomlEntry& entry : *table.as<TomlNode::Table>()) {
            const auto* array = entry.node.as<TomlNode::Array>();
            if (entry.key == key && array != nullptr) return array->size();
        }
        return 0;
    };
    std::size_t size = 0;
    for (const TomlEntry& entry : *tree.as<TomlNode::Table>()) {
        const auto* balls = entry.node.as<TomlNode::Array>();
        if (size == 0 && entry.key == "world" && entry.node.as<TomlNode::Table>() != nullptr) {
            size = size_of(entry.node, "lower");
        } else if (size == 0 && entry.key == "balls" && balls != nullptr && !balls->empty() &&
                   balls->front().as<TomlNode::Table>() != nullptr) {
            size = size_of(balls->front(), "position");
        }
    }
    return size == 0 ? 2 : size;
}

Result<SceneFile, SceneFaults> parse(std::string_view text, const std::string& name,
                                     std::optional<std::uint64_t> seed) {
    PlacedFaults faults(name);
    const Result<TomlNode, TomlError> tree = parse_toml(text);
    if (!tree) {
        faults.add(tree.error().place, "this is not TOML: " + tree.error().message);
        return SceneFaults{faults.lines()};
    }
    TableReader top(*tree, "", faults);
    const auto given = top.needed("dimension", top.whole("dimension", 1));
    const bool known = given && (*given == 2 || *given == 3);
    if (given && !known) {
        top.fault("wrong values", "dimension", "dimension must be 2 or 3, not " + std::to_string(*given));
    }
    const std::size_t dimension = known ? *given : coordinates_in(*tree);
    if (dimension == 2) return read_scene_of<2>(top, *tree, faults, seed);
    if (dimension == 3) return read_scene_of<3>(top, *tree, faults, seed);
    return SceneFaults{faults.lines()};
}

SceneFaults unreadable(const std::string& name, const std::string& why) {
    return {{name + ": " + why}};
}

}  // namespace

Result<SceneFile, SceneFaults> parse_scene(std::string_view text, const std::string& name,
                                           std::optional<std::uint64_t> seed) {
    if (text.size() > kLargestFile) {
        return unreadable(name, "a scene file may have 256 MiB at most; let a generator make the balls");
    }
    try {
        return parse(text, name, seed);
    } catch (const std::bad_alloc&) {
        return unreadable(name, "the scene is too large for the memory of this machine");
    } catch (const std::length_error&) {
        return unreadable(name, "the scene is too large for the memory of this machine");
    }
}

Result<SceneFile, SceneFaults> read_scene(const std::filesystem::path& path,
                                          std::optional<std::uint64_t> seed) {
    const std::string name = path.string();
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) return unreadable(name, "there is no such file");
    if (std::filesystem::is_directory(status))
        return unreadable(name, "this is a directory, not a scene file");
    std::ifstream file(path, std::ios::binary);
    if (!file) return unreadable(name, "the file cannot be opened");
    std::string text;
    std::vector<char> block(std::size_t{1} << 16U);
    while (file && text.size() <= kLargestFile) {
        file.read(block.data(), static_cast<std::streamsize>(block.size()));
        text.append(block.data(), static_cast<std::size_t>(file.gcount()));
    }
    if (file.bad()) return unreadable(name, "the file cannot be read");
    return parse_scene(text, name, seed);
}

}  // namespace carom

// From text to a scene: the TOML tree, then the tables, then what the scene means.
#include "carom/scene_text/scene_file.hpp"

#include <algorithm>
#include <map>
#include <new>
#include <stdexcept>

#include "files/input_file.hpp"
#include "scene/scene_check.hpp"
#include "scene_text/scene_draft.hpp"

namespace carom {
namespace {

using namespace detail;

constexpr std::size_t kLargestScene = std::size_t{256} << 20U;
constexpr const char* kStopped = "reading the scene was stopped";
constexpr const char* kTooLarge = "a scene file may have 256 MiB at most; let a generator make the balls";

struct ReadChoices {
    GeneratorChoices generators;
    Overlaps overlaps = Overlaps::refused;
    std::function<bool()> go_on = {};  ///< what `generators.goes_on` says where no balls grow
};

template <int N>
const BallSource& source_of(const SceneDraft<N>& draft, std::size_t ball) {
    const auto after =
        std::upper_bound(draft.sources.begin(), draft.sources.end(), ball,
                         [](std::size_t i, const BallSource& source) { return i < source.first; });
    return *std::prev(after);
}

/// Balls of a generator point at its table, imported ones at their lines; places of moved ones at their
/// moves.
template <int N>
TextPlace place_of_ball(const SceneDraft<N>& draft, std::size_t ball, std::string_view field) {
    const auto moved = draft.moved.find(ball);
    if (moved != draft.moved.end() && field == "position") return detail::place_of(*moved->second, field);
    const BallSource& source = source_of(draft, ball);
    if (source.file != nullptr) return source.file->place_of(ball - source.first, field);
    return detail::place_of(*source.table, field);
}

/// Where the thing is that a finding is about.
template <int N>
TextPlace place_of(const Finding& finding, const SceneDraft<N>& draft, const TomlNode& top) {
    const auto in_table = [&](std::string_view table) {
        for (const TomlEntry& entry : *top.as<TomlNode::Table>()) {
            if (entry.key == table) return detail::place_of(entry.node, finding.field);
        }
        return TextPlace{};
    };
    switch (finding.subject) {
        case Finding::Subject::ball:
            return place_of_ball(draft, finding.culprits.front(), finding.field);
        case Finding::Subject::walls:
            return detail::place_of(*draft.walls[finding.culprits.front()], finding.field);
        case Finding::Subject::containers:
            return detail::place_of(*draft.containers[finding.culprits.front()], finding.field);
        case Finding::Subject::box:
            return draft.box_place.value_or(in_table("world"));
        case Finding::Subject::thermostat:
            return in_table("thermostat");
        case Finding::Subject::shear:
            return in_table("shear");
        case Finding::Subject::law:
            return in_table("collisions");
        case Finding::Subject::scene:
            break;
    }
    return {};
}

/// The message, and where the second ball is.
template <int N>
std::string full_message(const Finding& finding, const SceneDraft<N>& draft, const PlacedFaults& faults) {
    if (finding.subject != Finding::Subject::ball || finding.culprits.size() < 2) return finding.message;
    const TextPlace first = place_of_ball(draft, finding.culprits[0], finding.field);
    const TextPlace second = place_of_ball(draft, finding.culprits[1], finding.field);
    if (first == second) return finding.message;
    return finding.message + " (the second is at " + faults.where(second, first) + ")";
}

/// One line per place: the touching balls of a rack are all made by one table.
template <int N>
std::vector<std::string> note_lines(const std::vector<Finding>& notes, const SceneDraft<N>& draft,
                                    const TomlNode& top, const PlacedFaults& faults) {
    std::map<TextPlace, std::vector<const Finding*>> by_place;
    std::vector<std::string> lines;
    for (const Finding& note : notes) {
        const TextPlace place = place_of(note, draft, top);
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
        lines.push_back(faults.line(place, full_message(*largest, draft, faults) + others));
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
Result<SceneFile, SceneFaults> read_scene_of(TableReader& top, const TomlNode& tree, const std::string& name,
                                             PlacedFaults& faults, const ReadChoices& choices) {
    SceneDraft<N> draft;
    draft.patience = Patience(choices.go_on);
    draft.scene.name = top.text("name").value_or("");
    read_world(top, draft, faults);
    draft.scene.noise = choices.generators.seed.value_or(top.whole("seed", 0).value_or(1));
    const BallDefaults defaults = read_defaults(top, faults);
    RunLimits limits = read_limits(top, faults);
    MeasurePlan measure = read_measure(top, N, faults);
    read_balls(top, defaults, draft, faults);
    read_imports(top, name, defaults, draft, faults);
    read_generators(top, defaults, choices.generators, draft, faults);
    read_moves(top, draft, faults);
    top.reject_other_keys();
    const Validation validation =
        validate_without(draft.scene, {draft.refused_balls, draft.refused_walls, draft.refused_containers},
                         choices.overlaps, choices.go_on);
    for (const Finding& fault : validation.faults) {
        const bool unread = fault.field == "balls" && !draft.complete;
        if (!unread) faults.add(place_of(fault, draft, tree), full_message(fault, draft, faults));
    }
    if (faults.empty()) check_measure(tree, measure, draft.scene, faults);
    if (!faults.empty()) return faults.all();
    SceneFile file{std::move(draft.scene), limits, std::move(measure), {}};
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

SceneFaults unreadable(const std::string& name, const std::string& why) {
    return {{name + ": " + why}, {}};
}

Result<SceneFile, SceneFaults> parse(std::string_view text, const std::string& name,
                                     const ReadChoices& choices) {
    PlacedFaults faults(name, text);
    Patience patience(choices.go_on);
    const auto tree = parse_toml(text, name, patience);
    if (!tree) return tree.error();
    if (patience.ended()) return unreadable(name, kStopped);
    TableReader top(*tree, "", faults);
    if (top.has("table") && !top.has("dimension")) {
        top.fault("wrong tables", "table",
                  "[table] makes this a scene of shots on a table: name its file, and carom run plays and "
                  "draws it");
        return faults.all();
    }
    const auto given = top.needed("dimension", top.whole("dimension", 1));
    const bool known = given && (*given == 2 || *given == 3);
    if (given && !known) {
        top.fault("wrong values", "dimension", "dimension must be 2 or 3, not " + std::to_string(*given));
    }
    const std::size_t dimension = known ? *given : coordinates_in(*tree);
    if (dimension == 2) return read_scene_of<2>(top, *tree, name, faults, choices);
    if (dimension == 3) return read_scene_of<3>(top, *tree, name, faults, choices);
    return faults.all();
}

Result<SceneFile, SceneFaults> parse_within_memory(std::string_view text, const std::string& name,
                                                   ReadChoices choices) {
    if (text.size() > kLargestScene) {
        return unreadable(name, kTooLarge);
    }
    bool stopped = false;
    if (choices.generators.goes_on) {
        choices.generators.goes_on = [&stopped,
                                      ask = choices.generators.goes_on](const GrowthProgress& growth) {
            stopped = stopped || !ask(growth);
            return !stopped;
        };
        choices.go_on = [&choices] { return choices.generators.goes_on({}); };
    }
    try {
        auto file = parse(text, name, choices);
        if (stopped) return unreadable(name, kStopped);
        return file;
    } catch (const std::bad_alloc&) {
        return unreadable(name, "the scene is too large for the memory of this machine");
    } catch (const std::length_error&) {
        return unreadable(name, "the scene is too large for the memory of this machine");
    }
}

Result<std::string, Unreadable> text_at(const std::filesystem::path& path) {
    auto text =
        path == standard_input ? bytes_of_standard_input(kLargestScene) : bytes_of_file(path, kLargestScene);
    if (text && text->size() > kLargestScene) return Unreadable{kTooLarge};
    return text;
}

Result<SceneFile, SceneFaults> read(const std::filesystem::path& path, const ReadChoices& choices) {
    const std::string name = name_in_messages(path);
    const auto text = text_at(path);
    if (!text) return unreadable(name, text.error().why);
    return parse_within_memory(*text, name, choices);
}

}  // namespace

Result<SceneFile, SceneFaults> parse_scene(std::string_view text, const std::string& name,
                                           std::optional<std::uint64_t> seed,
                                           const std::function<bool(const GrowthProgress&)>& goes_on) {
    return parse_within_memory(text, name, {{seed, goes_on}});
}

Result<SceneFile, SceneFaults> read_scene(const std::filesystem::path& path,
                                          std::optional<std::uint64_t> seed,
                                          const std::function<bool(const GrowthProgress&)>& goes_on) {
    return read(path, {{seed, goes_on}});
}

Result<SceneFile, SceneFaults> read_scene_with_overlaps(const std::filesystem::path& path,
                                                        std::optional<std::uint64_t> seed) {
    return read(path, {{seed, {}}, Overlaps::allowed});
}

template <int N>
Result<MeasurePlan, SceneFaults> read_measure_plan(const std::filesystem::path& path, const Scene<N>& scene) {
    const std::string name = name_in_messages(path);
    const auto text = text_at(path);
    if (!text) return unreadable(name, text.error().why);
    PlacedFaults faults(name, *text);
    const auto tree = parse_toml(*text, name);
    if (!tree) return tree.error();
    TableReader top(*tree, "", faults);
    MeasurePlan plan = read_measure(top, N, faults);
    if (!top.has("measure")) top.missing("measure", ": a plan says in a table [measure] what to measure");
    if (faults.empty()) check_measure(*tree, plan, scene, faults);
    if (!faults.empty()) return faults.all();
    return plan;
}

template Result<MeasurePlan, SceneFaults> read_measure_plan(const std::filesystem::path&, const Scene<2>&);
template Result<MeasurePlan, SceneFaults> read_measure_plan(const std::filesystem::path&, const Scene<3>&);

}  // namespace carom

// Does any text crash or hang the readers of CSV, extended XYZ, scenes with a table, records of shots and
// plans of measurements, or pass them although it means nothing? A libFuzzer target; see fuzz/README.md.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "app/measure/measuring.hpp"
#include "carom/record/trajectory.hpp"
#include "carom/scene/validate.hpp"
#include "carom/scene_text/scene_file.hpp"
#include "carom/scene_text/shot_record.hpp"
#include "carom/scene_text/table_scene_file.hpp"
#include "carom/sim/simulation.hpp"
#include "promise.hpp"
#include "support/directory.hpp"
#include "support/file_bytes.hpp"

namespace carom::fuzz {
namespace {

/// For the files that a scene imports. Made once.
const test::Directory& directory() {
    static const test::Directory one;
    return one;
}

void expect_places(const SceneFaults& faults, const std::string& file, const std::string& other = "") {
    expect(!faults.lines.empty(), "a refusal has a reason", "");
    for (const std::string& line : faults.lines) {
        const bool elsewhere = !other.empty() && line.starts_with(other + ":");
        const std::size_t at = (elsewhere ? other : file).size() + 1;
        expect(elsewhere || line.starts_with(file + ":"), "a fault names its file", line);
        expect(line.size() > at && line[at] >= '1' && line[at] <= '9', "a fault has a place", line);
        expect(line.find('\n') == line.npos, "a fault is one line", line);
    }
}

/// A scene of nothing but a file to import. Each bit of `choices` is a key.
std::string importing_scene(const std::string& file, unsigned choices) {
    const bool flat = (choices & 1) == 0, boxed = (choices & 2) == 0;
    std::string text = flat ? "dimension = 2\n" : "dimension = 3\n";
    if (!boxed) {
        text += "[world]\nboundary = \"periodic\"\n";
        text += flat ? "lower = [0, 0]\nupper = [4, 2]\n" : "lower = [0, 0, 0]\nupper = [4, 2, 3]\n";
    }
    text += "[[import]]\nfile = \"" + file + "\"\n";
    if (boxed && file.ends_with("xyz")) text += "box = true\n";
    if ((choices & 4) == 0) text += "radius = 0.1\n";
    if ((choices & 8) != 0) text += "wrap = true\n";
    if ((choices & 16) != 0) text += (choices & 32) != 0 ? "frame = 1\n" : "frame = \"last\"\n";
    if ((choices & 64) != 0) text += "ignore = [\"a\", \"forces\"]\n";
    if ((choices & 128) != 0) text += "[[import.species]]\nname = \"A\"\nradius = 0.2\nmass = 3\n";
    return text;
}

void check_import(std::string_view text, const std::string& file, unsigned choices) {
    const std::string imported = (directory() / file).string();
    test::put_bytes(imported, text);
    const std::string name = (directory() / "s.toml").string();
    const auto read = parse_scene(importing_scene(file, choices), name);
    if (!read) return expect_places(read.error(), name, imported);
    std::visit(
        [](const auto& scene) {
            const Validation found = validate(scene);
            expect(found.faults.empty(), "a scene that was read is valid",
                   found.faults.empty() ? "" : found.faults.front().message);
        },
        read->scene);
}

void check_table(std::string_view text) {
    const auto file = parse_table_scene(text, "s.toml");
    if (!file) return expect_places(file.error(), "s.toml");
    const auto faults = faults_of(file->scene);
    expect(faults.empty(), "a table that was read is valid", faults.empty() ? "" : faults.front().message);
}

/// What is read has places of balls and shots that the scene has, sorted.
void check_record(std::string_view text) {
    const auto table = parse_table_scene(
        "[table]\nkind = \"carom\"\n[[balls]]\nname = \"cue\"\nposition = [0.4, 0.6]\n[[balls]]\nname = "
        "\"1\"\nposition = [0.9, 1.8]\n[[shots]]\nspeed = 2\ndirection = 60\n[[shots]]\nspeed = 1\ndirection "
        "= "
        "0\n",
        "s.toml");
    const auto places = parse_shot_record(text, "r.csv", table->scene);
    if (!places) return expect_places(places.error(), "r.csv");
    const RecordedPlace* before = nullptr;
    for (const RecordedPlace& seen : *places) {
        expect(seen.ball < 2 && seen.shot < 2 && std::isfinite(seen.time), "a record that was read is sound",
               "");
        const bool is_sorted = before == nullptr || before->shot < seen.shot ||
                               (before->shot == seen.shot && before->time <= seen.time);
        expect(is_sorted, "a record that was read is sorted", "");
        before = &seen;
    }
}

Scene<2> small_scene() {
    Scene<2> scene;
    scene.world.box = {{0, 0}, {4, 4}};
    scene.world.boundary = {Boundary::wall, Boundary::periodic};
    scene.balls = {{"a", {1, 1}, {1, 0.5}, 0.25, 1}, {"b", {3, 1}, {-1, 0}, 0.25, 1}};
    return scene;
}

/// Measures a short run of the plan too.
void measure(const Scene<2>& scene, const MeasurePlan& plan) {
    auto simulation = Simulation<2>::create(scene);
    expect(bool(simulation), "the small scene is valid", "");
    const std::string file = (directory() / "t.carom").string();
    auto writer = TrajectoryWriter<2>::create(file, {scene, simulation->epoch_length()});
    while (const auto event = simulation->next_event(5.0)) writer->write(*event);
    writer->close(simulation->now());
    auto trajectory = open_trajectory(file);
    const auto results = app::measure_with_progress(std::get<TrajectoryReader<2>>(std::move(*trajectory)),
                                                    plan, 10, app::Verbosity::quiet);
    expect(results && *results, "a plan that was read measures", "");
}

void check_plan(std::string_view text) {
    const auto path = directory() / "p.toml";
    test::put_bytes(path, text);
    const Scene<2> scene = small_scene();
    const auto plan = read_measure_plan(path, scene);
    if (!plan) return expect_places(plan.error(), path.string());
    expect(plan->quantities.empty() || app::is_sound(*plan, 2), "a plan that was read is sound", "");
    measure(scene, *plan);
}

void check(char kind, unsigned choices, std::string_view text) {
    switch (kind) {
        case 'c':
            return check_import(text, "b.csv", choices);
        case 'x':
            return check_import(text, "b.xyz", choices);
        case 't':
            return check_table(text);
        case 'r':
            return check_record(text);
        default:
            return check_plan(text);
    }
}

}  // namespace
}  // namespace carom::fuzz

/// The first byte is the kind of the text, the second one says what the scene of an imported file asks for.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(data, data + size);
    if (size < 2 || std::string_view("cxtpr").find(text[0]) == std::string_view::npos) return -1;
    carom::fuzz::check(text[0], data[1], std::string_view(text).substr(2));
    return 0;
}

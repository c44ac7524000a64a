#include "specimens.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "app/run/saved_run.hpp"
#include "carom/billiards/shot.hpp"
#include "carom/record/checkpoint.hpp"
#include "carom/record/shot_file.hpp"
#include "carom/scene_text/scene_file.hpp"
#include "carom/scene_text/table_scene_file.hpp"
#include "record/checkpoint_format.hpp"
#include "record/shot_format.hpp"
#include "record/trajectory_format.hpp"
#include "support/directory.hpp"
#include "support/file_bytes.hpp"

namespace carom::fuzz {
namespace {

using detail::ByteReader;
using detail::ByteWriter;

/// Each has the records of a format version, and of kinds of motion, that others lack.
constexpr const char* kScenes[] = {
    R"(dimension = 2
[world]
boundary = ["wall", "periodic"]
lower = [0, 0]
upper = [4, 4]
[[balls]]
name = "a 1"
position = [1, 1]
velocity = [1, 0.5]
radius = 0.4
[[balls]]
position = [2.5, 1.5]
velocity = [-1, 0.3]
radius = 0.5
mass = 2
[[balls]]
position = [2.5, 3]
radius = 0.3
immovable = true
)",
    R"(dimension = 3
[world]
boundary = "periodic"
lower = [0, 0, 0]
upper = [2, 2.5, 2]
[collisions]
restitution_balls = 0.8
[[balls]]
position = [1, 1, 1]
velocity = [1, 0.5, 0.2]
radius = 0.4
[[balls]]
position = [0.1, 0.2, 1.8]
velocity = [-1, 0.3, -0.6]
radius = 0.5
)",
    R"(dimension = 2
[world]
gravity = [0, -1]
boundary = ["open", "wall"]
lower = [0, 0]
upper = [0, 9]
[[walls]]
name = "slope"
normal = [1, 0.2]
offset = -1
[[containers]]
name = "bowl"
center = [0, 3]
radius = 3
[collisions]
restitution_balls = 0.3
restitution_walls = 0.2
contact_time = 1e-4
[[balls]]
position = [0, 3]
velocity = [0.1, 0]
radius = 0.3
[[balls]]
position = [0.1, 1.5]
radius = 0.4
)",
    R"(dimension = 2
[world]
boundary = "periodic"
lower = [0, 0]
upper = [3, 3]
[shear]
flow = "x"
gradient = "y"
rate = 0.5
[collisions]
restitution_balls = 0.9
[[balls]]
position = [1, 1]
velocity = [1, 0.5]
radius = 0.4
[[balls]]
position = [2.5, 2.5]
velocity = [-1, 0.3]
radius = 0.5
)",
    R"(dimension = 2
[collisions]
restitution_balls = 0.9
[[balls]]
position = [0, 0]
velocity = [1, 0]
radius = 0.5
[[balls]]
position = [2, 0]
radius = 0.5
[[balls]]
position = [3, 0]
radius = 0.5
[[balls]]
position = [4.5, 0]
velocity = [-1, 0]
radius = 0.5
)",
    R"(dimension = 3
[world]
boundary = ["wall", "open", "periodic"]
lower = [0, 0, 0]
upper = [3, 0, 3]
[[walls]]
name = "piston"
normal = [0, 1, 0]
offset = -2
speed = 0.1
temperature = 0.5
[[walls]]
name = "lid"
normal = [0, -1, 0]
offset = -2
[thermostat]
temperature = 1
rate = 2
[[collisions.between]]
species = ["a", "b"]
restitution = 0.5
[[balls]]
name = "a 1"
position = [1, 0, 1]
velocity = [1, 0.5, 0.2]
radius = 0.4
[[balls]]
name = "b 1"
position = [2, 1, 2]
velocity = [-1, -0.3, 0.2]
radius = 0.4
)"};

constexpr const char* kTables[] = {
    R"([table]
kind = "pool_7_foot"
[game]
rules = "snooker"
points = [3, 4]
[[balls]]
name = "cue"
position = [0.5, 0.5]
[[balls]]
name = "red 1"
position = [0.52, 0.62]
[[balls]]
name = "blue"
position = [0.6, 0.9]
[[shots]]
speed = 1
direction = 80
place = [0.4, 0.5]
called_ball = "blue"
)",
    R"([table]
kind = "free"
[[table.straight_cushions]]
from = [0, 0]
to = [1, 0]
height = 0.036
[[table.round_cushions]]
centre = [0.5, 1]
radius = 0.1
height = 0.036
[[table.pockets]]
centre = [0.9, 0.5]
radius = 0.06
depth = 0.1
[[balls]]
position = [0.5, 0.5]
velocity = [0.5, 0]
[[balls]]
position = [0.5, 0.3]
velocity = [0, -0.4]
)"};

constexpr int kRecords = 24;

[[noreturn]] void broken(const std::string& what) {
    std::fprintf(stderr, "a specimen is broken: %s\n", what.c_str());
    std::abort();
}

std::string taken(const ByteWriter& out) {
    return std::string(out.bytes());
}

std::string encoded(Time time) {
    ByteWriter out;
    out.i64(time.epoch);
    out.f64(time.offset);
    return taken(out);
}

/// The sections of a checkpoint file, by what `write_checkpoint` makes of them.
template <int N>
void add_sections(Specimen& specimen, const Simulation<N>& simulation) {
    app::RunProgress progress;
    progress.request.limits = {100, 1000, app::LimitSource::scene};
    progress.request.start.momentum.assign(N, 0.5);
    progress.request.measure.quantities.assign(all_quantities.begin(), all_quantities.end());
    const test::Directory directory;
    const auto path = directory / "c";
    if (write_checkpoint(path, Checkpoint<N>{{}, simulation.saved_state(), {app::section_of(progress)}}))
        broken("checkpoint");
    const std::string bytes = test::bytes_of(path);
    ByteReader in(std::string_view(bytes).substr(detail::kCheckpointMagic.size() + 4));
    in.text();
    for (int k = 0; k < 3; ++k) {
        const std::string_view name = in.text();
        const std::string_view content = in.take(in.u64());
        if (name == detail::kSimulationSection) specimen.state = content;
        if (name == "run") specimen.run = content;
    }
}

template <int N>
Specimen recorded(const Scene<N>& scene) {
    auto simulation = Simulation<N>::create(scene);
    if (!simulation) broken(simulation.error().faults.front().message);
    TrajectoryStart<N> start{scene, simulation->epoch_length()};
    start.scene.law.elastic_below = simulation->elastic_below();
    Specimen specimen;
    specimen.version = detail::format_version(scene);
    ByteWriter head;
    encode_start(head, start);
    specimen.head = taken(head);
    std::uint32_t awaited = 0;  // parts of an impact of several contacts
    for (int k = 0; k < kRecords || awaited > 0; ++k) {
        const auto event = simulation->next_event(10);
        if (!event) break;
        ByteWriter record;
        encode_record(record, *event, specimen.version);
        specimen.records.push_back(taken(record));
        awaited = event->kind == EventKind::cluster ? event->other : 0;
    }
    if (specimen.records.empty()) broken("nothing happens");
    specimen.end = encoded(simulation->now());
    add_sections(specimen, *simulation);
    return specimen;
}

std::string shot_record(billiards::detail::ShotRecord kind, const ByteWriter& content) {
    ByteWriter out;
    out.u8(static_cast<std::uint8_t>(kind));
    out.u8(0);
    out.u16(static_cast<std::uint16_t>(content.size()));
    return taken(out) + taken(content);
}

std::string shot_state(billiards::detail::ShotRecord kind, double time, const billiards::BallState& state) {
    ByteWriter content;
    content.f64(time);
    billiards::detail::encode_state(content, state);
    return shot_record(kind, content);
}

Specimen played(const billiards::TableScene& scene) {
    using billiards::detail::ShotRecord;
    Specimen specimen;
    specimen.version = detail::kShotsVersion;
    ByteWriter head;
    billiards::detail::encode_table_scene(head, scene);
    specimen.head = taken(head);
    std::vector<billiards::BallState> start = scene.start;
    std::optional<billiards::Shot> shot;
    if (!scene.shots.empty()) {
        shot = scene.shots[0].shot;
        if (const auto place = scene.shots[0].place)
            start[0] = billiards::ball_at((*place)[0], (*place)[1], scene.setup.balls[0]);
    }
    billiards::ShotPlayer player(scene.setup);
    player.play(start, shot, billiards::Detail::every_motion);
    for (const auto& state : start) specimen.records.push_back(shot_state(ShotRecord::begins, 0, state));
    for (const billiards::ShotEvent& event : player.events()) {
        ByteWriter content;
        billiards::detail::encode_event(content, event);
        specimen.records.push_back(shot_record(ShotRecord::event, content));
    }
    for (const auto& state : player.final_states())
        specimen.records.push_back(shot_state(ShotRecord::ends, player.end_time(), state));
    specimen.end = encoded({0, player.end_time()});
    return specimen;
}

std::vector<Specimen> made() {
    std::vector<Specimen> all;
    for (const char* const text : kScenes) {
        const auto file = parse_scene(text, "specimen");
        if (!file) broken(file.error().lines.front());
        all.push_back(std::visit([](const auto& scene) { return recorded(scene); }, file->scene));
    }
    for (const char* const text : kTables) {
        const auto file = parse_table_scene(text, "specimen");
        if (!file) broken(file.error().lines.front());
        all.push_back(played(file->scene));
    }
    return all;
}

}  // namespace

const std::vector<Specimen>& specimens() {
    static const std::vector<Specimen> all = made();
    return all;
}

}  // namespace carom::fuzz

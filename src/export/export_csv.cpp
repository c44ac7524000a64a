#include "carom/export/export_csv.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <iterator>
#include <string>

#include "files/whole_file.hpp"

namespace carom {
namespace {

constexpr std::size_t kChunk = std::size_t{64} << 10;
constexpr std::array<char, 3> kAxes{'x', 'y', 'z'};

template <int N>
bool is_periodic(const World<N>& world, int axis) {
    return world.boundary[static_cast<std::size_t>(axis)] == Boundary::periodic;
}

template <int N>
std::string heading(const World<N>& world) {
    std::string line = "time,kind,ball,other,restitution";
    for (const char* who : {"ball", "other"}) {
        for (const char* what : {"", "v", "image_"}) {
            for (int k = 0; k < N; ++k) {
                if (*what == 'i' && !is_periodic(world, k)) continue;
                fmt::format_to(std::back_inserter(line), ",{}_{}{}", who, what,
                               kAxes[static_cast<std::size_t>(k)]);
            }
        }
    }
    return line + '\n';
}

template <int N>
void add_state(std::string& line, const BallState<N>& state, const World<N>& world) {
    const auto out = std::back_inserter(line);
    for (int k = 0; k < N; ++k) fmt::format_to(out, ",{:.17g}", state.position[k]);
    for (int k = 0; k < N; ++k) fmt::format_to(out, ",{:.17g}", state.velocity[k]);
    for (int k = 0; k < N; ++k) {
        if (is_periodic(world, k)) fmt::format_to(out, ",{}", state.image[k]);
    }
}

template <int N>
void add_event(std::string& text, const Event<N>& event, const TrajectoryStart<N>& start) {
    const World<N>& world = start.scene.world;
    const bool pair = event.kind == EventKind::ball_ball;
    const double time = static_cast<double>(event.time.epoch) * start.epoch_length + event.time.offset;
    fmt::format_to(std::back_inserter(text), "{:.17g},{},{},{},{:.17g}", time, name_of(event.kind),
                   event.ball, event.other, event.restitution);
    add_state(text, event.ball_after, world);
    if (pair) {
        add_state(text, event.other_after, world);
    } else {
        std::size_t columns = 2 * N;
        for (int k = 0; k < N; ++k) columns += is_periodic(world, k) ? 1 : 0;
        text.append(columns, ',');
    }
    text += '\n';
}

}  // namespace

template <int N>
std::optional<FileError> export_events_csv(TrajectoryReader<N>& trajectory, const std::filesystem::path& path,
                                           const std::function<bool(std::uint64_t)>& go_on) {
    auto file = WholeFile::create_or_stream(path);
    if (!file) return file.error();
    std::string text = heading(trajectory.start().scene.world);
    while (const auto event = trajectory.next()) {
        add_event(text, *event, trajectory.start());
        if (text.size() < kChunk) continue;
        if (auto error = file->append(text)) return error;
        text.clear();
        if (go_on && !go_on(trajectory.records())) return FileError{"the export was stopped"};
    }
    if (auto fault = trajectory.fault()) return fault;
    if (auto error = file->append(text)) return error;
    return file->commit();
}

template std::optional<FileError> export_events_csv(TrajectoryReader<2>&, const std::filesystem::path&,
                                                    const std::function<bool(std::uint64_t)>&);
template std::optional<FileError> export_events_csv(TrajectoryReader<3>&, const std::filesystem::path&,
                                                    const std::function<bool(std::uint64_t)>&);

}  // namespace carom

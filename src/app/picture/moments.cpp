#include "app/picture/moments.hpp"

#include <fmt/format.h>

#include <system_error>
#include <utility>

#include "app/files/result_files.hpp"
#include "app/files/scene_source.hpp"
#include "app/files/trajectory_summary.hpp"
#include "app/terminal/interrupt.hpp"
#include "math/vec_ops.hpp"
#include "text/printing.hpp"

namespace carom::app {
namespace {

namespace fs = std::filesystem;

PictureFault fault_of(const FileError& error) {
    return {{"carom: " + error.message}, PictureFault::Cause::file_error};
}

Result<AnyPictureSource, PictureFault> source_of_scene(const fs::path& path) {
    const EndsAtOnce unfinished("the picture is not finished");
    if (has_table(path)) {
        auto table = read_any_table_scene(path);
        if (!table) return PictureFault{table.error().lines, PictureFault::Cause::bad_input};
        return AnyPictureSource(source_of_table(table->scene));
    }
    auto file = read_any_scene_with_overlaps(path);
    if (!file) return PictureFault{file.error().lines, PictureFault::Cause::bad_input};
    return std::visit(
        []<int N>(Scene<N>& scene) {
            return AnyPictureSource(PictureSource<N>{std::move(scene), 0, {}, {}});
        },
        file->scene);
}

Result<AnyPictureSource, PictureFault> source_of_trajectory(const fs::path& path) {
    if (is_shot_file(path)) {
        auto shots = source_of_shots(path);
        if (!shots) return fault_of(shots.error());
        if (interrupted()) return PictureFault{{"carom: interrupted"}, PictureFault::Cause::interrupted};
        return AnyPictureSource(std::move(*shots));
    }
    const auto summary = summarise(path);
    if (!summary) return fault_of(summary.error());
    if (summary->fault) return fault_of(*summary->fault);
    if (interrupted()) return PictureFault{{"carom: interrupted"}, PictureFault::Cause::interrupted};
    auto trajectory = open_trajectory(path);
    if (!trajectory) return fault_of(trajectory.error());
    return std::visit(
        [&]<int N>(const TrajectoryReader<N>& reader) {
            return AnyPictureSource(PictureSource<N>{reader.start().scene, summary->end, path, {}});
        },
        *trajectory);
}

}  // namespace

ExitCode report(const PictureFault& fault) {
    for (const std::string& line : fault.lines) tell(stderr, "{}\n", line);
    switch (fault.cause) {
        case PictureFault::Cause::bad_input:
            return ExitCode::bad_input;
        case PictureFault::Cause::file_error:
            return ExitCode::file_error;
        case PictureFault::Cause::interrupted:
            return ExitCode::interrupted;
    }
    return ExitCode::internal_error;
}

Result<AnyPictureSource, PictureFault> open_source(const fs::path& path) {
    std::error_code missing;
    const bool names_scene = path.extension() == ".toml" || bundled_scene(path) != nullptr;
    const bool is_scene = path == standard_input || (names_scene && !fs::is_directory(path, missing));
    if (is_scene) return source_of_scene(path);
    const auto trajectory = trajectory_named(path);
    return trajectory ? source_of_trajectory(*trajectory) : fault_of(trajectory.error());
}

template <int N>
Result<MomentReader<N>, PictureFault> MomentReader<N>::open(const PictureSource<N>& source) {
    MomentReader reader(source.scene);
    if (source.trajectory.empty()) return reader;
    if constexpr (N == 2) {
        if (source.table) {
            auto shots = ShotMoments::open(source);
            if (!shots) return fault_of(shots.error());
            reader.shots_.emplace(std::move(*shots));
            return reader;
        }
    }
    auto trajectory = open_trajectory(source.trajectory);
    if (!trajectory) return fault_of(trajectory.error());
    reader.playback_.emplace_back(std::move(std::get<TrajectoryReader<N>>(*trajectory)));
    return reader;
}

template <int N>
Moment<N> MomentReader<N>::start() const {
    Moment<N> moment;
    for (const SceneBall<N>& ball : scene_.balls) {
        moment.positions.push_back(ball.position);
        moment.speeds.push_back(detail::length(ball.velocity));
    }
    return moment;
}

template <int N>
Moment<N> MomentReader<N>::at(double time) {
    if constexpr (N == 2) {
        if (shots_) return shots_->at(time);
    }
    if (playback_.empty()) return start();
    Playback<N>& playback = playback_.front();
    while (const auto event = playback.next_until(time)) impacts_ += ends_impact(*event) ? 1 : 0;
    Moment<N> moment;
    moment.time = time;
    moment.impacts = impacts_;
    for (std::size_t k = 0; k < playback.ball_count(); ++k) {
        moment.positions.push_back(playback.position(k));
        moment.speeds.push_back(detail::length(playback.velocity(k)));
    }
    return moment;
}

template class MomentReader<2>;
template class MomentReader<3>;

}  // namespace carom::app

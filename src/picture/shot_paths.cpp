#include "picture/shot_paths.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "carom/billiards/shot_playback.hpp"
#include "look/table_look.hpp"

namespace carom::app {
namespace {

using billiards::BallState;
using billiards::Phase;
using billiards::ShotEvent;

constexpr int kPiecesOfAPath = 8;
constexpr std::size_t kMostLegsOfAShot = 20'000;

class ShotPathCollector {
public:
    ShotPathCollector(const billiards::TableScene& scene, const PlayedShot& shot)
        : scene_(scene), balls_(scene.setup, shot.start), drawn_until_(shot.start.size()) {
        set_.scene = look::flat_scene(scene);
        set_.table = scene.setup.table;
        for (std::size_t k = 0; k < shot.start.size(); ++k) {
            const BallState& state = shot.start[k];
            set_.paths.push_back(
                {k, is_out_of_play(state.phase) ? next_in_tray(k) : flat(state.position), {}, {}});
        }
    }

    PathSet<2> collect(const PlayedShot& shot) {
        for (const ShotEvent& event : shot.events) add(event);
        for (std::size_t k = 0; k < drawn_until_.size(); ++k) draw(k, shot.duration);
        set_.end = shot.duration;
        return std::move(set_);
    }

private:
    static Vec2d flat(const Vec3d& x) { return {x[0], x[1]}; }
    Vec2d next_in_tray(std::size_t ball) {
        return look::tray_place(set_.scene, scene_.setup.balls[ball].radius, fallen_++);
    }

    void add(const ShotEvent& event) {
        using billiards::EventKind;
        const bool meets = event.other >= 0;
        const bool is_pair = event.kind == EventKind::ball_ball;
        draw(static_cast<std::size_t>(event.ball), event.time);
        if (is_pair) draw(static_cast<std::size_t>(event.other), event.time);
        balls_.take(event);
        note(static_cast<std::size_t>(event.ball), event.ball_after, meets);
        if (is_pair) {
            ++set_.ball_ball;
            note(static_cast<std::size_t>(event.other), event.other_after, meets);
        } else if (meets && event.kind != EventKind::pocket) {
            ++set_.ball_wall;
        }
    }

    /// Where a ball is after an event.
    void note(std::size_t ball, const BallState& after, bool meets) {
        BallPath<2>& path = set_.paths[ball];
        if (is_out_of_play(after.phase)) {
            path.end = next_in_tray(ball);
        } else if (meets) {
            path.impacts.push_back(flat(after.position));
        }
    }

    /// From where the ball was drawn last to `time`.
    void draw(std::size_t ball, double time) {
        BallPath<2>& path = set_.paths[ball];
        const double begin = std::exchange(drawn_until_[ball], time);
        const BallState state = balls_.state(static_cast<int>(ball), begin);
        if (is_out_of_play(state.phase) || path.legs.size() > kMostLegsOfAShot) return;
        Vec2d from = flat(state.position);
        double from_time = begin;
        for (int k = 1; k <= kPiecesOfAPath; ++k) {
            const double to_time = begin + (time - begin) * k / kPiecesOfAPath;
            const Vec2d to = flat(balls_.state(static_cast<int>(ball), to_time).position);
            if (to != from)
                path.legs.push_back({from, to, from_time, to_time, state.phase == Phase::sliding});
            from = to;
            from_time = to_time;
        }
        path.end = from;
    }

    const billiards::TableScene& scene_;
    PathSet<2> set_;
    billiards::ShotPlayback balls_;
    std::vector<double> drawn_until_;
    std::size_t fallen_ = 0;
};

/// The shot as far as it has been played by then.
PlayedShot up_to(PlayedShot shot, double time) {
    std::erase_if(shot.events, [&](const ShotEvent& event) { return event.time > time; });
    shot.duration = std::min(shot.duration, time);
    return shot;
}

}  // namespace

PathSet<2> shot_paths(const billiards::TableScene& scene, const PlayedShot& shot) {
    return ShotPathCollector(scene, shot).collect(shot);
}

Result<PathSet<2>, FileError> read_shot_paths(const std::filesystem::path& file, const PathChoice& choice) {
    auto reader = ShotFileReader::open(file);
    if (!reader) return reader.error();
    double begun = 0;
    std::optional<PlayedShot> shot = reader->next();
    while (shot && begun + shot->duration < choice.until) {
        auto next = reader->next();
        if (!next) break;
        begun += std::exchange(*shot, std::move(*next)).duration;
    }
    if (const auto fault = reader->fault(); fault && !shot) return *fault;
    const PlayedShot nothing{reader->scene().start, {}, reader->scene().start, 0};
    PathSet<2> set =
        shot_paths(reader->scene(), shot ? up_to(std::move(*shot), choice.until - begun) : nothing);
    const auto is_left_out = [&](const BallPath<2>& path) {
        return std::find(choice.balls.begin(), choice.balls.end(), path.ball) == choice.balls.end();
    };
    if (!choice.balls.empty()) std::erase_if(set.paths, is_left_out);
    return set;
}

}  // namespace carom::app

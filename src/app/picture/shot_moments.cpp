#include "app/picture/shot_moments.hpp"

#include <cmath>
#include <utility>

#include "app/terminal/interrupt.hpp"
#include "look/table_look.hpp"

namespace carom::app {

PictureSource<2> source_of_table(const billiards::TableScene& scene) {
    PictureSource<2> source{look::flat_scene(scene), 0, {}, scene};
    if (scene.setup.table.straight_cushions.empty()) source.scene.world.boundary.fill(Boundary::open);
    return source;
}

Result<PictureSource<2>, FileError> source_of_shots(const std::filesystem::path& file) {
    auto reader = ShotFileReader::open(file);
    if (!reader) return reader.error();
    PictureSource<2> source = source_of_table(reader->scene());
    source.trajectory = file;
    while (const auto shot = reader->next()) {
        source.end += shot->duration;
        if (interrupted()) break;
    }
    if (const auto fault = reader->fault()) return *fault;
    return source;
}

Result<ShotMoments, FileError> ShotMoments::open(const PictureSource<2>& source) {
    auto reader = ShotFileReader::open(source.trajectory);
    if (!reader) return reader.error();
    return ShotMoments(std::move(*reader), source.scene);
}

ShotMoments::ShotMoments(ShotFileReader reader, const Scene<2>& flat)
    : reader_(std::move(reader)), flat_(flat), trays_(flat.balls.size()) {
    for (std::size_t k = 0; k < trays_.size(); ++k) {
        if (is_out_of_play(reader_.scene().start[k].phase))
            trays_[k] = look::tray_place(flat_, flat_.balls[k].radius, fallen_++);
    }
    if (auto first = reader_.next()) begin(std::move(*first));
    following_ = reader_.next();
}

void ShotMoments::begin(PlayedShot shot) {
    shot_ = std::move(shot);
    taken_ = 0;
    balls_.emplace(reader_.scene().setup, shot_->start);
    for (std::size_t k = 0; k < trays_.size(); ++k) {
        if (!is_out_of_play(shot_->start[k].phase)) trays_[k].reset();
    }
}

void ShotMoments::take(const billiards::ShotEvent& event) {
    balls_->take(event);
    const bool meets = event.kind == billiards::EventKind::ball_ball || is_cushion(event.kind);
    if (meets && event.following == 0) ++impacts_;
    if (!is_out_of_play(event.ball_after.phase)) return;
    const auto ball = static_cast<std::size_t>(event.ball);
    trays_[ball] = look::tray_place(flat_, flat_.balls[ball].radius, fallen_++);
}

Moment<2> ShotMoments::at(double time) {
    const auto take_until = [&](double end) {
        while (taken_ < shot_->events.size() && shot_->events[taken_].time <= end)
            take(shot_->events[taken_++]);
    };
    while (shot_ && following_ && time > begun_ + shot_->duration) {
        take_until(HUGE_VAL);
        begun_ += shot_->duration;
        begin(std::move(*following_));
        following_ = reader_.next();
    }
    Moment<2> moment;
    moment.time = time;
    if (shot_) take_until(time - begun_);
    for (std::size_t k = 0; k < trays_.size(); ++k) {
        const billiards::BallState state =
            shot_ ? balls_->state(static_cast<int>(k), time - begun_) : reader_.scene().start[k];
        moment.positions.push_back(trays_[k].value_or(Vec2d{state.position[0], state.position[1]}));
        moment.speeds.push_back(std::hypot(state.velocity[0], state.velocity[1]));
    }
    moment.impacts = impacts_;
    return moment;
}

}  // namespace carom::app

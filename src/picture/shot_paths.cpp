#include "picture/shot_paths.hpp"

#include "look/table_look.hpp"

namespace carom::app {
namespace {

using billiards::BallState;
using billiards::Phase;
using billiards::ShotEvent;

constexpr int kPiecesOfAPath = 8;
constexpr std::size_t kMostLegsOfAShot = 20'000;

/// How a ball goes on from its last event.
struct Motion {
    double time = 0;
    BallState state;
    Vec2d acceleration;
};

class ShotPathCollector {
public:
    ShotPathCollector(const billiards::TableScene& scene, const PlayedShot& shot) : scene_(scene) {
        set_.scene = look::flat_scene(scene);
        set_.table = scene.setup.table;
        for (std::size_t k = 0; k < shot.start.size(); ++k) {
            motions_.push_back({0, shot.start[k], {}});
            const Vec2d place{shot.start[k].position[0], shot.start[k].position[1]};
            set_.paths.push_back({k, place, {}, {}});
        }
    }

    PathSet<2> collect(const PlayedShot& shot) {
        for (const ShotEvent& event : shot.events) add(event);
        for (std::size_t k = 0; k < motions_.size(); ++k) draw(k, shot.duration);
        set_.end = shot.duration;
        return std::move(set_);
    }

private:
    void add(const ShotEvent& event) {
        using billiards::EventKind;
        const bool meets = event.other >= 0;
        go_on(static_cast<std::size_t>(event.ball), {event.time, event.ball_after, event.ball_acceleration},
              meets);
        if (event.kind == EventKind::ball_ball) {
            ++set_.ball_ball;
            go_on(static_cast<std::size_t>(event.other),
                  {event.time, event.other_after, event.other_acceleration}, meets);
        } else if (meets && event.kind != EventKind::pocket) {
            ++set_.ball_wall;
        }
    }

    void go_on(std::size_t ball, const Motion& next, bool meets) {
        draw(ball, next.time);
        motions_[ball] = next;
        BallPath<2>& path = set_.paths[ball];
        if (next.state.phase == Phase::pocketed)
            path.end = look::tray_place(set_.scene, scene_.setup.balls[ball].radius, pocketed_++);
        if (meets && next.state.phase != Phase::pocketed)
            path.impacts.push_back({next.state.position[0], next.state.position[1]});
    }

    /// From the ball's last event to `time`.
    void draw(std::size_t ball, double time) {
        const Motion& motion = motions_[ball];
        BallPath<2>& path = set_.paths[ball];
        if (motion.state.phase == Phase::pocketed || path.legs.size() > kMostLegsOfAShot) return;
        const double span = time - motion.time;
        Vec2d from{motion.state.position[0], motion.state.position[1]};
        for (int k = 1; k <= kPiecesOfAPath; ++k) {
            const double after = span * k / kPiecesOfAPath;
            Vec2d to;
            for (int axis = 0; axis < 2; ++axis) {
                to[axis] = motion.state.position[axis] +
                           after * (motion.state.velocity[axis] + 0.5 * after * motion.acceleration[axis]);
            }
            if (to != from)
                path.legs.push_back(
                    {from, to, motion.time + span * (k - 1) / kPiecesOfAPath, motion.time + after});
            from = to;
        }
        path.end = from;
    }

    const billiards::TableScene& scene_;
    PathSet<2> set_;
    std::vector<Motion> motions_;
    std::size_t pocketed_ = 0;
};

}  // namespace

PathSet<2> shot_paths(const billiards::TableScene& scene, const PlayedShot& shot) {
    return ShotPathCollector(scene, shot).collect(shot);
}

}  // namespace carom::app

#include "app/shots/shot_story.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/shots/shot_report.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

using billiards::EventKind;
using billiards::ShotEvent;

/// So many lines are told; files have all of them.
constexpr std::size_t kMostLines = 40;

std::string with_speed(const std::string& who, const billiards::BallState& state) {
    const Vec3d& v = state.velocity;
    return fmt::format("{} at {:.3g} m/s", who, std::hypot(v[0], v[1], v[2]));
}

/// From beside the table nobody sees how a ball goes on by itself.
bool is_seen(EventKind kind) {
    switch (kind) {
        case EventKind::slide_to_roll:
        case EventKind::roll_to_spin:
        case EventKind::roll_to_rest:
        case EventKind::rest_to_roll:
        case EventKind::spin_to_rest:
        case EventKind::motion:
            return false;
        default:
            return true;
    }
}

}  // namespace

std::string event_in_words(const ShotEvent& event, const billiards::TableScene& scene) {
    const std::string ball = ball_in_words(scene, event.ball);
    const auto goes_on = [&] { return with_speed("; " + ball + " goes on", event.ball_after); };
    switch (event.kind) {
        case EventKind::strike:
            return with_speed(ball + " is struck and leaves", event.ball_after);
        case EventKind::ball_ball: {
            const std::string other = ball_in_words(scene, event.other);
            return ball + " meets " + other + goes_on() + with_speed(", " + other, event.other_after);
        }
        case EventKind::straight_cushion:
            return ball + " meets a cushion" + goes_on();
        case EventKind::round_cushion:
            return ball + " meets a jaw" + goes_on();
        case EventKind::pocket:
            return fmt::format("{} falls into pocket {}", ball, event.other);
        case EventKind::bed:
            return ball + " comes down" + goes_on();
        case EventKind::rail_edge:
            return ball + " comes to the edge of a rail";
        case EventKind::off_table:
            return ball + " leaves the table";
        case EventKind::slide_to_roll:
            return with_speed(ball + " no longer slides: it rolls", event.ball_after);
        case EventKind::roll_to_spin:
            return ball + " stands and turns on the spot";
        case EventKind::roll_to_rest:
        case EventKind::spin_to_rest:
            return ball + " rests";
        case EventKind::rest_to_roll:
            return ball + " is pushed, and rolls";
        case EventKind::motion:
            return ball + " goes on with another acceleration";
    }
    return "";
}

std::string repeated_name(const billiards::TableScene& scene) {
    std::vector<std::string> names = scene.ball_names;
    std::sort(names.begin(), names.end());
    const auto twice = std::adjacent_find(names.begin(), names.end());
    return twice == names.end() || twice->empty() ? "" : "two balls are called \"" + *twice + "\"";
}

void add_story(Sheet& sheet, const PlayedShot& shot, const billiards::TableScene& scene) {
    std::size_t lines = 0;
    for (const ShotEvent& event : shot.events) {
        if (is_seen(event.kind) && ++lines <= kMostLines)
            sheet.line(fmt::format("{:.6f}", event.time), event_in_words(event, scene));
    }
    if (lines > kMostLines) sheet.line("", fmt::format("and {} more", with_separators(lines - kMostLines)));
}

}  // namespace carom::app

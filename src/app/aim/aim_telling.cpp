#include "app/aim/aim_telling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/shots/shot_report.hpp"
#include "carom/core/version.hpp"
#include "text/json.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

using billiards::Aim;
using billiards::FallenBall;
using billiards::GhostBall;
using billiards::RouteKind;
using billiards::RouteStep;
using billiards::Shot;
using billiards::Strike;
using billiards::TableScene;
using billiards::Window;
using billiards::WindowLimit;

/// In [0, 360), short.
std::string degrees(double direction) {
    const double turned = direction - 360 * std::floor(direction / 360);
    return fmt::format("{:.4f}", turned);
}

std::string pocketed_in_words(const Aim& aim, const TableScene& scene) {
    std::string words;
    for (const FallenBall& one : aim.pocketed)
        words += fmt::format("{}{} in pocket {}", words.empty() ? "" : ", ", ball_in_words(scene, one.ball),
                             one.pocket);
    return words.empty() ? "a point" : words;
}

/// Of a window. A narrow one has no digits but zeros in short.
std::string width_in_words(double width) {
    return width >= 1e-3 ? fmt::format("{:.4f}", width) : fmt::format("{:.1e}", width);
}

std::string limits(const Window& window) {
    return fmt::format("{:.3g} to {:.3g} m/s", window.lower.inside, window.upper.inside);
}

/// Where the shot has one.
std::string ghost_in_words(const Aim& aim, const TableScene& scene) {
    const RouteKind kind = kind_of(aim.route, scene.setup);
    if (!kind.direct() || aim.route.size() < 2 || aim.route.back().kind != billiards::EventKind::pocket)
        return "";
    const GhostBall ghost = ghost_ball(scene.setup, scene.start, aim.shot.cue_ball, aim.route.back().ball,
                                       aim.route.back().other);
    return fmt::format("; ghost ball at {}, with a cut of {:.1f} degrees", degrees(ghost.direction),
                       ghost.cut);
}

Json to_json(const WindowLimit& limit) {
    return {{"inside", limit.inside}, {"outside", limit.outside}};
}

Json to_json(const Window& window) {
    return {{"lower", to_json(window.lower)},
            {"upper", to_json(window.upper)},
            {"width", window.width()},
            {"checked", window.checked}};
}

Json to_json(const Shot& shot) {
    const Strike& strike = shot.strike;
    return {{"speed", strike.speed},
            {"direction", strike.direction},
            {"elevation", strike.elevation},
            {"left", strike.left},
            {"up", strike.up}};
}

std::string name_of_ball(const TableScene& scene, int ball) {
    return scene.ball_names[static_cast<std::size_t>(ball)];
}

Json to_json(const std::vector<RouteStep>& route, const TableScene& scene) {
    Json steps = Json::array();
    for (const RouteStep& step : route) {
        Json one = {{"ball", name_of_ball(scene, step.ball)}, {"meets", name_of(step.kind)}};
        if (step.kind == billiards::EventKind::ball_ball) {
            one["other"] = name_of_ball(scene, step.other);
        } else {
            one["other"] = step.other;
        }
        steps.push_back(one);
    }
    return steps;
}

Json to_json(const FoundAim& found, const TableScene& scene) {
    const Aim& aim = found.aim;
    Json pocketed = Json::array();
    for (const FallenBall& one : aim.pocketed)
        pocketed.push_back({{"ball", name_of_ball(scene, one.ball)}, {"pocket", one.pocket}});
    return {{"shot", to_json(aim.shot)},          {"kind", kind_in_words(kind_of(aim.route, scene.setup))},
            {"route", to_json(aim.route, scene)}, {"pocketed", pocketed},
            {"pocket_speed", aim.pocket_speed},   {"directions", to_json(aim.direction)},
            {"speeds", to_json(aim.speed)},       {"chance", found.chance},
            {"chance_error", found.error},        {"chance_is_estimated", found.estimated}};
}

Json heading(const AimQuestion& question) {
    return {{"carom_version", version},
            {"errors",
             {{"speed", question.errors.speed},
              {"direction", question.errors.direction},
              {"tip", question.errors.tip}}},
            {"step", question.step},
            {"trials", question.trials},
            {"checks", question.checks}};
}

}  // namespace

std::string route_in_words(const std::vector<RouteStep>& route, const TableScene& scene) {
    if (route.empty()) return "";
    std::string words = ball_in_words(scene, route.front().ball);
    for (std::size_t k = 0; k < route.size(); ++k) {
        const RouteStep& step = route[k];
        if (k > 0 && route[k - 1].ball == step.ball && route[k - 1].kind == billiards::EventKind::ball_ball)
            words += fmt::format(" and {} goes on", ball_in_words(scene, step.ball));
        if (is_cushion(step.kind))
            words += is_rail(step, scene.setup) ? fmt::format(", cushion {}", step.other) : ", jaw";
        if (step.kind == billiards::EventKind::pocket) words += fmt::format(", pocket {}", step.other);
        if (step.kind == billiards::EventKind::ball_ball) words += ", " + ball_in_words(scene, step.other);
    }
    return words;
}

std::string kind_in_words(const RouteKind& kind) {
    std::string words;
    const auto add = [&](bool is_so, const char* word) {
        if (is_so) words += (words.empty() ? "" : ", ") + std::string(word);
    };
    add(kind.cushions_first > 0, "kick");
    add(kind.combination, "combination");
    add(kind.carom, "carom");
    add(kind.cushions_last > 0, "bank");
    return words.empty() ? "direct" : words;
}

void add_aims(Sheet& sheet, const FoundAims& found, const AimQuestion& question) {
    const TableScene& scene = *question.scene;
    std::size_t number = 0, checked = 0;
    for (const FoundAim& one : found.best) {
        const Aim& aim = one.aim;
        sheet.line(fmt::format("{}", ++number),
                   fmt::format("{:.1f} %: {} ({})", 100 * one.chance, pocketed_in_words(aim, scene),
                               kind_in_words(kind_of(aim.route, scene.setup))));
        sheet.line("", fmt::format("aim {} at {:.3g} m/s; window {} degrees, and {}",
                                   degrees(aim.shot.strike.direction), aim.shot.strike.speed,
                                   width_in_words(aim.direction.width()), limits(aim.speed)));
        sheet.line("", route_in_words(aim.route, scene) + ghost_in_words(aim, scene));
        if (question.checks == 0) continue;
        if (std::min(aim.direction.checked, aim.speed.checked) > 0) {
            ++checked;
        } else {
            sheet.line("", "windows not checked: other outcomes lie too close together in them");
        }
    }
    if (checked > 0)
        sheet.line("checked", fmt::format("{} shots evenly apart in each window do the same",
                                          with_separators(question.checks)));
}

void add_safeties(Sheet& sheet, const std::vector<Safety>& safeties, const TableScene& scene) {
    std::size_t number = 0;
    for (const Safety& one : safeties) {
        sheet.line(fmt::format("{}", ++number),
                   fmt::format("leaves {:.3f} degrees with errors, {:.3f} as meant; fouls {:.1f} %",
                               one.leaves, one.meant, 100 * one.fouls));
        sheet.line("", fmt::format("aim {} at {:.3g} m/s: {}", degrees(one.shot.strike.direction),
                                   one.shot.strike.speed, route_in_words(one.route, scene)));
    }
}

std::string to_json(const FoundAims& found, const AimQuestion& question) {
    Json json = heading(question);
    json["windows"] = found.found;
    json["shots_played"] = found.played;
    json["aims"] = Json::array();
    for (const FoundAim& one : found.best) json["aims"].push_back(to_json(one, *question.scene));
    return json.dump(2) + "\n";
}

std::string to_json(const std::vector<Safety>& safeties, const AimQuestion& question) {
    Json json = heading(question);
    json["safeties"] = Json::array();
    for (const Safety& one : safeties) {
        json["safeties"].push_back({{"shot", to_json(one.shot)},
                                    {"route", to_json(one.route, *question.scene)},
                                    {"leaves", one.leaves},
                                    {"leaves_as_meant", one.meant},
                                    {"fouls", one.fouls}});
    }
    return json.dump(2) + "\n";
}

}  // namespace carom::app

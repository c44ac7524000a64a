// Complete shots whose events are known to 40 digits: tests/data/billiards.
#pragma once

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "carom/billiards/shot.hpp"

namespace carom::billiards::testing {

struct ExactEvent {
    double time;
    std::string kind;
    std::vector<std::string> names;
};

struct ExactPlace {
    std::string ball;
    int phase;
    double x, y;
};

/// A shot and what is known of it.
struct ExactShot {
    explicit ExactShot(const std::string& name) {
        const std::string path = std::string(CAROM_SOURCE_DIR) + "/tests/data/billiards/" + name + ".json";
        const auto file = nlohmann::json::parse(std::ifstream(path));
        const auto& input = file["input"];
        read_balls(input["balls"]);
        read_table(input["table"]);
        read_laws(file["engine"]);
        read_cue(input["cue"]);
        time_sensitivity = file["sensitivity"]["time"];
        place_sensitivity = file["sensitivity"]["place"];
        for (const auto& event : file["events"]) {
            events.push_back({number(event[0]), event[1], event[2].get<std::vector<std::string>>()});
        }
        for (const auto& place : file["final"])
            places.push_back({place[0], place[1], number(place[2]), number(place[3])});
    }

    ShotSetup setup;
    std::vector<BallState> start;
    Shot shot;
    std::vector<std::string> balls, straight, round, pockets;
    double time_sensitivity = 0, place_sensitivity = 0;
    std::vector<ExactEvent> events;
    std::vector<ExactPlace> places;

    /// The kind of an event, and the names of what took part, as the file has them.
    ExactEvent named(const ShotEvent& event) const {
        const auto other = static_cast<std::size_t>(std::max(event.other, 0));
        ExactEvent named{event.time, "", {balls[static_cast<std::size_t>(event.ball)]}};
        switch (event.kind) {
            case EventKind::strike:
                named.kind = "stick_ball";
                named.names.insert(named.names.begin(), "cue_stick");
                break;
            case EventKind::ball_ball:
                named.kind = "ball_ball";
                named.names.push_back(balls[other]);
                break;
            case EventKind::straight_cushion:
                named.kind = "ball_linear_cushion";
                named.names.push_back(straight[other]);
                break;
            case EventKind::round_cushion:
                named.kind = "ball_circular_cushion";
                named.names.push_back(round[other]);
                break;
            case EventKind::pocket:
                named.kind = "ball_pocket";
                named.names.push_back(pockets[other]);
                break;
            case EventKind::slide_to_roll:
                named.kind = "sliding_rolling";
                break;
            case EventKind::roll_to_spin:
                named.kind = "rolling_spinning";
                break;
            case EventKind::roll_to_rest:
                named.kind = "rolling_stationary";
                break;
            case EventKind::rest_to_roll:
                named.kind = "stationary_rolling";
                break;
            case EventKind::spin_to_rest:
                named.kind = "spinning_stationary";
                break;
            default:
                named.kind = name_of(event.kind);
                break;
        }
        return named;
    }

private:
    static double number(const nlohmann::json& text) { return std::stod(text.get<std::string>()); }
    static Vec2d place(const nlohmann::json& at) { return {at[0].get<double>(), at[1].get<double>()}; }

    void read_balls(const nlohmann::json& list) {
        for (const auto& ball : list) {
            const auto& p = ball["params"];
            setup.balls.push_back({p["R"], p["m"], p["u_s"], p["u_r"], p["u_sp"], p["u_b"], p["e_b"],
                                   p["e_t"], p["e_c"], p["f_c"]});
            setup.table.gravity = p["g"];
            balls.push_back(ball["id"]);
            start.push_back(ball_at(ball["rvw"][0][0], ball["rvw"][0][1], setup.balls.back()));
        }
    }
    void read_table(const nlohmann::json& table) {
        for (const auto& cushion : table["linear"]) {
            // side 0 is below the line (or left of a vertical one), side 1 above it (right of it)
            Vec2d from = place(cushion["p1"]);
            Vec2d to = place(cushion["p2"]);
            const bool upwards = from[0] == to[0] ? to[1] < from[1] : to[0] > from[0];
            if (upwards != (cushion["direction"] == 1)) std::swap(from, to);
            setup.table.straight_cushions.push_back({from, to, cushion["p1"][2]});
            straight.push_back(cushion["id"]);
        }
        for (const auto& cushion : table["circular"]) {
            setup.table.round_cushions.push_back(
                {place(cushion["center"]), cushion["radius"], cushion["center"][2]});
            round.push_back(cushion["id"]);
        }
        for (const auto& pocket : table["pockets"]) {
            setup.table.pockets.push_back({place(pocket["center"]), pocket["radius"], pocket["depth"]});
            pockets.push_back(pocket["id"]);
        }
    }
    void read_laws(const nlohmann::json& engine) {
        static const std::map<std::string, CushionModel> kCushions{
            {"han_2005", CushionModel::han_2005},
            {"impulse_frictional_inelastic", CushionModel::impulse},
            {"stronge_compliant", CushionModel::stronge_compliant},
            {"mathavan_2010", CushionModel::mathavan_2010},
            {"unrealistic", CushionModel::mirror}};
        const auto& ball = engine["ball_ball"];
        if (ball["model"] == "frictionless_elastic")
            setup.laws.ball_ball = BallBallModel::frictionless_elastic;
        if (ball["model"] == "frictional_mathavan")
            setup.laws.ball_ball = BallBallModel::mathavan_2014_published;
        if (ball.contains("friction") && ball["friction"]["model"] == "average") {
            setup.laws.ball_friction = BallFriction::mean_of_balls;
        }
        const auto& cushion = engine["ball_linear_cushion"];
        setup.laws.cushion = kCushions.at(cushion["model"]);
        if (cushion.value("restitution", false)) setup.laws.cushion = CushionModel::mirror_inelastic;
        setup.laws.omega_ratio = cushion.value("omega_ratio", 1.8);
    }
    void read_cue(const nlohmann::json& cue) {
        setup.cue = {cue["M"], cue["end_mass"], cue["tip_radius"]};
        shot.strike = {cue["V0"], cue["phi"], cue["theta"], cue["a"], cue["b"]};
        for (std::size_t k = 0; k < balls.size(); ++k) {
            if (balls[k] == cue["cue_ball_id"]) shot.cue_ball = static_cast<int>(k);
        }
    }
};

}  // namespace carom::billiards::testing

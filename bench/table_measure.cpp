#include "table_measure.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "billiards/random_breaks.hpp"
#include "billiards/shot_loop.hpp"
#include "cpu_seconds.hpp"

namespace carom::bench {

namespace {

using billiards::BallState;
using billiards::Phase;
using billiards::Shot;
using billiards::ShotSetup;
using billiards::testing::Break;
using billiards::testing::Draws;
using billiards::testing::energy_of;
using billiards::testing::worst_overlap;

struct GivenShot {
    std::vector<BallState> start;
    Shot shot;
};

std::vector<GivenShot> random_breaks(int balls, bool touching, const TableSettings& settings) {
    Draws draws(settings.seed);
    std::vector<GivenShot> shots;
    for (int k = 0; k < settings.shots; ++k) {
        const Break one(balls, touching, draws);
        shots.push_back({one.start, one.shot});
    }
    return shots;
}

/// The cue ball and one other, which it is aimed at.
std::vector<GivenShot> random_two_ball_shots(const TableSettings& settings) {
    Draws draws(settings.seed);
    std::vector<GivenShot> shots;
    for (int k = 0; k < settings.shots; ++k) {
        const double x = draws.between(.1, .9);
        const double y = draws.between(.2, .9);
        const double other_x = draws.between(.1, .9);
        const double other_y = draws.between(1.1, 1.8);
        Shot shot;
        shot.strike.direction =
            std::atan2(other_y - y, other_x - x) * 180 / 3.14159265358979323846 + draws.between(-2, 2);
        shot.strike.speed = draws.between(1, 4);
        shot.strike.left = draws.between(-.2, .2);
        shot.strike.up = draws.between(-.2, .2);
        shots.push_back({{billiards::ball_at(x, y), billiards::ball_at(other_x, other_y)}, shot});
    }
    return shots;
}

/// Follows a shot event by event.
void examine(billiards::detail::ShotLoop& loop, const GivenShot& shot, double radius, TableRow& row) {
    std::vector<BallState> states(shot.start.size());
    double energy = 1e300;
    std::size_t seen = 0;
    loop.begin(shot.start, shot.shot);
    while (loop.step()) {
        if (loop.events().size() == seen) continue;
        seen = loop.events().size();
        for (std::size_t k = 0; k < states.size(); ++k) states[k] = loop.state_now(static_cast<int>(k));
        row.worst_overlap = std::max(row.worst_overlap, worst_overlap(states, radius));
        const double now = energy_of(states, radius);
        row.most_energy_rise = std::max(row.most_energy_rise, (now - energy) / energy);
        energy = now;
    }
}

void add_to_hash(std::uint64_t& hash, double value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    hash = (hash ^ bits) * 0x100000001b3U;
}

TableRow measured(const std::string& name, const ShotSetup& setup, const std::vector<GivenShot>& shots,
                  const TableSettings& settings) {
    constexpr std::size_t kExamined = 50;
    TableRow row;
    row.name = name;
    billiards::ShotPlayer player(setup);
    double best = 1e300;
    std::size_t events = 0;
    for (int round = 0; round < settings.rounds; ++round) {
        const double before = cpu_seconds();
        events = 0;
        row.hash = 0xcbf29ce484222325U;
        for (const GivenShot& shot : shots) {
            player.play(shot.start, shot.shot);
            events += player.events().size();
            for (const BallState& state : player.final_states()) {
                for (int k = 0; k < 2; ++k) add_to_hash(row.hash, state.position[k]);
            }
        }
        best = std::min(best, cpu_seconds() - before);
    }
    row.shots_per_second = static_cast<double>(shots.size()) / best;
    row.ns_per_event = 1e9 * best / static_cast<double>(events);
    row.events_per_shot = static_cast<double>(events) / static_cast<double>(shots.size());
    billiards::detail::ShotLoop loop(setup);
    for (std::size_t k = 0; k < std::min(shots.size(), kExamined); ++k) {
        examine(loop, shots[k], setup.balls[0].radius, row);
    }
    return row;
}

/// So many balls on a square lattice of 4 diameters, one of which is struck.
double seconds_per_event(int side, const TableSettings& settings) {
    const double pitch = 8 * 0.028575;
    const double size = pitch * side;
    ShotSetup setup;
    setup.table = billiards::rectangular_table(size, size);
    std::vector<BallState> start;
    for (int row = 0; row < side; ++row) {
        for (int column = 0; column < side; ++column) {
            start.push_back(billiards::ball_at((column + 0.5) * pitch, (row + 0.5) * pitch));
        }
    }
    setup.balls.assign(start.size(), {});
    billiards::ShotPlayer player(setup);
    double best = 1e300;
    for (int round = 0; round < settings.rounds; ++round) {
        Draws draws(settings.seed);
        std::size_t events = 0;
        const double before = cpu_seconds();
        for (int k = 0; k < 20; ++k) {
            Shot shot;
            shot.cue_ball = static_cast<int>(draws.between(0, static_cast<double>(start.size())));
            shot.strike.speed = 8;
            shot.strike.direction = draws.between(0, 360);
            player.play(start, shot);
            events += player.events().size();
        }
        best = std::min(best, (cpu_seconds() - before) / static_cast<double>(events));
    }
    return best;
}

}  // namespace

std::vector<TableRow> table_rows(const TableSettings& settings) {
    std::vector<TableRow> rows;
    const auto add = [&](const std::string& name, const ShotSetup& setup, const auto& draw) {
        if (name.find(settings.only) != std::string::npos)
            rows.push_back(measured(name, setup, draw(), settings));
    };
    for (const int balls : {9, 15}) {
        const ShotSetup setup = billiards::testing::break_setup(balls);
        const std::string name = balls == 9 ? "nine-ball break" : "eight-ball break";
        add(name + ", gaps", setup, [&] { return random_breaks(balls, false, settings); });
        add(name + ", touching", setup, [&] { return random_breaks(balls, true, settings); });
    }
    ShotSetup setup = billiards::testing::break_setup(9);
    setup.balls.resize(2);
    add("two balls", setup, [&] { return random_two_ball_shots(settings); });
    return rows;
}

double cost_per_event_ratio(const TableSettings& settings) {
    return seconds_per_event(32, settings) / seconds_per_event(4, settings);
}

}  // namespace carom::bench

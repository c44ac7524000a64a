#include "engine_worlds.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <variant>

#include "carom/proof/check.hpp"
#include "cpu_seconds.hpp"
#include "draws.hpp"
#include "engine_drive.hpp"
#include "engine_scenes.hpp"
#include "math/vec_ops.hpp"
#include "near_pairs.hpp"
#include "passing_file.hpp"

namespace carom::engine_runs {
namespace {

using detail::operator-;

/// Events that are compared with those of another search.
constexpr std::uint64_t kCompared = 20'000;

/// A short run, in tests, has a short warm-up.
constexpr std::uint64_t kMostWarmUp = 10;

/// A world, after how many impacts its runs begin, and which part of the impacts they follow.
struct World {
    std::string name;
    Scene<3> scene;
    std::uint64_t warm_up = 0;
    std::uint64_t part = 1;
};

/// Equal marbles at random places in a box of .3 x .3 x 1 m, `speed` a component.
Scene<3> marbles(std::size_t count, double speed, double restitution, std::uint64_t seed) {
    constexpr double kRadius = 0.011;
    bench::Draws draws(seed);
    Scene<3> scene;
    scene.world.box.upper = {0.3, 0.3, 1.0};
    scene.world.boundary.fill(Boundary::wall);
    scene.world.gravity = {0, 0, -9.81};
    scene.law.restitution_balls = restitution;
    scene.law.restitution_walls = restitution;
    while (scene.balls.size() < count) {
        SceneBall<3> ball;
        ball.radius = kRadius;
        ball.mass = 0.014;
        for (int k = 0; k < 3; ++k) {
            ball.position[k] = kRadius + draws.unit() * (scene.world.box.upper[k] - 2 * kRadius);
            ball.velocity[k] = speed * draws.normal();
        }
        const auto is_near = [&](const SceneBall<3>& other) {
            return detail::length(other.position - ball.position) < 2.0001 * kRadius;
        };
        if (std::none_of(scene.balls.begin(), scene.balls.end(), is_near)) scene.balls.push_back(ball);
    }
    return scene;
}

Scene<3> drifting(Scene<3> scene, double speed) {
    for (SceneBall<3>& ball : scene.balls) ball.velocity[0] += speed;
    return scene;
}

/// In a flow along x that grows along y.
Scene<3> sheared(Scene<3> scene, double rate) {
    const Box<double, 3>& box = scene.world.box;
    const double middle = (box.lower[1] + box.upper[1]) / 2;
    for (SceneBall<3>& ball : scene.balls) ball.velocity[0] += rate * (ball.position[1] - middle);
    scene.world.shear = Shear{0, 1, rate};
    return scene;
}

std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15U;
    return hash ^ (hash >> 29);
}

/// Follows events, as long as there are some, and sums them up.
void follow(Simulation<3>& simulation, std::uint64_t impacts, std::uint64_t& hash) {
    const std::uint64_t until = simulation.counts().impacts() + impacts;
    while (simulation.counts().impacts() < until) {
        const auto event = simulation.next_event();
        if (!event) return;
        hash = mixed(hash, (std::uint64_t{event->ball} << 32) | event->other);
        hash = mixed(hash, static_cast<std::uint64_t>(event->time.epoch));
        hash = mixed(hash, std::bit_cast<std::uint64_t>(event->time.offset));
        hash = mixed(hash, std::bit_cast<std::uint64_t>(event->ball_after.velocity[0]));
    }
}

bool is_same_otherwise(const World& world, std::uint64_t impacts) {
    Simulation<3> usual = created(world.scene);
    const bool cells = usual.settings().search == NeighbourSearch::cells;
    Simulation<3> other =
        created(world.scene, {0.6, cells ? NeighbourSearch::shells : NeighbourSearch::cells});
    std::uint64_t hashes[2] = {};
    follow(usual, std::min(kCompared, kMostWarmUp * impacts) / world.part, hashes[0]);
    follow(other, std::min(kCompared, kMostWarmUp * impacts) / world.part, hashes[1]);
    return hashes[0] == hashes[1];
}

/// One run after the warm-up; a run of the same world is the same each time.
void run_once(const World& world, const WorldSettings& settings, WorldRow& row) {
    Simulation<3> simulation = created(world.scene);
    std::uint64_t hash = 0;
    follow(simulation, world.warm_up, hash);
    const Counts before = simulation.counts();
    const double start = bench::cpu_seconds();
    follow(simulation, settings.impacts / world.part, hash);
    const double seconds = bench::cpu_seconds() - start;
    const Counts& after = simulation.counts();
    row.seconds = row.seconds == 0 ? seconds : std::min(row.seconds, seconds);
    row.impacts = after.impacts() - before.impacts();
    const auto impacts = static_cast<double>(row.impacts);
    row.searches = static_cast<double>(after.list_rebuilds - before.list_rebuilds) / impacts;
    row.predictions = static_cast<double>(after.predictions - before.predictions) / impacts;
    row.search = name_of(simulation.settings().search);
    // Images in a sheared box have slid on.
    if (!world.scene.world.shear)
        row.overlap = std::max(0.0, 1 - tightest(scene_now(world.scene, simulation)));
    row.hash = hash;
}

/// From the start on, with a file. A gas that is not proved is a fault.
void prove(const World& world, const WorldSettings& settings, WorldRow& row) {
    const bench::PassingFile file(std::filesystem::path(settings.directory) / "carom_bench.carom");
    Simulation<3> simulation = created(world.scene);
    double start = bench::cpu_seconds();
    TrajectoryWriter<3> writer = bench::writer_for(file.path(), world.scene, simulation);
    bool is_open = false;
    while (is_open || simulation.counts().impacts() < settings.impacts / world.part) {
        const auto event = simulation.next_event();
        if (!event) break;
        writer.write(*event);
        is_open = event->kind == EventKind::cluster && event->other > 0;
    }
    if (auto error = writer.close(simulation.now())) throw std::runtime_error(error->message);
    const double recorded = bench::cpu_seconds() - start;
    start = bench::cpu_seconds();
    auto opened = open_trajectory(file.path());
    if (!opened) throw std::runtime_error(opened.error().message);
    row.is_proved = bool{check(std::get<TrajectoryReader<3>>(*opened))};
    row.proof = (bench::cpu_seconds() - start) / recorded;
}

struct Recipe {
    std::string name;
    std::function<Scene<3>(std::uint64_t seed)> scene;
    std::uint64_t warm_up = 0;
    bool is_large = false;
    std::uint64_t part = 1;  ///< of the impacts, where each takes long
};

std::vector<Recipe> recipes() {
    const auto gas = [](std::size_t balls, double packing) {
        return [=](std::uint64_t seed) { return fluid<3>(balls, packing, seed); };
    };
    return {
        {"gas, packing 0.03", gas(10'976, 0.03), 50'000, false},
        {"gas, packing 0.01", gas(10'976, 0.01), 50'000, false},
        {"gas, packing 0.001", gas(10'976, 0.001), 50'000, false},
        {"gas, packing 0.0001", gas(10'976, 0.0001), 50'000, false},
        {"gas, packing 2e-8", gas(256, 2e-8), 1'000, false, 100},
        {"gas, packing 0.01, large", gas(1'000'188, 0.01), 1'000'000, true},
        {"gas, packing 0.001, large", gas(1'000'188, 0.001), 1'000'000, true},
        {"marbles that fly, 300", [](std::uint64_t seed) { return marbles(300, 1.5, 1, seed); }, 50'000,
         false},
        {"marbles that fly, 1,000", [](std::uint64_t seed) { return marbles(1000, 1.5, 1, seed); }, 50'000,
         false},
        {"marbles that fall, 300", [](std::uint64_t seed) { return marbles(300, 0.1, 0.6, seed); }, 0, false},
        {"marbles that settle, 300", [](std::uint64_t seed) { return marbles(300, 0.1, 0.6, seed); }, 100'000,
         false},
        {"sheared gas, packing 0.30",
         [](std::uint64_t seed) { return sheared(fluid<3>(4000, 0.30, seed), 0.3); }, 50'000, false},
        {"the same gas at rest", gas(4000, 0.30), 50'000, false},
        {"the same gas, drifting",
         [](std::uint64_t seed) { return drifting(fluid<3>(4000, 0.30, seed), 10); }, 50'000, false},
        {"mixture 1 : 10, packing 0.30",
         [](std::uint64_t seed) { return mixture<3>(20'000, 10, 0.30, seed); }, 200'000, false},
    };
}

}  // namespace

std::vector<WorldRow> world_rows(const WorldSettings& settings, void (*told)(const WorldRow& row)) {
    std::vector<WorldRow> rows;
    for (const Recipe& recipe : recipes()) {
        if (recipe.is_large && !settings.large) continue;
        if (recipe.name.find(settings.only) == std::string::npos) continue;
        const std::uint64_t warm_up = std::min(recipe.warm_up, kMostWarmUp * settings.impacts);
        const World world{recipe.name, recipe.scene(settings.seed), warm_up, recipe.part};
        WorldRow row;
        row.name = recipe.name;
        row.balls = world.scene.balls.size();
        for (std::size_t i = 0; i < settings.repeat; ++i) run_once(world, settings, row);
        if (!recipe.is_large && settings.checked) {
            row.is_same_otherwise = is_same_otherwise(world, settings.impacts);
            prove(world, settings, row);
        }
        told(row);
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace carom::engine_runs

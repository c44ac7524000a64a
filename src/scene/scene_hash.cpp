#include "scene/scene_hash.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <string>

#include "math/mixed.hpp"

namespace carom::detail {
namespace {

class SceneHash {
public:
    void add(std::uint64_t word) { state_ = mixed(state_ ^ word); }
    void add(double x) { add(std::bit_cast<std::uint64_t>(x)); }
    void add(const std::optional<double>& x) {
        add(std::uint64_t{x.has_value()});
        add(x.value_or(0));
    }
    void add(const std::string& text) {
        add(std::uint64_t{text.size()});
        for (const char c : text) add(std::uint64_t{static_cast<unsigned char>(c)});
    }
    template <int N>
    void add(const Vec<double, N>& x) {
        for (int k = 0; k < N; ++k) add(x[k]);
    }
    std::uint64_t value() const { return state_; }

private:
    std::uint64_t state_ = 0;
};

template <int N>
void add_world(SceneHash& hash, const World<N>& world) {
    for (int k = 0; k < N; ++k) {
        const Boundary boundary = world.boundary[static_cast<std::size_t>(k)];
        hash.add(static_cast<std::uint64_t>(boundary));
        if (boundary == Boundary::open) continue;
        hash.add(world.box.lower[k]);
        hash.add(world.box.upper[k]);
    }
    hash.add(std::uint64_t{world.walls.size()});
    for (const Wall<N>& wall : world.walls) {
        hash.add(wall.half_space.normal);
        hash.add(wall.half_space.offset);
        hash.add(wall.speed);
        hash.add(wall.temperature);
    }
    hash.add(std::uint64_t{world.containers.size()});
    for (const Container<N>& container : world.containers) {
        hash.add(container.center);
        hash.add(container.axis);
        hash.add(container.radius);
    }
    hash.add(world.gravity);
    hash.add(std::uint64_t{world.shear.has_value()});
    if (!world.shear) return;
    hash.add(static_cast<std::uint64_t>(world.shear->flow));
    hash.add(static_cast<std::uint64_t>(world.shear->gradient));
    hash.add(world.shear->rate);
}

template <int N>
void add_law(SceneHash& hash, const Scene<N>& scene) {
    const CollisionLaw& law = scene.law;
    hash.add(law.restitution_balls);
    hash.add(law.restitution_walls);
    hash.add(elastic_below(scene));
    hash.add(law.contact_time);
    hash.add(law.full_loss_speed);
    hash.add(law.contact_tolerance);
    for (const SpeciesRestitution& pair : law.between) {
        hash.add(pair.first);
        hash.add(pair.second);
        hash.add(pair.restitution);
    }
}

/// The seed decides where something is drawn.
template <int N>
bool draws(const Scene<N>& scene) {
    const auto& walls = scene.world.walls;
    return scene.thermostat || std::any_of(walls.begin(), walls.end(),
                                           [](const Wall<N>& wall) { return wall.temperature.has_value(); });
}

}  // namespace

template <int N>
std::uint64_t scene_hash(const Scene<N>& scene) {
    SceneHash hash;
    hash.add(std::uint64_t{N});
    add_world(hash, scene.world);
    add_law(hash, scene);
    const Thermostat thermostat = scene.thermostat.value_or(Thermostat{0, 0});
    hash.add(thermostat.temperature);
    hash.add(thermostat.rate);
    hash.add(draws(scene) ? scene.noise : 0);
    for (const SceneBall<N>& ball : scene.balls) {
        if (!scene.law.between.empty()) hash.add(ball.name);
        hash.add(ball.position);
        hash.add(ball.velocity);
        hash.add(ball.radius);
        hash.add(ball.mass);
    }
    return hash.value();
}

template std::uint64_t scene_hash(const Scene<2>&);
template std::uint64_t scene_hash(const Scene<3>&);

}  // namespace carom::detail

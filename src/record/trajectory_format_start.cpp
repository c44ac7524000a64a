// The start state as bytes. Counts in the bytes are believed only as far as bytes follow.
#include <cmath>
#include <utility>

#include "record/trajectory_format.hpp"

namespace carom::detail {
namespace {

constexpr std::size_t kTextLengthSize = 4;

template <int N>
void put(ByteWriter& out, const Vec<double, N>& x) {
    for (int k = 0; k < N; ++k) out.f64(x[k]);
}

template <int N>
Vec<double, N> get(ByteReader& in) {
    Vec<double, N> x;
    for (int k = 0; k < N; ++k) x[k] = in.f64();
    return x;
}

template <int N>
bool is_finite(const Vec<double, N>& x) {
    for (int k = 0; k < N; ++k) {
        if (!std::isfinite(x[k])) return false;
    }
    return true;
}

/// Far from the ends of the number range, so that its reciprocal and its multiples are numbers.
bool is_power_of_two(double x) {
    int exponent = 0;
    return std::isfinite(x) && std::frexp(x, &exponent) == 0.5 && std::abs(exponent) < 900;
}

template <int N>
void encode_world(ByteWriter& out, const World<N>& world) {
    for (int k = 0; k < N; ++k) {
        const Boundary boundary = world.boundary[static_cast<std::size_t>(k)];
        const bool open = boundary == Boundary::open;
        out.u8(static_cast<std::uint8_t>(boundary));
        out.f64(open ? 0 : world.box.lower[k]);
        out.f64(open ? 0 : world.box.upper[k]);
    }
    out.u32(static_cast<std::uint32_t>(world.walls.size()));
    for (const Wall<N>& wall : world.walls) {
        out.text(wall.name);
        put(out, wall.half_space.normal);
        out.f64(wall.half_space.offset);
    }
}

/// What only extended scenes have, after the balls.
template <int N>
void encode_extension(ByteWriter& out, const Scene<N>& scene) {
    put(out, scene.world.gravity);
    for (const Wall<N>& wall : scene.world.walls) {
        out.f64(wall.speed);
        out.f64(wall.temperature.value_or(0));
    }
    out.u32(static_cast<std::uint32_t>(scene.world.containers.size()));
    for (const Container<N>& container : scene.world.containers) {
        out.text(container.name);
        put(out, container.center);
        put(out, container.axis);
        out.f64(container.radius);
    }
    out.f64(scene.law.contact_time);
    out.f64(scene.law.full_loss_speed);
    out.u32(static_cast<std::uint32_t>(scene.law.between.size()));
    for (const SpeciesRestitution& pair : scene.law.between) {
        out.text(pair.first);
        out.text(pair.second);
        out.f64(pair.restitution);
    }
    out.f64(scene.law.contact_tolerance.value_or(-1));
    out.f64(scene.thermostat ? scene.thermostat->temperature : 0);
    out.f64(scene.thermostat ? scene.thermostat->rate : 0);
    out.u64(scene.noise);
    if (!scene.world.shear) return;
    out.u8(static_cast<std::uint8_t>(scene.world.shear->flow));
    out.u8(static_cast<std::uint8_t>(scene.world.shear->gradient));
    out.f64(scene.world.shear->rate);
}

bool is_magnitude(double x) {
    return x >= 0 && std::isfinite(x);
}

/// Reads a start piece by piece; every piece returns what is wrong with it, or an empty text.
template <int N>
class StartDecoder {
public:
    StartDecoder(std::string_view bytes, std::uint32_t version) : in_(bytes), version_(version) {}

    Result<TrajectoryStart<N>, Malformed> decode() {
        std::string wrong = world();
        if (wrong.empty()) wrong = law();
        if (wrong.empty()) wrong = balls();
        if (wrong.empty() && version_ > 1) wrong = extension();
        if (wrong.empty() && in_.left() != 0) wrong = "the start state goes on after its end";
        if (!in_.ok()) wrong = "the start state ends too early";
        if (!wrong.empty()) return Malformed{in_.at(), std::move(wrong)};
        return std::move(start_);
    }

private:
    std::string world() {
        in_.u32();
        start_.epoch_length = in_.f64();
        if (!is_power_of_two(start_.epoch_length)) return "the epoch length is not a power of two";
        start_.scene.name = in_.text();
        for (int k = 0; k < N; ++k) {
            std::string wrong = axis(k);
            if (!wrong.empty()) return wrong;
        }
        return walls();
    }

    std::string axis(int k) {
        const std::uint8_t boundary = in_.u8();
        if (boundary > static_cast<std::uint8_t>(Boundary::periodic)) return "unknown kind of boundary";
        World<N>& world = start_.scene.world;
        world.boundary[static_cast<std::size_t>(k)] = static_cast<Boundary>(boundary);
        const double lower = world.box.lower[k] = in_.f64();
        const double upper = world.box.upper[k] = in_.f64();
        const bool open = static_cast<Boundary>(boundary) == Boundary::open;
        const bool proper = open ? lower == 0 && upper == 0 : lower < upper && std::isfinite(upper - lower);
        return proper ? "" : "the box is not proper";
    }

    std::string walls() {
        const std::uint32_t count = in_.u32();
        if (count > in_.left() / (kTextLengthSize + 8 * (N + 1))) return "more walls than bytes";
        for (std::uint32_t i = 0; i < count && in_.ok(); ++i) {
            Wall<N> wall;
            wall.name = in_.text();
            wall.half_space.normal = get<N>(in_);
            wall.half_space.offset = in_.f64();
            const bool zero = wall.half_space.normal == Vec<double, N>{};
            if (zero || !is_finite(wall.half_space.normal) || !std::isfinite(wall.half_space.offset)) {
                return "a wall is not proper";
            }
            start_.scene.world.walls.push_back(std::move(wall));
        }
        return {};
    }

    std::string law() {
        CollisionLaw& law = start_.scene.law;
        law.restitution_balls = in_.f64();
        law.restitution_walls = in_.f64();
        const double cut_off = in_.f64();
        law.elastic_below = cut_off;
        const auto is_restitution = [](double e) { return e >= 0 && e <= 1; };
        const bool proper = is_restitution(law.restitution_balls) && is_restitution(law.restitution_walls);
        return proper && cut_off >= 0 ? "" : "the collision law is not proper";
    }

    std::string balls() {
        const std::uint64_t count = in_.u64();
        if (count > max_balls || count > in_.left() / (kTextLengthSize + 8 * (2 * N + 2))) {
            return "more balls than bytes";
        }
        for (std::uint64_t i = 0; i < count && in_.ok(); ++i) {
            SceneBall<N> ball;
            ball.name = in_.text();
            ball.position = get<N>(in_);
            ball.velocity = get<N>(in_);
            ball.radius = in_.f64();
            ball.mass = in_.f64();
            const bool moves = is_finite(ball.position) && is_finite(ball.velocity);
            if (!moves || !(ball.radius > 0) || !std::isfinite(ball.radius) || !(ball.mass > 0)) {
                return "a ball is not proper";
            }
            start_.scene.balls.push_back(std::move(ball));
        }
        return {};
    }

    std::string extension() {
        Scene<N>& scene = start_.scene;
        scene.world.gravity = get<N>(in_);
        if (!is_finite(scene.world.gravity)) return "gravity is not proper";
        for (Wall<N>& wall : scene.world.walls) {
            wall.speed = in_.f64();
            const double temperature = in_.f64();
            if (!std::isfinite(wall.speed) || !is_magnitude(temperature)) return "a wall is not proper";
            if (temperature > 0) wall.temperature = temperature;
        }
        std::string wrong = containers();
        if (!wrong.empty()) return wrong;
        scene.law.contact_time = in_.f64();
        scene.law.full_loss_speed = in_.f64();
        if (!is_magnitude(scene.law.contact_time) || !is_magnitude(scene.law.full_loss_speed))
            return "the collision law is not proper";
        wrong = species_restitutions();
        if (!wrong.empty()) return wrong;
        const double tolerance = in_.f64();
        if (tolerance != -1 && !is_magnitude(tolerance)) return "the collision law is not proper";
        if (tolerance != -1) scene.law.contact_tolerance = tolerance;
        const Thermostat thermostat{in_.f64(), in_.f64()};
        if (!is_magnitude(thermostat.temperature) || !is_magnitude(thermostat.rate))
            return "the thermostat is not proper";
        if (thermostat.rate > 0) scene.thermostat = thermostat;
        scene.noise = in_.u64();
        if (version_ > 2) return shear();
        return is_extended(scene) ? "" : "the scene has nothing that this version is for";
    }

    std::string shear() {
        World<N>& world = start_.scene.world;
        const Shear shear{in_.u8(), in_.u8(), in_.f64()};
        world.shear = shear;
        const auto is_periodic = [&](int axis) {
            return axis < N && world.boundary[static_cast<std::size_t>(axis)] == Boundary::periodic;
        };
        const bool proper = is_periodic(shear.flow) && is_periodic(shear.gradient) &&
                            shear.flow != shear.gradient && shear.rate != 0 && std::isfinite(shear.rate);
        const bool alone = world.gravity == Vec<double, N>{} && world.containers.empty();
        return proper && alone ? "" : "the shear is not proper";
    }

    std::string species_restitutions() {
        const std::uint32_t count = in_.u32();
        if (count > in_.left() / (2 * kTextLengthSize + 8)) return "more pairs of species than bytes";
        for (std::uint32_t i = 0; i < count && in_.ok(); ++i) {
            SpeciesRestitution pair;
            pair.first = in_.text();
            pair.second = in_.text();
            pair.restitution = in_.f64();
            if (!(pair.restitution >= 0 && pair.restitution <= 1)) return "the collision law is not proper";
            start_.scene.law.between.push_back(std::move(pair));
        }
        return {};
    }

    std::string containers() {
        const std::uint32_t count = in_.u32();
        if (count > in_.left() / (kTextLengthSize + 8 * (2 * N + 1))) return "more containers than bytes";
        for (std::uint32_t i = 0; i < count && in_.ok(); ++i) {
            Container<N> container;
            container.name = in_.text();
            container.center = get<N>(in_);
            container.axis = get<N>(in_);
            container.radius = in_.f64();
            const bool placed = is_finite(container.center) && is_finite(container.axis);
            if (!placed || !is_magnitude(container.radius)) return "a container is not proper";
            start_.scene.world.containers.push_back(std::move(container));
        }
        return {};
    }

    ByteReader in_;
    std::uint32_t version_;
    TrajectoryStart<N> start_;
};

}  // namespace

template <int N>
void encode_start(ByteWriter& out, const TrajectoryStart<N>& start) {
    const Scene<N>& scene = start.scene;
    out.u32(N);
    out.f64(start.epoch_length);
    out.text(scene.name);
    encode_world(out, scene.world);
    out.f64(scene.law.restitution_balls);
    out.f64(scene.law.restitution_walls);
    out.f64(scene.law.elastic_below.value_or(0));
    out.u64(scene.balls.size());
    for (const SceneBall<N>& ball : scene.balls) {
        out.text(ball.name);
        put(out, ball.position);
        put(out, ball.velocity);
        out.f64(ball.radius);
        out.f64(ball.mass);
    }
    if (is_extended(scene)) encode_extension(out, scene);
}

std::uint32_t dimension_of_start(std::string_view bytes) {
    return ByteReader(bytes).u32();
}

template <int N>
Result<TrajectoryStart<N>, Malformed> decode_start(std::string_view bytes, std::uint32_t version) {
    return StartDecoder<N>(bytes, version).decode();
}

template void encode_start(ByteWriter& out, const TrajectoryStart<2>& start);
template void encode_start(ByteWriter& out, const TrajectoryStart<3>& start);
template Result<TrajectoryStart<2>, Malformed> decode_start(std::string_view, std::uint32_t);
template Result<TrajectoryStart<3>, Malformed> decode_start(std::string_view, std::uint32_t);

}  // namespace carom::detail

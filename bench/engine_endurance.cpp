#include "engine_endurance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine_drive.hpp"
#include "engine_measure.hpp"
#include "engine_theory.hpp"
#include "math/vec_ops.hpp"
#include "near_pairs.hpp"
#include "proof/wide.hpp"
#include "support/stop_signal.hpp"

namespace carom::engine_runs {
namespace {

using detail::length;

/// Equal spheres of mass 1 in a periodic box.
class Endurance {
public:
    explicit Endurance(const Scene<3>& scene)
        : scene_(scene), simulation_(created(scene)), kt_(temperature(scene, simulation_)) {
        energy_ = simulation_.kinetic_energy();
        momentum_ = simulation_.momentum();
        largest_ = scene.balls[0].radius;
        for (int k = 0; k < 3; ++k) {
            const Box<double, 3>& box = scene.world.box;
            largest_ = std::max({largest_, std::fabs(box.lower[k]), std::fabs(box.upper[k])});
            side_[k] = box.upper[k] - box.lower[k];
        }
    }

    /// Goes on until so many collisions have been; looks at all pairs at the end. Sooner after a signal.
    const Endured& go_on(std::uint64_t collisions, const std::string& what) {
        const std::uint64_t before = worst_.collisions;
        bench::Progress progress(what, static_cast<double>(collisions - before), "collisions");
        while (worst_.collisions < collisions && test::stop_signal::seen == 0) {
            const Event<3> event = next_of(simulation_);
            look_at(event);
            if (++worst_.collisions % kLook != 0) continue;
            look_at_sums();
            progress.done(static_cast<double>(worst_.collisions - before));
        }
        look_at_sums();
        look_at_all_pairs();
        worst_.now = simulation_.now();
        worst_.time = simulation_.seconds(worst_.now);
        worst_.epoch_length = simulation_.epoch_length();
        worst_.z = z_from_rate(*kinds_of(scene_), {{worst_.collisions, 0, 0}, worst_.time}, kt_);
        return worst_;
    }

private:
    static constexpr std::uint64_t kLook = 100'000;  // collisions from look to look
    static constexpr double kRounding = 0x1p-53;

    /// The part of Ea + Eb that has nothing to do with how far the balls flew.
    double bound_at_rest() const { return 2 * 16 * kRounding * largest_; }

    void look_at(const Event<3>& event) {
        if (event.time == last_) ++worst_.simultaneous;
        if (event.time < last_) ++worst_.backwards;
        last_ = event.time;
        if (!is_pair(event.kind)) return;
        double square = 0;
        for (int k = 0; k < 3; ++k) {
            double d = event.other_after.position[k] - event.ball_after.position[k];
            if (2 * std::fabs(d) > side_[k]) d -= std::copysign(side_[k], d);
            square += d * d;
        }
        const double contact = 2 * scene_.balls[0].radius;
        const double gap = std::fabs(std::sqrt(square) - contact);
        if (gap <= worst_.impact_gap * contact) return;
        worst_.impact_gap = gap / contact;
        worst_.impact_share = gap / bound_at_rest();
    }

    void look_at_sums() {
        ++worst_.looks;
        worst_.energy_error =
            std::max(worst_.energy_error, std::fabs(simulation_.kinetic_energy() / energy_ - 1));
        const Vec<double, 3> momentum = simulation_.momentum();
        double square = 0;
        double all = 0;
        for (int k = 0; k < 3; ++k) {
            const double drift = momentum[k] - momentum_[k];
            square += drift * drift;
        }
        for (std::size_t i = 0; i < scene_.balls.size(); ++i)
            all += scene_.balls[i].mass * length(simulation_.state(i).velocity);
        worst_.momentum = std::max(worst_.momentum, std::sqrt(square) / all);
    }

    /// Where a ball is now, in its own box or next to it, but for roundings of 2^-113.
    proof::WideVec<3> place(std::size_t ball) const {
        const BallState<3> state = simulation_.state(ball);
        using proof::operator+;
        using proof::operator*;
        return proof::widen(state.position) + flown(state) * proof::widen(state.velocity);
    }
    proof::Wide flown(const BallState<3>& state) const {
        const Time now = simulation_.now();
        return proof::Wide{static_cast<double>(now.epoch - state.time.epoch)} * simulation_.epoch_length() +
               (proof::Wide{now.offset} - proof::Wide{state.time.offset});
    }

    /// E of docs/math/check.md.
    double bound(std::size_t ball) const {
        const BallState<3> state = simulation_.state(ball);
        const double speed = length(state.velocity);
        return 16 * kRounding * (largest_ + speed * static_cast<double>(flown(state))) +
               4 * kRounding * simulation_.epoch_length() * speed;
    }

    double gap(std::size_t a, std::size_t b) const {
        using proof::operator-;
        proof::WideVec<3> d = place(b) - place(a);
        for (int k = 0; k < 3; ++k)
            d[k] -= proof::Wide{std::round(static_cast<double>(d[k]) / side_[k])} * side_[k];
        const proof::Wide contact = proof::Wide{scene_.balls[a].radius} + scene_.balls[b].radius;
        const proof::Wide excess = proof::dot(d, d) - contact * contact;  // (|d| - contact)(|d| + contact)
        return static_cast<double>(excess) /
               (std::sqrt(static_cast<double>(proof::dot(d, d))) + static_cast<double>(contact));
    }

    void look_at_all_pairs() {
        const double contact = 2 * scene_.balls[0].radius;
        for (const NearPair<3>& pair : near_pairs(scene_now(scene_, simulation_), kNotTight)) {
            ++worst_.pairs;
            const double between = gap(pair.a, pair.b);
            worst_.smallest_gap = std::min(worst_.smallest_gap, between / contact);
            worst_.overlap_share = std::max(worst_.overlap_share, -between / (bound(pair.a) + bound(pair.b)));
        }
    }

    Scene<3> scene_;
    Simulation<3> simulation_;
    double kt_;
    double energy_ = 0;
    double largest_ = 0;  ///< S of docs/math/check.md
    Vec<double, 3> momentum_, side_;
    Time last_;
    Endured worst_;
};

}  // namespace

Endured endure(const Scene<3>& scene, std::uint64_t collisions, std::uint64_t parts,
               const std::function<void(const Endured&)>& take) {
    Endurance endurance(scene);
    Endured worst;
    for (std::uint64_t part = 1; part <= parts && test::stop_signal::seen == 0; ++part) {
        const std::uint64_t until = part == parts ? collisions : collisions / parts * part;
        worst = endurance.go_on(until, fmt::format("row {} of {}", part, parts));
        take(worst);
    }
    return worst;
}

std::vector<std::string> faults(const Endured& worst) {
    std::vector<std::string> all;
    const auto expect = [&](bool right, std::string otherwise) {
        if (!right) all.push_back(std::move(otherwise));
    };
    expect(worst.energy_error <= 1e-10, fmt::format("energy is off by {:.2g} of itself", worst.energy_error));
    expect(worst.momentum <= 1e-10, fmt::format("momentum is off by {:.2g}", worst.momentum));
    expect(worst.impact_share <= 1, "balls bounce farther from contact than rounding explains");
    expect(worst.overlap_share <= 1, "balls overlap more than rounding explains");
    expect(worst.backwards == 0, fmt::format("time goes back {} times", worst.backwards));
    return all;
}

}  // namespace carom::engine_runs

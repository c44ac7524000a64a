// Follows one gas through very many collisions and keeps what may get worse with time: energy, momentum, gaps
// at impacts and between all balls, and the resolution of time.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine_growth.hpp"
#include "engine_measure.hpp"
#include "proof/wide.hpp"
#include "support/stop_signal.hpp"

namespace carom::engine_runs {

/// The worst since the start. Gaps and momentum are in diameters and thermal units; bounds are those of
/// docs/math/check.md.
struct Endured {
    std::uint64_t collisions = 0;
    std::uint64_t looks = 0;         ///< at energy and momentum
    double energy_error = 0;         ///< | E / E at the start - 1 |
    double momentum = 0;             ///< | sum of m v - that at the start | / sum of m |v|
    double impact_gap = 0;           ///< | gap | of two balls at their impact, radii 1/2
    double impact_share = 0;         ///< the same as a share of Ea + Eb without the flights' part
    double smallest_gap = 1;         ///< between any two balls when all were looked at
    double overlap_share = 0;        ///< deepest overlap then, as a share of Ea + Eb
    std::uint64_t pairs = 0;         ///< near enough to be looked at then, all looks together
    std::uint64_t simultaneous = 0;  ///< events at the very time of the one before
    std::uint64_t backwards = 0;     ///< events before the one before
    double z = 0;                    ///< from the collision rate
};

/// Equal balls of mass 1 in a periodic box.
template <int N>
class Endurance {
public:
    explicit Endurance(const Scene<N>& scene)
        : scene_(scene), simulation_(created(scene)), kt_(temperature(scene, simulation_)) {
        energy_ = simulation_.kinetic_energy();
        momentum_ = simulation_.momentum();
        largest_ = scene.balls[0].radius;
        for (int k = 0; k < N; ++k) {
            const Box<double, N>& box = scene.world.box;
            largest_ = std::max({largest_, std::fabs(box.lower[k]), std::fabs(box.upper[k])});
            side_[k] = box.upper[k] - box.lower[k];
        }
    }

    const Simulation<N>& simulation() const { return simulation_; }
    const Endured& worst() const { return worst_; }

    /// Goes on until so many collisions have been; looks at all pairs at the end. Sooner after a signal.
    void go_on(std::uint64_t collisions, const std::string& what) {
        Progress progress(what);
        const std::uint64_t before = worst_.collisions;
        while (worst_.collisions < collisions && test::stop_signal::seen == 0) {
            const Event<N> event = next_of(simulation_);
            look_at(event);
            if (++worst_.collisions % kLook != 0) continue;
            look_at_sums();
            progress.done(static_cast<double>(worst_.collisions - before) /
                          static_cast<double>(collisions - before));
        }
        look_at_sums();
        look_at_all_pairs();
        Tally all{{worst_.collisions, 0, 0}, simulation_.seconds(simulation_.now())};
        worst_.z = z_from_rate(*kinds_of(scene_), all, kt_);
    }

private:
    static constexpr std::uint64_t kLook = 100'000;  // collisions from look to look
    static constexpr double kRounding = 0x1p-53;

    /// The part of Ea + Eb that has nothing to do with how far the balls flew.
    double bound_at_rest() const { return 2 * 16 * kRounding * largest_; }

    void look_at(const Event<N>& event) {
        if (event.time == last_) ++worst_.simultaneous;
        if (event.time < last_) ++worst_.backwards;
        last_ = event.time;
        if (!is_pair(event.kind)) return;
        double square = 0;
        for (int k = 0; k < N; ++k) {
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
        const Vec<double, N> momentum = simulation_.momentum();
        double square = 0;
        double all = 0;
        for (int k = 0; k < N; ++k) {
            const double drift = momentum[k] - momentum_[k];
            square += drift * drift;
        }
        for (std::size_t i = 0; i < scene_.balls.size(); ++i)
            all += scene_.balls[i].mass * length(simulation_.state(i).velocity);
        worst_.momentum = std::max(worst_.momentum, std::sqrt(square) / all);
    }

    /// Where a ball is now, in its own box or next to it, but for roundings of 2^-113.
    proof::WideVec<N> place(std::size_t ball) const {
        const BallState<N> state = simulation_.state(ball);
        using proof::operator+;
        using proof::operator*;
        return proof::widen<N>(state.position) + flown(state) * proof::widen<N>(state.velocity);
    }
    proof::Wide flown(const BallState<N>& state) const {
        const Time now = simulation_.now();
        return proof::Wide{static_cast<double>(now.epoch - state.time.epoch)} * simulation_.epoch_length() +
               (proof::Wide{now.offset} - proof::Wide{state.time.offset});
    }

    /// E of docs/math/check.md.
    double bound(std::size_t ball) const {
        const BallState<N> state = simulation_.state(ball);
        const double speed = length(state.velocity);
        return 16 * kRounding * (largest_ + speed * static_cast<double>(flown(state))) +
               4 * kRounding * simulation_.epoch_length() * speed;
    }

    double gap(std::size_t a, std::size_t b) const {
        using proof::operator-;
        proof::WideVec<N> d = place(b) - place(a);
        for (int k = 0; k < N; ++k)
            d[k] -= proof::Wide{std::round(static_cast<double>(d[k]) / side_[k])} * side_[k];
        const proof::Wide contact = proof::Wide{scene_.balls[a].radius} + scene_.balls[b].radius;
        const proof::Wide excess = proof::dot<N>(d, d) - contact * contact;  // (|d| - contact)(|d| + contact)
        return static_cast<double>(excess) /
               (std::sqrt(static_cast<double>(proof::dot<N>(d, d))) + static_cast<double>(contact));
    }

    void look_at_all_pairs() {
        const double contact = 2 * scene_.balls[0].radius;
        for (const NearPair<N>& pair : near_pairs(scene_now(scene_, simulation_), kNotTight)) {
            ++worst_.pairs;
            const double between = gap(pair.a, pair.b);
            worst_.smallest_gap = std::min(worst_.smallest_gap, between / contact);
            worst_.overlap_share = std::max(worst_.overlap_share, -between / (bound(pair.a) + bound(pair.b)));
        }
    }

    Scene<N> scene_;
    Simulation<N> simulation_;
    double kt_;
    double energy_ = 0;
    double largest_ = 0;  ///< S of docs/math/check.md
    Vec<double, N> momentum_, side_;
    Time last_;
    Endured worst_;
};

/// What is wrong, a line each.
inline std::vector<std::string> faults(const Endured& worst) {
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

// Packs equal balls more densely than a lattice melts: let them grow a little, push those that overlap apart,
// let the motion mix them, and again.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "carom/frame/frame_contact_finder.hpp"
#include "engine_drive.hpp"

namespace carom::engine_runs {

/// Two balls nearer than asked for, through a face of the periodic box if need be.
template <int N>
struct NearPair {
    std::size_t a = 0;
    std::size_t b = 0;
    Vec<double, N> shift;  ///< of b
};

/// Balls and their images around the box, as things at rest.
template <int N>
struct Images {
    std::vector<Ball<double, N>> balls;    ///< of the scene, then their images
    std::vector<std::size_t> owners;       ///< of the images
    std::vector<Vec<double, N>> shifts{};  ///< of the images
};

/// With radii `factor` times as large. Images are those that may touch a ball in the box.
template <int N>
Images<N> images_of(const Scene<N>& scene, double factor) {
    Images<N> all;
    double largest = 0;
    for (const auto& ball : scene.balls) {
        all.balls.push_back({ball.position, factor * ball.radius});
        largest = std::max(largest, factor * ball.radius);
    }
    const Box<double, N>& box = scene.world.box;
    for (int code = 0; code < (N == 2 ? 9 : 27); ++code) {
        Vec<double, N> shift;
        bool none = true;
        bool possible = true;
        for (int k = 0, rest = code; k < N; ++k, rest /= 3) {
            const int boxes = rest % 3 - 1;
            none = none && boxes == 0;
            possible = possible && (boxes == 0 ||
                                    scene.world.boundary[static_cast<std::size_t>(k)] == Boundary::periodic);
            shift[k] = boxes * (box.upper[k] - box.lower[k]);
        }
        if (none || !possible) continue;
        for (std::size_t i = 0; i < scene.balls.size(); ++i) {
            Ball<double, N> image = all.balls[i];
            bool close = true;
            for (int k = 0; k < N; ++k) {
                image.center[k] += shift[k];
                const double reach = image.radius + largest;
                close = close && image.center[k] >= box.lower[k] - reach &&
                        image.center[k] <= box.upper[k] + reach;
            }
            if (!close) continue;
            all.balls.push_back(image);
            all.owners.push_back(i);
            all.shifts.push_back(shift);
        }
    }
    return all;
}

/// All pairs nearer than `factor` times the sum of their radii; those through a face come twice.
template <int N>
std::vector<NearPair<N>> near_pairs(const Scene<N>& scene, double factor) {
    const Images<N> images = images_of(scene, factor);
    const std::size_t own = scene.balls.size();
    FrameContactFinder<double, N> finder;
    std::vector<NearPair<N>> pairs;
    for (const auto& contact : finder.find(frame_balls(images.balls))) {
        if (contact.a >= own) continue;
        const std::size_t image = contact.b - own;
        if (contact.b < own) {
            pairs.push_back({contact.a, contact.b, {}});
        } else if (images.owners[image] != contact.a) {
            pairs.push_back({contact.a, images.owners[image], images.shifts[image]});
        }
    }
    return pairs;
}

/// From the centre of a to that of b.
template <int N>
Vec<double, N> between(const Scene<N>& scene, const NearPair<N>& pair) {
    Vec<double, N> d;
    for (int k = 0; k < N; ++k)
        d[k] = scene.balls[pair.b].position[k] + pair.shift[k] - scene.balls[pair.a].position[k];
    return d;
}
template <int N>
double length(const Vec<double, N>& d) {
    double square = 0;
    for (int k = 0; k < N; ++k) square += d[k] * d[k];
    return std::sqrt(square);
}

inline constexpr double kNotTight = 1.01;

/// The least distance of two balls in units of the sum of their radii, at most `kNotTight`: below 1 they
/// overlap.
template <int N>
double tightest(const Scene<N>& scene) {
    double least = kNotTight;
    for (const auto& pair : near_pairs(scene, kNotTight)) {
        const double touch = scene.balls[pair.a].radius + scene.balls[pair.b].radius;
        least = std::min(least, length(between(scene, pair)) / touch);
    }
    return least;
}

/// Moves balls until no two overlap. False when that does not come to an end.
template <int N>
bool push_apart(Scene<N>& scene) {
    constexpr double kClear = 1 + 1e-6;
    constexpr double kPushed = 1 + 1e-3;
    for (int round = 0; round < 2000; ++round) {
        const auto pairs = near_pairs(scene, kClear);
        if (pairs.empty()) return true;
        for (const NearPair<N>& pair : pairs) {
            SceneBall<N>& a = scene.balls[pair.a];
            SceneBall<N>& b = scene.balls[pair.b];
            const Vec<double, N> d = between(scene, pair);
            const double distance = length(d);
            const double missing = kPushed * (a.radius + b.radius) - distance;
            if (missing <= 0) continue;
            for (int k = 0; k < N; ++k) {
                a.position[k] -= missing / 2 * d[k] / distance;
                b.position[k] += missing / 2 * d[k] / distance;
            }
        }
        for (auto& ball : scene.balls) {
            for (int k = 0; k < N; ++k) {
                ball.position[k] =
                    wrapped(ball.position[k], scene.world.box.lower[k], scene.world.box.upper[k]);
            }
        }
    }
    return false;
}

/// Brings the equal balls of a fluid to this radius.
template <int N>
Scene<N> grown(Scene<N> scene, double radius) {
    constexpr double kStep = 1.02;
    constexpr std::uint64_t kMixing = 10;  // collisions for each ball
    constexpr std::uint64_t kSettling = 50;
    for (bool last = false; !last;) {
        const double wanted = scene.balls[0].radius * kStep;
        last = wanted >= radius;
        for (auto& ball : scene.balls) ball.radius = last ? radius : wanted;
        if (!push_apart(scene)) {
            throw Refused(
                fmt::format("cannot push the balls apart at a packing of {:.4f}", packing_of(scene)));
        }
        scene = after_collisions(scene, last ? kSettling : kMixing,
                                 fmt::format("mixing at a packing of {:.3f}", packing_of(scene)));
    }
    return scene;
}

/// Lattices melt up to this packing; denser fluids grow from there.
template <int N>
inline constexpr double kMelts = N == 2 ? 0.60 : 0.40;

/// A fluid of n equal balls of radius 0.5 and mass 1 at kT = 1, made from a lattice.
template <int N>
Scene<N> melted(std::size_t n, double packing, std::uint64_t seed) {
    constexpr std::uint64_t kMelting = 30;  // collisions for each ball
    refuse_too_dense<N>(packing);
    const double packing_at_start = std::min(packing, kMelts<N>);
    const double radius = 0.5 * std::pow(packing_at_start / packing, 1.0 / N);
    Draws draws(seed);
    Scene<N> scene = lattice<N>(n, packing, radius);
    set_in_motion(scene, draws);
    scene = after_collisions(scene, kMelting, "melting the lattice");
    return radius < 0.5 ? grown(std::move(scene), 0.5) : scene;
}

}  // namespace carom::engine_runs

// Which balls are near each other?
#pragma once

#include <algorithm>
#include <vector>

#include "carom/frame/frame_contact_finder.hpp"
#include "carom/scene/scene.hpp"
#include "math/vec_ops.hpp"

namespace carom::engine_runs {

/// Two balls nearer than asked for, through a face of the periodic box if need be.
template <int N>
struct NearPair {
    std::size_t a = 0;
    std::size_t b = 0;
    Vec<double, N> offset;  ///< from the centre of a to that of b, or of its image
};

/// Things at rest in place of balls, and whose places they are.
template <int N>
struct Places {
    std::vector<Ball<double, N>> balls;
    std::vector<std::size_t> owners;
};

/// The balls of the scene with radii `factor` times as large, then their images that may touch one of them.
template <int N>
Places<N> places_of(const Scene<N>& scene, double factor) {
    Places<N> all;
    double largest = 0;
    for (const SceneBall<N>& ball : scene.balls) {
        all.owners.push_back(all.balls.size());
        all.balls.push_back({ball.position, factor * ball.radius});
        largest = std::max(largest, factor * ball.radius);
    }
    const Box<double, N>& box = scene.world.box;
    for (int k = 0; k < N; ++k) {
        if (scene.world.boundary[static_cast<std::size_t>(k)] != Boundary::periodic) continue;
        // Images along this axis of what is there so far.
        for (std::size_t i = 0, count = all.balls.size(); i < count; ++i) {
            for (const int way : {-1, 1}) {
                Ball<double, N> image = all.balls[i];
                image.center[k] += way * (box.upper[k] - box.lower[k]);
                const double reach = image.radius + largest;
                if (image.center[k] < box.lower[k] - reach || image.center[k] > box.upper[k] + reach)
                    continue;
                all.balls.push_back(image);
                all.owners.push_back(all.owners[i]);
            }
        }
    }
    return all;
}

/// All pairs nearer than `factor` times the sum of their radii; those through a face come twice.
template <int N>
std::vector<NearPair<N>> near_pairs(const Scene<N>& scene, double factor) {
    using detail::operator-;
    const Places<N> places = places_of(scene, factor);
    FrameContactFinder<double, N> finder;
    std::vector<NearPair<N>> pairs;
    for (const auto& contact : finder.find(frame_balls(places.balls))) {
        const std::size_t other = places.owners[contact.b];
        if (contact.a >= scene.balls.size() || other == contact.a) continue;
        pairs.push_back({contact.a, other, places.balls[contact.b].center - places.balls[contact.a].center});
    }
    return pairs;
}

inline constexpr double kNotTight = 1.01;

/// The least distance of two balls in units of the sum of their radii, at most `kNotTight`: below 1 they
/// overlap.
template <int N>
double tightest(const Scene<N>& scene) {
    double least = kNotTight;
    for (const NearPair<N>& pair : near_pairs(scene, kNotTight)) {
        const double touch = scene.balls[pair.a].radius + scene.balls[pair.b].radius;
        least = std::min(least, detail::length(pair.offset) / touch);
    }
    return least;
}

}  // namespace carom::engine_runs

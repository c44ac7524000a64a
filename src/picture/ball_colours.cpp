#include "picture/ball_colours.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "carom/pair/overlap.hpp"
#include "math/vec_ops.hpp"
#include "picture/source_look.hpp"
#include "scene/ball_grid.hpp"

namespace carom::app {
namespace {

using draw::Colour;
using draw::colour_of;

constexpr std::size_t kMostNamesInKey = 12;  // in the key

const Colour kImmovable = colour_of(look::kImmovable);
const Colour kOverlapping = colour_of("#d62728");
const Colour kAlone = colour_of("#2f6fd0");

/// The balls, and copies of those near a periodic face at the opposite one; `owner` tells whose.
template <int N>
struct BallCopies {
    std::vector<Ball<double, N>> balls;
    std::vector<std::size_t> owner;
};

template <int N>
BallCopies<N> with_images(const Scene<N>& scene, const Moment<N>& moment) {
    BallCopies<N> copies;
    double largest = 0;
    for (std::size_t k = 0; k < scene.balls.size(); ++k) {
        copies.balls.push_back({moment.positions[k], scene.balls[k].radius});
        copies.owner.push_back(k);
        largest = std::max(largest, scene.balls[k].radius);
    }
    // Copies across the gradient of a sheared box may need copies along the flow.
    const int first = scene.world.shear ? scene.world.shear->gradient : 0;
    for (int step = 0; step < N; ++step) {
        const int axis = (first + step) % N;
        if (scene.world.boundary[static_cast<std::size_t>(axis)] != Boundary::periodic) continue;
        const double lower = scene.world.box.lower[axis], upper = scene.world.box.upper[axis];
        for (std::size_t k = copies.balls.size(); k-- > 0;) {
            Ball<double, N> image = copies.balls[k];
            if (image.center[axis] - lower > image.radius + largest) continue;
            image.center[axis] += upper - lower;
            if (const auto& shear = scene.world.shear; shear && axis == shear->gradient) {
                double& along = image.center[shear->flow];
                const double left = scene.world.box.lower[shear->flow];
                const double width = scene.world.box.upper[shear->flow] - left;
                along += slide_at(scene.world, moment.time);
                along -= width * std::floor((along - left) / width);
            }
            copies.balls.push_back(image);
            copies.owner.push_back(copies.owner[k]);
        }
    }
    return copies;
}

template <int N>
std::vector<Colour> overlap_colours(const Scene<N>& scene, const Moment<N>& moment) {
    const BallCopies<N> copies = with_images(scene, moment);
    std::vector<Colour> colours(scene.balls.size(), kAlone);
    std::vector<double> radii;
    double farthest = 0;
    for (const Ball<double, N>& ball : copies.balls) {
        radii.push_back(ball.radius);
        farthest = std::max(farthest, detail::largest(ball.center) + ball.radius);
    }
    // Touching balls are candidates too, whatever rounding does to their distance.
    detail::BallGrid<N> grid(detail::Periods<N>{}, radii, copies.balls.size(), 0x1p-40 * farthest);
    for (std::size_t a = 0; a < copies.balls.size(); ++a) {
        const Ball<double, N>& ball = copies.balls[a];
        grid.any_near(ball, detail::BallGrid<N>::Classes::all, [&](const auto& near) {
            if (!overlaps(ball, near.shape)) return false;
            colours[copies.owner[a]] = kOverlapping;
            colours[copies.owner[near.ball]] = kOverlapping;
            return false;
        });
        grid.insert(a, ball);
    }
    return colours;
}

}  // namespace

Colour speed_colour(double share) {
    const double at = std::clamp(share, 0.0, 1.0) * (look::kRamp.size() - 1);
    const auto lower = std::min(static_cast<std::size_t>(at), look::kRamp.size() - 2);
    return mixed(colour_of(look::kRamp[lower]), colour_of(look::kRamp[lower + 1]),
                 static_cast<float>(at - static_cast<double>(lower)));
}

template <int N>
BallColours<N>::BallColours(const PictureSource<N>& source, ColourBy by, double fastest)
    : scene_(source.scene) {
    const ColourBy usual = source.table ? ColourBy::id : look::usual_colours(source.scene);
    key_.by = by == ColourBy::choice ? usual : by;
    key_.fastest = fastest;
    if (key_.by == ColourBy::id) colour_by_id(source);
    if (key_.by == ColourBy::species) colour_by_species();
    if (key_.by == ColourBy::overlap) {
        key_.entries = {{"in contact with another ball", kOverlapping}, {"in contact with none", kAlone}};
    }
}

template <int N>
void BallColours<N>::colour_by_id(const PictureSource<N>& source) {
    const std::vector<look::BallLook> looks = looks_of(source);
    for (const look::BallLook& ball : looks) {
        fixed_.push_back(colour_of(ball.fill));
        if (looks.size() <= kMostNamesInKey && !ball.name.empty() && ball.pool_number < 0)
            key_.entries.push_back({ball.name, fixed_.back()});
    }
}

template <int N>
void BallColours<N>::colour_by_species() {
    const auto [species, of_ball] = look::species_of(scene_);
    for (const std::uint32_t kind : of_ball) fixed_.push_back(colour_of(species[kind].fill));
    if (species.size() < 2 || species.size() > 6) return;
    for (const look::SpeciesLook& kind : species) {
        key_.entries.push_back({kind.immovable
                                    ? fmt::format("radius {:.4g}, immovable", kind.radius)
                                    : fmt::format("radius {:.4g}, mass {:.4g}", kind.radius, kind.mass),
                                colour_of(kind.fill)});
    }
}

template <int N>
std::vector<Colour> BallColours<N>::at(const Moment<N>& moment) const {
    if (key_.by == ColourBy::overlap) return overlap_colours(scene_, moment);
    if (key_.by != ColourBy::speed) return fixed_;
    std::vector<Colour> colours;
    for (std::size_t k = 0; k < moment.speeds.size(); ++k) {
        const bool post = std::isinf(scene_.balls[k].mass);
        const double share = key_.fastest > 0 ? moment.speeds[k] / key_.fastest : 0;
        colours.push_back(post ? kImmovable : speed_colour(share));
    }
    return colours;
}

template class BallColours<2>;
template class BallColours<3>;

}  // namespace carom::app

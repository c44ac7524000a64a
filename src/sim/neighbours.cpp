// Neighbour shells.
#include "sim/neighbours.hpp"

#include <algorithm>
#include <cmath>

namespace carom::detail {
namespace {

/// Rounded positions are off by a few 2^-53 of the coordinates, crossed boxes counted in; shells keep more
/// than that in hand.
constexpr double kSlack = 0x1p-48;

/// Thicker shells stop paying when lists get longer than this.
constexpr std::size_t kLongList = 32;

template <int N>
double thickest_shell(const Space<N>& space) {
    double thickest = 0x1p500;
    for (int k = 0; k < N; ++k) {
        if (space.is_periodic(k)) thickest = std::min(thickest, space.period[k] / 4);
    }
    return thickest;
}

}  // namespace

template <int N>
Neighbours<N>::Neighbours(const Space<N>& space, const Scene<N>& scene, double shell)
    : space_(space),
      usual_(shell),
      thickest_(thickest_shell(space)),
      grid_(space, scene.balls.size()),
      shells_(scene.balls.size()),
      lists_(scene.balls.size()) {
    for (const SceneBall<N>& ball : scene.balls) radii_.push_back(ball.radius);
}

template <int N>
void Neighbours<N>::forget(std::uint32_t ball) {
    grid_.remove(ball);
    for (const Neighbour<N>& neighbour : lists_[ball]) {
        std::erase_if(lists_[neighbour.ball], [&](const Neighbour<N>& back) { return back.ball == ball; });
    }
    lists_[ball].clear();
}

template <int N>
void Neighbours<N>::choose_thickness(std::uint32_t ball, double slack) {
    Shell& shell = shells_[ball];
    const bool lonely = shell.built && !shell.met && lists_[ball].size() < kLongList;
    const double wanted = lonely ? 2 * shell.thickness : usual_;
    shell.thickness = std::max(std::min(wanted, thickest_), 4 * slack);
    shell.exit_distance = shell.thickness - slack;
    shell.anchor.reach = radii_[ball] + shell.thickness;
    shell.met = false;
    shell.built = true;
}

template <int N>
void Neighbours<N>::link(std::uint32_t ball, std::uint32_t other, const Image<N>& image) {
    lists_[ball].push_back({other, image});
    lists_[other].push_back({ball, -image});
}

template <int N>
void Neighbours<N>::rebuild(std::uint32_t ball, Vec<double, N> position, Image<N> image) {
    Shell& shell = shells_[ball];
    const bool first = !shell.built;
    choose_thickness(ball,
                     kSlack * (largest(position) + radii_[ball] + largest(space_.lower + space_.period)));
    if (!first) forget(ball);
    wrap(space_, position, image);
    shell.anchor.position = position;
    shell.anchor.image = image;
    grid_.for_each_near(position, shell.anchor.reach, [&](std::uint32_t other, const Image<N>& apart) {
        const Anchor<N>& anchor = shells_[other].anchor;
        const Vec<double, N> d = shifted(space_, anchor.position - position, apart);
        const double reach = shell.anchor.reach + anchor.reach;
        if (dot(d, d) <= reach * reach) link(ball, other, (apart + image) - anchor.image);
    });
    grid_.insert(ball, shell.anchor);
}

template <int N>
double Neighbours<N>::time_to_exit(std::uint32_t ball, const Vec<double, N>& position, const Image<N>& image,
                                   const Vec<double, N>& velocity) const {
    const Shell& shell = shells_[ball];
    const double speed = length(velocity);
    if (speed == 0) return HUGE_VAL;
    const Vec<double, N> p = shifted(space_, position - shell.anchor.position, image - shell.anchor.image);
    const double along = dot(p, velocity) / speed;
    const double inside = shell.exit_distance * shell.exit_distance - dot(p, p);
    if (inside <= 0) return 0;
    return (std::sqrt(along * along + inside) - along) / speed;
}

template class Neighbours<2>;
template class Neighbours<3>;

}  // namespace carom::detail

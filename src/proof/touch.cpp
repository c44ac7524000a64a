#include "proof/touch.hpp"

namespace carom::proof {

template <int N>
std::vector<Touch<N>> TouchFinder<N>::find(std::size_t i, const Vec<double, N>& x, Time now,
                                           double reach) const {
    std::vector<Touch<N>> found;
    for (const WideWall<N>& wall : prover_->walls()) look_at_wall(i, wall, x, now, reach, found);
    if (search_ != nullptr) {
        const double far = prover_->flight(i).radius + reach;
        for (const std::size_t j : search_->near(x, far)) {
            if (j != i) look_at_ball(i, j, x, now, reach, found);
        }
    } else {
        for (std::size_t j = 0; j < prover_->ball_count(); ++j) {
            if (j != i) look_at_ball(i, j, x, now, reach, found);
        }
    }
    return found;
}

template <int N>
void TouchFinder<N>::look_at_wall(std::size_t i, const WideWall<N>& wall, const Vec<double, N>& x, Time now,
                                  double reach, std::vector<Touch<N>>& found) const {
    const double epoch_length = prover_->context().epoch_length;
    const Wide t = seconds_between({}, now, epoch_length);
    const double radius = prover_->flight(i).radius;
    const double seconds = narrow(t);
    Touch<N> touch;
    touch.wall = &wall;
    touch.unsure = prover_->bound_at(i, now) + wall.rounding_bound(t, epoch_length);
    if (!wall.is_round && wall.least_gap(x, x, 0, seconds, seconds) - radius > reach + touch.unsure) return;
    touch.gap = narrow(wall.gap(widen(x), radius, t));
    if (touch.gap > reach + touch.unsure) return;
    touch.to = Wide{-1} * wall.normal;
    if (wall.is_round) {
        const WideVec<N> outward = wall.across(widen(x) - wall.center);
        const Wide distance = length(outward);
        if (distance == 0) return;
        touch.to = (1 / distance) * outward;
        touch.tilt = narrow(Wide{touch.unsure} / distance);
        touch.curvature = narrow(-1 / distance);
    }
    found.push_back(touch);
}

template <int N>
void TouchFinder<N>::look_at_ball(std::size_t i, std::size_t j, const Vec<double, N>& x, Time now,
                                  double reach, std::vector<Touch<N>>& found) const {
    const CheckContext<N>& context = prover_->context();
    const Flight<N>& other = prover_->flight(j);
    const Wide r = Wide{prover_->flight(i).radius} + Wide{other.radius};
    const auto rough = position_after(other, prover_->template age<Quick>(j, now)) - widen<Quick>(x);
    Touch<N> touch;
    touch.other = j;
    touch.unsure = prover_->bound_at(i, now) + prover_->bound_at(j, now);
    const double look = (narrow(r) + reach + touch.unsure) * (1 + kFilterMargin);
    const ImageRange<N> range = images_near(narrow(rough), {}, look, context);
    if (!range.countable) return;
    for_each_image(range, [&](const Vec<double, N>& image) {
        const double nearest = narrow(rough_length(rough + shift_of<Quick>(image, context)));
        if (nearest > look * (1 + kFilterMargin)) return;
        const WideVec<N> direct = position_after(other, prover_->age(j, now)) - widen(x);
        const WideVec<N> between = direct + shift_of(image, context);
        const Wide distance = length(between);
        touch.gap = gap_between(between, r);
        if (distance == 0 || touch.gap > reach + touch.unsure) return;
        touch.to = (1 / distance) * between;
        touch.tilt = narrow(Wide{touch.unsure} / distance);
        touch.curvature = narrow(1 / distance);
        found.push_back(touch);
    });
}

template class TouchFinder<2>;
template class TouchFinder<3>;

}  // namespace carom::proof

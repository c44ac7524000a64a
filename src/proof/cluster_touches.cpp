#include "proof/cluster_touches.hpp"

#include <algorithm>
#include <cmath>

#include "proof/contact.hpp"

namespace carom::proof {
template <int N>
ClusterTouches<N>::ClusterTouches(const PairProver<N>& prover) : prover_(&prover) {
    for (std::size_t i = 0; i < prover.ball_count(); ++i) {
        if (std::isinf(prover.flight(i).mass)) immovable_.push_back(i);
    }
}

template <int N>
void ClusterTouches<N>::find(const std::vector<Event<N>>& records) {
    records_ = &records;
    touches_.clear();
    for (std::size_t a = 0; a < records_->size(); ++a) {
        for (std::size_t b = a + 1; b < records_->size(); ++b) touch_balls(a, (*records_)[b].ball, b);
        for (const std::size_t ball : immovable_) touch_balls(a, ball, kFixed);
        touch_walls(a);
    }
    line_up();
}

/// In all images.
template <int N>
void ClusterTouches<N>::touch_balls(std::size_t a, std::size_t ball, std::size_t b) {
    const Event<N>& one = (*records_)[a];
    const CheckContext<N>& context = prover_->context();
    const double radius_a = prover_->flight(one.ball).radius;
    const double radius_b = prover_->flight(ball).radius;
    const Wide r = Wide{radius_a} + Wide{radius_b};
    const double near = context.contact_reach(radius_a, radius_b);
    double unsure = prover_->bound_at(one.ball, one.time) + prover_->bound_at(ball, one.time);
    if (context.is_sheared() && b != kFixed)
        unsure += slide_bound(*prover_, one.ball, one.ball_after, ball, (*records_)[b].ball_after);
    const Vec<double, N>& at =
        b == kFixed ? prover_->flight(ball).state.position : (*records_)[b].ball_after.position;
    const double look = (narrow(r) + near + unsure) * (1 + kFilterMargin);
    const WideVec<N> direct = widen(at) - widen(one.ball_after.position);
    for_each_image_within(look, direct, one.time, context,
                          [&](const WideVec<N>& from, const Vec<double, N>& image) {
                              const WideVec<N> between = from + shift_of(image, context);
                              const Wide distance = length(between);
                              const double gap = gap_between(between, r);
                              if (distance == 0 || gap > near + unsure) return;
                              ClusterTouch<N> touch;
                              touch.a = a;
                              touch.b = b;
                              touch.other = ball;
                              touch.image = image;
                              touch.normal = (1 / distance) * between;
                              if (context.is_sheared()) touch.row = image[context.drift.gradient];
                              touch.tilt = narrow(Wide{unsure} / distance);
                              touch.law = context.restitution_of(one.ball, static_cast<std::uint32_t>(ball));
                              touch.surely = gap + unsure <= near;
                              touches_.push_back(touch);
                          });
}

template <int N>
void ClusterTouches<N>::touch_walls(std::size_t a) {
    const Event<N>& event = (*records_)[a];
    const CheckContext<N>& context = prover_->context();
    const double radius = prover_->flight(event.ball).radius;
    const Wide t = seconds_between({}, event.time, context.epoch_length);
    const WideVec<N> x = widen(event.ball_after.position);
    for (const WideWall<N>& wall : prover_->walls()) {
        if (wall.temperature > 0 || wall.speed != 0) continue;
        const double unsure =
            prover_->bound_at(event.ball, event.time) + wall.rounding_bound(t, context.epoch_length);
        const double gap = narrow(wall.gap(x, radius, t));
        const double near = context.contact_reach(radius, radius);
        if (gap > near + unsure) continue;
        ClusterTouch<N> touch;
        touch.a = a;
        touch.wall = &wall;
        touch.normal = Wide{-1} * wall.normal;
        touch.law = context.law.restitution_walls;
        touch.surely = gap + unsure <= near;
        if (wall.is_round) {
            const WideVec<N> outward = wall.across(x - wall.center);
            touch.normal = (1 / length(outward)) * outward;
            touch.tilt = narrow(Wide{unsure} / length(outward));
        }
        touches_.push_back(touch);
    }
}

/// Finds the boxes in which all hang together. What rounding may have brought in touch counts last, and not
/// where it sees two balls in other boxes than the others do: the engine has not seen it.
template <int N>
void ClusterTouches<N>::line_up() {
    rows_.assign(records_->size(), {});
    rows_.front() = 0;
    while (place_one(true) || place_one(false)) {
    }
    const auto is_elsewhere = [&](const ClusterTouch<N>& touch) {
        return !touch.surely && touch.b != kFixed && rows_[touch.a] && rows_[touch.b] &&
               *rows_[touch.a] + touch.row != *rows_[touch.b];
    };
    may_close_ring_ = std::erase_if(touches_, is_elsewhere) > 0;
}

/// Places one more ball beside one that has its place, along a contact that is sure or not; false when there
/// is none.
template <int N>
bool ClusterTouches<N>::place_one(bool surely) {
    for (const ClusterTouch<N>& touch : touches_) {
        if (touch.surely != surely || touch.b == kFixed ||
            rows_[touch.a].has_value() == rows_[touch.b].has_value())
            continue;
        if (rows_[touch.a]) {
            rows_[touch.b] = *rows_[touch.a] + touch.row;
        } else {
            rows_[touch.a] = *rows_[touch.b] - touch.row;
        }
        return true;
    }
    return false;
}

template class ClusterTouches<2>;
template class ClusterTouches<3>;

}  // namespace carom::proof

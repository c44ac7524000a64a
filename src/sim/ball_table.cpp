#include "sim/ball_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "math/hilbert.hpp"
#include "math/two_term.hpp"
#include "motion/images.hpp"

namespace carom::detail {

template <int N>
BallTable<N>::BallTable(const Scene<N>& scene, const EngineWorld<N>& world)
    : world_(world),
      clock_(world.clock),
      is_straight_(!world.domain.has_gravity),
      records_(scene.balls.size()),
      accelerations_(world.domain.has_gravity ? scene.balls.size() : 0),
      indices_(scene.balls.size()),
      places_(scene.balls.size()) {
    for (std::uint32_t i = 0; i < records_.size(); ++i) {
        const SceneBall<N>& ball = scene.balls[i];
        Record& record = records_[i];
        record.flight = {ball.position, ball.velocity, {}};
        record.radius = ball.radius;
        record.mass = ball.mass;
        enter_box(record);
        set_acceleration(i);
        indices_[i] = i;
        places_[i] = i;
    }
}

template <int N>
void BallTable<N>::restore(Place ball, const Record& before) {
    records_[ball] = before;
    set_acceleration(ball);
}

template <int N>
void BallTable<N>::restore(Place ball, const BallState<N>& state, std::uint32_t impacts_in_epoch,
                           std::uint8_t slow_events_in_row) {
    Record& record = records_[ball];
    record.flight = flight_of(state);
    record.image = state.image;
    record.phase = state.phase;
    record.impacts_in_epoch = impacts_in_epoch;
    record.slow_events_in_row = slow_events_in_row;
    set_acceleration(ball);
}

template <int N>
std::vector<std::pair<int, std::uint32_t>> BallTable<N>::order_along_curve(Time now) const {
    const auto position_of = [&](Place ball) {
        Vec<double, N> position = position_at(ball, now);
        wrap(clock(), domain(), position, now);
        return position;
    };
    Vec<double, N> lowest = position_of(0);
    Vec<double, N> highest = lowest;
    for (Place ball = 1; ball < records_.size(); ++ball) {
        const Vec<double, N> position = position_of(ball);
        for (int k = 0; k < N; ++k) {
            lowest[k] = std::min(lowest[k], position[k]);
            highest[k] = std::max(highest[k], position[k]);
        }
    }
    using Curve = HilbertCurve<N, int>;
    const int wanted = static_cast<int>(std::log2(static_cast<double>(records_.size()))) / N + 2;
    const int levels = std::min(wanted & ~1, Curve::kMostLevels);
    const double cells = std::ldexp(1.0, levels);
    const double widest = largest(highest - lowest);
    std::vector<std::pair<int, Place>> order;
    order.reserve(records_.size());
    for (Place ball = 0; ball < records_.size(); ++ball) {
        const Vec<double, N> from_corner = position_of(ball) - lowest;
        std::array<int, N> cell{};
        for (int k = 0; k < N; ++k) {
            const double part = widest > 0 ? from_corner[k] / widest : 0;
            cell[static_cast<std::size_t>(k)] = static_cast<int>(std::min(part * cells, cells - 1));
        }
        order.emplace_back(Curve(levels).place(cell), ball);
    }
    std::sort(order.begin(), order.end());
    return order;
}

template <int N>
void BallTable<N>::sort_along_curve(Time now) {
    std::vector<std::pair<int, Place>> order = order_along_curve(now);
    // Each cycle of the permutation in turn, so that no second copy is needed.
    for (Place start = 0; start < order.size(); ++start) {
        const Record record = records_[start];
        const Vec<double, N> acceleration = this->acceleration(start);
        const std::uint32_t index = indices_[start];
        Place to = start;
        while (order[to].second != start) {
            const Place from = std::exchange(order[to].second, to);
            records_[to] = records_[from];
            if (!is_straight_) accelerations_[to] = accelerations_[from];
            indices_[to] = indices_[from];
            to = from;
        }
        order[to].second = to;
        records_[to] = record;
        if (!is_straight_) accelerations_[to] = acceleration;
        indices_[to] = index;
    }
    for (Place ball = 0; ball < indices_.size(); ++ball) places_[indices_[ball]] = ball;
}

/// Relative to the flow of a sheared box, which is the same for all images.
template <int N>
Vec<double, N> BallTable<N>::velocity_in_flow(Place ball, Time now) const {
    Vec<double, N> velocity = velocity_at(ball, now);
    if (!domain().is_sheared()) return velocity;
    const ShearDrift& drift = domain().drift;
    const double middle = domain().lower[drift.gradient] + domain().period[drift.gradient] / 2;
    const double above = position_at(ball, now)[drift.gradient] - middle;
    velocity[drift.flow] -= drift.rate * above;
    return velocity;
}

template <int N>
double BallTable<N>::kinetic_energy(Time now) const {
    TwoTerm twice{};
    for (const Place ball : places_) {
        const double mass = records_[ball].mass;
        if (std::isinf(mass)) continue;
        const Vec<double, N> velocity = velocity_in_flow(ball, now);
        for (int k = 0; k < N; ++k) {
            const double v = velocity[k];
            twice = twice + two_product(v, v) * TwoTerm{mass, 0};
        }
    }
    return to_double(twice) / 2;
}

template <int N>
double BallTable<N>::potential_energy(Time now) const {
    TwoTerm sum{};
    if (!domain().has_gravity) return 0;
    for (const Place ball : places_) {
        const double mass = records_[ball].mass;
        const Vec<double, N> at = unwrapped_at(ball, now);
        for (int k = 0; k < N && !std::isinf(mass); ++k)
            sum = sum - two_product(domain().gravity[k], at[k]) * TwoTerm{mass, 0};
    }
    return to_double(sum);
}

template <int N>
Vec<double, N> BallTable<N>::momentum(Time now) const {
    return generate<double, N>([&](int k) {
        TwoTerm sum{};
        for (const Place ball : places_) {
            const double mass = records_[ball].mass;
            if (std::isinf(mass)) continue;
            sum = sum + two_product(mass, velocity_in_flow(ball, now)[k]);
        }
        return to_double(sum);
    });
}

template class BallTable<2>;
template class BallTable<3>;

}  // namespace carom::detail

// Flights under gravity as rows of plain numbers: what bounds of contacts read of a ball.
//
// A row says where its ball would be at the origin of time, had it gone on before as it goes on now. Rows
// share the units and the origin of bounding flights. They hold from the origin to the horizon.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "core/page_allocator.hpp"
#include "sim/falling_bounds.hpp"

namespace carom::detail {

template <int N>
class FallingRows {
public:
    /// Rows of so many balls, to be set one by one, in new units or from a new origin of time. `contact` is
    /// the gap that counts as none, if any.
    void reset(const FlightScale<N>& scale, const Vec<double, N>& gravity, std::optional<double> contact,
               std::size_t balls) {
        scale_ = scale;
        gravity_ = gravity;
        contact_ = contact.value_or(0) * scale.length;
        for (int k = 0; k < N; ++k) pull_[k] = scale.speed * (scale.second * gravity[k]);
        rows_.assign(balls, FallingRow<N>{});
        size_ = 0;
        fastest_ = 0;
        others_ = 0;
    }

    /// What it does at `since` from the origin, in the rows' unit of time. All else is in the scene's units.
    void set(std::uint32_t ball, const Vec<double, N>& position, const Vec<double, N>& velocity,
             const Vec<double, N>& acceleration, double radius, double since) {
        FallingRow<N>& row = rows_[ball];
        others_ -= is_other(ball) ? 1 : 0;
        row.falls = falls(acceleration);
        others_ += is_other(ball) ? 1 : 0;
        row.radius = radius * scale_.length;
        double speed = 0;
        for (int k = 0; k < N; ++k) {
            const double bend = row.falls * pull_[k];
            const double x = (position[k] - scale_.center[k]) * scale_.length;
            const double v = scale_.speed * velocity[k];
            row.velocity[k] = v - since * bend;
            row.position[k] = x - since * (v - 0.5 * since * bend);
            speed = std::max(speed, std::fabs(v) + 2 * scale_.horizon * std::fabs(pull_[k]));
        }
        fastest_ = std::max(fastest_, speed);
        const double far = (largest(position) + largest(scale_.center)) * scale_.length;
        size_ = std::max(size_, far + 2 * scale_.horizon * speed);
    }

    FallingQuery<N> query(std::uint32_t ball, double since) const {
        FallingQuery<N> query;
        query.ball = rows_[ball];
        query.since = since;
        for (int k = 0; k < N; ++k) query.pull[k] = pull_[k];
        query.contact = contact_;
        query.slack = 2 * kCoordinateSlack * size_;
        query.speeds = 2 * fastest_;
        query.second = scale_.second;
        return query;
    }

    const FallingRow<N>* data() const { return rows_.data(); }
    /// True when it neither falls freely nor flies straight, so that its row says nothing.
    bool is_other(std::uint32_t ball) const { return std::isnan(rows_[ball].falls); }
    /// There are such balls.
    bool has_others() const { return others_ > 0; }

private:
    double falls(const Vec<double, N>& acceleration) const {
        if (acceleration == Vec<double, N>{}) return 0;
        return acceleration == gravity_ ? 1 : std::numeric_limits<double>::quiet_NaN();
    }

    FlightScale<N> scale_;
    Vec<double, N> gravity_;
    double pull_[N] = {};  // of gravity, in the rows' units
    double contact_ = 0;
    double size_ = 0;     // of all numbers that coordinates are sums of, up to the horizon
    double fastest_ = 0;  // the same of velocities
    std::size_t others_ = 0;
    PageVector<FallingRow<N>> rows_;
};

}  // namespace carom::detail

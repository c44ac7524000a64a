#include "sim/growth.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "math/hilbert.hpp"
#include "scene/clearance.hpp"
#include "scene/random.hpp"
#include "sim/growth_flight.hpp"

namespace carom::detail {
namespace {

/// Impacts between two changes of speed and rate: so many for each ball, and no fewer.
constexpr std::uint64_t kImpacts = 2;
constexpr std::uint64_t kFewImpacts = 64;

/// Impacts after which it is looked whether the time is up.
constexpr std::uint64_t kImpactsAtOnce = 65536;

/// Growth between two changes of rate, as a part of what is wanted.
constexpr double kStep = 0x1p-6;

/// Balls are grown by this part too much, so that no rounding lets them overlap afterwards; and by so many
/// ulp of the coordinates.
constexpr double kHair = 0x1p-30;
constexpr double kHairUlps = 16;

template <int N>
double ball_volume(double radius) {
    constexpr double pi = 3.14159265358979323846;
    return N == 2 ? pi * radius * radius : 4 * pi / 3 * radius * radius * radius;
}

template <int N>
double power(double x) {
    return N == 2 ? x * x : x * x * x;
}

/// The balls in the order in which the curve comes by: neighbours in space are neighbours in memory.
template <int N>
std::vector<std::uint32_t> along_curve(const std::vector<Vec<double, N>>& centers,
                                       const Box<double, N>& box) {
    using Curve = HilbertCurve<N, int>;
    int levels = 2;
    while (levels < Curve::kMostLevels && (std::size_t{1} << (N * levels)) < 4 * centers.size()) levels += 2;
    const double cells = std::ldexp(1.0, levels);
    std::vector<std::pair<int, std::uint32_t>> places;
    places.reserve(centers.size());
    for (std::uint32_t i = 0; i < centers.size(); ++i) {
        std::array<int, N> cell{};
        for (int k = 0; k < N; ++k) {
            const double share = (centers[i][k] - box.lower[k]) / (box.upper[k] - box.lower[k]);
            cell[static_cast<std::size_t>(k)] = static_cast<int>(std::clamp(share * cells, 0.0, cells - 1));
        }
        places.emplace_back(Curve(levels).place(cell), i);
    }
    std::sort(places.begin(), places.end());
    std::vector<std::uint32_t> order;
    order.reserve(places.size());
    for (const auto& [place, ball] : places) order.push_back(ball);
    return order;
}

template <int N>
class GrowthRun {
public:
    explicit GrowthRun(const GrowthRequest<N>& request)
        : request_(request), order_(along_curve(request.centers, request.box)) {
        double widest = 0;
        double farthest = 0;
        double volume = 1;
        for (int k = 0; k < N; ++k) {
            const double width = request.box.upper[k] - request.box.lower[k];
            widest = std::max(widest, width);
            volume *= width;
            middle_[k] = request.box.lower[k] + width / 2;
        }
        farthest = std::max(largest(request.box.lower), largest(request.box.upper));
        int exponent = 0;
        std::frexp(widest, &exponent);
        scale_ = std::ldexp(1.0, -exponent);
        double smallest = HUGE_VAL;
        for (const double radius : request.radii) {
            smallest = std::min(smallest, radius);
            mean_diameter_ += 2 * radius * scale_ / static_cast<double>(request.radii.size());
            packing_ += ball_volume<N>(radius) / volume;
        }
        last_part_ = 1 + kHair + kHairUlps * ulp(farthest) / smallest;
    }

    GrowthResult<N> run() {
        const GrowthFlight<N>* flying = nullptr;
        std::function<bool()> go_on;
        if (request_.goes_on)
            go_on = [&] { return request_.goes_on(packing_ * power<N>(std::min(flying->part(), 1.0))); };
        GrowthFlight<N> flight(box(), balls(), request_.start, go_on);
        flying = &flight;
        GrowthResult<N> result;
        result.end = GrowthEnd::grown;
        while (fly(flight, result)) continue;
        result.packing = packing_ * power<N>(std::min(flight.part(), 1.0));
        result.centers = centers(flight);
        return result;
    }

private:
    GrowthBox<N> box() const {
        GrowthBox<N> box;
        for (int k = 0; k < N; ++k) {
            const double width = (request_.box.upper[k] - request_.box.lower[k]) * scale_;
            box.half[k] = width / 2;
            box.period[k] = request_.periodic[k] ? width : 0;
        }
        return box;
    }

    PageVector<Grower<N>> balls() const {
        Random random(request_.seed ^ 0xD1B54A32D192ED03U);
        PageVector<Grower<N>> balls;
        balls.reserve(order_.size());
        for (const std::uint32_t i : order_) {
            Grower<N> ball;
            ball.position = scale_ * (request_.centers[i] - middle_);
            for (int k = 0; k < N; ++k) ball.velocity[k] = random.normal();
            ball.radius = scale_ * request_.radii[i];
            balls.push_back(ball);
        }
        return balls;
    }

    /// Some impacts at one rate, from thermal speed 1; false when growth has come to an end.
    bool fly(GrowthFlight<N>& flight, GrowthResult<N>& result) const {
        const double degrees = N * static_cast<double>(order_.size());
        const double before = flight.squared_speeds() / degrees;
        const double packing = packing_ * power<N>(flight.part());
        const double pace = request_.rate > 0 ? request_.rate : usual_growth_rate<N>(packing);
        const double rate = pace / mean_diameter_;
        flight.set_out(before > 0 ? 1 / std::sqrt(before) : 1, rate);
        const double left = (last_part_ - flight.part()) / rate;
        const double until = std::min({left, kStep / rate, flight.longest_flight(rate)});
        std::uint64_t impacts = std::max(kImpacts * order_.size(), kFewImpacts);
        while (impacts > 0 && flight.now() < until && !flight.is_stopped()) {
            const std::uint64_t some = std::min(impacts, kImpactsAtOnce);
            flight.fly(until, some);
            impacts -= some;
        }
        if (flight.is_stopped()) result.end = GrowthEnd::stopped;
        result.collisions += flight.collisions();
        // The mean of the temperatures before and after stands for the one meanwhile.
        const double temperature = (1 + flight.squared_speeds() / degrees) / 2;
        if (flight.now() > 0) result.pressure = 1 + flight.virial() / (degrees * temperature * flight.now());
        const bool jammed = impacts == 0 && !(flight.now() > 0 && result.pressure < jammed_pressure);
        if (jammed && result.end == GrowthEnd::grown) result.end = GrowthEnd::jammed;
        return result.end == GrowthEnd::grown && flight.now() < left;
    }

    /// In the caller's order and units, inside the box.
    std::vector<Vec<double, N>> centers(const GrowthFlight<N>& flight) const {
        std::vector<Vec<double, N>> centers(order_.size());
        for (std::size_t i = 0; i < order_.size(); ++i) {
            const Grower<N>& ball = flight.balls()[i];
            const Vec<double, N> at = ball.position + (flight.now() - ball.time) * ball.velocity;
            for (int k = 0; k < N; ++k) centers[order_[i]][k] = in_box(middle_[k] + at[k] / scale_, k);
        }
        return centers;
    }

    double in_box(double x, int axis) const {
        if (!request_.periodic[axis]) return x;
        const double lower = request_.box.lower[axis];
        const double upper = request_.box.upper[axis];
        const double inside = x - std::floor((x - lower) / (upper - lower)) * (upper - lower);
        return inside >= lower && inside < upper ? inside : lower;
    }

    const GrowthRequest<N>& request_;
    std::vector<std::uint32_t> order_;
    Vec<double, N> middle_;
    double scale_ = 1;          // a power of two that makes the box about 1 wide
    double mean_diameter_ = 0;  // in that unit
    double packing_ = 0;        // wanted
    double last_part_ = 1;
};

}  // namespace

template <int N>
double usual_growth_rate(double packing) {
    constexpr double dense = N == 2 ? 0.65 : 0.45;
    return packing < dense ? 0.02 + 0.1 * (dense - packing) : 0.02;
}

template <int N>
GrowthResult<N> grow(const GrowthRequest<N>& request) {
    return GrowthRun<N>(request).run();
}

template double usual_growth_rate<2>(double packing);
template double usual_growth_rate<3>(double packing);
template GrowthResult<2> grow(const GrowthRequest<2>&);
template GrowthResult<3> grow(const GrowthRequest<3>&);

}  // namespace carom::detail

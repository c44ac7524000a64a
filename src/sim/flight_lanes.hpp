// Flights in packs of coordinates: the operations of plain doubles, in their order.
//
// Everything here depends on the instruction set, so that code compiled for one never serves another.
#pragma once

#include <cstring>
#include <limits>

#include "carom/core/instruction_set.hpp"
#include "math/pack.hpp"
#include "sim/flight_functions.hpp"

namespace carom::detail {

template <InstructionSet Set, int N>
struct FlightLanes {
    static constexpr int kWidth = N == 2 ? 2 : 4;
    using Lanes = typename PackTypes<double, kWidth>::Lanes;
    using Floats = typename PackTypes<float, kWidth>::Lanes;

    /// N numbers, and zero behind three. One by one: they may have just been written so, and to read them
    /// together would have to wait until they are in the cache.
    static Lanes load(const double* from) {
        if constexpr (N == 2)
            return Lanes{from[0], from[1]};
        else
            return Lanes{from[0], from[1], from[2], 0};
    }
    static Lanes load(const float* from) {
        if constexpr (N == 2)
            return __builtin_convertvector((Floats{from[0], from[1]}), Lanes);
        else
            return __builtin_convertvector((Floats{from[0], from[1], from[2], 0}), Lanes);
    }
    /// Of four numbers.
    static Lanes load_padded(const double* from) {
        Lanes lanes;
        std::memcpy(&lanes, from, sizeof lanes);
        return lanes;
    }
    static void store(double* to, Lanes lanes) { std::memcpy(to, &lanes, sizeof lanes); }

    static double sum(Lanes x) {
        if constexpr (N == 2) return x[0] + x[1];
        return x[0] + x[1] + x[2];
    }
    static Lanes sizes(Lanes x) { return absolute(Pack<double, kWidth>(x)).lanes; }
    static double largest(Lanes sizes) {
        double result = sizes[0] > sizes[1] ? sizes[0] : sizes[1];
        if constexpr (N == 3) result = sizes[2] > result ? sizes[2] : result;
        return result;
    }
    static double least(Lanes sizes) {
        double result = sizes[0] < sizes[1] ? sizes[0] : sizes[1];
        if constexpr (N == 3) result = sizes[2] < result ? sizes[2] : result;
        return result;
    }
    /// As that of doubles; 0 is positive.
    static Lanes nearest_whole(Lanes x) {
        constexpr double kAllDigits = 0x1.8p52;
        return ((x + kAllDigits) - kAllDigits) + 0.0;
    }

    /// `BallInUnits` in packs.
    struct Ball {
        Lanes position;
        Lanes velocity;
        double radius = 0;
        double since = 0;
    };

    static Ball in_lanes(const BallInUnits& ball) {
        return {load(ball.position), load(ball.velocity), ball.radius, ball.since};
    }

    static InShell bounding_flight(const FlightUnits& units, const Ball& ball, const float* center,
                                   double size, BoundingFlight<N>& flight) {
        const Lanes middle = load(center);
        const Lanes stored = (ball.position - load_padded(units.center)) * units.length;
        const Lanes boxes = nearest_whole((middle - stored) * load_padded(units.per_period));
        const Lanes x = stored + boxes * load_padded(units.period);
        const Lanes v = ball.velocity * units.speed;
        const Lanes off = x - middle;
        InShell in;
        store(in.x, x);
        store(in.v, v);
        in.along = sum(off * v);
        in.squared = sum(off * off);
        in.speed = sum(v * v);
        in.farthest = largest(sizes(x));
        in.fastest = largest(sizes(v));
        const double slack = 0x1p-20 * (in.farthest + 2 * units.horizon * in.fastest + units.widest + size);
        in.slack = static_cast<float>(slack);
        write(x - v * ball.since, v, (ball.radius + slack) * (1 + 0x1p-22), flight);
        return in;
    }

    static Leaving straight_flight(const FlightUnits& units, const Ball& ball, const Shell<N>& shell,
                                   BoundingFlight<N>& flight) {
        const auto reach = static_cast<double>(shell.reach);
        const InShell in = bounding_flight(units, ball, shell.center, ball.radius + reach, flight);
        const double way =
            way_in_shell<FlightLanes>(units, reach - ball.radius - kPositionSlack * in.farthest);
        return {time_to_leave<FlightLanes>(in, way, N), in.slack};
    }

    /// All at once: a flight that was written in pieces has to wait for each of them when it is read as one.
    /// What moves, however slowly, is not at rest.
    static void write(Lanes position, Lanes velocity, double reach, BoundingFlight<N>& flight) {
        constexpr float kLeast = std::numeric_limits<float>::min();
        const Floats x = __builtin_convertvector(position, Floats);
        Floats v = __builtin_convertvector(velocity, Floats);
        if (least(sizes(velocity)) < static_cast<double>(kLeast)) [[unlikely]] {
            for (int k = 0; k < N; ++k)
                if (v[k] == 0 && velocity[k] != 0) v[k] = kLeast;
        }
        BoundingFlight<N> whole;
        std::memcpy(static_cast<void*>(&whole), &x, sizeof whole.position);
        std::memcpy(&whole.velocity, &v, sizeof whole.velocity);
        whole.reach = static_cast<float>(reach);
        whole.flights = flight.flights;
        flight = whole;
    }

    static CellsOnWay cells_on_way(const CellAxes& axes, const double* position, const double* velocity,
                                   double time, double reach, double slack) {
        const Lanes zero{};
        const Lanes lower = load_padded(axes.lower);
        const Lanes width = load_padded(axes.width);
        const Lanes per_width = load_padded(axes.per_width);
        const Lanes count = load_padded(axes.count);
        const Lanes from = load(position);
        const Lanes v = load(velocity);
        const Lanes step = v * time;
        const Lanes to = from + step;
        const Lanes room = (sizes(from) + sizes(to) + sizes(lower)) * slack + reach;
        const Lanes low = (from < to ? from : to) - room - lower;
        const Lanes high = (from < to ? to : from) + room - lower;
        const Lanes first = floor(low * per_width);
        const Lanes last = floor(high * per_width);
        const Lanes left = v > zero ? (last + 1.0) * width - high : low - first * width;
        const Lanes speed = sizes(v);
        const Lanes never = zero + std::numeric_limits<double>::infinity();
        const Lanes waits = speed > zero ? (left > zero ? left : zero) / speed : never;
        CellsOnWay cells;
        cells.wait = least(waits);
        cells.axis = waits[0] == cells.wait ? 0 : waits[1] == cells.wait ? 1 : 2;
        cells.is_upward = v[cells.axis] > 0;
        cells.longest = largest(sizes(step));
        write(cells.first, first - floor(first * load_padded(axes.per_count)) * count);
        const Lanes number = last - first + 1.0;
        write(cells.count, number < count ? number : count);
        return cells;
    }

    static Lanes floor(Lanes x) {
        constexpr double kAllDigits = 0x1.8p52;
        const Lanes whole = (x + kAllDigits) - kAllDigits;
        return whole > x ? whole - 1.0 : whole;
    }
    static void write(std::int32_t* to, Lanes x) {
        typedef std::int32_t Whole __attribute__((vector_size(4 * kWidth)));  // NOLINT(modernize-use-using)
        const Whole whole = __builtin_convertvector(x, Whole);
        std::memcpy(to, &whole, sizeof whole);
    }

    static bool impact(const double* d_from, const double* va_from, const double* vb_from,
                       double inverse_mass_a, double inverse_mass_b, double restitution, double* after_a,
                       double* after_b) {
        const Lanes d = load(d_from);
        Lanes then_a;
        Lanes then_b;
        const bool told = part({d, direction(d)}, {load(va_from), inverse_mass_a},
                               {load(vb_from), inverse_mass_b}, restitution, then_a, then_b);
        if (!told) return false;
        store(after_a, then_a);
        store(after_b, then_b);
        return true;
    }

    static Lanes direction(Lanes d) { return d / __builtin_sqrt(sum(d * d)); }

    /// From a to b, and its direction.
    struct Apart {
        Lanes d;
        Lanes n;
    };
    struct Party {
        Lanes velocity;
        double inverse_mass = 0;
    };

    /// The velocities after an impact; false where it takes more than plain doubles to tell.
    static bool part(const Apart& apart, const Party& one, const Party& other, double restitution,
                     Lanes& then_a, Lanes& then_b) {
        const auto& [d, n] = apart;
        const Lanes va = one.velocity;
        const Lanes vb = other.velocity;
        const double total = one.inverse_mass + other.inverse_mass;
        const double size = largest(sizes(d));
        const bool usual = total > 0 && total < 0x1p1000 && size >= 0x1p-200 && size <= 0x1p200;
        const double impulse = (1 + restitution) * sum(n * (vb - va));
        const double a = one.inverse_mass / total * impulse;
        const double b = other.inverse_mass / total * impulse;
        then_a = va + a * n;
        then_b = vb + -b * n;
        return usual && surely(d, vb - va, -1) && surely(d, then_b - then_a, 1);
    }

    /// True when plain doubles tell that d.w has this sign, as in `rate_sign`.
    static bool surely(Lanes d, Lanes w, double sign) {
        const Lanes terms = d * w;
        const double size = sum(sizes(terms));
        return size >= 0x1p-900 && size <= 0x1p1000 && sign * sum(terms) > 0x1p-44 * size;
    }
};

template <InstructionSet Set, int N>
[[gnu::flatten]] InShell bounding_flight_in_lanes(const FlightUnits& units, const BallInUnits& ball,
                                                  const float* center, double size,
                                                  BoundingFlight<N>& flight) {
    return FlightLanes<Set, N>::bounding_flight(units, FlightLanes<Set, N>::in_lanes(ball), center, size,
                                                flight);
}

template <InstructionSet Set, int N>
[[gnu::flatten]] Leaving straight_flight_in_lanes(const FlightUnits& units, const BallInUnits& ball,
                                                  const Shell<N>& shell, BoundingFlight<N>& flight) {
    return FlightLanes<Set, N>::straight_flight(units, FlightLanes<Set, N>::in_lanes(ball), shell, flight);
}

template <InstructionSet Set, int N>
[[gnu::flatten]] CellsOnWay cells_on_way_in_lanes(const CellAxes& axes, const double* position,
                                                  const double* velocity, double time, double reach,
                                                  double slack) {
    return FlightLanes<Set, N>::cells_on_way(axes, position, velocity, time, reach, slack);
}

template <InstructionSet Set, int N>
[[gnu::flatten]] bool impact_in_lanes(const double* d, const double* va, const double* vb,
                                      double inverse_mass_a, double inverse_mass_b, double restitution,
                                      double* after_a, double* after_b) {
    return FlightLanes<Set, N>::impact(d, va, vb, inverse_mass_a, inverse_mass_b, restitution, after_a,
                                       after_b);
}

}  // namespace carom::detail

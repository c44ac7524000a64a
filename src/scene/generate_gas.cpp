// Random sequential insertion of balls, with a grid of those already there.
#include <algorithm>
#include <numeric>

#include "carom/pair/overlap.hpp"
#include "carom/scene/generate.hpp"
#include "core/float_environment.hpp"
#include "scene/random.hpp"
#include "scene/request.hpp"

namespace carom {
namespace {

using namespace detail;

/// At the packing limits a free place takes a few hundred draws on average; so many failures mean there is
/// none.
constexpr int kMostDraws = 1'000'000;

template <int N>
double volume(double radius) {
    constexpr double pi = 3.14159265358979323846;
    return N == 2 ? pi * radius * radius : 4 * pi / 3 * radius * radius * radius;
}

template <int N>
double volume(const Box<double, N>& box) {
    double product = 1;
    for (int k = 0; k < N; ++k) product *= box.upper[k] - box.lower[k];
    return product;
}

struct Mixture {
    std::vector<std::size_t> counts;  ///< per species
    std::size_t total = 0;
};

/// Splits `count` in proportion to the shares, so that the first k species together are rounded once.
std::vector<std::size_t> apportioned(const std::vector<Species>& species, double count) {
    double sum = 0;
    for (const Species& one : species) sum += one.share;
    std::vector<std::size_t> counts;
    double so_far = 0;
    std::size_t given = 0;
    for (const Species& one : species) {
        so_far += one.share;
        const auto until = static_cast<std::size_t>(std::floor(so_far / sum * count + 0.5));
        counts.push_back(until - given);
        given = until;
    }
    return counts;
}

template <int N>
double mean_volume(const std::vector<Species>& species) {
    double volumes = 0;
    double shares = 0;
    for (const Species& one : species) {
        volumes += one.share * volume<N>(one.radius);
        shares += one.share;
    }
    return volumes / shares;
}

std::optional<GenerateError> complaint(const std::vector<Species>& species) {
    if (species.empty()) return refusal("species", "a gas needs at least one species");
    for (const Species& one : species) {
        auto error = first_of(must_be_positive("share", one.share), must_be_positive("radius", one.radius),
                              must_be_positive("mass", one.mass));
        if (error) return error;
    }
    return {};
}

template <int N>
std::optional<GenerateError> complaint(const Box<double, N>& region, const World<N>& world) {
    if (!is_finite(region.lower) || !is_finite(region.upper))
        return refusal("region", "the region must be finite");
    for (int k = 0; k < N; ++k) {
        const std::string axis = " on axis " + axis_name(k);
        if (!(region.lower[k] < region.upper[k])) return refusal("region", "the region has no width" + axis);
        if (boundary_of(world, k) == Boundary::open) continue;
        if (!(region.lower[k] >= world.box.lower[k]) || !(region.upper[k] <= world.box.upper[k])) {
            return refusal("region", "the region reaches outside the box of the world" + axis);
        }
    }
    return {};
}

template <int N>
GenerateError too_dense(const RandomGas<N>& request, double packing) {
    return refusal(request.packing ? "packing" : "count",
                   "a packing of " + rough(packing) + " is above " + text(max_gas_packing<N>) +
                       ", the most for a random gas in " + std::to_string(N) +
                       " dimensions; use a lattice, or fewer or smaller balls");
}

template <int N>
Result<Mixture, GenerateError> mixture(const RandomGas<N>& request) {
    if (request.count.has_value() == request.packing.has_value()) {
        return refusal("count", "exactly one of count and packing must be given");
    }
    const double space = volume(request.region);
    const double each = mean_volume<N>(request.species);
    if (request.packing && !(*request.packing > 0)) return refusal("packing", "packing must be above 0");
    if (request.packing && *request.packing > max_gas_packing<N>) return too_dense(request, *request.packing);
    const double count = request.count ? static_cast<double>(*request.count)
                                       : std::floor(*request.packing * space / each + 1e-6);
    if (const auto error = must_be_count(request.count ? "count" : "packing", count)) return *error;
    if (count * each / space > max_gas_packing<N> * (1 + 1e-9))
        return too_dense(request, count * each / space);
    return Mixture{apportioned(request.species, count), static_cast<std::size_t>(count)};
}

/// Puts balls one by one to where nothing is yet.
template <int N>
class Insertion {
public:
    Insertion(const RandomGas<N>& request, const World<N>& world, std::size_t count,
              std::span<const SceneBall<N>> present)
        : region_(request.region),
          world_(world),
          slack_(8 * ulp(larger(largest(request.region.lower), largest(request.region.upper)))),
          periods_(periods_of(world, generate<bool, N>([](int) { return true; }))),
          random_(request.seed),
          grid_(periods_, radii(request, present), count + present.size(), slack_) {
        for (const SceneBall<N>& ball : present) {
            if (usable(ball)) grid_.insert(0, {ball.position, ball.radius});
        }
    }

    /// A free place for a ball; empty when none was found.
    std::optional<Vec<double, N>> place(double radius) {
        Ball<double, N> ball{{}, radius};
        for (int draw = 0; draw < kMostDraws; ++draw) {
            for (int k = 0; k < N; ++k) ball.center[k] = coordinate(k, radius);
            if (!inside(ball) || blocked(ball)) continue;
            grid_.insert(0, ball);
            return ball.center;
        }
        return {};
    }

    /// Do balls of this radius fit between the sides, and can the coordinates tell them?
    std::optional<GenerateError> complaint(double radius) const {
        if (radius < kRadiusUlps / 8 * slack_) {
            return refusal("radius",
                           "radius " + text(radius) + " is below 65536 ulp of the region's coordinates");
        }
        for (int k = 0; k < N; ++k) {
            const double room = region_.upper[k] - region_.lower[k];
            if (room > 2 * radius) continue;
            return refusal("radius", "the region is too small: it is " + text(room) + " wide on axis " +
                                         axis_name(k) + ", the diameter of a ball is " + text(2 * radius));
        }
        return {};
    }

private:
    static bool usable(const SceneBall<N>& ball) {
        return is_finite(ball.position) && ball.radius >= kSmallest && ball.radius <= kLargest &&
               ball.radius >= kRadiusUlps * ulp(largest(ball.position));
    }

    static std::vector<double> radii(const RandomGas<N>& request, std::span<const SceneBall<N>> present) {
        std::vector<double> result;
        for (const Species& one : request.species) result.push_back(one.radius);
        for (const SceneBall<N>& ball : present) {
            if (usable(ball)) result.push_back(ball.radius);
        }
        return result;
    }

    bool wraps(int k) const {
        return periods_.periodic[k] && region_.lower[k] == world_.box.lower[k] &&
               region_.upper[k] == world_.box.upper[k];
    }

    double coordinate(int k, double radius) {
        const double margin = wraps(k) ? 0 : radius;
        const double lower = region_.lower[k] + margin;
        return lower + random_.uniform() * ((region_.upper[k] - margin) - lower);
    }

    /// What rounding may have spoilt, and the further walls.
    bool inside(const Ball<double, N>& ball) const {
        for (int k = 0; k < N; ++k) {
            if (wraps(k)) {
                if (!(ball.center[k] < region_.upper[k])) return false;
            } else if (gap_above(region_.lower[k], ball.center[k], ball.radius) < 0 ||
                       gap_below(region_.upper[k], ball.center[k], ball.radius) < 0) {
                return false;
            }
        }
        return std::all_of(world_.walls.begin(), world_.walls.end(),
                           [&](const Wall<N>& wall) { return gap(ball, wall.half_space) >= 0; });
    }

    /// In plain doubles, with a margin far beyond their rounding: a place refused for it is no loss.
    bool blocked(const Ball<double, N>& ball) const {
        return grid_.any_near(
            ball, BallGrid<N>::Classes::all, [&](const typename BallGrid<N>::Candidate& other) {
                const double reach = (ball.radius + other.shape.radius + slack_) * (1 + 0x1p-40);
                double squared = 0;
                for (int k = 0; k < N; ++k) {
                    const double d =
                        (other.shape.center[k] - ball.center[k]) + other.shift[k] * periods_.width[k];
                    squared += d * d;
                }
                return squared <= reach * reach;
            });
    }

    Box<double, N> region_;
    const World<N>& world_;
    double slack_ = 0;
    Periods<N> periods_;
    Random random_;
    BallGrid<N> grid_;
};

/// Species by decreasing radius: the large ones find no place among the small.
std::vector<std::size_t> large_first(const std::vector<Species>& species) {
    std::vector<std::size_t> order(species.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return species[a].radius > species[b].radius; });
    return order;
}

template <int N>
GenerateError no_place(std::size_t placed, std::size_t total, double radius) {
    return refusal("", "no room for more than " + text(placed) + " of " + text(total) +
                           " balls: " + text(std::size_t{kMostDraws}) + " places for a ball of radius " +
                           text(radius) + " were all taken or behind walls");
}

}  // namespace

template <int N>
GeneratedBalls<N> make_random_gas(const RandomGas<N>& request, const World<N>& world,
                                  std::span<const SceneBall<N>> present) {
    const DefaultFloatEnvironment environment;
    if (const auto error = first_of(complaint(request.species), complaint(request.region, world)))
        return *error;
    const Result<Mixture, GenerateError> mix = mixture(request);
    if (!mix) return mix.error();
    Insertion<N> insertion(request, world, mix->total, present);
    std::vector<std::vector<Vec<double, N>>> places(request.species.size());
    std::size_t placed = 0;
    for (const std::size_t kind : large_first(request.species)) {
        const double radius = request.species[kind].radius;
        if (const auto error = insertion.complaint(radius)) return *error;
        for (; places[kind].size() < mix->counts[kind]; ++placed) {
            const auto place = insertion.place(radius);
            if (!place) return no_place<N>(placed, mix->total, radius);
            places[kind].push_back(*place);
        }
    }
    std::vector<SceneBall<N>> balls;
    balls.reserve(mix->total);
    for (std::size_t kind = 0; kind < places.size(); ++kind) {
        const Species& one = request.species[kind];
        for (const Vec<double, N>& place : places[kind]) {
            balls.push_back({numbered(request.name, balls.size()), place, {}, one.radius, one.mass});
        }
    }
    if (auto error = set_in_motion<N>(balls, request.motion)) return *error;
    return balls;
}

template GeneratedBalls<2> make_random_gas(const RandomGas<2>&, const World<2>&,
                                           std::span<const SceneBall<2>>);
template GeneratedBalls<3> make_random_gas(const RandomGas<3>&, const World<3>&,
                                           std::span<const SceneBall<3>>);

}  // namespace carom

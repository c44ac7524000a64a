// Random sequential insertion of balls, with a grid of those already there.
#include <algorithm>
#include <numeric>

#include "carom/pair/overlap.hpp"
#include "carom/scene/generate.hpp"
#include "core/float_environment.hpp"
#include "core/patience.hpp"
#include "scene/ball_grid.hpp"
#include "scene/gas_mixture.hpp"
#include "scene/random.hpp"
#include "scene/request.hpp"

namespace carom {
namespace {

using namespace detail;

/// At the packing limits a free place takes a few hundred draws on average; so many failures mean there is
/// none.
constexpr int kMostDraws = 1'000'000;

/// Puts balls one by one to where nothing is yet.
template <int N>
class Insertion {
public:
    Insertion(const RandomGas<N>& request, const World<N>& world, std::size_t count,
              std::span<const SceneBall<N>> present)
        : region_(request.region),
          world_(world),
          slack_(8 * ulp(larger(largest(request.region.lower), largest(request.region.upper)))),
          wraps_(generate<bool, N>([&](int k) { return is_periodic(request, world, k); })),
          periods_(periods_of(world, generate<bool, N>([](int) { return true; }))),
          random_(request.seed),
          grid_(periods_, radii(request, present), count + present.size(), slack_) {
        for (const SceneBall<N>& ball : present) {
            if (usable(ball)) grid_.insert(0, {ball.position, ball.radius});
        }
    }

    /// A free place for a ball; empty when none was found in time.
    std::optional<Vec<double, N>> place(double radius, Patience& patience) {
        Ball<double, N> ball{{}, radius};
        for (int draw = 0; draw < kMostDraws && !patience.ends(); ++draw) {
            for (int k = 0; k < N; ++k) ball.center[k] = coordinate(k, radius);
            if (!inside(ball) || blocked(ball)) continue;
            grid_.insert(0, ball);
            return ball.center;
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

    double coordinate(int k, double radius) {
        const double margin = wraps_[k] ? 0 : radius;
        const double lower = region_.lower[k] + margin;
        return lower + random_.uniform() * ((region_.upper[k] - margin) - lower);
    }

    /// What rounding may have spoilt, and the further walls.
    bool inside(const Ball<double, N>& ball) const {
        for (int k = 0; k < N; ++k) {
            if (wraps_[k]) {
                if (!(ball.center[k] < region_.upper[k])) return false;
            } else if (gap_above(region_.lower[k], ball.center[k], ball.radius) < 0 ||
                       gap_below(region_.upper[k], ball.center[k], ball.radius) < 0) {
                return false;
            }
        }
        const auto outside = [&](const Container<N>& container) {
            return gap_inside(container, ball.center, ball.radius) < 0;
        };
        return std::none_of(world_.containers.begin(), world_.containers.end(), outside) &&
               std::all_of(world_.walls.begin(), world_.walls.end(),
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
    Vec<bool, N> wraps_;
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

GenerateError stopped(std::size_t placed, std::size_t total) {
    return refusal("", "insertion was stopped after " + text(placed) + " of " + text(total) + " balls");
}

}  // namespace

template <int N>
GeneratedBalls<N> make_random_gas(const RandomGas<N>& request, const World<N>& world,
                                  std::span<const SceneBall<N>> present, const std::function<bool()>& go_on) {
    const DefaultFloatEnvironment environment;
    if (const auto error = complaint_about(request, world)) return *error;
    const Result<GasMixture, GenerateError> mix = gas_mixture(request, room_beside(present.size()));
    if (!mix) return mix.error();
    if (const auto error = must_not_exceed(max_gas_packing<N>, "random insertion", request, *mix))
        return *error;
    Insertion<N> insertion(request, world, mix->total, present);
    std::vector<std::vector<Vec<double, N>>> places(request.species.size());
    std::size_t placed = 0;
    Patience patience(go_on);
    for (const std::size_t kind : large_first(request.species)) {
        const double radius = request.species[kind].radius;
        if (const auto error = must_fit(request.region, radius)) return *error;
        for (; places[kind].size() < mix->counts[kind]; ++placed) {
            const auto place = insertion.place(radius, patience);
            if (patience.ended()) return stopped(placed, mix->total);
            if (!place) return no_place<N>(placed, mix->total, radius);
            places[kind].push_back(*place);
        }
    }
    std::vector<SceneBall<N>> balls;
    balls.reserve(mix->total);
    for (std::size_t kind = 0; kind < places.size(); ++kind) {
        const Species& one = request.species[kind];
        const std::string& name = one.name.empty() ? request.name : one.name;
        for (const Vec<double, N>& place : places[kind]) {
            balls.push_back({numbered(name, balls.size()), place, {}, one.radius, one.mass});
        }
    }
    if (auto error = set_in_motion<N>(balls, request.motion)) return *error;
    return balls;
}

template GeneratedBalls<2> make_random_gas(const RandomGas<2>&, const World<2>&,
                                           std::span<const SceneBall<2>>, const std::function<bool()>&);
template GeneratedBalls<3> make_random_gas(const RandomGas<3>&, const World<3>&,
                                           std::span<const SceneBall<3>>, const std::function<bool()>&);

}  // namespace carom

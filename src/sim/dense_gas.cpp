#include "carom/sim/dense_gas.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/float_environment.hpp"
#include "scene/gas_mixture.hpp"
#include "scene/request.hpp"
#include "sim/growth.hpp"
#include "sim/side_of.hpp"

namespace carom {
namespace {

using namespace detail;

/// What is inserted before it grows: free places are found at once. Narrow boxes may need less.
template <int N>
constexpr double kInserted = N == 2 ? 0.3 : 0.2;
constexpr double kLeastInserted = 1e-6;

/// Slower growth would seem to have no end; faster growth gets stuck at once.
constexpr double kSlowest = 1e-4;
constexpr double kFastest = 10;

std::optional<GenerateError> complaint_about(const Growth& growth) {
    if (!growth.rate || (*growth.rate >= kSlowest && *growth.rate <= kFastest)) return {};
    return refusal("growth_rate", "growth_rate is " + text(*growth.rate) + "; it must be within " +
                                      text(kSlowest) + " to " + text(kFastest));
}

/// Insertion found no place for some ball; all its other refusals name a field.
template <int N>
bool is_crowded(const GeneratedBalls<N>& balls) {
    return !balls && balls.error().field.empty();
}

template <int N>
std::optional<GenerateError> must_have_room(const RandomGas<N>& request, const World<N>& world) {
    for (const Species& one : request.species) {
        if (auto error = must_fit(request.region, one.radius)) return error;
        for (int k = 0; k < N; ++k) {
            const double width = request.region.upper[k] - request.region.lower[k];
            if (!is_periodic(request, world, k) || 2 * one.radius <= widest_growing * width) continue;
            return refusal("radius", "the diameter of a ball, " + text(2 * one.radius) + ", is above " +
                                         text(widest_growing) + " of the periodic region's width on axis " +
                                         axis_name(k) + ", " + text(width));
        }
    }
    return {};
}

template <int N>
GenerateError stuck(const RandomGas<N>& request, const GasMixture& mixture, const GrowthResult<N>& grown,
                    const Growth& growth) {
    const double rate = growth.rate.value_or(usual_growth_rate<N>(grown.packing));
    return refusal(request.packing ? "packing" : "count",
                   "the growing balls are jammed at a packing of " + rough(grown.packing) + ", short of " +
                       rough(mixture.packing) + "; ask for fewer or smaller balls, or a growth_rate below " +
                       rough(rate) + ", or another seed");
}

/// Balls at the places where a smaller part of each was put, in motion already.
template <int N>
struct Seeds {
    std::vector<SceneBall<N>> balls;
    double part = 0;
};

/// Asks `growth` before balls grow, and remembers the answer.
class InsertionWatch {
public:
    InsertionWatch(const Growth& growth, double wanted) {
        if (!growth.goes_on) return;
        go_on_ = [this, &growth, wanted] {
            stopped_ = !growth.goes_on({0, wanted});
            return !stopped_;
        };
    }
    InsertionWatch(const InsertionWatch&) = delete;
    InsertionWatch& operator=(const InsertionWatch&) = delete;
    ~InsertionWatch() = default;
    const std::function<bool()>& go_on() const { return go_on_; }
    bool stopped() const { return stopped_; }

private:
    std::function<bool()> go_on_;
    bool stopped_ = false;
};

template <int N>
Result<Seeds<N>, GenerateError> insert_seeds(RandomGas<N> request, const World<N>& world,
                                             const GasMixture& mixture, const InsertionWatch& watch) {
    const std::vector<Species> grown = request.species;
    request.packing.reset();
    request.count = mixture.total;
    for (double packing = std::min(kInserted<N>, mixture.packing);; packing /= 2) {
        const double part = side_of<N>(packing / mixture.packing);
        for (std::size_t i = 0; i < grown.size(); ++i) request.species[i].radius = part * grown[i].radius;
        GeneratedBalls<N> balls = make_random_gas(request, world, {}, watch.go_on());
        if (balls) return Seeds<N>{std::move(*balls), part};
        if (watch.stopped() || !is_crowded<N>(balls) || packing < kLeastInserted) return balls.error();
    }
}

template <int N>
GeneratedBalls<N> grown_gas(const RandomGas<N>& request, const World<N>& world, const GasMixture& mixture,
                            const Growth& growth, const InsertionWatch& watch) {
    if (auto error = must_have_room(request, world)) return *error;
    Result<Seeds<N>, GenerateError> seeds = insert_seeds(request, world, mixture, watch);
    if (!seeds) return seeds.error();
    std::vector<SceneBall<N>>& balls = seeds->balls;
    GrowthRequest<N> wanted;
    wanted.box = request.region;
    for (int k = 0; k < N; ++k) wanted.periodic[k] = is_periodic(request, world, k);
    for (std::size_t kind = 0; kind < request.species.size(); ++kind)
        wanted.radii.insert(wanted.radii.end(), mixture.counts[kind], request.species[kind].radius);
    for (const SceneBall<N>& ball : balls) wanted.centers.push_back(ball.position);
    wanted.start = seeds->part;
    wanted.rate = growth.rate.value_or(0);
    wanted.seed = request.seed;
    if (growth.goes_on)
        wanted.goes_on = [&](double packing) { return growth.goes_on({packing, mixture.packing}); };
    const GrowthResult<N> grown = grow(wanted);
    if (grown.end == GrowthEnd::jammed) return stuck(request, mixture, grown, growth);
    if (grown.end == GrowthEnd::stopped)
        return refusal("", "growth was stopped at a packing of " + rough(grown.packing));
    for (std::size_t i = 0; i < balls.size(); ++i) {
        balls[i].position = grown.centers[i];
        balls[i].radius = wanted.radii[i];
    }
    return std::move(balls);
}

}  // namespace

template <int N>
GeneratedBalls<N> make_dense_gas(const RandomGas<N>& request, const World<N>& world,
                                 std::span<const SceneBall<N>> present, const Growth& growth) {
    const DefaultFloatEnvironment environment;
    if (const auto error = complaint_about(request, world)) return *error;
    if (const auto error = complaint_about(growth)) return *error;
    const Result<GasMixture, GenerateError> mixture = gas_mixture(request, room_beside(present.size()));
    if (!mixture) return mixture.error();
    const bool alone = present.empty() && world.walls.empty() && world.containers.empty();
    if (auto error = must_not_exceed(alone ? max_dense_packing<N> : max_gas_packing<N>,
                                     alone ? "a random gas" : "a random gas among other balls or walls",
                                     request, *mixture)) {
        return *error;
    }
    const InsertionWatch watch(growth, mixture->packing);
    if (!must_not_exceed(max_gas_packing<N>, "", request, *mixture)) {
        GeneratedBalls<N> inserted = make_random_gas(request, world, present, watch.go_on());
        if (watch.stopped() || !is_crowded<N>(inserted) || !alone) return inserted;
    }
    return grown_gas(request, world, *mixture, growth, watch);
}

template GeneratedBalls<2> make_dense_gas(const RandomGas<2>&, const World<2>&, std::span<const SceneBall<2>>,
                                          const Growth&);
template GeneratedBalls<3> make_dense_gas(const RandomGas<3>&, const World<3>&, std::span<const SceneBall<3>>,
                                          const Growth&);

}  // namespace carom

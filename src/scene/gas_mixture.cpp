#include "scene/gas_mixture.hpp"

#include <cmath>

#include "scene/clearance.hpp"
#include "scene/request.hpp"

namespace carom::detail {
namespace {

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
                              must_be_mass(one.mass));
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

}  // namespace

template <int N>
std::optional<GenerateError> complaint_about(const RandomGas<N>& request, const World<N>& world) {
    return first_of(complaint(request.species), complaint(request.region, world));
}

template <int N>
std::optional<GenerateError> must_fit(const Box<double, N>& region, double radius) {
    if (radius < kRadiusUlps * ulp(larger(largest(region.lower), largest(region.upper)))) {
        return refusal("radius",
                       "radius " + text(radius) + " is below 65536 ulp of the region's coordinates");
    }
    for (int k = 0; k < N; ++k) {
        const double room = region.upper[k] - region.lower[k];
        if (room > 2 * radius) continue;
        return refusal("radius", "the region is too small: it is " + text(room) + " wide on axis " +
                                     axis_name(k) + ", the diameter of a ball is " + text(2 * radius));
    }
    return {};
}

template <int N>
Result<GasMixture, GenerateError> gas_mixture(const RandomGas<N>& request, std::size_t most) {
    if (request.count.has_value() == request.packing.has_value()) {
        return refusal("count", "exactly one of count and packing must be given");
    }
    const double space = volume(request.region);
    const double each = mean_volume<N>(request.species);
    if (request.packing && !(*request.packing > 0)) return refusal("packing", "packing must be above 0");
    const double count = request.count ? static_cast<double>(*request.count)
                                       : std::floor(*request.packing * space / each + 1e-6);
    if (const auto error = must_be_count(request.count ? "count" : "packing", count, most)) return *error;
    const auto parts = apportioned(request.species, count);
    for (std::size_t k = 0; k < request.species.size(); ++k) {
        if (parts[k] > 0) continue;
        return refusal("species", "species " + text(k) + " of the gas gets none of the " + text(count) +
                                      " balls: its share is " + text(request.species[k].share));
    }
    return GasMixture{parts, static_cast<std::size_t>(count), count * each / space};
}

template <int N>
std::optional<GenerateError> must_not_exceed(double most, const char* what, const RandomGas<N>& request,
                                             const GasMixture& mixture) {
    const double packing = request.packing.value_or(mixture.packing);
    if (packing <= most * (1 + 1e-9)) return {};
    return refusal(request.packing ? "packing" : "count",
                   "a packing of " + rough_beside(most, packing) + " is above " + text(most) +
                       ", the most for " + what + " in " + std::to_string(N) +
                       " dimensions; use a lattice, or fewer or smaller balls");
}

template <int N>
bool is_periodic(const RandomGas<N>& request, const World<N>& world, int axis) {
    return boundary_of(world, axis) == Boundary::periodic &&
           request.region.lower[axis] == world.box.lower[axis] &&
           request.region.upper[axis] == world.box.upper[axis];
}

template std::optional<GenerateError> complaint_about(const RandomGas<2>&, const World<2>&);
template std::optional<GenerateError> must_fit(const Box<double, 2>&, double);
template Result<GasMixture, GenerateError> gas_mixture(const RandomGas<2>&, std::size_t);
template std::optional<GenerateError> must_not_exceed(double, const char*, const RandomGas<2>&,
                                                      const GasMixture&);
template bool is_periodic(const RandomGas<2>&, const World<2>&, int);
template std::optional<GenerateError> complaint_about(const RandomGas<3>&, const World<3>&);
template std::optional<GenerateError> must_fit(const Box<double, 3>&, double);
template Result<GasMixture, GenerateError> gas_mixture(const RandomGas<3>&, std::size_t);
template std::optional<GenerateError> must_not_exceed(double, const char*, const RandomGas<3>&,
                                                      const GasMixture&);
template bool is_periodic(const RandomGas<3>&, const World<3>&, int);

}  // namespace carom::detail

// What a request for a random gas asks for: is it sound, and how many balls of each species are that?
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "carom/scene/generate.hpp"

namespace carom::detail {

struct GasMixture {
    std::vector<std::size_t> counts;  ///< per species
    std::size_t total = 0;
    double packing = 0;
};

/// Species and region: everything but the number of balls.
template <int N>
std::optional<GenerateError> complaint_about(const RandomGas<N>& request, const World<N>& world);

/// Does a ball fit between the sides of the region, and can the coordinates tell it?
template <int N>
std::optional<GenerateError> must_fit(const Box<double, N>& region, double radius);

/// The numbers of a sound request.
template <int N>
Result<GasMixture, GenerateError> gas_mixture(const RandomGas<N>& request, std::size_t most);

/// Refuses a mixture above `most`; `what` it is the most for goes into the message.
template <int N>
std::optional<GenerateError> must_not_exceed(double most, const char* what, const RandomGas<N>& request,
                                             const GasMixture& mixture);

/// Does the gas go through the faces of its region on this axis?
template <int N>
bool is_periodic(const RandomGas<N>& request, const World<N>& world, int axis);

}  // namespace carom::detail

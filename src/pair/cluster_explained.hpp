// Can pushes along the contacts of a group have changed its velocities so?
#pragma once

#include "pair/cluster_contacts.hpp"

namespace carom::detail {

/// True when they can, and without a gain of energy where immovable bodies rest, up to so many roundings of
/// velocities (`rounding`, a share of them) and what is taken from balls that come to rest. Between wedged
/// balls, pushes that do nothing together may grow in the law until only their roundings are left of the
/// answer.
template <int N>
bool is_explained(const ContactGroup<N>& group, const Velocities<N>& after, double rounding);

}  // namespace carom::detail

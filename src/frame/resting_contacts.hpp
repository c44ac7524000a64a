// Contacts that close too slowly to rebound, solved for what is left of a frame: each may close by its gap
// and no more.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "carom/pair/bounce.hpp"
#include "pair/cluster_contacts.hpp"

namespace carom::detail {

/// A contact of two bodies, or of one and a wall.
template <int N>
struct RestingContact {
    static constexpr std::uint32_t kWall = ~std::uint32_t{0};

    std::uint32_t a = 0;
    std::uint32_t b = kWall;
    Vec<double, N> normal;   ///< unit, from a
    double most = 0;         ///< the speed at which it may close; >= 0
    std::size_t number = 0;  ///< for the caller
};

/// Finds the velocities nearest to those given, in the metric of the masses, at which no contact closes
/// faster than it may. These are unique, and energy does not rise where immovable bodies rest.
template <int N>
class RestingContacts {
public:
    /// False when contacts still close faster by more than the tolerance: immovable bodies squeeze others.
    bool solve(std::span<const Body<double, N>> bodies, std::span<const RestingContact<N>> contacts,
               double tolerance);

    /// After the contacts.
    const Vec<double, N>& velocity(std::size_t body) const { return after_[place_[body]]; }

    /// How much this one of the contacts drives its bodies apart, in the metric; 0 when it does not.
    double push(std::size_t contact) const { return pushes_[contact]; }

    std::size_t bytes() const;

private:
    void set_bodies(std::span<const Body<double, N>> bodies);
    bool add(std::span<const Body<double, N>> bodies, const RestingContact<N>& contact);
    std::size_t place_of(std::span<const Body<double, N>> bodies, std::uint32_t body);

    ContactGroup<N> group_;
    std::vector<std::size_t> place_;  ///< in the group, of each body
    std::vector<std::size_t> chosen_;
    std::vector<double> aims_;    ///< the speeds at which contacts are to part
    std::vector<double> pushes_;  ///< of each contact
    Velocities<N> after_;
};

}  // namespace carom::detail

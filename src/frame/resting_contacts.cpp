#include "frame/resting_contacts.hpp"

#include <cmath>

#include "pair/cluster_projection.hpp"

namespace carom::detail {

/// Those that can move come first.
template <int N>
void RestingContacts<N>::set_bodies(std::span<const Body<double, N>> bodies) {
    group_.inverse_mass.clear();
    group_.start.clear();
    group_.contacts.clear();
    place_.assign(bodies.size(), 0);
    for (const bool is_movable : {true, false}) {
        if (!is_movable) group_.movable = group_.start.size();
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            if ((bodies[i].inverse_mass > 0) != is_movable) continue;
            place_[i] = group_.start.size();
            group_.inverse_mass.push_back(bodies[i].inverse_mass);
            group_.start.push_back(bodies[i].velocity);
        }
    }
}

/// What cannot move is there once for each of its contacts.
template <int N>
std::size_t RestingContacts<N>::place_of(std::span<const Body<double, N>> bodies, std::uint32_t body) {
    const bool is_wall = body == RestingContact<N>::kWall;
    if (!is_wall && bodies[body].inverse_mass > 0) return place_[body];
    group_.inverse_mass.push_back(0);
    group_.start.push_back(is_wall ? Vec<double, N>{} : bodies[body].velocity);
    return group_.start.size() - 1;
}

/// False when nothing moves that is in contact.
template <int N>
bool RestingContacts<N>::add(std::span<const Body<double, N>> bodies, const RestingContact<N>& contact) {
    ClusterContact<N> result{
        .a = place_of(bodies, contact.a), .b = place_of(bodies, contact.b), .normal = contact.normal};
    const double mass_a = group_.inverse_mass[result.a];
    const double mass_b = group_.inverse_mass[result.b];
    if (!(mass_a + mass_b > 0)) return false;
    result.share_a = mass_a / (mass_a + mass_b);
    result.share_b = mass_b / (mass_a + mass_b);
    result.weight = 1 / std::sqrt(mass_a + mass_b);
    chosen_.push_back(group_.contacts.size());
    group_.contacts.push_back(result);
    aims_.push_back(-contact.most);
    return true;
}

template <int N>
bool RestingContacts<N>::solve(std::span<const Body<double, N>> bodies,
                               std::span<const RestingContact<N>> contacts, double tolerance) {
    set_bodies(bodies);
    chosen_.clear();
    aims_.clear();
    pushes_.clear();
    for (const RestingContact<N>& contact : contacts) pushes_.push_back(add(bodies, contact) ? 1 : 0);
    after_ = group_.start;
    ClusterProjection<N> projection(group_);
    projection.solve(chosen_, after_, aims_);
    projection.apply(1, after_);
    std::size_t chosen = 0;
    for (double& push : pushes_) push = push > 0 ? projection.impulse(chosen++) : 0;
    for (const std::size_t c : chosen_) {
        if (!(parting_speed(group_.contacts[c], after_) >= aims_[c] - tolerance)) return false;
    }
    return true;
}

template <int N>
std::size_t RestingContacts<N>::bytes() const {
    return (after_.capacity() + group_.start.capacity()) * sizeof(Vec<double, N>) +
           (aims_.capacity() + pushes_.capacity() + group_.inverse_mass.capacity()) * sizeof(double) +
           (place_.capacity() + chosen_.capacity()) * sizeof(std::size_t) +
           group_.contacts.capacity() * sizeof(ClusterContact<N>);
}

template class RestingContacts<2>;
template class RestingContacts<3>;

}  // namespace carom::detail

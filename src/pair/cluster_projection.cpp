// The active set: contacts enter while they close, and leave when they would have to pull.
#include "pair/cluster_projection.hpp"

#include <algorithm>

namespace carom::detail {
namespace {

/// Closing by less than this part of the speeds is rounding: a velocity is the sum of a dozen impulses.
constexpr double kRounding = 0x1p-52;

/// Newton steps that bring the contacts that push to their aims; one is enough but for very unequal masses.
constexpr int kRefinements = 4;

}  // namespace

template <int N>
ClusterProjection<N>::ClusterProjection(const ContactGroup<N>& group)
    : group_(&group),
      changes_(group.start.size()),
      strains_(group.start.size(), 0),
      rows_(group.movable, 0) {}

template <int N>
void ClusterProjection<N>::start(std::span<const std::size_t> chosen, std::span<const double> aims) {
    for (const std::size_t body : bodies_) changes_[body] = {};
    unknowns_.clear();
    bodies_.clear();
    pushing_.clear();
    columns_.clear();
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        unknowns_.push_back({.contact = chosen[i], .aim = aims[i]});
        const ClusterContact<N>& contact = group_->contacts[chosen[i]];
        for (const std::size_t body : {contact.a, contact.b}) {
            bodies_.push_back(body);
        }
    }
    std::sort(bodies_.begin(), bodies_.end());
    bodies_.erase(std::unique(bodies_.begin(), bodies_.end()), bodies_.end());
    row_count_ = 0;
    for (const std::size_t body : bodies_) {
        if (body >= group_->movable) break;
        rows_[body] = row_count_;
        row_count_ += N;
    }
}

/// Velocity changes and slacks of the present impulses.
template <int N>
void ClusterProjection<N>::find_changes() {
    for (const std::size_t body : bodies_) {
        changes_[body] = {};
        strains_[body] = largest((*velocities_)[body]);
    }
    for (const std::size_t i : pushing_) {
        const ClusterContact<N>& contact = group_->contacts[unknowns_[i].contact];
        const double impulse = unknowns_[i].impulse / contact.weight;
        changes_[contact.a] = changes_[contact.a] - contact.share_a * impulse * contact.normal;
        changes_[contact.b] = changes_[contact.b] + contact.share_b * impulse * contact.normal;
        strains_[contact.a] += std::fabs(contact.share_a * impulse);
        strains_[contact.b] += std::fabs(contact.share_b * impulse);
    }
    for (Unknown& unknown : unknowns_) {
        const ClusterContact<N>& contact = group_->contacts[unknown.contact];
        const double speed = parting_speed(contact, *velocities_) + parting_speed(contact, changes_);
        unknown.slack = contact.weight * (speed - unknown.aim);
        unknown.rounding = contact.weight * kRounding * (strains_[contact.a] + strains_[contact.b]);
    }
}

/// The contact outside the active set that falls short of its aim most; null when all meet it.
template <int N>
typename ClusterProjection<N>::Unknown* ClusterProjection<N>::worst() {
    Unknown* result = nullptr;
    for (Unknown& unknown : unknowns_) {
        if (unknown.standing != Standing::outside) continue;
        if (!(unknown.slack < -unknown.rounding)) continue;
        if (result == nullptr || unknown.slack < result->slack) result = &unknown;
    }
    return result;
}

template <int N>
double ClusterProjection<N>::shortfall() const {
    double result = 0;
    for (const Unknown& unknown : unknowns_) {
        if (unknown.slack < 0) result = std::max(result, -unknown.slack / unknown.rounding);
    }
    return result;
}

/// The unit vector along which the contact's impulse acts, in the metric of the masses.
template <int N>
std::vector<double> ClusterProjection<N>::column(const Unknown& unknown) const {
    const ClusterContact<N>& contact = group_->contacts[unknown.contact];
    std::vector<double> result(row_count_, 0);
    const auto fill = [&](std::size_t body, double along) {
        if (body >= group_->movable) return;
        for (int k = 0; k < N; ++k) {
            result[rows_[body] + static_cast<std::size_t>(k)] = along * contact.normal[k];
        }
    };
    fill(contact.a, -std::sqrt(contact.share_a));
    fill(contact.b, std::sqrt(contact.share_b));
    return result;
}

template <int N>
void ClusterProjection<N>::leave(std::size_t place) {
    Unknown& unknown = unknowns_[pushing_[place]];
    unknown.standing = Standing::outside;
    unknown.impulse = 0;
    columns_.remove(place);
    pushing_.erase(pushing_.begin() + static_cast<std::ptrdiff_t>(place));
}

template <int N>
void ClusterProjection<N>::leave_without_impulse() {
    for (std::size_t place = pushing_.size(); place-- > 0;) {
        if (!(unknowns_[pushing_[place]].impulse > 0)) leave(place);
    }
}

/// The contact's column is a combination of those that push: its impulse takes the place of theirs until one
/// of them is used up, and that one leaves. False when none would be used up: the aims exclude each other.
template <int N>
bool ClusterProjection<N>::exchange(Unknown& unknown) {
    const std::vector<double> shares = columns_.combination();
    const double threshold =
        0x1p-20 * std::fabs(*std::max_element(shares.begin(), shares.end(), [](double x, double y) {
            return std::fabs(x) < std::fabs(y);
        }));
    std::size_t first = shares.size();
    double amount = 0;
    for (std::size_t k = 0; k < shares.size(); ++k) {
        if (!(shares[k] > threshold)) continue;
        const double possible = unknowns_[pushing_[k]].impulse / shares[k];
        if (first < shares.size() && possible >= amount) continue;
        first = k;
        amount = possible;
    }
    if (first == shares.size()) return false;
    for (std::size_t k = 0; k < shares.size(); ++k) {
        double& impulse = unknowns_[pushing_[k]].impulse;
        impulse = std::max(0.0, impulse - amount * shares[k]);
    }
    leave(first);
    unknown.impulse = amount;
    return true;
}

/// The impulses that bring all that push to their aims, whatever their signs.
template <int N>
std::vector<double> ClusterProjection<N>::balanced() {
    std::vector<double> kept;
    for (const std::size_t i : pushing_) kept.push_back(unknowns_[i].impulse);
    for (int round = 0; round < kRefinements; ++round) {
        find_changes();
        std::vector<double> step;
        bool exact = true;
        for (const std::size_t i : pushing_) {
            const Unknown& unknown = unknowns_[i];
            step.push_back(-unknown.slack);
            exact = exact && std::fabs(unknown.slack) <= unknown.rounding;
        }
        if (exact) break;
        columns_.solve(step);
        for (std::size_t k = 0; k < step.size(); ++k) unknowns_[pushing_[k]].impulse += step[k];
    }
    std::vector<double> result;
    for (std::size_t k = 0; k < pushing_.size(); ++k) {
        result.push_back(unknowns_[pushing_[k]].impulse);
        unknowns_[pushing_[k]].impulse = kept[k];
    }
    return result;
}

/// Goes from the present impulses toward the balanced ones as far as all stay >= 0; what reaches 0 leaves.
/// True when it arrived.
template <int N>
bool ClusterProjection<N>::balance() {
    const std::vector<double> target = balanced();
    double fraction = 1;
    std::size_t blocking = target.size();
    for (std::size_t k = 0; k < target.size(); ++k) {
        const double impulse = unknowns_[pushing_[k]].impulse;
        if (target[k] > 0 || impulse >= fraction * (impulse - target[k])) continue;
        fraction = impulse / (impulse - target[k]);
        blocking = k;
    }
    for (std::size_t k = 0; k < target.size(); ++k) {
        double& impulse = unknowns_[pushing_[k]].impulse;
        impulse = blocking == target.size() ? target[k] : impulse + fraction * (target[k] - impulse);
        if (k == blocking) impulse = 0;
    }
    leave_without_impulse();
    return blocking == target.size();
}

template <int N>
void ClusterProjection<N>::end_waiting() {
    for (Unknown& unknown : unknowns_) {
        if (unknown.standing == Standing::waits) unknown.standing = Standing::outside;
    }
}

template <int N>
void ClusterProjection<N>::enter(Unknown& unknown) {
    const auto index = static_cast<std::size_t>(&unknown - unknowns_.data());
    const bool fits =
        columns_.append(column(unknown)) || (exchange(unknown) && columns_.append(column(unknown)));
    if (fits) {
        unknown.standing = Standing::pushes;
        pushing_.push_back(index);
    }
    while (!balance()) {
    }
    if (unknown.standing == Standing::pushes) {
        end_waiting();
    } else {
        unknown.impulse = 0;
        unknown.standing = Standing::waits;
    }
}

/// An impulse as small as the rounding of its contact's speed is none: else balls would move that are not
/// struck.
template <int N>
void ClusterProjection<N>::drop_rounding() {
    for (std::size_t place = pushing_.size(); place-- > 0;) {
        const Unknown& unknown = unknowns_[pushing_[place]];
        if (unknown.impulse <= unknown.rounding) leave(place);
    }
    find_changes();
}

template <int N>
double ClusterProjection<N>::solve(std::span<const std::size_t> chosen, const Velocities<N>& velocities,
                                   std::span<const double> aims) {
    velocities_ = &velocities;
    start(chosen, aims);
    find_changes();
    std::size_t steps = 16 + 8 * chosen.size();
    for (Unknown* next = worst(); next != nullptr && steps > 0; next = worst()) {
        enter(*next);
        find_changes();
        --steps;
    }
    drop_rounding();
    double impulses = 0;
    for (const std::size_t i : pushing_) impulses += unknowns_[i].impulse;
    most_impulses_ = std::max(most_impulses_, impulses);
    return shortfall();
}

template <int N>
void ClusterProjection<N>::apply(double times, Velocities<N>& velocities) const {
    for (const std::size_t body : bodies_) velocities[body] = velocities[body] + times * changes_[body];
}

template class ClusterProjection<2>;
template class ClusterProjection<3>;

}  // namespace carom::detail

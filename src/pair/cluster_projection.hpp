// The nearest velocities at which given contacts do not close.
//
//   minimise |v' - v|^2 in the metric of the masses, such that n.(vb' - va') >= aim for each contact
//
// Its dual is a least-squares problem in non-negative impulses, solved by an active set: C. L. Lawson,
// R. J. Hanson, "Solving Least Squares Problems", 1974, chapter 23. Contacts whose normals depend on those
// that push already never enter, so redundant contacts do no harm. Derivation: docs/math/cluster_bounce.md.
#pragma once

#include <span>
#include <vector>

#include "pair/cluster_columns.hpp"
#include "pair/cluster_contacts.hpp"

namespace carom::detail {

/// Solves one problem after another about the contacts of one group.
template <int N>
class ClusterProjection {
public:
    explicit ClusterProjection(const ContactGroup<N>& group);

    /// `chosen` contacts are to part at `aims` or faster, `aims` in the same order. Returns by how much the
    /// worst falls short, in units of the rounding of its speed; more than 1 when the aims exclude each
    /// other.
    double solve(std::span<const std::size_t> chosen, const Velocities<N>& velocities,
                 std::span<const double> aims);

    /// Adds `times` the change of velocities that was found.
    void apply(double times, Velocities<N>& velocities) const;

    /// Of one of the chosen contacts, in the metric; >= 0.
    double impulse(std::size_t chosen) const { return unknowns_[chosen].impulse; }
    /// The sum of all impulses, in the metric, of the solution so far that had most: what rounding may do.
    double most_impulses() const { return most_impulses_; }

    /// True when the solution has an impulse.
    bool pushed() const { return !pushing_.empty(); }

private:
    enum class Standing : unsigned char {
        outside,  // no impulse
        pushes,   // in the active set
        waits,    // could not come in: not again before the active set changes
    };
    struct Unknown {
        std::size_t contact = 0;
        double aim = 0;
        double impulse = 0;   // times weight; >= 0
        double slack = 0;     // weight * (parting speed - aim), with the impulses
        double rounding = 0;  // of the slack
        Standing standing = Standing::outside;
    };

    void start(std::span<const std::size_t> chosen, std::span<const double> aims);
    void find_changes();
    Unknown* worst();
    void drop_rounding();
    double shortfall() const;
    void enter(Unknown& unknown);
    void end_waiting();
    bool exchange(Unknown& unknown);
    bool balance();
    std::vector<double> balanced();
    std::vector<double> column(const Unknown& unknown) const;
    void leave(std::size_t place);
    void leave_without_impulse();

    const ContactGroup<N>* group_;
    const Velocities<N>* velocities_ = nullptr;
    Velocities<N> changes_;            // of every body
    std::vector<double> strains_;      // sum of the sizes of all that makes up a velocity
    std::vector<std::size_t> rows_;    // place of a movable body in the columns
    std::vector<std::size_t> bodies_;  // bodies of the chosen contacts
    std::size_t row_count_ = 0;
    std::vector<Unknown> unknowns_;
    std::vector<std::size_t> pushing_;  // indices of unknowns, in the order of the columns
    ClusterColumns columns_;
    double most_impulses_ = 0;
};

}  // namespace carom::detail

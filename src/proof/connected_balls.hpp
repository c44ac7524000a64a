// Balls that hang together in an impact, as they come and as they leave: their contacts, and whether they
// leave as the law of clusters says. Bounds: docs/math/check.md.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "proof/cluster_law.hpp"
#include "proof/cluster_touches.hpp"
#include "proof/impact.hpp"
#include "proof/pair_prover.hpp"
#include "proof/report_builder.hpp"

namespace carom::proof {

/// More balls than this bounce pair by pair. It also bounds the work on a file that nobody simulated.
inline constexpr std::size_t kMostConnected = 128;

template <int N>
class ConnectedBalls {
public:
    using Touch = ClusterTouch<N>;

    /// Both have to outlive it.
    ConnectedBalls(const PairProver<N>& prover, ReportBuilder& report);

    /// Looks at the balls of these records, whose states are those after the impact. They have to stay as
    /// they are while the others are called. Precondition: the flights of the prover are those before the
    /// impact.
    void find(const std::vector<Event<N>>& records);

    std::size_t size() const { return partners_.size(); }
    /// By index in the records, as all places.
    const Partner<N>& partner(std::size_t place) const { return partners_[place]; }
    double mass(std::size_t place) const;
    const std::vector<Touch>& touches() const { return in_touch_.touches(); }
    bool may_close_ring() const { return in_touch_.may_close_ring(); }

    /// Of the fastest ball, before or after.
    double speed() const { return speed_; }
    /// Velocities of the images that hang together. In a sheared box those in other rows are faster.
    WideVec<N> before(std::size_t place) const { return partners_[place].before + flow(row(place)); }
    WideVec<N> after(std::size_t place) const { return partners_[place].after + flow(row(place)); }
    /// Speed at which the distance grows.
    double parting(const Touch& touch, bool after) const;
    /// How far rounding, and the law, may be off in that speed.
    double slack(const Touch& touch) const;
    /// True when nothing immovable is in touch.
    bool is_free() const;

    /// May a ball have the velocity that the law gives it?
    bool has(std::size_t place, const WideVec<N>& velocity, const LawAnswer<N>& answer, double tilt) const;
    /// Are the velocities after the impact those of an answer of the law?
    bool explains(const LawAnswer<N>& answer, double tilt) const;
    /// An answer of the law, and how far rounding may turn its normals.
    using Accept = std::function<bool(const LawAnswer<N>&, double tilt)>;
    /// Does one of the law's answers do, with some choice of the contacts that rounding leaves open?
    /// `perhaps` where rounding decides.
    Answer asks_law(double restitution, const Accept& does) const;

private:
    /// The boxes up from the first ball's, in a sheared box.
    double row(std::size_t place) const { return in_touch_.row(place).value_or(0); }
    WideVec<N> flow(double row) const;
    double share_off(std::size_t place, const WideVec<N>& velocity, const LawAnswer<N>& answer,
                     double tilt) const;
    LawQuestion<N> question(double restitution, unsigned left_out) const;
    double blur() const;
    std::size_t unsure_touches() const;
    bool has_wedge() const;

    const PairProver<N>* prover_;
    ReportBuilder* report_;
    const std::vector<Event<N>>* records_ = nullptr;
    ClusterTouches<N> in_touch_;
    std::vector<Partner<N>> partners_;  // by place
    double speed_ = 0;
};

}  // namespace carom::proof

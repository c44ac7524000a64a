// Judges an impact of several contacts at once: do balls that hang together leave as pushes along their
// contacts let them, with none of them still closing, without a gain of energy, and as the law says? Bounds:
// docs/math/check.md.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "proof/cluster_law.hpp"
#include "proof/impact.hpp"
#include "proof/pair_prover.hpp"
#include "proof/report_builder.hpp"
#include "proof/span.hpp"

namespace carom::proof {

template <int N>
class ClusterJudge {
public:
    /// Both have to outlive it.
    ClusterJudge(PairProver<N>& prover, ReportBuilder& report);

    /// Takes the record of one ball. Precondition: the flights of `prover` are those before the impact.
    void add(const Event<N>& event);

    /// The records so far, of one impact.
    const std::vector<Event<N>>& records() const { return records_; }
    /// True when more have to follow.
    bool is_open() const { return !records_.empty() && records_.back().other > 0; }

    /// Judges the impact.
    void judge();
    /// Forgets it.
    void clear() { records_.clear(); }

private:
    /// Two things in touch; `b` is `kFixed` for a wall or an immovable ball.
    struct Touch {
        std::size_t a = 0;  ///< as all places: index in `records_`
        std::size_t b = kFixed;
        WideVec<N> normal;    ///< unit, from a to b
        double row = 0;       ///< of a sheared box: by how many boxes up on the gradient b is seen from a
        double tilt = 0;      ///< how far rounding may turn it
        double law = 1;       ///< restitution
        bool surely = false;  ///< whatever rounding did, the engine sees it
    };
    static constexpr std::size_t kFixed = ~std::size_t{0};

    void find_touches();
    void touch_balls(std::size_t a, std::size_t ball, std::size_t b);
    template <class Visit>
    void for_each_near_image(const WideVec<N>& direct, double look, Visit visit) const;
    void touch_walls(std::size_t a);
    double reach(double radius_a, double radius_b) const;
    void line_up();
    double speed_of_all() const;
    double parting(const Touch& touch, bool after) const;
    double slack(const Touch& touch, double speed) const;
    WideVec<N> flow(double row) const;
    WideVec<N> change(std::size_t place) const;
    void check_connection();
    void check_closing(double speed);
    void check_restitution(double speed);
    void check_energy();
    void check_pushes(double speed);
    void check_law(double speed);
    LawQuestion<N> question(unsigned left_out) const;
    double blur() const;
    bool explains(const LawAnswer<N>& answer, double tilt, double speed);
    std::vector<std::size_t> unsure_touches() const;
    bool is_free() const;
    double taken_away() const;
    double root_of_mass(std::size_t place) const;
    Span pushes() const;
    Span::Sum explanation(const Span& span) const;
    void fault(const std::string& what);

    PairProver<N>* prover_;
    ReportBuilder* report_;
    std::vector<std::size_t> immovable_;
    std::vector<Event<N>> records_;
    std::vector<Touch> touches_;
    std::vector<Partner<N>> partners_;         // by place
    std::vector<std::optional<double>> rows_;  // by place: the boxes up from the first one's, where known
};

}  // namespace carom::proof

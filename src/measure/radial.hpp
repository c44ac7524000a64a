// The radial distribution function.
#pragma once

#include <span>
#include <vector>

#include "measure/histogram.hpp"
#include "measure/species.hpp"

namespace carom::detail {

/// g(r) = pairs at distance r / (pairs of the two species / V * volume of the shell), so that g = 1 where
/// balls do not know of each other. Bins start at contact where all balls of a species have one radius, else
/// at 0. Only in a box that is periodic on all axes, up to half its narrowest width. In a sheared box the
/// images across the gradient stand where they have slid to.
template <int N>
class RadialMeter {
public:
    RadialMeter(const Scene<N>& scene, const SpeciesTable<N>& table, const MeasurePlan& plan);

    /// `inside`: positions in the box at `time`.
    void look(double time, std::span<const MeasuredBall<N>> bodies, std::span<const Vec<double, N>> inside,
              double weight);
    std::vector<BinnedCurve> result() const;

private:
    struct CellBall {
        Vec<double, N> position;
        std::uint32_t species = 0;
    };

    void sort_into_cells(std::span<const MeasuredBall<N>> bodies, std::span<const Vec<double, N>> inside);
    void count_all_pairs(std::size_t first_ball);
    Vec<double, N> nearest_image(const Vec<double, N>& d) const;
    void count_near_pairs(std::size_t first_cell);
    Vec<int, N> place_of(std::size_t cell) const;
    void count_from(std::size_t cell, const Vec<int, N>& at, const Vec<int, N>& step);
    void count(const CellBall& a, const CellBall& b, const Vec<double, N>& shift);

    const World<N>& world_;
    Box<double, N> box_;
    Vec<double, N> width_;
    double slide_ = 0;  // of images one box up on the gradient, in this snapshot
    double volume_;
    double reach_ = 0;        // of all pairs
    std::size_t stride_ = 1;  // one cell or ball of so many is looked at, the next one in the next snapshot
    std::size_t snapshots_ = 0;
    std::vector<MeasuredSpecies> species_;
    std::vector<Histogram> pairs_;
    Vec<int, N> cells_;               // along each axis; sides of at least half the reach
    std::vector<std::size_t> first_;  // by cell, into `balls_`; one more at the end
    std::vector<CellBall> balls_;     // cell after cell
};

/// From contact to the end of the range, over all pairs of species; the range is in the plan.
template <int N>
double radial_reach(const SpeciesTable<N>& table, double range);

}  // namespace carom::detail

#include "measure/profile.hpp"

#include <algorithm>

#include "math/vec_ops.hpp"
#include "measure/region.hpp"

namespace carom::detail {

template <int N>
ProfileMeter<N>::ProfileMeter(const Scene<N>& scene, const SpeciesTable<N>& table, const MeasurePlan& plan)
    : axis_(*plan.axis), slices_(plan.bins) {
    const Region<N> region(scene.world);
    low_ = region.lower(axis_);
    width_ = (region.upper(axis_) - low_) / static_cast<double>(plan.bins);
    for (Slice& slice : slices_) {
        const double from = low_ + static_cast<double>(volumes_.size()) * width_;
        volumes_.push_back(region.volume_between(axis_, from, from + width_));
        slice.balls.resize(table.species.size());
        slice.density.resize(table.species.size());
    }
}

template <int N>
void ProfileMeter<N>::look(std::span<const MeasuredBall<N>> bodies, std::span<const Vec<double, N>> inside,
                           double weight) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const MeasuredBall<N>& body = bodies[i];
        if (!body.moves()) continue;
        const double place = (inside[i][axis_] - low_) / width_;
        // Rounding may put a centre on the upper face, and a file far away from the box.
        const double last = static_cast<double>(slices_.size() - 1);
        Slice& slice = slices_[static_cast<std::size_t>(place > 0 ? std::min(place, last) : 0)];
        ++slice.balls[body.species];
        slice.energy += body.mass * dot(body.velocity, body.velocity);
    }
    for (std::size_t k = 0; k < slices_.size(); ++k) {
        Slice& slice = slices_[k];
        std::uint64_t all = 0;
        for (std::size_t s = 0; s < slice.balls.size(); ++s) {
            all += slice.balls[s];
            slice.density[s].add(static_cast<double>(slice.balls[s]) / volumes_[k], weight);
            slice.balls[s] = 0;
        }
        if (all > 0) slice.kt.add(slice.energy / (N * static_cast<double>(all)), weight);
        slice.energy = 0;
    }
}

template <int N>
std::vector<BinnedCurve> ProfileMeter<N>::result() const {
    std::vector<BinnedCurve> curves;
    for (std::size_t s = 0; s < slices_.front().density.size(); ++s) {
        curves.push_back({{s}, "density", low_, width_, {}, 0});
        for (const Slice& slice : slices_) curves.back().bins.push_back(slice.density[s].estimate());
    }
    curves.push_back({{}, "temperature", low_, width_, {}, 0});
    for (const Slice& slice : slices_) curves.back().bins.push_back(slice.kt.estimate());
    return curves;
}

template class ProfileMeter<2>;
template class ProfileMeter<3>;

}  // namespace carom::detail

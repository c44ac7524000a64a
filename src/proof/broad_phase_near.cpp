// A question to the broad phase at the clock's time: which balls are near a point?
#include <algorithm>
#include <numeric>

#include "proof/broad_phase.hpp"

namespace carom::proof {

template <int N>
std::vector<std::size_t> BroadPhase<N>::near(const Vec<double, N>& x, double reach) const {
    const CheckContext<N>& context = prover_->context();
    FlightWindow w;
    w.x = in_stream(x, clock_);
    const double margin = 2 * kFilterMargin * size_of(BallState<N>{x, {}, {}, {}}, reach, context);
    w.reach = reach + margin;
    std::vector<std::size_t> found(wild_.begin(), wild_.end());
    if (!(margin <= context.narrowest / 8) || !enclose(w)) {
        found.resize(windows_.size());
        std::iota(found.begin(), found.end(), std::size_t{0});
        return found;
    }
    enter_box(w);
    enclose(w);
    for_each_image(images_meeting(w.box), [&](const Vec<double, N>& image) {
        for_each_meeting(moved(w.box, image), [&](std::size_t j) { found.push_back(j); });
    });
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

template std::vector<std::size_t> BroadPhase<2>::near(const Vec<double, 2>& x, double reach) const;
template std::vector<std::size_t> BroadPhase<3>::near(const Vec<double, 3>& x, double reach) const;

}  // namespace carom::proof

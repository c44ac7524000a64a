// Sweeps of balls: the interval of contact inside the frame, its state, and the normal at first contact.
// Derivation: docs/math/sweep.md.
#include "carom/pair/sweep.hpp"

#include "core/float_environment.hpp"
#include "core/instantiate.hpp"
#include "pair/frame_interval.hpp"
#include "pair/relative.hpp"

namespace carom {
namespace {

using detail::FrameInterval;
using detail::RelativeMotion;
using detail::TwoTerm;

template <class T, int N>
Sweep<T, N> sweep_motion(const MovingBall<T, N>& a, const MovingBall<T, N>& b) {
    using namespace detail;
    const RelativeMotion<TwoTerm, N> motion = relative_motion(a, b);
    const Scale scale = safe_scale(motion);
    const RelativeMotion<TwoTerm, N> m = rescaled(motion, scale);
    const FrameInterval in = contact_in_frame(m, scale);
    Sweep<T, N> result;
    result.state = in.state;
    if (!result) return result;
    result.first = static_cast<T>(in.first);
    result.last = static_cast<T>(in.last);
    result.center_a = position_at(a.center, a.displacement, in.first);
    result.center_b = position_at(b.center, b.displacement, in.first);
    const bool at_start = in.state != ContactState::will_touch;
    result.normal = convert<T>(normalised(at_start ? rounded(m.d) : direction_at_first_root(m)));
    return result;
}

}  // namespace

template <class T, int N>
Sweep<T, N> sweep(const MovingBall<T, N>& a, const MovingBall<T, N>& b) {
    const detail::DefaultFloatEnvironment environment;
    return sweep_motion(a, b);
}

template <class T, int N>
Sweep<T, N> sweep(const MovingBall<T, N>& a, const Ball<T, N>& b) {
    const detail::DefaultFloatEnvironment environment;
    return sweep_motion(a, MovingBall<T, N>{b.center, b.radius, {}});
}

#define CAROM_INSTANTIATE(T, N)                                                       \
    template Sweep<T, N> sweep(const MovingBall<T, N>& a, const MovingBall<T, N>& b); \
    template Sweep<T, N> sweep(const MovingBall<T, N>& a, const Ball<T, N>& b);
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)

}  // namespace carom

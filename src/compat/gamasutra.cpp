// The historical signatures on the one kernel: differences of positions are taken in two terms, so nothing is
// lost here that the positions had not lost before.
#include "carom/compat/gamasutra.hpp"

#include "carom/pair/sweep.hpp"
#include "core/float_environment.hpp"
#include "pair/frame_interval.hpp"
#include "pair/kernel.hpp"

namespace carom::compat {

template <class T>
bool SphereSphereSweep(T ra, const Vec<T, 3>& A0, const Vec<T, 3>& A1, T rb, const Vec<T, 3>& B0,
                       const Vec<T, 3>& B1, T& u0, T& u1) {
    using namespace detail;
    const DefaultFloatEnvironment environment;
    const Vec<TwoTerm, 3> va = exact_difference(A1, A0);
    const Vec<TwoTerm, 3> vb = exact_difference(B1, B0);
    const RelativeMotion<TwoTerm, 3> motion{exact_difference(B0, A0),
                                            generate<TwoTerm, 3>([&](int k) { return vb[k] - va[k]; }),
                                            two_sum(ra, rb)};
    const Scale scale = safe_scale(motion);
    const FrameInterval in = contact_in_frame(rescaled(motion, scale), scale);
    if (in.state == ContactState::apart) return false;
    u0 = static_cast<T>(in.first);
    u1 = static_cast<T>(in.last);
    return true;
}

template <class T>
bool SpherePlaneSweep(T r, const Vec<T, 3>& C0, const Vec<T, 3>& C1, const Plane<T, 3>& plane, Vec<T, 3>& Ci,
                      T& u) {
    using namespace detail;
    const DefaultFloatEnvironment environment;
    const Vec<double, 3> from = convert<double>(C0);
    const MovingBall<double, 3> ball{from, static_cast<double>(r), convert<double>(C1) - from};
    const Sweep<double, 3> s = sweep(ball, Plane<double, 3>{convert<double>(plane.normal), plane.offset});
    if (!s) return false;
    Ci = convert<T>(s.center_a);
    u = static_cast<T>(s.first);
    return true;
}

#define CAROM_INSTANTIATE(T)                                                                                \
    template bool SphereSphereSweep(T ra, const Vec<T, 3>& A0, const Vec<T, 3>& A1, T rb,                   \
                                    const Vec<T, 3>& B0, const Vec<T, 3>& B1, T& u0, T& u1);                \
    template bool SpherePlaneSweep(T r, const Vec<T, 3>& C0, const Vec<T, 3>& C1, const Plane<T, 3>& plane, \
                                   Vec<T, 3>& Ci, T& u);
CAROM_INSTANTIATE(float)
CAROM_INSTANTIATE(double)

}  // namespace carom::compat

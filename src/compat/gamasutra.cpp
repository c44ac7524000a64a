// The historical signatures on the one kernel: differences of positions are taken in two terms, so nothing is
// lost here that the positions had not lost before.
#include "carom/compat/gamasutra.hpp"

#include "carom/pair/sweep.hpp"
#include "core/float_environment.hpp"
#include "pair/frame_contact.hpp"
#include "pair/relative.hpp"

namespace carom::compat {

namespace {

/// The motion of two spheres given by two positions each.
template <class T>
struct PositionsMotion {
    const Vec<T, 3>&A0, &A1, &B0, &B1;
    T ra, rb;

    detail::RelativeMotion<detail::TwoTerm, 3> two_terms(double s) const {
        const Vec<detail::TwoTerm, 3> va = detail::scaled_span(s, A0, A1);
        const Vec<detail::TwoTerm, 3> vb = detail::scaled_span(s, B0, B1);
        return {detail::scaled_span(s, A0, B0),
                detail::generate<detail::TwoTerm, 3>([&](int k) { return vb[k] - va[k]; }),
                detail::radius_sum(s, ra, rb)};
    }
    detail::RelativeMotion<double, 3> plain() const { return detail::rounded(two_terms(1)); }
    detail::ExactMotion<3> exact() const {
        const Vec<detail::Exact<1>, 3> va = detail::exact_span(A0, A1);
        const Vec<detail::Exact<1>, 3> vb = detail::exact_span(B0, B1);
        return {detail::exact_span(A0, B0),
                detail::generate<detail::Exact<1>, 3>([&](int k) { return vb[k] - va[k]; }),
                detail::exact_radius_sum(ra, rb)};
    }
};

}  // namespace

template <class T>
bool SphereSphereSweep(T ra, const Vec<T, 3>& A0, const Vec<T, 3>& A1, T rb, const Vec<T, 3>& B0,
                       const Vec<T, 3>& B1, T& u0, T& u1) {
    const detail::DefaultFloatEnvironment environment;
    const detail::ContactSpan<3> in =
        detail::contact_in_frame<T, 3>(PositionsMotion<T>{A0, A1, B0, B1, ra, rb});
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
#undef CAROM_INSTANTIATE

}  // namespace carom::compat

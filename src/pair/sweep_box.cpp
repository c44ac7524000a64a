// Sweep, overlap, gap and contact of a ball and an axis-aligned box. Derivation: docs/math/box.md.
#include "carom/pair/overlap.hpp"
#include "carom/pair/sweep.hpp"
#include "core/float_environment.hpp"
#include "core/instantiate.hpp"
#include "pair/box_contact.hpp"
#include "pair/relative.hpp"

namespace carom {
namespace {

using detail::BoxContact;
using detail::ContactSpan;
using detail::TwoTerm;

template <class T, int N>
bool is_empty(const Box<T, N>& box) {
    for (int k = 0; k < N; ++k) {
        if (box.lower[k] > box.upper[k]) return true;
    }
    return false;
}

/// The point of the closed box nearest to `x`.
template <class T, int N>
Vec<T, N> nearest_point(const Vec<T, N>& x, const Box<T, N>& box) {
    return detail::generate<T, N>([&](int k) {
        return x[k] < box.lower[k] ? box.lower[k] : x[k] > box.upper[k] ? box.upper[k] : x[k];
    });
}

template <class T, int N>
bool is_inside(const Vec<T, N>& x, const Box<T, N>& box) {
    return nearest_point(x, box) == x;
}

/// The foot of a centre inside the box on the nearest face, which lies against `toward`.
template <class T, int N>
Vec<T, N> foot(const Vec<T, N>& x, const Box<T, N>& box, const Vec<double, N>& toward) {
    return detail::generate<T, N>([&](int k) {
        return toward[k] > 0 ? box.lower[k] : toward[k] < 0 ? box.upper[k] : x[k];
    });
}

/// Depth of a centre inside the box below the nearest face.
template <class T, int N>
double depth_inside(const Vec<T, N>& x, const Box<T, N>& box) {
    double depth = HUGE_VAL;
    for (int k = 0; k < N; ++k) {
        const double at = static_cast<double>(x[k]);
        depth = detail::smaller(depth, at - static_cast<double>(box.lower[k]));
        depth = detail::smaller(depth, static_cast<double>(box.upper[k]) - at);
    }
    return depth;
}

template <class T, int N>
double box_gap(const Ball<T, N>& a, const Box<T, N>& b) {
    if (is_empty(b)) return HUGE_VAL;
    if (is_inside(a.center, b)) return -depth_inside(a.center, b) - static_cast<double>(a.radius);
    return detail::ball_gap(a, Ball<T, N>{nearest_point(a.center, b), 0});
}

template <class T, int N>
ContactSpan<N> resting_contact(const Ball<T, N>& a, const Box<T, N>& b) {
    return BoxContact<N>(MovingBall<T, N>{a.center, a.radius, {}}, b).contact();
}

}  // namespace

template <class T, int N>
Sweep<T, N> sweep(const MovingBall<T, N>& a, const Box<T, N>& b) {
    const detail::DefaultFloatEnvironment environment;
    const ContactSpan<N> in = BoxContact<N>(a, b).contact();
    Sweep<T, N> result;
    result.state = in.state;
    if (!result) return result;
    result.first = static_cast<T>(in.first);
    result.last = static_cast<T>(in.last);
    result.center_a = detail::position_at(a.center, a.displacement, in.first);
    result.normal = detail::convert<T>(detail::normalised(in.toward));
    result.center_b = is_inside(result.center_a, b) ? foot(result.center_a, b, in.toward)
                                                    : nearest_point(result.center_a, b);
    result.point = result.center_b;
    return result;
}

template <class T, int N>
bool overlaps(const Ball<T, N>& a, const Box<T, N>& b) {
    const detail::DefaultFloatEnvironment environment;
    return resting_contact(a, b).state != ContactState::apart;
}

template <class T, int N>
T gap(const Ball<T, N>& a, const Box<T, N>& b) {
    const detail::DefaultFloatEnvironment environment;
    return static_cast<T>(box_gap(a, b));
}

template <class T, int N>
std::optional<Contact<T, N>> contact(const Ball<T, N>& a, const Box<T, N>& b) {
    const detail::DefaultFloatEnvironment environment;
    const ContactSpan<N> in = resting_contact(a, b);
    if (in.state == ContactState::apart) return {};
    const Vec<T, N> point =
        is_inside(a.center, b) ? foot(a.center, b, in.toward) : nearest_point(a.center, b);
    const double gap = box_gap(a, b);
    return Contact<T, N>{point, detail::convert<T>(detail::normalised(in.toward)),
                         static_cast<T>(gap < 0 ? -gap : 0)};
}

#define CAROM_INSTANTIATE(T, N)                                                \
    template Sweep<T, N> sweep(const MovingBall<T, N>& a, const Box<T, N>& b); \
    template bool overlaps(const Ball<T, N>& a, const Box<T, N>& b);           \
    template T gap(const Ball<T, N>& a, const Box<T, N>& b);                   \
    template std::optional<Contact<T, N>> contact(const Ball<T, N>& a, const Box<T, N>& b);
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)
#undef CAROM_INSTANTIATE

}  // namespace carom

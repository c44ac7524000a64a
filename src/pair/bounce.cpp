// The impact of two bodies, and of a ball with a wall. Derivation: docs/math/bounce.md.
//
//   va' = va + (1 + e) sa (n.w) n     sa = ima / (ima + imb)     w = vb - va
//   vb' = vb - (1 + e) sb (n.w) n     sb = imb / (ima + imb)     n unit from a to b
#include "carom/pair/bounce.hpp"

#include "core/float_environment.hpp"
#include "core/instantiate.hpp"
#include "pair/impact.hpp"
#include "pair/relative.hpp"

namespace carom {

template <class T, int N>
BounceVelocities<T, N> bounce(const Body<T, N>& a, const Body<T, N>& b, T restitution) {
    const detail::DefaultFloatEnvironment environment;
    return detail::impact(detail::exact_direction(a.center, b.center), a.velocity, b.velocity,
                          static_cast<double>(a.inverse_mass), static_cast<double>(b.inverse_mass),
                          static_cast<double>(restitution));
}

template <class T, int N>
Vec<T, N> bounce(const Vec<T, N>& velocity, const HalfSpace<T, N>& wall, T restitution) {
    using namespace detail;
    const DefaultFloatEnvironment environment;
    return impact(widened(-convert<double>(wall.normal)), velocity, Vec<T, N>{}, 1.0, 0.0,
                  static_cast<double>(restitution))
        .a;
}

#define CAROM_INSTANTIATE(T, N)                                                                      \
    template BounceVelocities<T, N> bounce(const Body<T, N>& a, const Body<T, N>& b, T restitution); \
    template Vec<T, N> bounce(const Vec<T, N>& velocity, const HalfSpace<T, N>& wall, T restitution);
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)
#undef CAROM_INSTANTIATE

}  // namespace carom

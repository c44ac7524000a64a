// After an impact nothing closes; what should not change keeps its bits; sides and order do not matter.
#include "carom/pair/advance.hpp"
#include "carom/pair/bounce.hpp"
#include "checks.hpp"
#include "closing.hpp"
#include "core/instantiate.hpp"
#include "expect.hpp"
#include "support/same_bits.hpp"
#include "things.hpp"
#include "unit.hpp"

namespace carom::fuzz {
namespace {

template <class T, int N>
void check_pair(const Body<T, N>& a, const Body<T, N>& b, T restitution, int axis) {
    const BounceVelocities<T, N> after = bounce(a, b, restitution);
    if (!all_finite(a, b, restitution)) return;
    const bool keeps = same_bits(after.a, a.velocity) && same_bits(after.b, b.velocity);
    const bool acts = closes(a, b) && a.inverse_mass + b.inverse_mass > 0;
    expect(acts || keeps, "unchanged unless they close and can move", a, b, restitution, after);
    if (a.inverse_mass == 0)
        expect(after.a == a.velocity, "an immovable ball keeps its velocity", a, b, restitution, after);
    if (b.inverse_mass == 0)
        expect(after.b == b.velocity, "an immovable ball keeps its velocity", a, b, restitution, after);
    expect(!any_nan(after.a, after.b), "no NaN from finite input", a, b, restitution, after);
    const T speed = largest_of(a.velocity) + largest_of(b.velocity);
    if (speed > std::numeric_limits<T>::max() / 16) return;
    expect(largest_of(after.a) <= 8 * speed && largest_of(after.b) <= 8 * speed, "speeds stay in proportion",
           a, b, restitution, after);
    const Body<T, N> later_a{a.center, after.a, a.inverse_mass};
    const Body<T, N> later_b{b.center, after.b, b.inverse_mass};
    expect(!acts || !closes(later_a, later_b), "after an impact nothing closes", a, b, restitution, after);
    const BounceVelocities<T, N> swapped = bounce(b, a, restitution);
    expect(after.a == swapped.b && after.b == swapped.a, "exchanged, the same numbers", a, b, restitution,
           after, swapped);
    const BounceVelocities<T, N> mirror = bounce(mirrored(a, axis), mirrored(b, axis), restitution);
    expect(mirrored(mirror.a, axis) == after.a && mirrored(mirror.b, axis) == after.b,
           "mirrored, the same numbers", a, b, restitution, axis, after, mirror);
}

template <class T, int N>
void check_wall(const Vec<T, N>& velocity, const HalfSpace<T, N>& wall, T restitution, int axis) {
    const Vec<T, N> after = bounce(velocity, wall, restitution);
    if (!all_finite(velocity, wall, restitution)) return;
    const bool acts = closes(velocity, wall);
    expect(acts || same_bits(after, velocity), "unchanged unless it closes", velocity, wall, restitution,
           after);
    expect(!any_nan(after), "no NaN from finite input", velocity, wall, restitution, after);
    if (largest_of(velocity) > std::numeric_limits<T>::max() / 16) return;
    expect(largest_of(after) <= 8 * largest_of(velocity), "speeds stay in proportion", velocity, wall,
           restitution, after);
    expect(!acts || !closes(after, wall), "after an impact it does not close", velocity, wall, restitution,
           after);
    const Vec<T, N> mirror = bounce(mirrored(velocity, axis), mirrored(wall, axis), restitution);
    expect(mirrored(mirror, axis) == after, "mirrored, the same numbers", velocity, wall, restitution, axis,
           after, mirror);
}

}  // namespace

template <class T, int N>
void check_bounce(Query<T, N>& query) {
    const int axis = query.choice(N);
    const T restitution = static_cast<T>(query.choice(9)) / T{8};
    if (query.choice(3) == 0) {
        const Vec<T, N> velocity = query.vec();
        const Vec<T, N> normal = query.direction();
        return check_wall(velocity, HalfSpace<T, N>{normal, 0}, restitution, axis);
    }
    const Body<T, N> a = query.body();
    const Body<T, N> b = query.body();
    check_pair(a, b, restitution, axis);
}

#define CAROM_INSTANTIATE(T, N) template void check_bounce(Query<T, N>& query);
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)

}  // namespace carom::fuzz

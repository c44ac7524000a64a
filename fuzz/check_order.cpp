// compare_first is an order, agrees with the times of sweep, and does not see sizes, sides or who is first.
#include "carom/pair/compare_first.hpp"
#include "checks.hpp"
#include "core/instantiate.hpp"
#include "expect.hpp"
#include "things.hpp"

namespace carom::fuzz {
namespace {

template <class T, int N>
struct Pair {
    MovingBall<T, N> a, b;
};

int sign(std::weak_ordering order) {
    return order < 0 ? -1 : order > 0 ? 1 : 0;
}
template <class T, int N>
int order_of(const Pair<T, N>& x, const Pair<T, N>& y) {
    return sign(compare_first(x.a, x.b, y.a, y.b));
}

/// 0 in contact at the start, 1 later, 2 never.
template <class T, int N>
int group_of(const Sweep<T, N>& s) {
    return !s ? 2 : s.state == ContactState::will_touch ? 1 : 0;
}

template <class T, int N>
void check_times(const Pair<T, N>& x, const Pair<T, N>& y) {
    const int order = order_of(x, y);
    const Sweep<T, N> of_x = sweep(x.a, x.b);
    const Sweep<T, N> of_y = sweep(y.a, y.b);
    const int group_x = group_of(of_x);
    const int group_y = group_of(of_y);
    if (group_x != group_y) {
        return expect((order < 0) == (group_x < group_y) && order != 0,
                      "in contact, later, never: in this order", x.a, x.b, y.a, y.b, order, of_x, of_y);
    }
    if (group_x != 1) {
        return expect(order == 0, "in contact at the start, and never: equivalent", x.a, x.b, y.a, y.b,
                      order);
    }
    const bool agrees = order < 0   ? of_x.first <= of_y.first
                        : order > 0 ? of_x.first >= of_y.first
                                    : ulps_between(of_x.first, of_y.first) <= 2;
    expect(agrees, "the order is that of the times", x.a, x.b, y.a, y.b, order, of_x, of_y);
}

template <class T, int N>
void check_order_of(const Pair<T, N>& x, const Pair<T, N>& y, const Pair<T, N>& z) {
    const int xy = order_of(x, y);
    expect(order_of(y, x) == -xy, "exchanged pairs have the opposite order", x.a, x.b, y.a, y.b, xy);
    expect(sign(compare_first(x.b, x.a, y.a, y.b)) == xy, "exchanged balls change no order", x.a, x.b, y.a,
           y.b, xy);
    const int yz = order_of(y, z);
    if (xy <= 0 && yz <= 0) {
        const int xz = order_of(x, z);
        const bool strict = xy < 0 || yz < 0;
        expect(strict ? xz < 0 : xz == 0, "the order is transitive", x.a, x.b, y.a, y.b, z.a, z.b, xy, yz,
               xz);
    }
}

template <class T, int N>
void check_same_pair(const Pair<T, N>& x, int axis, int power) {
    const Pair<T, N> mirror{mirrored(x.a, axis), mirrored(x.b, axis)};
    expect(order_of(x, mirror) == 0, "mirrored at the same time", x.a, x.b, axis);
    const Pair<T, N> turn{turned(x.a), turned(x.b)};
    expect(order_of(x, turn) == 0, "with other axes at the same time", x.a, x.b);
    const auto a = scaled(x.a, power);
    const auto b = scaled(x.b, power);
    if (a && b) expect(order_of(x, Pair<T, N>{*a, *b}) == 0, "scaled at the same time", x.a, x.b, power);
}

}  // namespace

template <class T, int N>
void check_order(Query<T, N>& query) {
    const auto pair = [&] {
        const MovingBall<T, N> a = query.moving_ball();
        return Pair<T, N>{a, query.moving_ball_near(a)};
    };
    const Pair<T, N> x = pair();
    const Pair<T, N> y = pair();
    check_times(x, y);
    check_order_of(x, y, pair());
    if (!all_finite(x.a, x.b)) return;
    check_same_pair(x, query.choice(N), query.choice(256) - 128);
}

#define CAROM_INSTANTIATE(T, N) template void check_order(Query<T, N>& query);
CAROM_FOR_EACH_TYPE(CAROM_INSTANTIATE)

}  // namespace carom::fuzz

#include "pair/contact_order.hpp"

namespace carom::detail {
namespace {

/// The sign of x + sqrt(y) - sqrt(z) for x >= 0 and y, z >= 0: that of (x + sqrt(y))^2 - z.
int sign_of_sum(const Exact<4>& x, const Exact<8>& y, const Exact<8>& z) {
    const Exact<8> rest = z - (x * x + y);  // against 2 x sqrt(y)
    if (rest.sign() < 0) return 1;
    const Exact<16> twice = x * x * y;
    return (twice + twice + twice + twice - rest * rest).sign();
}

}  // namespace

// (px - sqrt(qx)) / sx - (py - sqrt(qy)) / sy has the sign of  X + sqrt(Z) - sqrt(Y)  with
// X = px sy - py sx,  Y = sy^2 qx,  Z = sx^2 qy.
int compare_roots(const ExactRoot& x, const ExactRoot& y) {
    const Exact<4> rational = x.p * y.s - y.p * x.s;
    const Exact<8> of_x = y.s * y.s * x.q;
    const Exact<8> of_y = x.s * x.s * y.q;
    if (rational.sign() >= 0) return sign_of_sum(rational, of_y, of_x);
    return -sign_of_sum(-rational, of_x, of_y);
}

}  // namespace carom::detail

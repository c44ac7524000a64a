// Vectors of impacts, for what tells of them. No trajectory depends on them.
#pragma once

#include "carom/billiards/ball.hpp"
#include "math/vec_ops.hpp"

namespace carom::billiards::detail {

inline Vec3d cross_product(const Vec3d& a, const Vec3d& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

inline Vec2d level(const Vec3d& v) {
    return {v[0], v[1]};
}

/// Of the surface of a ball at radius times `out` from its centre.
inline Vec3d surface_velocity(const BallProperties& ball, const BallState& state, const Vec3d& out) {
    using namespace carom::detail;
    return state.velocity + cross_product(state.spin, ball.radius * out);
}

/// What of it lies across the unit vector n.
inline Vec3d across(const Vec3d& v, const Vec3d& n) {
    using namespace carom::detail;
    return v - dot(v, n) * n;
}

}  // namespace carom::billiards::detail

// The routines of the articles as printed, written anew from their formulas: what docs/seeds.md compares
// Carom with.
#pragma once

#include <array>
#include <cmath>
#include <utility>

namespace carom::printed {

template <class T>
using V3 = std::array<T, 3>;

template <class T>
T dot(const V3<T>& x, const V3<T>& y) {
    return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}
template <class T>
V3<T> add(const V3<T>& x, T s, const V3<T>& y) {
    return {x[0] + s * y[0], x[1] + s * y[1], x[2] + s * y[2]};
}
template <class T>
V3<T> from_to(const V3<T>& x, const V3<T>& y) {
    return add(y, T(-1), x);
}
template <class T>
T magnitude(const V3<T>& x) {
    return std::sqrt(dot(x, x));
}

/// Overlap of two spheres; the proximity of two circles is the same with z = 0.
template <class T>
bool overlap(const V3<T>& a, T ra, const V3<T>& b, T rb) {
    const V3<T> d = from_to(a, b);
    const T sum = ra + rb;
    return dot(d, d) <= sum * sum;
}

/// Gomez, listing 2: both times of two moving spheres.
template <class T>
struct SweepAnswer {
    bool touch = false;
    T u0 = 0;
    T u1 = 0;
};
template <class T>
SweepAnswer<T> sphere_sphere_sweep(T ra, const V3<T>& A0, const V3<T>& A1, T rb, const V3<T>& B0,
                                   const V3<T>& B1) {
    const V3<T> vab = from_to(from_to(A0, A1), from_to(B0, B1));
    const V3<T> AB = from_to(A0, B0);
    const T rab = ra + rb;
    const T a = dot(vab, vab);
    const T b = 2 * dot(vab, AB);
    const T c = dot(AB, AB) - rab * rab;
    if (dot(AB, AB) <= rab * rab) return {true, 0, 0};
    const T q = b * b - 4 * a * c;
    if (!(q >= 0)) return {};
    const T d = 1 / (2 * a);
    T u0 = (-b + std::sqrt(q)) * d;
    T u1 = (-b - std::sqrt(q)) * d;
    if (u0 > u1) std::swap(u0, u1);
    return {true, u0, u1};
}

/// Gomez, listing 1: the plane with D as the text shows it, and the sphere against it.
template <class T>
struct Plane {
    V3<T> n;
    T D;
    T distance(const V3<T>& p) const { return dot(n, p) + D; }
};
template <class T>
Plane<T> plane_as_shown(const V3<T>& p0, const V3<T>& n) {
    return {n, dot(n, p0)};
}
template <class T>
Plane<T> plane_as_meant(const V3<T>& p0, const V3<T>& n) {
    return {n, -dot(n, p0)};
}
template <class T>
bool sphere_plane_sweep(T r, const V3<T>& C0, const V3<T>& C1, const Plane<T>& plane, T& u) {
    const T d0 = plane.distance(C0);
    const T d1 = plane.distance(C1);
    if (std::fabs(d0) <= r) {
        u = 0;
        return true;
    }
    if (d0 > r && d1 < r) {
        u = (d0 - r) / (d0 - d1);
        return true;
    }
    return false;
}

/// Jackson: a moving circle or sphere against a resting one; on contact the move is shortened. The
/// normalisations that the text lost are put back.
template <class T>
bool clip_move(const V3<T>& A, T ra, V3<T>& move, const V3<T>& B, T rb) {
    const V3<T> C = from_to(A, B);
    const T sum = ra + rb;
    const T length = magnitude(move);
    if (length < magnitude(C) - sum) return false;
    const V3<T> N{move[0] / length, move[1] / length, move[2] / length};
    const T D = dot(N, C);
    if (D <= 0) return false;
    const T F = dot(C, C) - D * D;
    if (F >= sum * sum) return false;
    const T rest = sum * sum - F;
    if (rest < 0) return false;
    const T distance = D - std::sqrt(rest);
    if (length < distance) return false;
    move = {N[0] * distance, N[1] * distance, N[2] * distance};
    return true;
}

/// Jackson: the special case of a move along the line of centres, as the text puts it.
template <class T>
bool meets_collinear(const V3<T>& A, T ra, const V3<T>& move, const V3<T>& B, T rb) {
    return magnitude(move) > magnitude(from_to(A, B)) - (ra + rb);
}

/// Jackson: the bounce with n as the text shows it, the difference of the centres, not divided by its length.
template <class T>
std::pair<V3<T>, V3<T>> bounce(const V3<T>& c1, const V3<T>& v1, T m1, const V3<T>& c2, const V3<T>& v2,
                               T m2) {
    const V3<T> n = from_to(c2, c1);
    const T p = 2 * (dot(v1, n) - dot(v2, n)) / (m1 + m2);
    return {add(v1, -p * m2, n), add(v2, p * m1, n)};
}

}  // namespace carom::printed

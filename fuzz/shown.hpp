// Queries and answers as C++, numbers in hexadecimal, ready to be pasted into a test.
#pragma once

#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "carom/pair/advance.hpp"
#include "carom/pair/approach.hpp"
#include "carom/pair/bounce_cluster.hpp"
#include "carom/pair/clip_move.hpp"
#include "carom/pair/first_contact.hpp"
#include "carom/pair/move_and_slide.hpp"
#include "carom/pair/overlap.hpp"
#include "carom/pair/sweep.hpp"

namespace carom::fuzz {

inline std::string shown(double x) {
    if (std::isnan(x)) return "NAN";
    if (std::isinf(x)) return x < 0 ? "-INFINITY" : "INFINITY";
    char text[40];
    std::snprintf(text, sizeof text, "%a", x);
    return text;
}
inline std::string shown(float x) {
    const std::string text = shown(static_cast<double>(x));
    return std::isfinite(x) ? text + "f" : text;
}
inline std::string shown(bool x) {
    return x ? "true" : "false";
}
inline std::string shown(int x) {
    return std::to_string(x);
}
inline std::string shown(std::size_t x) {
    return std::to_string(x);
}
inline std::string shown(const char* x) {
    return x;
}
inline std::string shown(ContactState x) {
    constexpr const char* names[]{
        "apart", "will_touch", "touching_closing", "touching_parting", "touching_at_rest", "overlapping"};
    return std::string("ContactState::") + names[static_cast<int>(x)];
}
inline std::string shown(SlideEnd x) {
    constexpr const char* names[]{"arrived", "stopped", "squeezed", "out_of_steps"};
    return std::string("SlideEnd::") + names[static_cast<int>(x)];
}
inline std::string shown(const ObstacleId& x) {
    constexpr const char* names[]{"ball", "mover", "half_space", "plane", "box"};
    return std::string("ObstacleId{ObstacleKind::") + names[static_cast<int>(x.kind)] + ", " +
           std::to_string(x.index) + "}";
}
inline std::string shown(const TouchingPair& x) {
    return "TouchingPair{" + std::to_string(x.a) + ", " + std::to_string(x.b) + "}";
}

template <class T, int N>
std::string shown(const Vec<T, N>& x) {
    std::string text = "{{";
    for (int k = 0; k < N; ++k) text += (k > 0 ? ", " : "") + shown(x[k]);
    return text + "}}";
}

/// NAME<T, N>{member, member}
template <class T, int N, class... Members>
std::string aggregate(const char* name, const Members&... members);

template <class T, int N>
std::string shown(const Ball<T, N>& x) {
    return aggregate<T, N>("Ball", x.center, x.radius);
}
template <class T, int N>
std::string shown(const MovingBall<T, N>& x) {
    return aggregate<T, N>("MovingBall", x.center, x.radius, x.displacement);
}
template <class T, int N>
std::string shown(const HalfSpace<T, N>& x) {
    return aggregate<T, N>("HalfSpace", x.normal, x.offset);
}
template <class T, int N>
std::string shown(const Plane<T, N>& x) {
    return aggregate<T, N>("Plane", x.normal, x.offset);
}
template <class T, int N>
std::string shown(const Box<T, N>& x) {
    return aggregate<T, N>("Box", x.lower, x.upper);
}
template <class T, int N>
std::string shown(const Ray<T, N>& x) {
    return aggregate<T, N>("Ray", x.origin, x.direction);
}
template <class T, int N>
std::string shown(const Body<T, N>& x) {
    return aggregate<T, N>("Body", x.center, x.velocity, x.inverse_mass);
}
template <class T, int N>
std::string shown(const TouchingWall<T, N>& x) {
    return aggregate<T, N>("TouchingWall", x.ball, x.wall);
}
template <class T, int N>
std::string shown(const Contact<T, N>& x) {
    return aggregate<T, N>("Contact", x.point, x.normal, x.depth);
}
template <class T, int N>
std::string shown(const Sweep<T, N>& x) {
    return aggregate<T, N>("Sweep", x.state, x.first, x.last, x.center_a, x.center_b, x.normal, x.point);
}
template <class T, int N>
std::string shown(const ClosestApproach<T, N>& x) {
    return aggregate<T, N>("ClosestApproach", x.u, x.gap, x.center_a, x.center_b);
}
template <class T, int N>
std::string shown(const RayHit<T, N>& x) {
    return aggregate<T, N>("RayHit", x.first, x.last, x.point, x.normal);
}
template <class T, int N>
std::string shown(const Advance<T, N>& x) {
    return aggregate<T, N>("Advance", x.state, x.u, x.center_a, x.center_b);
}
template <class T, int N>
std::string shown(const BounceVelocities<T, N>& x) {
    return aggregate<T, N>("BounceVelocities", x.a, x.b);
}
template <class T, int N>
std::string shown(const FirstContact<T, N>& x) {
    return aggregate<T, N>("FirstContact", x.obstacle, x.sweep);
}
template <class T, int N>
std::string shown(const ClippedMove<T, N>& x) {
    return aggregate<T, N>("ClippedMove", x.fraction, x.displacement, x.obstacle, x.normal);
}
template <class T, int N>
std::string shown(const SlideContact<T, N>& x) {
    return aggregate<T, N>("SlideContact", x.obstacle, x.normal, x.fraction);
}
template <class T, int N>
std::string shown(const SlideResult<T, N>& x) {
    const std::vector<SlideContact<T, N>> contacts(x.contacts().begin(), x.contacts().end());
    return aggregate<T, N>("SlideResult", x.center, x.moved, x.remaining, x.end, x.fraction, x.contact_count,
                           contacts);
}
template <class Thing>
std::string shown(const std::optional<Thing>& x) {
    return x ? shown(*x) : "std::nullopt";
}
template <class Thing>
std::string shown(const std::vector<Thing>& list) {
    std::string text = "{";
    for (const Thing& thing : list) text += "\n    " + shown(thing) + ",";
    return text + "}";
}

template <class T, int N, class... Members>
std::string aggregate(const char* name, const Members&... members) {
    std::string text =
        std::string(name) + (std::is_same_v<T, float> ? "<float, " : "<double, ") + std::to_string(N) + ">{";
    const char* comma = "";
    ((text += comma + shown(members), comma = ", "), ...);
    return text + "}";
}
}  // namespace carom::fuzz

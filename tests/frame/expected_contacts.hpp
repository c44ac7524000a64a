// The contacts of a frame by one sweep for every pair.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <sstream>
#include <tuple>
#include <vector>

#include "carom/frame/frame_contact_finder.hpp"
#include "support/same_bits.hpp"

namespace carom::frame_scenes {

template <class T, int N>
bool is_ball(const MovingBall<T, N>& ball) {
    bool is = std::isfinite(ball.radius) && ball.radius >= 0;
    for (int k = 0; k < N; ++k)
        is = is && std::isfinite(ball.center[k]) && std::isfinite(ball.displacement[k]);
    return is;
}

inline constexpr auto every_pair = [](std::uint32_t, std::uint32_t) { return true; };

/// In the order of (first, a, b); only pairs for which passes(a, b) is true.
template <class T, int N, class Passes = decltype(every_pair)>
std::vector<FrameContact<T>> expected_contacts(const std::vector<MovingBall<T, N>>& balls,
                                               const Passes& passes = every_pair) {
    std::vector<FrameContact<T>> contacts;
    for (std::uint32_t b = 0; b < balls.size(); ++b) {
        if (!is_ball(balls[b])) continue;
        for (std::uint32_t a = 0; a < b; ++a) {
            if (!is_ball(balls[a]) || !passes(a, b)) continue;
            const Sweep<T, N> in = sweep(balls[a], balls[b]);
            if (in) contacts.push_back({a, b, in.first, in.last, in.state});
        }
    }
    std::sort(contacts.begin(), contacts.end(), [](const FrameContact<T>& x, const FrameContact<T>& y) {
        return std::tie(x.first, x.a, x.b) < std::tie(y.first, y.a, y.b);
    });
    return contacts;
}

/// Of `contacts`, which are in order, those that are the first of one of their balls.
template <class T>
std::vector<FrameContact<T>> earliest_of(std::span<const FrameContact<T>> contacts, std::size_t balls) {
    std::vector<bool> met(balls);
    std::vector<FrameContact<T>> earliest;
    for (const FrameContact<T>& contact : contacts) {
        if (!met[contact.a] || !met[contact.b]) earliest.push_back(contact);
        met[contact.a] = met[contact.b] = true;
    }
    return earliest;
}

template <class T>
bool same(const FrameContact<T>& x, const FrameContact<T>& y) {
    return x.a == y.a && x.b == y.b && x.state == y.state && same_bits(x.first, y.first) &&
           same_bits(x.last, y.last);
}
template <class T>
bool same(const ObstacleContact<T>& x, const ObstacleContact<T>& y) {
    return x.ball == y.ball && x.obstacle == y.obstacle && x.state == y.state &&
           same_bits(x.first, y.first) && same_bits(x.last, y.last);
}

template <class T>
void print(std::ostream& to, const FrameContact<T>& c) {
    to << "balls " << c.a << " and " << c.b << " from " << c.first << " to " << c.last << ", state "
       << static_cast<int>(c.state);
}
template <class T>
void print(std::ostream& to, const ObstacleContact<T>& c) {
    to << "ball " << c.ball << " and obstacle " << c.obstacle.index << " of kind "
       << static_cast<int>(c.obstacle.kind) << " from " << c.first << " to " << c.last << ", state "
       << static_cast<int>(c.state);
}

/// The same contacts in the same order, bit for bit.
template <class Expected, class Found>
testing::AssertionResult same_contacts(const Expected& expected, const Found& found) {
    const std::size_t both = std::min(expected.size(), found.size());
    for (std::size_t i = 0; i < both; ++i) {
        if (same(expected[i], found[i])) continue;
        std::ostringstream text;
        text << "contact " << i << " is ";
        print(text, found[i]);
        text << "; expected: ";
        print(text, expected[i]);
        return testing::AssertionFailure() << text.str();
    }
    if (expected.size() == found.size()) return testing::AssertionSuccess();
    return testing::AssertionFailure() << found.size() << " contacts, not " << expected.size();
}

template <class T, int N>
FrameBalls<T, N> view(const std::vector<MovingBall<T, N>>& balls) {
    return frame_balls<T, N>(std::span<const MovingBall<T, N>>(balls));
}

}  // namespace carom::frame_scenes

// The look at many neighbours in floats: it may come too early for a contact, and never too late.
#include "sim/contact_bounds.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "pair/kernel.hpp"
#include "support/lane_sets.hpp"
#include "support/random_scene.hpp"

namespace carom::detail {
namespace {

constexpr unsigned kFlights = 64;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The bounding flight of a ball that is at `x` at `since` from the origin. Returns its slack.
template <int N>
float make_bounding_flight(BoundingFlight<N>& flight, const FlightScale<N>& scale, const Vec<double, N>& x,
                           const Vec<double, N>& v, double since, double radius, double size) {
    const Vec<float, N> middle = convert<float>(x);
    FlightUnits units;
    units.widest = scale.widest;
    units.horizon = scale.horizon;
    return lane_functions<N>(InstructionSet::baseline)
        .bounding_flight(units, {&x[0], &v[0], radius, since}, &middle[0], size, flight)
        .slack;
}

/// A ball at the moment of the look, in the bounding flights' units.
template <int N>
struct Mover {
    Vec<double, N> x;
    Vec<double, N> v;
    double radius = 0;
};

/// A ball, `kFlights` others, and their bounding flights made at earlier moments.
template <int N>
class Meetings {
public:
    explicit Meetings(std::mt19937_64& random) : random_(random) {
        scale_.horizon = test::uniform(random_, 0.1, 4);
        now_ = test::uniform(random_, 0, scale_.horizon);
        for (int k = 0; k < N; ++k)
            scale_.period[k] = random_() % 2 == 0 ? 0 : test::uniform(random_, 0.5, 1);
        scale_.widest = largest(scale_.period);
        me_ = {test::random_vec<N>(random_, -0.5, 0.5), velocity(), test::uniform(random_, 1e-3, 0.2)};
        BoundingFlight<N> mine;
        const float my_slack = bound(mine, me_);
        float slack = my_slack;
        for (unsigned i = 0; i < kFlights; ++i) {
            draw_image(i);
            others_[i] = neighbour(i);
            slack = std::max(slack, bound(flights_[i], others_[i]));
        }
        set_meeting(mine, slack);
    }

    /// When ball i is touched in truth, from now.
    double contact(Entry entry) const {
        const Mover<N>& other = others_[place_of(entry)];
        RelativeMotion<double, N> m{other.x - me_.x, other.v - me_.v, me_.radius + other.radius};
        for (int k = 0; k < N; ++k) m.d[k] += image_of(entry, k) * scale_.period[k];
        return first_closing_contact(m);
    }

    /// How far the two are apart now, in units of the distance at which they touch.
    double apart(Entry entry) const {
        const Mover<N>& other = others_[place_of(entry)];
        Vec<double, N> d = other.x - me_.x;
        for (int k = 0; k < N; ++k) d[k] += image_of(entry, k) * scale_.period[k];
        return length(d) / (me_.radius + other.radius);
    }

    /// How far the two fly until then.
    double way(Entry entry, double time) const {
        return time * std::max(length(me_.v), length(others_[place_of(entry)].v));
    }

    Entry entry(unsigned i) const { return i | images_[i]; }
    const BoundingFlight<N>* bounding_flights() const { return flights_; }
    const NeighbourQuery<N>& query() const { return meeting_; }

private:
    double log_uniform(double lo, double hi) {
        return std::exp(test::uniform(random_, std::log(lo), std::log(hi)));
    }

    Vec<double, N> direction() {
        for (;;) {
            const Vec<double, N> x = test::random_vec<N>(random_, -1, 1);
            if (length(x) > 0.1) return (1 / length(x)) * x;
        }
    }

    Vec<double, N> velocity() {
        constexpr double kSpeeds[] = {1, 1, 1, 1, 0, 1e-6, 1e-13, 1e-20, 1e-40, 30, 1e6, 1e15, 1e25};
        return kSpeeds[random_() % std::size(kSpeeds)] * direction();
    }

    void draw_image(unsigned i) {
        for (int k = 0; k < N; ++k) {
            if (scale_.period[k] > 0) images_[i] |= image_bits(static_cast<int>(random_() % 3) - 1, k);
        }
    }

    /// Touching, overlapping, apart, or passing by at a distance of about the sum of radii.
    Mover<N> neighbour(unsigned i) {
        Mover<N> other{{}, velocity(), log_uniform(1e-3, 0.2)};
        if (random_() % 8 == 0) other.v = me_.v;
        // Closing more slowly than floats of the velocities can tell.
        if (random_() % 8 == 0) other.v = me_.v + log_uniform(1e-10, 1e-5) * length(me_.v) * direction();
        const double r = me_.radius + other.radius;
        const Vec<double, N> w = other.v - me_.v;
        constexpr double kOff[] = {0, 1e-7, -1e-7, 1e-6, -1e-5, 1e-3, 0.1, 1};
        const double distance = r * (1 + kOff[random_() % std::size(kOff)]);
        Vec<double, N> d = distance * direction();
        if (random_() % 2 == 0 && length(w) > 0 && length(w) < 100) {
            Vec<double, N> aside;
            aside[0] = -w[1];
            aside[1] = w[0];
            if (length(aside) > 0)
                d = (distance / length(aside)) * aside - (log_uniform(1e-6, 1) / length(w)) * w;
        }
        for (int k = 0; k < N; ++k) other.x[k] = me_.x[k] + d[k] - image_of(images_[i], k) * scale_.period[k];
        return other;
    }

    /// The bounding flight, made when the ball was elsewhere.
    float bound(BoundingFlight<N>& flight, const Mover<N>& ball) {
        const double made = test::uniform(random_, 0, now_);
        return make_bounding_flight(flight, scale_, ball.x - (now_ - made) * ball.v, ball.v, made,
                                    ball.radius, 2 * ball.radius);
    }

    void set_meeting(const BoundingFlight<N>& mine, float slack) {
        meeting_ = query_of(mine, scale_, now_, 2 * slack);
        meeting_.limit = static_cast<float>(random_() % 2 == 0 ? kInfinity : log_uniform(1e-4, 10));
    }

    std::mt19937_64& random_;
    FlightScale<N> scale_;
    double now_ = 0;
    Mover<N> me_;
    Mover<N> others_[kFlights];
    BoundingFlight<N> flights_[kFlights];
    Entry images_[kFlights] = {};
    NeighbourQuery<N> meeting_;
};

template <int N>
std::vector<Entry> some_list(const Meetings<N>& meetings, std::mt19937_64& random) {
    std::vector<Entry> list(kAtOnce);
    for (Entry& entry : list) entry = meetings.entry(static_cast<unsigned>(random() % kFlights));
    return list;
}

TEST(Meet, NoContactIsEarlierThanSeenNorLeftOut) {
    test::in_both_dimensions([]<int N>() {
        std::mt19937_64 random(N);
        int contacts = 0;
        int dropped = 0;
        for (unsigned round = 0; round < 4000; ++round) {
            const Meetings<N> meetings(random);
            const std::vector<Entry> list = some_list(meetings, random);
            const unsigned count = round % (kAtOnce + 1);
            const double limit = static_cast<double>(meetings.query().limit) * (1 - 0x1p-15);
            for (const LaneFunctions<N>& set : test::every_lane_functions<N>()) {
                float soonest[kAtOnce];
                set.contact_bounds(meetings.bounding_flights(), list.data(), count, meetings.query(),
                                   soonest);
                for (unsigned i = 0; i < count; ++i) {
                    const double contact = meetings.contact(list[i]);
                    const auto seen = static_cast<double>(soonest[i]);
                    ASSERT_GE(seen, 0);
                    dropped += seen == kInfinity ? 1 : 0;
                    // Beyond the space there are no shells.
                    if (contact > limit || meetings.way(list[i], contact) > 1) continue;
                    ++contacts;
                    ASSERT_LE(seen * (1 - 0x1p-15), contact) << N << "D, round " << round << ", entry " << i;
                }
            }
        }
        EXPECT_GT(contacts, 30'000);
        EXPECT_GT(dropped, 30'000);
    });
}

TEST(Meet, WhatTouchesIsNeverTakenForApart) {
    test::in_both_dimensions([]<int N>() {
        std::mt19937_64 random(20 + N);
        int touching = 0;
        int dropped = 0;
        for (unsigned round = 0; round < 4000; ++round) {
            const Meetings<N> meetings(random);
            for (unsigned i = 0; i < kFlights; ++i) {
                const Entry entry = meetings.entry(i);
                const bool seen = may_touch(meetings.query(), meetings.bounding_flights()[i], entry);
                touching += meetings.apart(entry) <= 1 ? 1 : 0;
                dropped += seen ? 0 : 1;
                ASSERT_TRUE(seen || meetings.apart(entry) > 1) << N << "D, round " << round << ", ball " << i;
            }
        }
        EXPECT_GT(touching, 30'000);
        EXPECT_GT(dropped, 30'000);
    });
}

TEST(Meet, TheFirstAndTheSecondAreThoseOfTheArray) {
    test::in_both_dimensions([]<int N>() {
        std::mt19937_64 random(10 + N);
        for (unsigned round = 0; round < 4000; ++round) {
            const Meetings<N> meetings(random);
            const std::vector<Entry> list = some_list(meetings, random);
            const unsigned count = round % (kAtOnce + 1);
            for (const LaneFunctions<N>& set : test::every_lane_functions<N>()) {
                float soonest[kAtOnce];
                const EarliestBounds found = set.contact_bounds(meetings.bounding_flights(), list.data(),
                                                                count, meetings.query(), soonest);
                std::vector<float> sorted(soonest, soonest + count);
                sorted.resize(count + 2, HUGE_VALF);
                std::sort(sorted.begin(), sorted.end());
                ASSERT_EQ(found.first, sorted[0]);
                ASSERT_EQ(found.second, sorted[1]);
                if (found.first == HUGE_VALF) continue;
                ASSERT_LT(found.at, count);
                ASSERT_EQ(soonest[found.at], found.first);
            }
        }
    });
}

/// The floats of two like velocities may part while the balls close.
TEST(Meet, TouchingBallsThatCloseMoreSlowlyThanFloatsTellAreSeen) {
    test::in_both_dimensions([]<int N>() {
        std::mt19937_64 random(20 + N);
        const FlightScale<N> scale;
        for (int round = 0; round < 100'000; ++round) {
            const Vec<double, N> d = test::random_vec<N>(random, -0.1, 0.1);
            const Vec<double, N> v = test::random_vec<N>(random, -1, 1);
            const Vec<double, N> w = test::uniform(random, 0, 1e-6) * test::random_vec<N>(random, -1, 1);
            if (!(dot(d, w) < 0)) continue;
            BoundingFlight<N> mine;
            BoundingFlight<N> flights[kFlights];
            const double radius = length(d) / 2 * (1 + 1e-9);
            const float slack = make_bounding_flight(mine, scale, {}, v, 0, radius, radius);
            const float its_slack = make_bounding_flight(flights[0], scale, d, v + w, 0, radius, radius);
            NeighbourQuery<N> query;
            for (int k = 0; k < N; ++k) {
                query.velocity[k] = mine.velocity[k];
                query.speed += std::fabs(mine.velocity[k]);
            }
            query.reach = mine.reach;
            query.slack = 2 * std::max(slack, its_slack);
            query.limit = HUGE_VALF;
            const Entry list[kAtOnce] = {};
            for (const LaneFunctions<N>& set : test::every_lane_functions<N>()) {
                float soonest[kAtOnce];
                ASSERT_EQ(set.contact_bounds(flights, list, 1, query, soonest).first, 0) << "round " << round;
            }
        }
    });
}

/// A look that takes everything for possible would pass the tests above.
TEST(Meet, ContactsAreSeenAtTheirTimeAndMissesAreNot) {
    test::in_both_dimensions([]<int N>() {
        const FlightScale<N> scale;
        for (const double aside : {0.0, 0.15, 0.1999, 0.2001, 0.25}) {
            BoundingFlight<N> flights[kFlights];
            Vec<double, N> x;
            Vec<double, N> v;
            x[0] = 0.5;
            x[1] = aside;
            v[0] = -1;
            const float slack = make_bounding_flight(flights[0], scale, x, v, 0, 0.1, 0.1);
            NeighbourQuery<N> query;
            query.reach = static_cast<float>(0.1) + slack;
            query.slack = 2 * slack;
            query.limit = HUGE_VALF;
            const Entry list[kAtOnce] = {};
            for (const LaneFunctions<N>& set : test::every_lane_functions<N>()) {
                float soonest[kAtOnce];
                const auto seen =
                    static_cast<double>(set.contact_bounds(flights, list, 1, query, soonest).first);
                if (aside > 0.2) {
                    EXPECT_EQ(seen, kInfinity) << aside;
                } else {
                    EXPECT_NEAR(seen, 0.5 - std::sqrt(0.04 - aside * aside), 2e-3) << aside;
                }
            }
        }
    });
}

}  // namespace
}  // namespace carom::detail

// Promise: the checker proves shots in which balls fly, and rejects a lie of one part in 10^9 in them.
#include <gtest/gtest.h>

#include <cstdlib>

#include "billiards/random_flights.hpp"
#include "proof/played_shots.hpp"

namespace carom::billiards {
namespace {

using testing::all_faults;
using testing::check;
using testing::expect_each_lie_rejected;
using testing::Played;
using testing::played;
using testing::RandomFlight;

TEST(CheckFlights, ProvesRandomFlights) {
    const char* wanted = std::getenv("CAROM_FLIGHTS");
    const std::uint64_t flights = wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : 60;
    for (std::uint64_t seed = 1; seed <= flights; ++seed) {
        const ShotCheckReport report = check(played(RandomFlight(seed).scene()));
        EXPECT_TRUE(report) << "seed " << seed << '\n' << all_faults(report);
    }
}

/// Shots of this seed and later ones in which such an event happens.
Played flight_with(EventKind kind, std::uint64_t seed) {
    for (;; ++seed) {
        Played shot = played(RandomFlight(seed).scene());
        for (const ShotEvent& event : shot.shot.events) {
            if (event.kind == kind) return shot;
        }
    }
}

TEST(CheckFlights, RejectsLiesAboutFlights) {
    for (const EventKind kind : {EventKind::bed, EventKind::rail_edge, EventKind::off_table,
                                 EventKind::pocket, EventKind::straight_cushion, EventKind::round_cushion}) {
        const Played good = flight_with(kind, 200);
        ASSERT_TRUE(check(good)) << all_faults(check(good));
        EXPECT_GT(expect_each_lie_rejected(good, 23), 2) << name_of(kind);
    }
}

TEST(CheckFlights, RejectsEventsLeftOut) {
    const Played good = flight_with(EventKind::bed, 300);
    for (std::size_t k = 0; k < good.shot.events.size(); ++k) {
        Played bad = good;
        bad.shot.events.erase(bad.shot.events.begin() + static_cast<std::ptrdiff_t>(k));
        EXPECT_FALSE(check(bad)) << "event " << k << ", " << name_of(good.shot.events[k].kind);
    }
}

TEST(CheckFlights, RejectsJumpsOnATableWithout) {
    std::uint64_t seed = 400;
    Played good = flight_with(EventKind::bed, seed);
    while (good.scene.shots[0].shot.strike.elevation == 0) good = flight_with(EventKind::bed, ++seed);
    good.scene.setup.laws.jumps = false;
    EXPECT_FALSE(check(good));
}

}  // namespace
}  // namespace carom::billiards

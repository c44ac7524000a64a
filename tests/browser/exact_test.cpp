// Promise: the page shows every ball where it is, at any instant: balls touch at impacts within 1e-9, and
// places are those of Playback, in whatever order the times are asked for.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "browser/browser.hpp"
#include "carom/record/playback.hpp"

namespace carom::test {
namespace {

class ExactTest : public BrowserTest {
protected:
    /// The gap of each impact, worked out from the places that the page shows at its time.
    void expect_touches(const std::string& page, int least) {
        const auto report = in_page(page, R"(
            const {ball, other, radius} = trajectory.columns, {boundary, lower, upper, shear} = trajectory.header.world;
            let worst = 0, own = 0;
            const far = (x, y, k) => {
                const d = x - y, side = upper[k] - lower[k];
                return boundary[k] === 'periodic' ? d - side * Math.round(d / side) : d;
            };
            for (let k = 0; k < trajectory.eventCount; ++k) {
                player.seekEvent(k);
                const a = trajectory.position(ball[k], player.time);
                const gapTo = c => {
                    const b = trajectory.position(c, player.time);
                    if (shear) {
                        const rows = Math.round((a[shear.gradient] - b[shear.gradient]) /
                            (upper[shear.gradient] - lower[shear.gradient]));
                        b[shear.flow] += rows * shear.speed * (trajectory.header.from + player.time);
                    }
                    return Math.sqrt(a.reduce((sum, x, i) => sum + far(x, b[i], i) ** 2, 0)) - radius[ball[k]] - radius[c];
                };
                let gap;
                if (trajectory.isPair(k)) {
                    gap = gapTo(other[k]);
                } else if (trajectory.isPart(k)) {
                    gap = Math.min(...trajectory.partners(k).filter(c => c !== ball[k]).map(gapTo));
                } else {
                    const axis = other[k] >> 1;
                    gap = (other[k] % 2 === 0 ? a[axis] - lower[axis] : upper[axis] - a[axis]) - radius[ball[k]];
                }
                worst = Math.max(worst, Math.abs(gap));
                own = Math.max(own, Math.abs(trajectory.gapAtEvent(k)));
            }
            report('events', trajectory.eventCount);
            report('worst', worst);
            report('own', own);)");
        EXPECT_EQ(report.problems, "");
        EXPECT_GE(report.number("events"), least);
        EXPECT_LT(report.number("worst"), 1e-9);
        EXPECT_LT(report.number("own"), 1e-9);
    }

    /// Places and velocities at these times, asked for in this order, against Playback.
    template <int N>
    void expect_places(const std::string& page, const std::vector<double>& times) {
        std::ostringstream numbers;
        numbers.precision(17);
        for (const double time : times) numbers << time << ",";
        const std::string script = "const out = [];\nfor (const time of [" + numbers.str() + R"(]) {
                player.seek(time - trajectory.header.from);
                for (let b = 0; b < trajectory.ballCount; ++b)
                    out.push(...trajectory.position(b, player.time), ...trajectory.velocity(b, player.time));
            }
            report('all', out.join(' '));)";
        const auto report = in_page(page, script);
        EXPECT_EQ(report.problems, "");
        std::istringstream seen(report.values.at("all"));
        for (const double time : times) compare<N>(seen, time);
    }

private:
    template <int N>
    void compare(std::istringstream& seen, double time) {
        auto opened = open_trajectory(trajectory());
        Playback<N> playback(std::move(std::get<TrajectoryReader<N>>(*opened)));
        playback.advance(playback.at(time));
        for (std::size_t ball = 0; ball < playback.ball_count(); ++ball) {
            for (const auto& vector : {playback.position(ball), playback.velocity(ball)}) {
                for (int k = 0; k < N; ++k) {
                    double value = 0;
                    ASSERT_TRUE(seen >> value);
                    ASSERT_NEAR(value, vector[k], 1e-12 * std::fmax(1, std::fabs(vector[k])))
                        << "ball " << ball << " at " << time;
                }
            }
        }
    }
};

TEST_F(ExactTest, PoolBallsTouchAtEveryImpact) {
    expect_touches(page_of(bundled("nine_ball_break")), 60);
}

TEST_F(ExactTest, MarblesTouchAtEveryImpact) {
    expect_touches(page_of(bundled("marbles_in_box")), 2000);
}

TEST_F(ExactTest, GasThroughPeriodicFacesTouchesAtEveryImpact) {
    expect_touches(page_of(bundled("gas_1000"), {"--until", "1"}), 3000);
}

TEST_F(ExactTest, LateWindowsTouchAsWell) {
    expect_touches(page_of(bundled("gas_1000"), {}, {"--from", "9.5"}), 1000);
}

TEST_F(ExactTest, GrainsInShearTouchAtEveryImpactThroughSlidingFaces) {
    expect_touches(page_of(bundled("sheared_grains"), {"--until", "1"}, {"--from", "0.5"}), 1000);
}

TEST_F(ExactTest, PlacesAndSpeedsOfSlidingImages) {
    expect_places<2>(page_of(bundled("sheared_grains"), {"--until", "1"}), {0.5, 0, 0.731, 1, 0.25});
}

TEST_F(ExactTest, PlacesInThePlane) {
    expect_places<2>(page_of(bundled("nine_ball_break")), {3.7, 0, 1.1, 0.1348, 0.13479, 4, 2.5, 0.5, 3.9});
}

TEST_F(ExactTest, PlacesInSpaceForwardsAndBackwards) {
    const std::string page = page_of(bundled("gas_1000"), {"--until", "2"});
    expect_places<3>(page, {0.5, 1.75, 1.7499, 0, 2, 0.001, 1.2345678901234567});
}

TEST_F(ExactTest, PlacesInAWindow) {
    const std::string page =
        page_of(bundled("marbles_in_box"), {}, {"--from", "1.5", "--most-records", "300"});
    expect_places<3>(page, {1.5, 1.6, 1.51, 1.55});
}

constexpr const char* kFallingIntoABowl =
    "dimension = 2\n[world]\nlower = [-1.0, -1.0]\nupper = [1.0, 1.0]\nboundary = \"open\"\ngravity = [0.0, "
    "-9.81]\n[collisions]\nrestitution_balls = 0.8\n"
    "restitution_walls = 0.7\n[[containers]]\nname = \"bowl\"\ncenter = [0.0, 0.0]\nradius = 1.0\n"
    "[[walls]]\nname = \"floor\"\nnormal = [0.1, 1.0]\noffset = -0.6\n"
    "[[balls]]\nposition = [-0.4, 0.3]\nradius = 0.1\n[[balls]]\nposition = [0.0, 0.5]\nradius = 0.08\n"
    "velocity = [1.0, 0.0]\n[[balls]]\nposition = [0.4, 0.1]\nradius = 0.12\nmass = 2.0\n";

TEST_F(ExactTest, BallsThatFallSlideAndRest) {
    const std::string scene = directory() / "bowl.toml";
    put_text(scene, kFallingIntoABowl);
    expect_places<2>(page_of(scene, {"--until", "6"}), {0.3, 5.9, 0, 1.7, 3.21, 6, 0.01});
}

TEST_F(ExactTest, FallingBallsTouchWhatTheyMeet) {
    const std::string scene = directory() / "bowl.toml";
    put_text(scene, kFallingIntoABowl);
    const auto report = in_page(page_of(scene, {"--until", "1"}), R"(
        const {ball, other, radius} = trajectory.columns;
        let worst = 0, bowl = 0, floor = 0, pairs = 0;
        for (let k = 0; k < trajectory.eventCount; ++k) {
            player.seekEvent(k);
            const p = trajectory.position(ball[k], player.time), r = radius[ball[k]];
            if (trajectory.isPair(k)) {
                const q = trajectory.position(other[k], player.time);
                worst = Math.max(worst, Math.abs(Math.hypot(p[0] - q[0], p[1] - q[1]) - r - radius[other[k]]));
                ++pairs;
            } else if (trajectory.otherName(k) === 'bowl') {
                worst = Math.max(worst, Math.abs(1 - Math.hypot(...p) - r));
                ++bowl;
            } else if (trajectory.otherName(k) === 'floor') {
                worst = Math.max(worst, Math.abs((0.1 * p[0] + p[1] + 0.6) / Math.hypot(0.1, 1) - r));
                ++floor;
            }
            if (trajectory.isWall(k)) worst = Math.max(worst, Math.abs(trajectory.gapAtEvent(k)));
        }
        report('worst', worst);
        report('kinds', pairs > 0 && bowl > 0 && floor > 0);)");
    EXPECT_EQ(report.problems, "");
    EXPECT_LT(report.number("worst"), 1e-9);
    EXPECT_EQ(report.values.at("kinds"), "true");
}

TEST_F(ExactTest, TheTimeFieldScrubsToAnImpact) {
    // The time of an impact, typed with all its digits, is the impact itself: the two balls touch.
    const auto report = in_page(page_of(bundled("nine_ball_break")), R"(
        let worst = 0, reached = 0;
        for (let k = trajectory.eventCount - 1; k >= 0; k -= 7) {
            typed('time', String(trajectory.eventTime(k)), 'change');
            if (player.time === trajectory.eventTime(k)) ++reached;
            if (trajectory.isPair(k))
                worst = Math.max(worst, Math.abs(trajectory.gap(trajectory.columns.ball[k], trajectory.columns.other[k], player.time)));
        }
        report('reached', reached);
        report('worst', worst);)");
    EXPECT_EQ(report.problems, "");
    EXPECT_EQ(report.number("reached"), 11);
    EXPECT_LT(report.number("worst"), 1e-9);
}

}  // namespace
}  // namespace carom::test

// The oracle for a ball and a box by itself, on cases solved by hand and against dense samples.
#include "support/box_oracle.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/pair_draws.hpp"

namespace carom {
namespace {

using oracle::BoxContact;

/// The box from (0, 0) to (4, 2); a ball of radius r at (x, y), moving by (wx, wy).
BoxContact contact(double r, double x, double y, double wx, double wy) {
    return oracle::box_contact(MovingBall<double, 2>{{x, y}, r, {wx, wy}}, Box<double, 2>{{0, 0}, {4, 2}});
}

void expect(const BoxContact& c, ContactState state, double first, double last) {
    EXPECT_EQ(c.state, state);
    EXPECT_EQ(c.first.value().get_d(), first);
    EXPECT_EQ(c.last.value().get_d(), last);
}

TEST(BoxOracle, FaceOn) {
    expect(contact(1, -3, 1, 4, 0), ContactState::will_touch, 0.5, 1);
    expect(contact(1, -3, 1, 16, 0), ContactState::will_touch, 0.125, 0.5);
    expect(contact(1, -3, 1, 2, 0), ContactState::will_touch, 1, 1);
    EXPECT_EQ(contact(1, -3, 1, 2 - 0x1p-51, 0).state, ContactState::apart);
    EXPECT_EQ(contact(1, -3, 1, -2, 0).state, ContactState::apart);
    EXPECT_EQ(contact(1, -3, 1, 0, 8).state, ContactState::apart);
    EXPECT_EQ(contact(1, -3, 1, 0, 0).state, ContactState::apart);
}

TEST(BoxOracle, Overlapping) {
    expect(contact(1, 2, 1, 0, 0), ContactState::overlapping, 0, 1);
    expect(contact(1, 2, 1, 0, 8), ContactState::overlapping, 0, 0.25);
    expect(contact(1, 2, 2.5, 0, 1), ContactState::overlapping, 0, 0.5);
    expect(contact(0, 2, 1, 4, 0), ContactState::overlapping, 0, 0.5);
    expect(contact(5, 7, 6 - 0x1p-50, 0, 0), ContactState::overlapping, 0, 1);
}

TEST(BoxOracle, Corner) {
    // (3, 4) from the corner (4, 2): in touch for r = 5.
    expect(contact(5, 7, 6, 0, 0), ContactState::touching_at_rest, 0, 1);
    expect(contact(5, 7, 6, 4, -3), ContactState::touching_parting, 0, 0);
    expect(contact(5, 7, 6, 3, 4), ContactState::touching_parting, 0, 0);
    expect(contact(5, 7, 6, 0, -16), ContactState::touching_closing, 0, 0.625);  // until (3, -4) from (4, 0)
    // Grazing the corner: nearest at u = 1/2.
    expect(contact(5, 7 - 4, 6 + 3, 8, -6), ContactState::will_touch, 0.5, 0.5);
    EXPECT_EQ(contact(5 - 0x1p-50, 7 - 4, 6 + 3, 8, -6).state, ContactState::apart);
    // Between the corner and the rounded edge: no touch, although the enlarged box is entered.
    EXPECT_EQ(contact(1, 4.875, 4, 0, -1.125).state, ContactState::apart);
    EXPECT_EQ(contact(1, 4.875, 4, 0, -1.625).state, ContactState::will_touch);
}

TEST(BoxOracle, SlidingAlongAFace) {
    expect(contact(1, 2, 3, 1, 0), ContactState::touching_at_rest, 0, 1);
    expect(contact(1, 2, 3, 8, 0), ContactState::touching_at_rest, 0, 0.25);  // then it passes the corner
    expect(contact(1, -4, 3, 8, 0), ContactState::will_touch, 0.5, 1);        // grazes the face from x = 0 on
    expect(contact(1, 4, 3, 1, 0), ContactState::touching_parting, 0, 0);
    expect(contact(1, 4, 3, -8, 0), ContactState::touching_at_rest, 0, 0.5);
}

TEST(BoxOracle, Points) {
    expect(contact(0, -1, 1, 8, 0), ContactState::will_touch, 0.125, 0.625);
    expect(contact(0, 0, 1, 1, 0), ContactState::touching_closing, 0, 1);
    expect(contact(0, 0, 1, -1, 0), ContactState::touching_parting, 0, 0);
    expect(contact(0, 0, 1, 0, 1), ContactState::touching_at_rest, 0, 1);
    expect(contact(0, 0, 1, 0, 4), ContactState::touching_at_rest, 0, 0.25);
    expect(contact(0, 4, 2, 1, -1), ContactState::touching_parting, 0, 0);
    expect(contact(0, 4, 2, -1, -1), ContactState::touching_closing, 0, 1);
    expect(contact(0, 4, 2, 0, 0), ContactState::touching_at_rest, 0, 1);
    expect(contact(0, 3, 3, 2, -2), ContactState::will_touch, 0.5, 0.5);  // through the corner
    EXPECT_EQ(contact(0, 3, 3, 2, -2 + 0x1p-50).state, ContactState::apart);
}

TEST(BoxOracle, FlatAndEmptyBoxes) {
    const auto against = [](double r, const Vec2d& x, const Vec2d& w, double lower, double upper) {
        return oracle::box_contact(MovingBall<double, 2>{x, r, w}, Box<double, 2>{{lower, 0}, {upper, 2}});
    };
    expect(against(1, {-3, 1}, {16, 0}, 1, 1), ContactState::will_touch, 0.1875, 0.3125);
    expect(against(0, {-3, 1}, {16, 0}, 1, 1), ContactState::will_touch, 0.25, 0.25);
    expect(against(0, {1, 1}, {1, 0}, 1, 1), ContactState::touching_parting, 0, 0);
    expect(against(0, {1, 1}, {0, 2}, 1, 1), ContactState::touching_at_rest, 0, 0.5);
    expect(against(1, {1, 1}, {0, 2}, 1, 1), ContactState::overlapping, 0, 1);
    EXPECT_EQ(against(1, {1, 1}, {0, 2}, 2, 1).state, ContactState::apart);
}

TEST(BoxOracle, EdgesAndCornersInThreeDimensions) {
    const Box<double, 3> box{{0, 0, 0}, {1, 1, 1}};
    const auto ball = [&](double r, const Vec3d& x, const Vec3d& w) {
        return oracle::box_contact(MovingBall<double, 3>{x, r, w}, box);
    };
    // (1, 2, 2) from the corner: 3.
    expect(ball(3, {2, 3, 3}, {}), ContactState::touching_at_rest, 0, 1);
    EXPECT_EQ(ball(3 - 0x1p-51, {2, 3, 3}, {}).state, ContactState::apart);
    // (3, 4) from the edge along z; leaves the edge's length upward at u = 1/2, then the corner's distance
    // grows.
    expect(ball(5, {4, 5, 0.5}, {0, 0, 1}), ContactState::touching_at_rest, 0, 0.5);
    expect(ball(5, {4, 5, 0.5}, {0, 0, 0.25}), ContactState::touching_at_rest, 0, 1);
    expect(ball(5, {4, 5, 1}, {0, 0, 1}), ContactState::touching_parting, 0, 0);
}

/// Short numbers, so that exact touching happens.
template <int N>
Vec<double, N> eighths(families::Draws<double, N>& draw, int largest) {
    Vec<double, N> x;
    for (int k = 0; k < N; ++k) x[k] = draw.integer(-largest, largest) / 8.0;
    return x;
}

template <int N>
void check_samples(unsigned seed) {
    families::Draws<double, N> draw(seed);
    int contacts = 0;
    for (int i = 0; i < 400; ++i) {
        Box<double, N> box;
        for (int k = 0; k < N; ++k) box.upper[k] = draw.integer(1, 16) / 8.0;
        const MovingBall<double, N> ball{eighths<N>(draw, 24), draw.integer(0, 16) / 8.0,
                                         eighths<N>(draw, 40)};
        const oracle::BoxMotion<N> motion(ball, box);
        const BoxContact c = motion.contact();
        const mpf_class slack(0x1p-400, oracle::kBits);  // the times are rational, or rounded at 512 bits
        const mpf_class first = c.first.value();
        const mpf_class last = c.last.value();
        contacts += c.state == ContactState::apart ? 0 : 1;
        for (int s = 0; s <= 64; ++s) {
            const mpq_class u(s, 64);
            const mpf_class now = oracle::real(u);
            const bool meets = c.state != ContactState::apart;
            const bool in = meets && first <= now + slack && now <= last + slack;
            const bool surely_in = meets && first + slack < now && now + slack < last;
            ASSERT_TRUE(motion.at(u) > 0 || in) << i << ' ' << s;
            ASSERT_TRUE(motion.at(u) <= 0 || !surely_in) << i << ' ' << s;
        }
    }
    EXPECT_GT(contacts, 40);
}

TEST(BoxOracle, SamplesAreInContactBetweenTheTimesOnly2D) {
    check_samples<2>(1);
}
TEST(BoxOracle, SamplesAreInContactBetweenTheTimesOnly3D) {
    check_samples<3>(2);
}

}  // namespace
}  // namespace carom

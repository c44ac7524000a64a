// Promise: what the checker sees in a first look of an impact differs from what it sees in 113 bits by far
// less than the share of a bound that it keeps in hand.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "proof/impact.hpp"
#include "support/random_scene.hpp"

namespace carom::proof {
namespace {

/// An impact as it is recorded, in numbers of one kind.
template <int N, class Real>
struct Recorded {
    Impact<N, Real> impact;
    Partner<N, Real> a;
    Partner<N, Real> b;
};

template <int N, class Real>
Partner<N, Real> partner(const Vec<double, N>& before, const Vec<double, N>& after, double mass,
                         double other) {
    return {widen<Real>(before),
            widen<Real>(after),
            rough_length(before),
            0,
            0,
            Real{other} / (Real{mass} + Real{other})};
}

/// Velocities after it are those of the law, but for a few roundings.
template <int N>
class Draw {
public:
    explicit Draw(std::mt19937_64& random) {
        d_ = test::random_vec<N>(random, -1, 1);
        a_ = any_velocity(random);
        b_ = any_velocity(random);
        mass_a_ = std::exp2(test::uniform(random, -20, 20));
        mass_b_ = std::exp2(test::uniform(random, -20, 20));
        restitution_ = random() % 2 == 0 ? 1 : test::uniform(random, 0, 1);
        const double length = rough_length(d_);
        double closing = 0;
        for (int k = 0; k < N; ++k) closing += d_[k] / length * (a_[k] - b_[k]);
        const double impulse = (1 + restitution_) * closing / (mass_a_ + mass_b_);
        for (int k = 0; k < N; ++k) {
            const double off = test::uniform(random, -12, 12) * kUnit * (std::fabs(a_[k]) + std::fabs(b_[k]));
            after_a_[k] = a_[k] - mass_b_ * impulse * d_[k] / length + off;
            after_b_[k] = b_[k] + mass_a_ * impulse * d_[k] / length;
        }
        gap_ = test::uniform(random, -2, 2) * kUnit;
    }

    template <class Real>
    ImpactVerdict verdict_in() const {
        Recorded<N, Real> r;
        const Vec<Real, N> d = widen<Real>(d_);
        r.impact.normal = (1 / length(d)) * d;
        r.impact.gap = gap_;
        r.impact.gap_bound = kRoundings * kUnit;
        r.impact.tilt = kRoundings * kUnit / rough_length(d_);
        r.impact.restitution = r.impact.law = restitution_;
        r.a = partner<N, Real>(a_, after_a_, mass_a_, mass_b_);
        r.b = partner<N, Real>(b_, after_b_, mass_b_, mass_a_);
        return verdict(r.impact, r.a, r.b);
    }

private:
    static Vec<double, N> any_velocity(std::mt19937_64& random) {
        const double speed = std::exp2(test::uniform(random, -30, 30));
        return test::random_vec<N>(random, -speed, speed);
    }

    Vec<double, N> d_, a_, b_, after_a_, after_b_;
    double mass_a_ = 1;
    double mass_b_ = 1;
    double restitution_ = 1;
    double gap_ = 0;
};

template <int N>
void expect_same_verdicts() {
    std::mt19937_64 random(N);
    constexpr double kNear = (1 - kClearShare) / 8;
    int accepted = 0;
    int refused = 0;
    for (int i = 0; i < 100'000; ++i) {
        const Draw<N> draw(random);
        const ImpactVerdict quick = draw.template verdict_in<Quick>();
        const ImpactVerdict wide = draw.template verdict_in<Wide>();
        EXPECT_EQ(quick.touch, wide.touch) << i;
        EXPECT_NEAR(quick.closing, wide.closing, kNear * std::fmax(1, wide.closing)) << i;
        EXPECT_NEAR(quick.velocity, wide.velocity, kNear * std::fmax(1, wide.velocity)) << i;
        ++(wide.worst() <= 1 ? accepted : refused);
        if (testing::Test::HasFailure()) return;
    }
    EXPECT_GT(accepted, 10'000);
    EXPECT_GT(refused, 10'000);
}

TEST(CheckFirstLook, SeesImpactsAlmostAsWell) {
    expect_same_verdicts<2>();
    expect_same_verdicts<3>();
}

}  // namespace
}  // namespace carom::proof

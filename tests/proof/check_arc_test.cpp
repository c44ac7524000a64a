// Promise: the nearest and the farthest point of a parabola are found for certain. Oracle: a chain of Sturm
// in exact rational numbers shows that no point of the whole arc is nearer or farther by 2^-80 of its size.
#include <gmpxx.h>
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "proof/arc.hpp"
#include "support/random_scene.hpp"

namespace carom::proof {
namespace {

using Rational = mpq_class;
using Polynomial = std::vector<Rational>;

Rational exactly(Wide x) {
    Rational sum = 0;
    for (int part = 0; part < 4; ++part) {
        const double high = narrow(x);
        sum += Rational(high);
        x -= Wide{high};
    }
    return sum;
}

Rational value(const Polynomial& p, const Rational& s) {
    Rational sum = 0;
    for (std::size_t k = p.size(); k-- > 0;) sum = sum * s + p[k];
    return sum;
}

Polynomial trimmed(Polynomial p) {
    while (!p.empty() && p.back() == 0) p.pop_back();
    return p;
}

/// Minus the rest of dividing p by q.
Polynomial minus_rest(Polynomial p, const Polynomial& q) {
    while (p.size() >= q.size()) {
        const Rational factor = p.back() / q.back();
        const std::size_t shift = p.size() - q.size();
        for (std::size_t k = 0; k < q.size(); ++k) p[k + shift] -= factor * q[k];
        p.pop_back();
    }
    for (Rational& c : p) c = -c;
    return trimmed(p);
}

int sign_changes_at(const std::vector<Polynomial>& chain, const Rational& s) {
    int changes = 0;
    int last = 0;
    for (const Polynomial& p : chain) {
        const int sign = sgn(value(p, s));
        if (sign != 0 && last != 0 && sign != last) ++changes;
        if (sign != 0) last = sign;
    }
    return changes;
}

/// Distinct zeros in (0, end]. Precondition: not zero everywhere.
int zeros(const Polynomial& p, const Rational& end) {
    Polynomial derivative;
    for (std::size_t k = 1; k < p.size(); ++k) derivative.push_back(static_cast<int>(k) * p[k]);
    std::vector<Polynomial> chain{trimmed(p), trimmed(derivative)};
    while (!chain.back().empty()) chain.push_back(minus_rest(chain[chain.size() - 2], chain.back()));
    chain.pop_back();
    return sign_changes_at(chain, 0) - sign_changes_at(chain, end);
}

/// |d + w s + a s^2 / 2|^2
template <int N>
Polynomial square(const Arc<N>& arc) {
    Polynomial p(5);
    for (int k = 0; k < N; ++k) {
        const Polynomial x{exactly(arc.d[k]), exactly(arc.w[k]), exactly(arc.a[k]) / 2};
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j) p[i + j] += x[i] * x[j];
    }
    return p;
}

/// Good to a share of the numbers involved.
template <int N>
void expect_extremes(const Arc<N>& arc, Wide nearest, Wide farthest, double end, double share) {
    ASSERT_TRUE(nearest >= 0 && nearest <= end && farthest >= 0 && farthest <= end);
    Polynomial p = square(arc);
    const Rational least = value(p, exactly(nearest));
    const Rational most = value(p, exactly(farthest));
    Rational size = 1;
    for (const Rational& c : p) size = size * Rational(end < 1 ? 1 : end) + abs(c);
    const Rational slack = size * Rational(share);
    Polynomial below = p;
    below[0] -= least - slack;
    EXPECT_GT(value(below, 0), 0);
    EXPECT_EQ(zeros(below, end), 0) << "nearer than at " << narrow(nearest);
    Polynomial above = p;
    above[0] -= most + slack;
    EXPECT_LT(value(above, 0), 0);
    EXPECT_EQ(zeros(above, end), 0) << "farther than at " << narrow(farthest);
}

/// From a few whole numbers, where zeros coincide, to any numbers of very different sizes.
template <int N>
WideVec<N> any_vector(std::mt19937_64& random, int kind) {
    return each_axis<N>([&](int) {
        if (kind == 0) return Wide(static_cast<int>(random() % 5) - 2);
        const double x = test::uniform(random, -1, 1);
        return Wide{kind == 1 ? x : std::ldexp(x, static_cast<int>(random() % 60) - 30)};
    });
}

/// For a first look. The numbers above are doubles, so that nothing is lost.
template <int N>
Arc<N, Quick> rounded(const Arc<N>& arc) {
    Arc<N, Quick> quick;
    quick.d = as<Quick>(arc.d);
    quick.w = as<Quick>(arc.w);
    quick.bend(as<Quick>(arc.a));
    return quick;
}

template <int N>
void expect_extremes_of_many() {
    std::mt19937_64 random(N);
    for (int i = 0; i < 3000; ++i) {
        const int kind = i % 3;
        Arc<N> arc;
        arc.d = any_vector<N>(random, kind);
        arc.w = any_vector<N>(random, kind);
        if (i % 7 != 0) arc.bend(any_vector<N>(random, kind));
        const double end = kind == 0 ? static_cast<double>(random() % 5) : test::uniform(random, 0, 8);
        expect_extremes(arc, nearest_time(arc, end), farthest_time(arc, end), end, 0x1p-80);
        const Arc<N, Quick> quick = rounded(arc);
        expect_extremes<N>(arc, nearest_time(quick, end), farthest_time(quick, end), end, 0x1p-50);
        if (testing::Test::HasFailure()) {
            FAIL() << N << "D, arc " << i;
        }
    }
}

TEST(CheckArc, FindsTheNearestAndTheFarthestPoint) {
    expect_extremes_of_many<2>();
    expect_extremes_of_many<3>();
}

/// Thrown up from the centre of a circle and back through it: two turns of the distance at its zeros, one at
/// the top.
TEST(CheckArc, SeesAllThreeExtremes) {
    Arc<2> arc;
    arc.d = {0, 0};
    arc.w = {0, 2};
    arc.bend({0, -2});
    EXPECT_EQ(narrow(farthest_time(arc, 2)), 1);
    EXPECT_EQ(narrow(nearest_time(arc, 2)), 0);
    arc.d = {1, -0.75};
    EXPECT_NEAR(narrow(nearest_time(arc, 1)), 0.5, 1e-15);
    EXPECT_NEAR(narrow(nearest_time(arc, 3)), 0.5, 1e-15);
}

TEST(CheckArc, FindsSignChanges) {
    const auto changes = [](std::array<Wide, 4> c, double end) {
        Cubic<> cubic;
        cubic.c = c;
        const SignChanges<> found = sign_changes(cubic, end);
        std::vector<double> at;
        for (int i = 0; i < found.count; ++i) at.push_back(narrow(found.at[static_cast<std::size_t>(i)]));
        return at;
    };
    EXPECT_EQ(changes({-6, 11, -6, 1}, 9), (std::vector<double>{1, 2, 3}));
    EXPECT_EQ(changes({-6, 11, -6, 1}, 2.5), (std::vector<double>{1, 2}));
    EXPECT_EQ(changes({-1, 3, -3, 1}, 9), (std::vector<double>{1}));
    EXPECT_EQ(changes({-2, 1, 0, 0}, 9), (std::vector<double>{2}));
    EXPECT_EQ(changes({-4, 0, 1, 0}, 9), (std::vector<double>{2}));
    EXPECT_EQ(changes({1, 0, 1, 0}, 9), (std::vector<double>{}));
    EXPECT_EQ(changes({0, 0, 0, 0}, 9), (std::vector<double>{}));
}

}  // namespace
}  // namespace carom::proof

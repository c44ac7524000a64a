// No overlap is missed or invented: rational arithmetic over all pairs and images against `validate`.
#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "carom/scene/validate.hpp"
#include "scene/scenes.hpp"

namespace carom::test {
namespace {

using Pair = std::pair<std::size_t, std::size_t>;
struct Overlaps {
    std::set<Pair> touching;  ///< deeper than 0, up to 4 ulp
    std::set<Pair> faulty;
};

/// ra + rb - |b - a + shift| with 200 bits, for balls that overlap; 0 for others, decided exactly.
template <int N>
mpf_class depth_of(const SceneBall<N>& a, const SceneBall<N>& b, const Vec<double, N>& shift) {
    double nearly = 0;
    for (int k = 0; k < N; ++k) nearly += std::pow(b.position[k] - a.position[k] + shift[k], 2);
    if (nearly > 1.001 * std::pow(a.radius + b.radius, 2)) return {0, 200};
    mpq_class squared = 0;
    for (int k = 0; k < N; ++k) {
        const mpq_class d = mpq_class(b.position[k]) - mpq_class(a.position[k]) + mpq_class(shift[k]);
        squared += d * d;
    }
    const mpq_class reach = mpq_class(a.radius) + mpq_class(b.radius);
    if (squared >= reach * reach) return {0, 200};
    return mpf_class(reach, 200) - sqrt(mpf_class(squared, 200));
}

template <int N>
Overlaps by_brute_force(const Scene<N>& scene) {
    const bool periodic = scene.world.boundary[0] == Boundary::periodic;
    const double width = scene.world.box.upper[0];
    const int images = periodic ? static_cast<int>(std::lround(std::pow(3, N))) : 1;
    Overlaps result;
    for (std::size_t i = 0; i < scene.balls.size(); ++i) {
        for (std::size_t j = i + 1; j < scene.balls.size(); ++j) {
            for (int image = 0; image < images; ++image) {
                Vec<double, N> shift;
                double largest = std::max(scene.balls[i].radius, scene.balls[j].radius);
                int digits = image;
                for (int k = 0; k < N; ++k, digits /= 3) {
                    shift[k] = periodic ? (digits % 3 - 1) * width : 0;
                    if (shift[k] != 0) largest = std::max(largest, width);
                    largest = std::max({largest, std::fabs(scene.balls[i].position[k]),
                                        std::fabs(scene.balls[j].position[k])});
                }
                const mpf_class depth = depth_of(scene.balls[i], scene.balls[j], shift);
                if (depth <= 0) continue;
                const double ulp = std::nextafter(largest, 1e300) - largest;
                (depth <= 4 * ulp ? result.touching : result.faulty).insert({i, j});
            }
        }
    }
    for (const Pair& pair : result.faulty) result.touching.erase(pair);
    return result;
}

std::set<Pair> pairs_in(const std::vector<Finding>& findings) {
    std::set<Pair> pairs;
    for (const Finding& finding : findings) {
        if (finding.culprits.size() == 2 && finding.message.find("overlap") != std::string::npos) {
            pairs.insert({finding.culprits[0], finding.culprits[1]});
        }
    }
    return pairs;
}

/// Neighbours at a distance that touches but for a few ulp, at places that decimals or thirds give.
template <int N>
Scene<N> nearly_touching_scene(std::mt19937_64& random, Boundary boundary) {
    Scene<N> scene;
    const double mantissa = 1.0 + static_cast<double>(random() % 1000) / 1000;
    const double radius = std::ldexp(mantissa, static_cast<int>(random() % 5));
    const double width = 6 * radius;
    scene.world = box_world<N>(width, boundary);
    for (int i = 0; i < 6; ++i) {
        SceneBall<N> one = ball<N>("", {}, radius * (1 + static_cast<double>(random() % 3) / 3));
        for (int k = 0; k < N; ++k) {
            const double cell = 2 * radius * static_cast<double>(random() % 9) / 3;
            const double nudge = static_cast<double>(random() % 17) - 8;
            one.position[k] = std::fabs(cell + nudge * 0x1p-53 * width);
            if (!(one.position[k] < width)) one.position[k] = 0;
        }
        scene.balls.push_back(one);
    }
    return scene;
}

template <int N>
void compare_with_brute_force(Boundary boundary, int scenes) {
    std::mt19937_64 random(N);
    std::size_t touching = 0;
    std::size_t faulty = 0;
    for (int i = 0; i < scenes; ++i) {
        const Scene<N> scene = nearly_touching_scene<N>(random, boundary);
        const Overlaps truth = by_brute_force(scene);
        const Validation validation = validate(scene);
        EXPECT_EQ(pairs_in(validation.notes), truth.touching) << messages(validation.notes);
        EXPECT_EQ(pairs_in(validation.faults), truth.faulty) << messages(validation.faults);
        touching += truth.touching.size();
        faulty += truth.faulty.size();
    }
    EXPECT_GT(touching, 3U) << "the scenes should test the decision";
    EXPECT_GT(faulty, 20U);
}

TEST(OverlapSearch, AgreesWithRationalArithmeticIn2d) {
    compare_with_brute_force<2>(Boundary::open, 600);
}
TEST(OverlapSearch, AgreesWithRationalArithmeticIn3d) {
    compare_with_brute_force<3>(Boundary::open, 1500);
}
TEST(OverlapSearch, AgreesWithRationalArithmeticInAPeriodicSquare) {
    compare_with_brute_force<2>(Boundary::periodic, 300);
}
TEST(OverlapSearch, AgreesWithRationalArithmeticInAPeriodicCube) {
    compare_with_brute_force<3>(Boundary::periodic, 300);
}

TEST(OverlapSearch, FindsEveryOverlapAmongSizesOneToAThousand) {
    std::mt19937_64 random(1);
    for (const Boundary boundary : {Boundary::open, Boundary::periodic}) {
        Scene<3> scene;
        scene.world = box_world<3>(20, boundary);
        for (int i = 0; i < 200; ++i) {
            const double radius = std::ldexp(4.0, -static_cast<int>(random() % 12));
            SceneBall<3> one = ball<3>("", {}, radius);
            for (int k = 0; k < 3; ++k) one.position[k] = static_cast<double>(random() % 20000) / 1000;
            scene.balls.push_back(one);
        }
        const Overlaps truth = by_brute_force(scene);
        const Validation validation = validate(scene);
        std::size_t found = 0;
        for (const Pair& pair : pairs_in(validation.faults)) found += truth.faulty.count(pair);
        ASSERT_GT(truth.faulty.size(), 21U);
        EXPECT_EQ(found, 21U);
        const std::string rest =
            "and " + std::to_string(truth.faulty.size() - 20) + " more overlapping pairs";
        EXPECT_NE(messages(validation.faults).find(rest), std::string::npos) << messages(validation.faults);
    }
}

TEST(OverlapSearch, NamesBothBallsTheDepthAndTheImage) {
    Scene<2> scene = scene_of<2>({ball<2>("left", {0.25, 1}, 0.5), ball<2>("right", {9.75, 1}, 0.5)},
                                 box_world<2>(10, Boundary::periodic));
    const Validation validation = validate(scene);
    ASSERT_EQ(validation.faults.size(), 1U);
    EXPECT_EQ(validation.faults[0].message,
              "ball 0 \"left\" and ball 1 \"right\" overlap by 0.5 through the periodic faces of axis x; "
              "their radii "
              "are 0.5 and 0.5");
    EXPECT_EQ(validation.faults[0].size, 0.5);
    scene.balls[1].position[1] = 9.5;
    scene.balls[0].position[1] = 0.25;
    const std::string both = "through the periodic faces of axis x and of axis y; ";
    EXPECT_NE(messages(validate(scene).faults).find(both), std::string::npos);
}

TEST(OverlapSearch, TakesADecimalRowAsTouching) {
    // 0.3 - 0.2 is 0.09999999999999998
    const Validation validation =
        validate(scene_of<2>({ball<2>("b", {0.2, 0}, 0.05), ball<2>("c", {0.3, 0}, 0.05)}));
    EXPECT_TRUE(validation.faults.empty());
    ASSERT_EQ(validation.notes.size(), 1U);
    EXPECT_NEAR(validation.notes[0].size, 2.8e-17, 1e-18);
}

TEST(OverlapSearch, EndsEvenWhenEverythingOverlaps) {
    Scene<3> scene;
    for (int i = 0; i < 100'000; ++i) scene.balls.push_back(ball<3>("", {1, 2, 3}, 1));
    const std::string found = messages(validate(scene).faults);
    EXPECT_NE(found.find("the search for overlaps stopped after"), std::string::npos) << found;
}

TEST(OverlapSearch, ManyGrainsBesideAPlanetAreNoTrouble) {
    Scene<3> scene;
    scene.balls.push_back(ball<3>("planet", {0, 0, 0}, 1000));
    for (int i = 0; i < 200; ++i) {
        for (int j = 0; j < 200; ++j)
            scene.balls.push_back(ball<3>("", {-400 + 4.0 * i, -400 + 4.0 * j, 1001}, 1));
    }
    EXPECT_TRUE(validate(scene).faults.empty());
    scene.balls.back().position[2] = 0;
    EXPECT_EQ(validate(scene).faults.size(), 1U);
}

}  // namespace
}  // namespace carom::test

// Honest runs of dense inelastic disks in shear failed their own proof: a chain of contacts crosses the
// sliding face, and one more pair lies just above the tolerance, in other boxes than the chain has it. Found
// by a physicist's tables.
#include <gtest/gtest.h>

#include <limits>

#include "carom/sim/dense_gas.hpp"
#include "proof/recorded.hpp"

namespace carom {
namespace {

test::Recording<2> inelastic_disks(std::uint64_t seed) {
    Scene<2> scene;
    scene.world.box = {{0, 0}, {4.34, 4.34}};
    scene.world.boundary.fill(Boundary::periodic);
    scene.world.shear = Shear{0, 1, 0.3};
    scene.law.restitution_balls = 0.3;
    RandomGas<2> gas;
    gas.count = 12;
    gas.region = scene.world.box;
    gas.species = {{.radius = 0.5}};
    gas.motion.temperature = 1;
    gas.seed = seed;
    scene.balls = *make_dense_gas(gas, scene.world);
    return test::recorded(scene, std::numeric_limits<double>::infinity(), 8000);
}

TEST(FieldShearedClusters, InelasticDisksAreProved) {
    std::uint64_t open = 0;
    std::uint64_t clusters = 0;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        const CheckReport report = test::check_recording(inelastic_disks(seed));
        EXPECT_EQ(test::all_faults(report), "") << "seed " << seed;
        open += report.clusters_open;
        clusters += report.clusters;
    }
    EXPECT_GT(clusters, 100U);
    EXPECT_LT(open, clusters / 10);
}

}  // namespace
}  // namespace carom

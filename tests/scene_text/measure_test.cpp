// Promise: the table [measure] means what it says, and what it cannot mean is refused at its place.
#include "scene_text/reading.hpp"

namespace carom::test {
namespace {

const std::string kGas =
    "dimension = 3\n[world]\nlower = [0, 0, 0]\nupper = [10, 10, 10]\nboundary = \"periodic\"\n"
    "[[balls]]\nposition = [5, 5, 5]\nvelocity = [1, 0, 0]\nradius = 0.5\n";  // 9 lines

MeasurePlan plan_in(const std::string& text) {
    const auto file = parse_scene(text, "s.toml");
    if (!file) ADD_FAILURE() << joined(file.error().lines);
    return file ? file->measure : MeasurePlan{};
}

TEST(MeasureTable, NothingIsMeasuredWithoutIt) {
    EXPECT_TRUE(plan_in(kGas).quantities.empty());
}

TEST(MeasureTable, EverythingByDefault) {
    const MeasurePlan plan = plan_in(kGas + "[measure]\n");
    EXPECT_EQ(plan.quantities.size(), all_quantities.size());
    EXPECT_EQ(plan.after, 0);
    EXPECT_EQ(plan.bins, 100U);
    EXPECT_FALSE(plan.interval || plan.window || plan.snapshot_interval || plan.radial_range || plan.axis);
}

TEST(MeasureTable, TakesEveryKey) {
    const MeasurePlan plan =
        plan_in(kGas +
                "[measure]\nquantities = [\"pressure\", \"profile\", \"pressure\"]\n"
                "after = 2\ninterval = 0.5\nwindow = 8\nsnapshot_interval = 3\nbins = 7\n"
                "radial_range = 1.5\nspeed_range = 4\naxis = \"z\"\nspecies = \"name\"\n");
    EXPECT_EQ(plan.quantities, (std::vector<Quantity>{Quantity::pressure, Quantity::profile}));
    EXPECT_EQ(plan.after, 2);
    EXPECT_EQ(plan.interval, 0.5);
    EXPECT_EQ(plan.window, 8);
    EXPECT_EQ(plan.snapshot_interval, 3);
    EXPECT_EQ(plan.bins, 7U);
    EXPECT_EQ(plan.radial_range, 1.5);
    EXPECT_EQ(plan.speed_range, 4);
    EXPECT_EQ(plan.axis, 2);
    EXPECT_EQ(plan.species_by, SpeciesBy::name);
}

TEST(MeasureTable, RefusesWhatHasNoMeaning) {
    const std::string table = kGas + "[measure]\n";
    expect_fault(table + "quantities = [\"presure\"]\n", "s.toml:11:14: ", "did you mean \"pressure\"?");
    expect_fault(table + "quantities = \"pressure\"\n", "s.toml:11:14: ", "an array of");
    expect_fault(table + "intervall = 1\n", "s.toml:11:1: ", "did you mean \"interval\"?");
    expect_fault(table + "after = -1\n", "s.toml:11:9: ", "after must be 0 or more, not -1");
    expect_fault(table + "interval = 0\n", "s.toml:11:12: ", "interval must be above 0");
    expect_fault(table + "after = 1\nwindow = 1e-10\n", "s.toml:12:10: ", "2^-32");
    for (const std::string key : {"interval", "window", "snapshot_interval"})
        expect_fault(table + key + " = 1e-300\n", "s.toml:11:", key + " 1e-300 is below a millionth");
    expect_fault(table + "bins = 0\n",
                 "s.toml:11:8: ", "bins must be a whole number from 1 to 100000, not 0");
    expect_fault(table + "bins = 100001\n",
                 "s.toml:11:8: ", "bins must be a whole number from 1 to 100000, not 100001");
    expect_fault(table + "axis = \"w\"\n", "s.toml:11:8: ", "axis must be one of");
    expect_fault(table + "species = \"colour\"\n", "s.toml:11:11: ", "species must be one of");
    expect_fault("measure = 3\n" + kGas, "s.toml:1:11: ", "measure must be a table");
}

TEST(MeasureTable, RefusesWhatTheSceneDoesNotHave) {
    const std::string table = kGas + "[measure]\nquantities = ";
    expect_fault(table + "[\"energy_loss\"]\n", "s.toml:11:14: ", "energy_loss needs a restitution below 1");
    expect_fault(table + "[\"radial_distribution\"]\nradial_range = 4.5\n",
                 "s.toml:11:14: ", "radial_range up to 4");
    expect_fault(kGas + "[measure]\nradial_range = 4.5\n", "s.toml:11:16: ", "radial_range up to 4");
    std::string open = kGas;
    open.replace(open.find("periodic"), 8, "open");
    expect_fault(open + "[measure]\nquantities = [\"pressure\"]\n",
                 "s.toml:11:14: ", "pressure needs a box without open axes");
    expect_fault(open + "[measure]\nquantities = [\"radial_distribution\"]\n",
                 "s.toml:11:14: ", "periodic on all axes");
    EXPECT_EQ(plan_in(open + "[measure]\n").quantities.size(),
              all_quantities.size());  // left out when it runs
}

}  // namespace
}  // namespace carom::test

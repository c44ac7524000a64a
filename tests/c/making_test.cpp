// Promise: C programs can stop the making of scenes and simulations, which takes long with many balls.
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "c/c_test.hpp"
#include "support/directory.hpp"

namespace carom::test {
namespace {

/// Counts questions, and says no to the last one.
struct Questions {
    int asked = 0;
    int last = 0;
    static int ask(void* context, double share) {
        auto& self = *static_cast<Questions*>(context);
        EXPECT_EQ(share, -1);
        return ++self.asked == self.last ? 0 : 1;
    }
};

TEST(CMaking, WhoeverMakesManyBallsIsAsked) {
    std::string text(kGas);
    text.replace(text.find("count = 100"), 11, "count = 3000");
    text.replace(text.find("[8, 8, 8]"), 9, "[30, 30, 30]");
    const Directory directory;
    const std::string path = (directory / "gas.toml").string();
    std::ofstream(path) << text;
    const auto make = [&](bool from_file, int last) {
        Questions questions{0, last};
        OwnedScene scene;
        const carom_status status =
            from_file ? carom_scene_read_asking(path.c_str(), Questions::ask, &questions, scene.put())
                      : carom_scene_parse_asking(text.data(), text.size(), "gas.toml", Questions::ask,
                                                 &questions, scene.put());
        EXPECT_EQ(status, last > 0 ? CAROM_STOPPED : CAROM_OK) << carom_message();
        EXPECT_STREQ(carom_message(), last > 0 ? "stopped by the caller" : "");
        return questions.asked;
    };
    for (const bool from_file : {false, true}) {
        EXPECT_GT(make(from_file, 0), 40);
        EXPECT_EQ(make(from_file, 7), 7);
    }
    OwnedScene scene;
    ASSERT_EQ(carom_scene_parse_asking(text.data(), text.size(), "gas.toml", nullptr, nullptr, scene.put()),
              CAROM_OK);
    OwnedSimulation simulation;
    Questions all{};
    ASSERT_EQ(carom_simulation_create_asking(scene, Questions::ask, &all, simulation.put()), CAROM_OK);
    EXPECT_GT(all.asked, 70);
    Questions some{0, all.asked - 1};
    carom_simulation* none = nullptr;
    EXPECT_EQ(carom_simulation_create_asking(scene, Questions::ask, &some, &none), CAROM_STOPPED);
    EXPECT_EQ(none, nullptr);
    EXPECT_EQ(some.asked, all.asked - 1);
}

}  // namespace
}  // namespace carom::test

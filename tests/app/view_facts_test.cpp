// Promise: the page of a shot holds what `carom explain` tells of its strike and impacts, and the phase of
// every ball.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/command.hpp"

namespace carom::test {
namespace {

using Json = nlohmann::json;

class ViewFacts : public ::testing::Test {
protected:
    ViewFacts() {
        const auto scene = carom_command({"shot", "--rack", "none", "--put", "1=0.9,1.6", "--cue",
                                          "V0=3 phi=74.8 b=-0.3 a=0.2", "--scene"});
        put_text(directory_ / "s.toml", scene.out);
        const auto run =
            carom_command({"run", directory_ / "s.toml", "-o", directory_ / "out", "--quiet", "--view"});
        EXPECT_EQ(run.code, 0) << run.err;
        const std::string page = text_of(directory_ / "out/view.html"), mark = "id=\"header\">\n";
        const std::size_t begin = page.find(mark) + mark.size();
        header_ = Json::parse(page.substr(begin, page.find("</script>", begin) - begin));
    }

    /// The number that stands after a label of `carom explain`.
    double explained(int event, const std::string& label) {
        const auto told =
            carom_command({"explain", directory_ / "out", "--event", std::to_string(event + 1)});
        const std::size_t at = told.out.find("   " + label + "  ");
        EXPECT_NE(at, std::string::npos) << label << "\n" << told.out;
        return std::stod(told.out.substr(at + label.size() + 3));
    }

    /// Of an event of the page.
    double told(int event, const std::string& name) {
        const Json& numbers = header_["facts"]["events"][std::to_string(event)];
        const Json& names = header_["facts"]["kinds"][numbers[0].get<std::size_t>()];
        const auto place = std::find(names.begin(), names.end(), name);
        EXPECT_NE(place, names.end()) << name;
        return numbers[static_cast<std::size_t>(place - names.begin()) + 1];
    }

    void expect_same(int event, const char* name, const char* label) {
        EXPECT_NEAR(std::fabs(told(event, name)), explained(event, label), 6e-3) << label;
    }

    WorkDirectory directory_;
    Json header_;
};

TEST_F(ViewFacts, AreThoseOfExplain) {
    expect_same(0, "cue_speed", "speed of the cue");
    expect_same(0, "squirt", "squirt");
    expect_same(1, "cut", "cut");
    EXPECT_NEAR(told(1, "part"), explained(1, "part of the ball hit") / 100, 6e-4);
    expect_same(1, "slip_before", "slip before");
    expect_same(1, "slip_after", "slip after");
    expect_same(1, "thrown", "throw");
    expect_same(1, "impulse", "impulse");
    expect_same(1, "lost", "lost");
    expect_same(3, "incoming", "angle in");
    expect_same(3, "outgoing", "angle out");
    expect_same(3, "running_english", "english before");
    expect_same(3, "lost", "lost");
}

TEST_F(ViewFacts, OtherChangesHaveNone) {
    EXPECT_FALSE(header_["facts"]["events"].contains("2")) << "it begins to roll";
}

TEST_F(ViewFacts, EveryStateHasAPhase) {
    const Json& phases = header_["phases"];
    EXPECT_EQ(phases["start"].size(), header_["balls"]);
    EXPECT_EQ(phases["states"].size(), header_["states"]);
    EXPECT_EQ(phases["names"][phases["start"][0].get<std::size_t>()], "resting");
    EXPECT_EQ(phases["names"][phases["states"][0].get<std::size_t>()], "sliding") << "after the strike";
}

}  // namespace
}  // namespace carom::test

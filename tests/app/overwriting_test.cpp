// Promise: what a command reads is not overwritten by what it writes.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/command.hpp"

namespace carom::test {
namespace {

class Overwriting : public ::testing::Test {
protected:
    /// The command reads `name` and is asked to write to it.
    void expect_refused(const std::vector<std::string>& words, const std::string& name) {
        const std::string before = text_of(directory_ / name);
        const Outcome outcome = carom_command(words);
        EXPECT_EQ(outcome.code, 2) << words[0];
        EXPECT_NE(outcome.err.find(name + " would overwrite what is read"), std::string::npos)
            << words[0] << ": " << outcome.err;
        EXPECT_EQ(text_of(directory_ / name), before) << words[0];
    }
    std::string at(const std::string& name) const { return directory_ / name; }

    WorkDirectory directory_;
};

TEST_F(Overwriting, AScene) {
    for (const std::string name : {"s.toml", "s.svg"}) {
        put_text(at(name), text_of(std::string(CAROM_SOURCE_DIR) + "/scenes/draw_stun_follow.toml"));
    }
    expect_refused({"breaks", at("s.toml"), "--count", "1", "-o", at("s.toml")}, "s.toml");
    expect_refused({"breaks", at("s.svg"), "--count", "1", "--map", at("s.svg")}, "s.svg");
    expect_refused({"aim", at("s.toml"), "--only", "-o", at("s.toml")}, "s.toml");
    expect_refused({"explain", at("s.svg"), "--event", "1", "-o", at("s.svg")}, "s.svg");
}

TEST_F(Overwriting, OneResultByAnother) {
    const Outcome outcome =
        carom_command({"breaks", "--count", "1", "-o", at("b.png"), "--map", at("b.png")});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("-o and --map name the same file"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace carom::test

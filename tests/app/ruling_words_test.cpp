// Promise: where a game ends, the command says why.
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "app/command.hpp"
#include "support/directory.hpp"

namespace carom::test {
namespace {

constexpr const char* kSinks = "[[shots]]\nspeed = 1.5\ndirection = 67.51\n";
constexpr const char* kMisses = "[[shots]]\nspeed = 0.2\ndirection = 200\n";

/// The last ruling of a game in which a first shot would sink the ball `target`, while another one is there.
std::string last_ruling(const std::string& game, const std::string& target, const std::string& other,
                        const std::string& shots) {
    const auto ball = [](const std::string& name, const std::string& place) {
        return "[[balls]]\nname = \"" + name + "\"\nposition = [" + place + "]\n";
    };
    const Directory directory;
    std::ofstream(directory / "s.toml")
        << "[table]\nkind = \"pool_9_foot\"\n[game]\n"
        << game << ball("cue", "0.4, 0.6") << ball(target, "0.9, 1.8") << ball(other, "0.2, 2.2") << shots;
    const Outcome outcome = carom_command({"run", directory / "s.toml", "-o", directory / "o"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const std::size_t at = outcome.out.rfind("  ruling      ");
    return at == std::string::npos ? outcome.out
                                   : outcome.out.substr(at + 14, outcome.out.find('\n', at) - at - 14);
}

TEST(RulingWords, SayWhyAGameEnds) {
    std::string misses;
    for (int k = 0; k < 5; ++k) misses += kMisses;
    EXPECT_EQ(last_ruling("rules = \"nine_ball\"\n", "1", "9", misses),
              "foul: no hit; player 2 wins: three fouls of player 1 in a row");
    EXPECT_EQ(last_ruling("rules = \"ten_ball\"\n", "9", "10", misses),
              "foul: no hit; player 2 wins: three fouls of player 1 in a row");
}

TEST(RulingWords, SayWhatWasWrongWithTheEight) {
    const std::string open = "rules = \"eight_ball\"\n", solids = open + "on = \"solids\"\n";
    EXPECT_EQ(last_ruling(solids, "8", "9", kSinks), "legal, 8 made; player 1 wins by the 8");
    EXPECT_EQ(last_ruling(open, "8", "1", kSinks), "legal; player 2 wins: the 8 fell before the others");
    EXPECT_EQ(last_ruling(solids, "8", "1", kSinks),
              "foul: wrong ball first; player 2 wins: the 8 fell in a foul");
    EXPECT_EQ(last_ruling(solids, "8", "9", std::string(kSinks) + "called_pocket = 5\n"),
              "legal; player 2 wins: the 8 did not fall as called");
}

/// Balls lie beyond the head string at y = 0.635, and the shot meets one behind it only from another place.
TEST(RulingWords, SayWhatWasWrongBehindTheHeadString) {
    const std::string in_hand = "rules = \"eight_ball\"\nbehind_line = true\n";
    const auto from = [](const std::string& place) { return "place = [" + place + "]\n"; };
    const std::string back = "[[balls]]\nname = \"2\"\nposition = [0.9, 0.3]\n";
    const std::string aside = "[[shots]]\nspeed = 2\ndirection = 0\n";
    EXPECT_EQ(last_ruling(in_hand + back, "1", "9", aside + from("0.4, 0.3")),
              "foul: head string not crossed; player 2 is next, ball in hand");
    EXPECT_EQ(last_ruling(in_hand + back, "1", "9", aside + from("0.2, 1.8")),
              "foul: bad placement; player 2 is next, ball in hand");
    EXPECT_EQ(last_ruling(in_hand, "1", "9", kSinks).substr(0, 5), "legal") << "the ball lies beyond";
}

}  // namespace
}  // namespace carom::test

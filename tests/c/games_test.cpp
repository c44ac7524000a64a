// Promise: a game that is gone on with elsewhere is the same game.
#include <gtest/gtest.h>

#include <string>

#include "c/c_test.hpp"
#include "carom/carom.h"

namespace carom::test {
namespace {

TEST(CGame, OfThreeCushionGoesOnWithItsDistance) {
    const std::string text =
        "[table]\nkind = \"carom\"\n[[balls]]\nname = \"cue\"\nposition = [0.4, 0.6]\n"
        "[[balls]]\nname = \"yellow\"\nposition = [0.9, 0.6]\n[[balls]]\nname = \"red\"\nposition = [0.7, "
        "2]\n";
    OwnedTable table;
    ASSERT_EQ(carom_table_parse(text.data(), text.size(), "carom", table.put()), CAROM_OK) << carom_message();
    carom_game_state state{};
    state.kind = CAROM_THREE_CUSHION;
    state.points[1] = 39;
    state.distance = 40;
    carom_game* game = nullptr;
    ASSERT_EQ(carom_game_continue(table, &state, &game), CAROM_OK) << carom_message();
    carom_game_state found{};
    ASSERT_EQ(carom_game_state_of(game, &found), CAROM_OK);
    EXPECT_EQ(found.distance, 40);
    EXPECT_EQ(carom_game_free(game), CAROM_OK);
    for (const int32_t wrong : {-1, 39}) {
        state.distance = wrong;
        EXPECT_EQ(carom_game_continue(table, &state, &game), CAROM_BAD_ARGUMENT) << wrong;
    }
}

}  // namespace
}  // namespace carom::test

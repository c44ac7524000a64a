// Promise: the same bits everywhere, for billiards too. The shots of the bundled table scenes end with the
// committed hashes, in every build and in WebAssembly (javascript/tests/golden_test.js). After a change that
// is meant to alter them: the failing test prints the new lines of tests/data/golden_shots.txt.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <type_traits>

#include "c_test.hpp"

namespace carom::test {
namespace {

/// FNV-1a with 64 bits.
class Hash {
public:
    template <class Number>
    void add(Number number) {
        auto bits =
            std::bit_cast<std::conditional_t<sizeof number == 8, std::uint64_t, std::uint32_t>>(number);
        for (std::size_t k = 0; k < sizeof number; ++k, bits >>= 8) {
            value_ = (value_ ^ (bits & 0xFF)) * 0x100000001B3;
        }
    }
    std::string text() const {
        char digits[17];
        std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(value_));
        return digits;
    }

private:
    std::uint64_t value_ = 0xCBF29CE484222325;
};

void add_events(Hash& hash, carom_player* player, std::size_t count) {
    std::vector<carom_shot_event> events(count);
    EXPECT_EQ(carom_player_events(player, 0, count, events.data()), CAROM_OK) << carom_message();
    for (const carom_shot_event& event : events) {
        hash.add(event.time);
        hash.add(event.kind);
        hash.add(event.ball);
        for (const double x : event.ball_after.position) hash.add(x);
        for (const double x : event.ball_after.velocity) hash.add(x);
        for (const double x : event.ball_after.spin) hash.add(x);
    }
}

/// Of the events of all shots of a scene, each from its start; of balls that move by themselves if it has
/// none.
std::string hash_of_shots(const std::string& path) {
    OwnedTable table;
    EXPECT_EQ(carom_table_read(path.c_str(), table.put()), CAROM_OK) << carom_message();
    std::size_t shots = 0;
    std::size_t balls = 0;
    EXPECT_EQ(carom_table_shot_count(table, &shots), CAROM_OK);
    EXPECT_EQ(carom_table_ball_count(table, &balls), CAROM_OK);
    OwnedPlayer player;
    EXPECT_EQ(carom_player_create(table, player.put()), CAROM_OK) << carom_message();
    Hash hash;
    for (std::size_t shot = 0; shot < std::max<std::size_t>(shots, 1); ++shot) {
        carom_strike strike{};
        if (shots > 0) {
            EXPECT_EQ(carom_table_shot(table, shot, &strike), CAROM_OK);
        }
        std::size_t count = 0;
        EXPECT_EQ(carom_play(player, nullptr, balls, shots > 0 ? &strike : nullptr, &count), CAROM_OK)
            << carom_message();
        add_events(hash, player, count);
    }
    return hash.text();
}

TEST(GoldenShots, EventsHaveTheCommittedBits) {
    std::ifstream lines(CAROM_SOURCE_DIR "/tests/data/golden_shots.txt");
    std::string scene;
    std::string expected;
    int scenes = 0;
    while (lines >> scene >> expected) {
        ++scenes;
        const std::string hash = hash_of_shots(CAROM_SOURCE_DIR "/scenes/" + scene + ".toml");
        EXPECT_EQ(hash, expected) << "now: " << scene << " " << hash;
    }
    EXPECT_EQ(scenes, 13);
}

}  // namespace
}  // namespace carom::test

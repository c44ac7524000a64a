// Damaged scene files are read or refused; nothing crashes, hangs, or is refused without a reason and a
// place.
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "scene_text/reading.hpp"
#include "support/share.hpp"

namespace carom::test {
namespace {

std::string content_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::string damaged(std::string text, std::mt19937_64& random) {
    const std::string likely = "0123456789.-+eE[]{}=\"'#\n ,_ainfxy";
    for (std::uint64_t edits = 1 + random() % 3; edits > 0 && !text.empty(); --edits) {
        const std::size_t at = random() % text.size();
        const char byte =
            random() % 4 == 0 ? static_cast<char>(random() % 256) : likely[random() % likely.size()];
        switch (random() % 4) {
            case 0:
                text[at] = byte;
                break;
            case 1:
                text.insert(at, 1, byte);
                break;
            case 2:
                text.erase(at, 1 + random() % 5);
                break;
            default:
                text.insert(at, text.substr(random() % text.size(), random() % 40));
        }
    }
    return text;
}

TEST(DamagedScenes, AreReadOrRefusedWithAReason) {
    std::mt19937_64 random(20240229);
    int refused = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(CAROM_SOURCE_DIR) / "scenes")) {
        if (entry.path().stem() == "dense_fluid") continue;  // each time 10,000 balls would grow, or more
        const std::string text = content_of(entry.path());
        ASSERT_FALSE(text.empty());
        for (int i = 0; i < static_cast<int>(test::share_of(100)); ++i) {
            const auto file = parse_scene(damaged(text, random), "s.toml");
            if (file) continue;
            ++refused;
            ASSERT_FALSE(file.error().lines.empty());
            for (const std::string& line : file.error().lines) {
                ASSERT_EQ(line.substr(0, 7), "s.toml:");
                ASSERT_NE(line[7], '0') << line;
                ASSERT_EQ(line.find('\n'), std::string::npos) << line;
            }
        }
    }
    EXPECT_GT(refused, 100);
}

TEST(DamagedScenes, WithATableHeaderThatIsNoKeyAreRefused) {
    for (const std::string header : {"[.a]", "[=]", "[[.a]]", "[ ]", "[a.]", "[a..b]", "[#]"}) {
        expect_fault(header, "s.toml:1:", "this is not TOML: ");
    }
}

TEST(DamagedScenes, LettersOutsideOfStringsAreRefused) {
    for (const std::string letter : {"\xc2\xa1", "\xc3\xa9", "\xd0\x9e", "\xd2\x99", "\xe2\x80\xa9"}) {
        expect_fault(letter, "s.toml:1:", "this is not TOML: ");
        expect_fault("a = 1 " + letter, "s.toml:1:", "this is not TOML: ");
    }
}

TEST(DamagedScenes, CutShortAreReadOrRefused) {
    const std::string text =
        content_of(std::filesystem::path(CAROM_SOURCE_DIR) / "scenes/marbles_in_box.toml");
    for (std::size_t length = 0; length < text.size(); length += 7) {
        const auto file = parse_scene(text.substr(0, length), "s.toml");
        EXPECT_TRUE(file || !file.error().lines.empty());
    }
}

}  // namespace
}  // namespace carom::test

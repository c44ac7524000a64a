// Promise: docs/gallery.md shows every bundled scene with a picture made by a command that it names.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "app/command.hpp"

namespace carom::test {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = CAROM_SOURCE_DIR;

TEST(Gallery, ShowsEveryBundledScene) {
    const std::string page = text_of(kRoot / "docs/gallery.md");
    int scenes = 0;
    for (const fs::directory_entry& scene : fs::directory_iterator(kRoot / "scenes")) {
        const std::string name = scene.path().stem().string();
        EXPECT_TRUE(contains(page, "carom run scenes/" + name + ".toml -o out/" + name + "\n")) << name;
        EXPECT_TRUE(contains(page, "carom picture out/" + name + " ")) << name;
        ++scenes;
    }
    EXPECT_GE(scenes, 10);
}

TEST(Gallery, PicturesAreThereAndSmallAndMadeByTheCommands) {
    const std::string page = text_of(kRoot / "docs/gallery.md");
    int pictures = 0;
    for (std::size_t at = 0; (at = page.find("](images/gallery/", at)) != std::string::npos;) {
        at += 2;
        const std::string name = page.substr(at, page.find(')', at) - at);
        EXPECT_TRUE(contains(page, "-o docs/" + name + "\n")) << name;
        EXPECT_LT(fs::file_size(kRoot / "docs" / name), 150'000U) << name;
        ++pictures;
    }
    EXPECT_GE(pictures, 10);
    for (const fs::directory_entry& file : fs::directory_iterator(kRoot / "docs/images/gallery"))
        EXPECT_TRUE(contains(page, file.path().filename().string())) << file.path();
}

TEST(Gallery, TheReadmeOpensWithAnAnimationMadeByTheCommands) {
    const std::string animation = "docs/images/nine_ball_break.gif";
    EXPECT_TRUE(contains(text_of(kRoot / "README.md"), "](" + animation + ")"));
    EXPECT_TRUE(contains(text_of(kRoot / "docs/gallery.md"), animation + "\n"));
    EXPECT_LT(fs::file_size(kRoot / animation), 1'000'000U);
}

TEST(Gallery, PagesAreShownByPicturesMadeByTheCommands) {
    const std::string page = text_of(kRoot / "docs/gallery.md");
    EXPECT_TRUE(contains(page, "carom view out/nine_ball_break\n"));
    EXPECT_TRUE(contains(page, "carom play -o out/play.html "));
    for (const std::string picture : {"viewer.png", "play.png"}) {
        EXPECT_TRUE(contains(text_of(kRoot / "docs/viewer.md"), "](images/" + picture + ")"));
        EXPECT_TRUE(contains(page, "--screenshot=out/" + picture + " ")) << picture;
        EXPECT_TRUE(contains(page, "    docs/images/" + picture + "\n")) << picture;
        EXPECT_LT(fs::file_size(kRoot / "docs/images" / picture), 100'000U);
    }
}

// At the widths of a phone, a tablet and a wide screen.
TEST(Gallery, ThePageIsShownAtThreeWidths) {
    const std::string page = text_of(kRoot / "docs/gallery.md");
    for (const std::string kind : {"play", "scene"}) {
        for (const std::string width : {"360", "900", "1600"}) {
            const std::string picture = "page_" + kind + "_" + width + ".png";
            EXPECT_TRUE(contains(page, "](images/" + picture + ")")) << picture;
            EXPECT_TRUE(contains(page, "--window-size=" + width + ",")) << picture;
            EXPECT_TRUE(contains(page, "--screenshot=out/" + picture + " ")) << picture;
            EXPECT_TRUE(contains(page, "    docs/images/" + picture + "\n")) << picture;
            EXPECT_LT(fs::file_size(kRoot / "docs/images" / picture), 150'000U) << picture;
        }
    }
}

}  // namespace
}  // namespace carom::test

// Promise: what is drawn stays what it was: the picture, 24 by 15 coarse pixels, against references that were
// looked at.
//
// Software and hardware draw edges differently, so pixels may differ a little, and few of them more.
// CAROM_WRITE_REFERENCES=1 writes new references; look at the pictures before they are committed.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "browser/browser.hpp"

namespace carom::test {
namespace {

constexpr const char* kPicture = R"(
    const stage = document.getElementById('stage');
    Object.assign(document.querySelector('main').style, {display: 'block', width: '720px'});
    Object.assign(stage.style, {width: '720px', height: '450px', aspectRatio: 'auto', border: '0', flex: 'none'});
    await rest(200);
    view.camera.home();
    view.resize();
    const copy = document.createElement('canvas'), pen = copy.getContext('2d');
    [copy.width, copy.height] = [24, 15];
    pen.imageSmoothingQuality = 'high';
    pen.drawImage(view.copy(), 0, 0, 24, 15);
    report('pixels', [...pen.getImageData(0, 0, 24, 15).data].filter((_, k) => k % 4 < 3).join(' '));)";

class PicturesTest : public BrowserTest {
protected:
    void expect_picture(const std::string& name, const std::string& page, const std::string& fragment) {
        const auto report = in_page(page, kPicture, fragment);
        EXPECT_EQ(report.problems, "");
        const std::string file = std::string(CAROM_SOURCE_DIR) + "/tests/browser/references/" + name + ".txt";
        if (std::getenv("CAROM_WRITE_REFERENCES") != nullptr)  // NOLINT(concurrency-mt-unsafe)
            put_text(file, report.values.at("pixels") + "\n");
        compare(text_of(file), report.values.at("pixels"));
    }

private:
    static std::vector<int> numbers(const std::string& text) {
        std::istringstream stream(text);
        std::vector<int> values;
        for (int value = 0; stream >> value;) values.push_back(value);
        return values;
    }

    static void compare(const std::string& reference, const std::string& seen) {
        const std::vector<int> wanted = numbers(reference), got = numbers(seen);
        ASSERT_EQ(wanted.size(), 24U * 15 * 3);
        ASSERT_EQ(got.size(), wanted.size());
        double sum = 0;
        int worst = 0;
        for (std::size_t k = 0; k < wanted.size(); ++k) {
            sum += std::abs(wanted[k] - got[k]);
            worst = std::max(worst, std::abs(wanted[k] - got[k]));
        }
        EXPECT_LT(sum / static_cast<double>(wanted.size()), 3) << "of 255, on average";
        EXPECT_LT(worst, 60);
    }
};

TEST_F(PicturesTest, PoolTable) {
    expect_picture("pool_table", page_of(bundled("nine_ball_break")), "t=0.6&trails=long&arrows=1");
}

TEST_F(PicturesTest, GasBySpeed) {
    expect_picture("gas", page_of(bundled("gas_1000"), {"--until", "0.2"}), "impact=500&colour=speed");
}

TEST_F(PicturesTest, MarblesInTheirBox) {
    expect_picture("marbles", page_of(bundled("marbles_in_box"), {"--until", "0.3"}),
                   "t=0.2&trails=short&colour=species");
}

TEST_F(PicturesTest, ManyDiscs) {
    const std::string scene = directory() / "s.toml";
    put_text(scene,
             "dimension = 2\n[world]\nlower = [0.0, 0.0]\nupper = [100.0, 60.0]\nboundary = \"periodic\"\n"
             "[[generate]]\nkind = \"random_gas\"\ncount = 4000\nradius = 0.4\ntemperature = 1.0\n");
    expect_picture("many_discs", page_of(scene, {"--until", "0.1"}), "t=0.1&colour=energy");
}

TEST_F(PicturesTest, ABowlIsClearAndEveryPixelOfASceneInSpaceIsSolid) {
    const std::string scene = directory() / "s.toml";
    put_text(scene,
             "dimension = 3\n[world]\nboundary = \"open\"\n[[containers]]\nname = \"bowl\"\n"
             "center = [0.0, 0.0, 0.0]\nradius = 1.0\n[[balls]]\nposition = [0.0, 0.0, -0.5]\n"
             "velocity = [0.1, 0.0, 0.0]\nradius = 0.1\n");
    const auto report = in_page(page_of(scene, {"--until", "0.1"}), R"(
        const canvas = document.querySelectorAll('#stage canvas')[1], copy = document.createElement('canvas');
        [copy.width, copy.height] = [canvas.width, canvas.height];
        const pen = copy.getContext('2d', {willReadFrequently: true}), ratio = canvas.width / view.camera.width;
        const seen = () => {
            view.draw();
            pen.clearRect(0, 0, copy.width, copy.height);
            pen.drawImage(canvas, 0, 0);
            return pen.getImageData(0, 0, copy.width, copy.height);
        };
        const {data} = seen();
        report('solid', data.every((value, k) => k % 4 < 3 || value === 255));
        const {x, y} = view.camera.project(trajectory.position(0, player.time));
        const at = picture => [...picture.data.slice(4 * (Math.round(y * ratio) * copy.width + Math.round(x * ratio)))].slice(0, 3);
        const inBowl = at(seen());
        view.settings.walls = false;
        report('same', String(inBowl) === String(at(seen())));)");
    EXPECT_EQ(report.problems, "");
    EXPECT_EQ(report.values.at("solid"), "true");
    EXPECT_EQ(report.values.at("same"), "true") << "the inside of the bowl lies behind the ball";
}

}  // namespace
}  // namespace carom::test

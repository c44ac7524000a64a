// Promise: the charts show the numbers of the run, and can be saved.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "browser/browser.hpp"

namespace carom::test {
namespace {

class ChartsTest : public BrowserTest {
protected:
    /// A number of report.json, the last of this name.
    double in_report(const std::string& key) {
        const std::string text = text_of(directory() / "out/report.json");
        const std::size_t at = text.rfind("\"" + key + "\":");
        if (at == std::string::npos) ADD_FAILURE() << "no " << key << " in the report";
        return at == std::string::npos ? 0 : std::strtod(text.c_str() + at + key.size() + 3, nullptr);
    }
};

constexpr const char* kShow = R"(
    const show = async kind => {
        click('tab_charts');
        view.charts.kindBox.value = kind;
        await view.charts.show();
        await rest(100);
        return view.charts.lines;
    };
    const sum = (points, f) => points.reduce((total, p) => total + f(p), 0);
)";

TEST_F(ChartsTest, EveryKindIsDrawn) {
    const auto report = in_page(page_of(bundled("gas_1000"), {"--until", "0.5"}), std::string(kShow) + R"(
        for (const option of view.charts.kindBox.options) {
            const lines = await show(option.value);
            const good = lines && lines.every(line => line.points.length > 5 && line.points.every(
                p => Number.isFinite(p.x) && Number.isFinite(p.y)));
            const picture = document.getElementById('chart').toDataURL().length;
            report(option.value, good && picture > 5000);
        }
        report('table', view.charts.table(view.charts.lines).split('\n')[0]);)");
    EXPECT_EQ(report.problems, "");
    for (const char* kind : {"energy", "impacts", "pressure", "speeds", "ball", "distances"})
        EXPECT_EQ(report.values.at(kind), "true") << kind;
    EXPECT_EQ(report.values.at("table"), "series,x,y");
}

TEST_F(ChartsTest, EnergyEndsWhereTheRunEnds) {
    const auto report = in_page(page_of(bundled("marbles_in_box")), std::string(kShow) + R"(
        const [kinetic, lost] = await show('energy');
        report('start', kinetic.points[0].y);
        report('end', kinetic.points.at(-1).y);
        report('lost', lost.points.at(-1).y);)");
    EXPECT_EQ(report.problems, "");
    const double end = in_report("kinetic_energy_end");
    EXPECT_NEAR(report.number("end"), end, 1e-12);
    EXPECT_NEAR(report.number("start") - report.number("lost"), end, 1e-12);
}

TEST_F(ChartsTest, EnergyUnderGravityIsKeptBetweenImpacts) {
    // Kinetic and potential energy of the chart against sums over the balls at the same times.
    put_text(directory() / "s.toml",
             "dimension = 3\n[world]\nlower = [0.0, 0.0, 0.0]\nupper = [1.0, 1.0, 4.0]\n"
             "boundary = \"wall\"\ngravity = [0.0, 0.0, -9.81]\n[[generate]]\nkind = \"random_gas\"\n"
             "count = 30\nradius = 0.05\nrms_speed = 2.0\n");
    const auto report = in_page(page_of(directory() / "s.toml", {"--until", "2"}), std::string(kShow) + R"(
        const [kinetic, potential, together] = await show('energy');
        let worst = 0, drift = 0;
        for (let k = 0; k < kinetic.points.length; k += 11) {
            const time = kinetic.points[k].x;
            player.seek(time);
            let sum = 0, height = 0;
            for (let b = 0; b < 30; ++b) {
                sum += trajectory.columns.mass[b] * trajectory.speed(b, time) ** 2 / 2;
                height += trajectory.columns.mass[b] * 9.81 * trajectory.position(b, time)[2];
            }
            worst = Math.max(worst, Math.abs(sum - kinetic.points[k].y), Math.abs(height - potential.points[k].y));
            drift = Math.max(drift, Math.abs(together.points[k].y - together.points[0].y));
        }
        report('worst', worst);
        report('drift', drift);)");
    EXPECT_EQ(report.problems, "");
    EXPECT_LT(report.number("worst"), 1e-9);
    EXPECT_LT(report.number("drift"), 1e-9) << "no losses in this scene";
}

TEST_F(ChartsTest, ImpactsAddUp) {
    const auto report = in_page(page_of(bundled("nine_ball_break")), std::string(kShow) + R"(
        const [pairs, walls] = await show('impacts');
        const width = pairs.points[1].x - pairs.points[0].x;
        report('pairs', width * sum(pairs.points, p => p.y));
        report('walls', width * sum(walls.points, p => p.y));)");
    EXPECT_EQ(report.problems, "");
    EXPECT_NEAR(report.number("pairs"), 14, 1e-9);
    EXPECT_NEAR(report.number("walls"), 47, 1e-9);
}

TEST_F(ChartsTest, PressureOfAHardSphereGas) {
    // The virial in a periodic box gives Carnahan and Starling's pressure within the noise of this run.
    const auto report = in_page(page_of(bundled("gas_1000"), {"--until", "4"}), std::string(kShow) + R"(
        const [line] = await show('pressure');
        report('mean', sum(line.points, p => p.y) / line.points.length);)");
    EXPECT_EQ(report.problems, "");
    const double volume = std::pow(12.8, 3), eta = 1000 * std::acos(-1) / 6 / volume;
    const double z = (1 + eta + eta * eta - eta * eta * eta) / std::pow(1 - eta, 3);
    EXPECT_NEAR(report.number("mean") / (1000 / volume), z, 0.03 * z);
}

TEST_F(ChartsTest, PressureOnWalls) {
    // One ball between two walls: 2 m v at each wall every 2 (L - 2 r) / v, over the area of all six walls.
    put_text(
        directory() / "s.toml",
        "dimension = 3\n[world]\nlower = [0.0, 0.0, 0.0]\nupper = [2.0, 1.0, 1.0]\nboundary = \"wall\"\n"
        "[[balls]]\nposition = [0.6, 0.5, 0.5]\nvelocity = [3.0, 0.0, 0.0]\nradius = 0.25\nmass = 2.0\n");
    const auto report = in_page(page_of(directory() / "s.toml", {"--until", "100"}), std::string(kShow) + R"(
        const [line] = await show('pressure');
        report('mean', sum(line.points, p => p.y) / line.points.length);)");
    EXPECT_EQ(report.problems, "");
    EXPECT_NEAR(report.number("mean"), 2 * 2.0 * 3.0 / (1.5 / 3.0) / 10.0, 0.03);
}

TEST_F(ChartsTest, SpeedsAndMaxwellAreDensities) {
    const auto report = in_page(page_of(bundled("gas_1000"), {"--until", "1"}), std::string(kShow) + R"(
        player.seek(1);
        const [bars, law] = await show('speeds');
        const width = 2 * bars.points[0].x;
        report('balls', width * sum(bars.points, p => p.y));
        report('law', (law.points[1].x - law.points[0].x) * sum(law.points, p => p.y));
        report('far', sum(bars.points, p => Math.abs(p.y - law.points.reduce(
            (best, q) => Math.abs(q.x - p.x) < Math.abs(best.x - p.x) ? q : best).y)) * width);)");
    EXPECT_EQ(report.problems, "");
    EXPECT_NEAR(report.number("balls"), 1, 1e-9);
    EXPECT_NEAR(report.number("law"), 1, 0.02);
    EXPECT_LT(report.number("far"), 0.2) << "a gas in equilibrium";
}

TEST_F(ChartsTest, RadialDistributionAgainstAllPairs) {
    const auto report = in_page(page_of(bundled("gas_1000"), {"--until", "0.3"}), std::string(kShow) + R"(
        player.seek(0.3);
        const [line] = await show('distances');
        const width = 2 * line.points[0].x, places = trajectory.positions(0.3), counts = new Float64Array(line.points.length);
        for (let a = 0; a < 1000; ++a) for (let b = 0; b < 1000; ++b) {
            const d = [0, 1, 2].map(k => places[3 * b + k] - places[3 * a + k]).map(x => x - 12.8 * Math.round(x / 12.8));
            const bin = Math.floor(Math.hypot(...d) / width);
            if (a !== b && bin < counts.length) ++counts[bin];
        }
        const shell = k => 4 / 3 * Math.PI * ((k + 1) ** 3 - k ** 3) * width ** 3 * 999 / 12.8 ** 3 * 1000;
        report('worst', Math.max(...line.points.map((p, k) => Math.abs(p.y * shell(k) - counts[k]))));
        report('contact', Math.max(...line.points.map(p => p.y)));)");
    EXPECT_EQ(report.problems, "");
    EXPECT_LT(report.number("worst"), 1.5)
        << "pairs, each counted twice: one may fall on the other side of an edge";
    EXPECT_GT(report.number("contact"), 1.6);
}

TEST_F(ChartsTest, SavesNumbersAndPicture) {
    const auto report = in_page(page_of(bundled("nine_ball_break")), std::string(kShow) + R"(
        const saved = [];
        HTMLAnchorElement.prototype.click = function() { saved.push(this.download + ' ' + this.href.split(':')[0]); };
        await show('energy');
        click('save_csv');
        click('save_png');
        click('save_picture');
        for (let k = 0; k < 3000 && saved.length < 3; ++k) await rest(10);
        report('saved', saved.join(', '));
        report('rows', view.charts.table(view.charts.lines).trim().split('\n').length - 1
            - view.charts.lines.reduce((total, line) => total + line.points.length, 0));)");
    EXPECT_EQ(report.problems, "");
    EXPECT_EQ(report.values.at("saved"),
              "nine-ball_break_energy.csv blob, nine-ball_break_energy.png blob, "
              "nine-ball_break.png blob");
    EXPECT_EQ(report.number("rows"), 0);
}

}  // namespace
}  // namespace carom::test

// Promise: the page opens from disk in a real browser, needs no network, makes no error, and its controls do
// what they say.
#include <gtest/gtest.h>

#include <string>

#include "browser/browser.hpp"

namespace carom::test {
namespace {

class PageTest : public BrowserTest {};

TEST_F(PageTest, OpensFromDiskAndAsksForNothing) {
    const std::string page = page_of(bundled("nine_ball_break"));
    const auto report = in_page(page, R"(
        await rest(500);
        report('address', location.protocol);
        report('title', document.title);
        report('requests', performance.getEntriesByType('resource').length);
        report('shown', view.camera.width > 300 && !document.getElementById('facts').textContent.includes('Loading'));)");
    EXPECT_EQ(report.problems, "");
    EXPECT_EQ(report.values.at("address"), "file:");
    EXPECT_EQ(report.values.at("title"), "nine-ball break");
    EXPECT_EQ(report.values.at("requests"), "0");
    EXPECT_EQ(report.values.at("shown"), "true");
}

TEST_F(PageTest, TheBrowserRefusesRequests) {
    const auto report = in_page(page_of(bundled("two_masses")), R"(
        await fetch('https://example.org/x').catch(() => {});
        new Image().src = 'https://example.org/y.png';
        await rest(100);)");
    EXPECT_NE(report.problems.find("refused https://example.org/x"), std::string::npos) << report.problems;
    EXPECT_NE(report.problems.find("refused https://example.org/y.png"), std::string::npos)
        << report.problems;
}

TEST_F(PageTest, PlaysAndPauses) {
    const auto report = in_page(page_of(bundled("nine_ball_break")), R"(
        typed('speed', 9, 'input');
        report('speed', player.speed);
        click('play');
        await rest(700);
        report('later', player.time);
        key(' ');
        await rest(50);
        const stopped = player.time;
        await rest(300);
        report('stopped', player.time === stopped && !player.playing);
        player.seek(3.9);
        key(' ');
        await rest(1500);
        report('end', player.time);
        report('ended', !player.playing);
        click('play');
        report('again', player.time < 0.1 && player.playing);)");
    EXPECT_EQ(report.problems, "");
    EXPECT_EQ(report.number("speed"), 1);
    EXPECT_GT(report.number("later"), 0.3);
    EXPECT_LT(report.number("later"), 1.2);
    EXPECT_EQ(report.values.at("stopped"), "true");
    EXPECT_EQ(report.number("end"), 4);
    EXPECT_EQ(report.values.at("ended"), "true");
    EXPECT_EQ(report.values.at("again"), "true");
}

// All five balls of the cradle take part in one impact.
TEST_F(PageTest, StepsFromImpactToImpactAlsoAtOneMoment) {
    const auto report = in_page(page_of(bundled("newtons_cradle")), R"(
        const speeds = () => [0, 1, 2, 3, 4].map(b => Math.round(trajectory.speed(b, player.time))).join('');
        const seen = [speeds()];
        key('ArrowRight');
        seen.push(speeds());
        report('forward', seen.join(' '));
        click('previous');
        report('back', speeds());
        report('time', player.time);
        click('next');
        await rest(50);
        report('number', document.getElementById('impact_number').textContent);
        report('card', document.getElementById('card').textContent.includes('balls at once 5'));
        report('found', document.getElementById('found').textContent);
        key('ArrowRight', {shiftKey: true});
        report('far', player.time);
        key('Home');
        report('home', player.time + ' ' + player.event);)");
    EXPECT_EQ(report.problems, "");
    EXPECT_EQ(report.values.at("forward"), "10000 00001");
    EXPECT_EQ(report.values.at("back"), "10000");
    EXPECT_EQ(report.number("time"), 0);
    EXPECT_EQ(report.values.at("number"), "impact 1 of 1");
    EXPECT_EQ(report.values.at("card"), "true");
    EXPECT_EQ(report.values.at("found"), "1 impact");
    EXPECT_EQ(report.number("far"), 1);
    EXPECT_EQ(report.values.at("home"), "0 -1");
}

TEST_F(PageTest, SearchesTheListAndGoesToAnImpact) {
    const auto report = in_page(page_of(bundled("nine_ball_break")), R"(
        const {ball, other, event_time} = trajectory.columns;
        const found = text => { typed('search', text, 'input'); return view.list.count; };
        const count = test => Array.from(ball, (_, k) => k).filter(test).length;
        const cue = trajectory.header.names.indexOf('cue');
        const hits = k => ball[k] === cue || trajectory.isPair(k) && other[k] === cue;
        report('cue', found('cue') - count(hits));
        report('cue wall', found('cue wall t>1') - count(k => hits(k) && trajectory.isWall(k) && event_time[k] >= 1));
        report('upper x', found('upper') - count(k => trajectory.isWall(k) && other[k] % 2 === 1));
        report('none', found('nobody'));
        report('all', found('') - trajectory.entryCount);
        document.querySelectorAll('#list_rows .impact')[3].click();
        report('event', player.event - trajectory.lastEvent(3));)");
    EXPECT_EQ(report.problems, "");
    for (const char* name : {"cue", "cue wall", "upper x", "none", "all"})
        EXPECT_EQ(report.number(name), 0) << name;
    EXPECT_EQ(report.number("event"), 0);
}

TEST_F(PageTest, TurnsMovesZoomsAndChooses) {
    const auto report = in_page(page_of(bundled("marbles_in_box"), {"--until", "0.2"}), R"(
        const stage = document.getElementById('stage'), box = stage.getBoundingClientRect();
        stage.setPointerCapture = () => {};
        const pointer = (kind, x, y, id = 1) => stage.dispatchEvent(new PointerEvent('pointer' + kind,
            {clientX: box.left + x, clientY: box.top + y, pointerId: id, buttons: 1}));
        const yaw = view.camera.yaw, distance = view.camera.distance;
        pointer('down', 100, 100); pointer('move', 150, 100); pointer('move', 200, 100); pointer('up', 200, 100);
        report('turned', view.camera.yaw !== yaw);
        pointer('down', 100, 100, 1); pointer('down', 200, 100, 2); pointer('move', 300, 100, 2);
        pointer('up', 300, 100, 2); pointer('up', 100, 100, 1);
        report('pinched', distance / view.camera.distance);
        key('r');
        report('reset', view.camera.yaw === yaw && view.camera.distance === distance);
        const post = view.camera.project(trajectory.position(0, 0));
        pointer('down', post.x, post.y); pointer('up', post.x, post.y);
        report('chosen', view.settings.chosen >= 0);
        typed('choose_ball', 'post', 'change');
        report('post', view.settings.chosen);
        key('f');
        view.draw();
        const centre = view.camera.project(trajectory.position(0, 0));
        report('followed', Math.hypot(centre.x - view.camera.width / 2, centre.y - view.camera.height / 2));)");
    EXPECT_EQ(report.problems, "");
    EXPECT_EQ(report.values.at("turned"), "true");
    EXPECT_NEAR(report.number("pinched"), 2, 1e-9);
    EXPECT_EQ(report.values.at("reset"), "true");
    EXPECT_EQ(report.values.at("chosen"), "true");
    EXPECT_EQ(report.number("post"), 0);
    EXPECT_LT(report.number("followed"), 1e-6);
}

TEST_F(PageTest, SaysWhenItHoldsAPart) {
    const std::string page = page_of(bundled("nine_ball_break"), {}, {"--from", "0.5", "--to", "1.5"});
    const auto report = in_page(page, R"(
        report('facts', document.getElementById('facts').textContent);
        report('text', document.getElementById('window_text').textContent);
        report('before', trajectory.header.impacts_before);
        report('impacts', trajectory.impactCount);
        typed('time', '1.25', 'change');
        report('time', player.time);)");
    EXPECT_EQ(report.problems, "");
    EXPECT_NE(report.values.at("facts").find("time 0.5 to 1.5, a part of the run"), std::string::npos);
    EXPECT_NE(report.values.at("text").find("The run goes on"), std::string::npos);
    EXPECT_GT(report.number("before"), 5);
    EXPECT_LT(report.number("before") + report.number("impacts"), 62);
    EXPECT_EQ(report.number("time"), 0.75);
}

TEST_F(PageTest, HardNamesAreText) {
    put_text(directory() / "s.toml",
             "name = '</script><b>&amp;\"'\ndimension = 2\n[[balls]]\nname = '<img src=x onerror=note(1)>'\n"
             "position = [0.0, 0.0]\nradius = 1.0\nvelocity = [1.0, 0.0]\n"
             "[[balls]]\nname = '\\u2028 ü ↯'\nposition = [3.0, 0.0]\nradius = 1.0\n");
    const auto report = in_page(page_of(directory() / "s.toml", {"--until", "3"}), R"(
        player.step(1);
        typed('choose_ball', '#0', 'change');
        await rest(100);
        report('title', document.getElementById('title').children.length);
        report('images', document.images.length);
        report('row', document.querySelector('.impact .who').textContent.includes('onerror=note(1)'));)");
    EXPECT_EQ(report.problems, "");
    EXPECT_EQ(report.number("title"), 0);
    EXPECT_EQ(report.number("images"), 0);
    EXPECT_EQ(report.values.at("row"), "true");
}

TEST_F(PageTest, FitsAPhone) {
    const auto report = in_page(page_of(bundled("nine_ball_break")), R"(
        await rest(100);
        report('width', document.documentElement.scrollWidth - document.documentElement.clientWidth);
        const small = [...document.querySelectorAll('#transport button')].filter(b => b.offsetHeight < 40 || b.offsetWidth < 40);
        report('small', small.length);)",
                                "", "500,844");
    EXPECT_EQ(report.problems, "");
    EXPECT_EQ(report.number("width"), 0) << "wider than the screen";
    EXPECT_EQ(report.number("small"), 0) << "buttons too small for a finger";
}

TEST_F(PageTest, AListOfThousandsOfImpactsStaysSmallOnAPhone) {
    const auto report = in_page(page_of(bundled("rocks_on_a_slope")), R"(
        await rest(100);
        report('events', trajectory.eventCount);
        report('height', document.documentElement.scrollHeight);
        report('rows', document.querySelectorAll('.impact').length);)",
                                "", "500,844");
    EXPECT_EQ(report.problems, "");
    EXPECT_GT(report.number("events"), 5'000);
    EXPECT_LT(report.number("height"), 2'000) << "the page is as long as its list";
    EXPECT_LT(report.number("rows"), 40);
}

TEST_F(PageTest, NamesTheLawOfCollisions) {
    put_text(directory() / "s.toml",
             "dimension = 2\n[collisions]\nrestitution_balls = 0.9\nrestitution_walls = 0.8\n"
             "elastic_below = 0.25\n[[collisions.between]]\nspecies = ['a', 'b']\nrestitution = 0.5\n"
             "[[balls]]\nname = 'a'\nposition = [0.0, 0.0]\nradius = 1.0\nvelocity = [1.0, 0.0]\n"
             "[[balls]]\nname = 'b'\nposition = [3.0, 0.0]\nradius = 1.0\n");
    const auto report = in_page(page_of(directory() / "s.toml", {"--until", "3"}), R"(
        report('law', document.getElementById('law_text').textContent);)");
    EXPECT_EQ(report.problems, "");
    EXPECT_EQ(report.values.at("law"),
              "Restitution: balls 0.9, walls 0.8; a with b 0.5; 1 below speed 0.25.");
}

TEST_F(PageTest, DamagedDataAreReported) {
    const std::string page = page_of(bundled("two_masses"));
    std::string text = text_of(page);
    const std::size_t data = text.find("class=\"data\">") + 13;
    text.erase(data, 8);
    put_text(page, text);
    const auto report = in_page(page, "");
    EXPECT_NE(report.problems.find("the data of this page are"), std::string::npos) << report.problems;
}

}  // namespace
}  // namespace carom::test

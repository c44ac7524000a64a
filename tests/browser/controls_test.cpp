// Promise: keys do the same wherever the focus is, what is asked for in vain is said, and nothing hides the
// balls.
#include <gtest/gtest.h>

#include <string>

#include "browser/browser.hpp"

namespace carom::test {
namespace {

class ControlsTest : public BrowserTest {};

constexpr const char* kPress = R"(
    const el = id => document.getElementById(id);
    const press = (id, name) => {
        el(id).focus();
        const event = new KeyboardEvent('keydown', {key: name, bubbles: true, cancelable: true});
        return !el(id).dispatchEvent(event);
    };
)";

TEST_F(ControlsTest, SpaceAndArrowsDoTheSameWhereverTheFocusIs) {
    const auto report = in_page(page_of(bundled("nine_ball_break")), std::string(kPress) + R"(
        for (const id of ['stage', 'next', 'speed', 'scrubber', 'help_button', 'show_arrows']) {
            player.seekEvent(-1);
            const speed = player.speed, taken = press(id, 'ArrowRight');
            report(id + ' steps', taken && player.event === trajectory.impactOf(0).last && player.speed === speed);
            if (id === 'show_arrows') continue;
            report(id + ' plays', press(id, ' ') && player.playing);
            player.pause();
        }
        report('slider', press('speed', 'ArrowUp'));
        report('box', press('show_arrows', ' '));)");
    EXPECT_EQ(report.problems, "");
    for (const char* id : {"stage", "next", "speed", "scrubber", "help_button"}) {
        EXPECT_EQ(report.values.at(std::string(id) + " steps"), "true") << id;
        EXPECT_EQ(report.values.at(std::string(id) + " plays"), "true") << id;
    }
    EXPECT_EQ(report.values.at("show_arrows steps"), "true");
    EXPECT_EQ(report.values.at("slider"), "false") << "up and down are left to the slider";
    EXPECT_EQ(report.values.at("box"), "false") << "space ticks a box";
}

TEST_F(ControlsTest, ArrowsLeadFromTabToTab) {
    const auto report = in_page(page_of(bundled("two_masses")), std::string(kPress) + R"(
        const tabs = [...document.querySelectorAll('[role="tab"]:not([hidden])')], tab = tabs.at(-1);
        press('tab_impacts', 'ArrowLeft');
        report('focus', document.activeElement === tab);
        report('event', player.event);
        const panel = el(tab.getAttribute('aria-controls'));
        report('related', panel.getAttribute('aria-labelledby') === tab.id && !panel.hidden);
        report('order', tabs.length >= 3 && tabs.every(t => t.tabIndex === (t === tab ? 0 : -1)));)");
    EXPECT_EQ(report.problems, "");
    for (const char* name : {"focus", "related", "order"}) EXPECT_EQ(report.values.at(name), "true") << name;
    EXPECT_EQ(report.number("event"), -1);
}

TEST_F(ControlsTest, SlidersSayTheirValuesInWords) {
    const auto report = in_page(page_of(bundled("nine_ball_break")), std::string(kPress) + R"(
        player.seek(0.5);
        player.setSpeedIndex(6);
        await rest(50);
        report('time', el('scrubber').getAttribute('aria-valuetext'));
        report('speed', el('speed').getAttribute('aria-valuetext'));)");
    EXPECT_EQ(report.values.at("time").find("time 0.5, impact "), 0U) << report.values.at("time");
    EXPECT_EQ(report.values.at("speed"), "1/10 ×");
}

TEST_F(ControlsTest, WhatIsAskedForInVainIsSaid) {
    const auto report = in_page(page_of(bundled("nine_ball_break")), std::string(kPress) + R"(
        const said = () => el('told').hidden ? '' : el('told').textContent;
        report('address', said());
        report('names', view.settings.names);
        typed('time', 'soon', 'change');
        report('time', said());
        typed('time', '77', 'change');
        report('late', said());
        typed('choose_ball', 'nobody', 'change');
        report('ball', said());
        typed('choose_ball', 'cue', 'change');
        report('right', said());)",
                                "colour=red&names=1");
    EXPECT_EQ(report.problems, "");
    EXPECT_NE(report.values.at("address").find("“colour=red”"), std::string::npos);
    EXPECT_EQ(report.values.at("names"), "true");
    EXPECT_EQ(report.values.at("time"), "“soon” is no time.");
    EXPECT_EQ(report.values.at("late"), "Time 77 is not here: this page holds 0 to 4.");
    EXPECT_EQ(report.values.at("ball"), "No ball has the name or number “nobody”.");
    EXPECT_EQ(report.values.at("right"), "");
}

TEST_F(ControlsTest, AListThatOpensShowsThePresentImpactAndHelpBeginsAtItsTop) {
    const auto report = in_page(page_of(bundled("nine_ball_break")), std::string(kPress) + R"(
        view.draw();
        click('tab_impacts');
        const row = document.querySelector('.impact.present'), list = el('list').getBoundingClientRect();
        const {top, bottom} = row?.getBoundingClientRect() ?? {};
        report('row', row !== null && top >= list.top && bottom <= list.bottom);
        click('help_button');
        report('help', el('help').scrollTop);)",
                                "impact=50&tab=display", "420,600");
    EXPECT_EQ(report.problems, "");
    EXPECT_EQ(report.values.at("row"), "true");
    EXPECT_EQ(report.number("help"), 0);
}

TEST_F(ControlsTest, TheCardLeavesThePresentImpactInView) {
    const auto report = in_page(page_of(bundled("nine_ball_break")), std::string(kPress) + R"(
        view.setChosen(3);
        for (const event of [14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24]) {
            player.seekEvent(-1);
            view.draw();
            player.seekEvent(event);
            view.draw();
            const {bottom} = document.querySelector('.impact.present').getBoundingClientRect();
            report(event, bottom <= el('card').getBoundingClientRect().top);
        })");
    EXPECT_EQ(report.problems, "");
    ASSERT_EQ(report.values.size(), 11U);
    for (const auto& [event, in_view] : report.values) EXPECT_EQ(in_view, "true") << event;
}

TEST_F(ControlsTest, ResetShowsAllOfTheSceneAlsoWhileTheCameraFollows) {
    const auto report = in_page(page_of(bundled("nine_ball_break")), R"(
        typed('choose_ball', 'cue', 'change');
        key('f');
        player.seek(2);
        view.draw();
        key('r');
        view.draw();
        const {lower, upper} = view.extent, corners = [lower, upper].map(p => view.camera.project(p));
        report('inside', corners.every(({x, y}) => x >= 0 && y >= 0 && x <= view.camera.width && y <= view.camera.height));)");
    EXPECT_EQ(report.problems, "");
    EXPECT_EQ(report.values.at("inside"), "true");
}

TEST_F(ControlsTest, NothingLiesOverTheBallsAndPlayIsOnTheScreen) {
    const std::string page = page_of(bundled("nine_ball_break"));
    for (const char* window : {"1200,800", "900,600", "640,420", "500,844"}) {
        const auto report = in_page(page, std::string(kPress) + R"(
            typed('choose_ball', '9', 'change');
            player.step(1);
            await rest(100);
            const box = id => el(id).getBoundingClientRect(), stage = box('stage');
            const covers = ({left, right, top, bottom}) =>
                left < stage.right && right > stage.left && top < stage.bottom && bottom > stage.top;
            for (const id of ['card', 'legend', 'transport'])
                report(id, box(id).height > 0 ? covers(box(id)) : 'not there');
            report('below', box('play').bottom - innerHeight);
            report('hidden', box('legend').bottom - box('transport').top);)",
                                    "colour=speed", window);
        EXPECT_EQ(report.problems, "");
        for (const char* part : {"card", "legend", "transport"})
            EXPECT_EQ(report.values.at(part), "false") << part << " " << window;
        EXPECT_LE(report.number("below"), 0) << window;
        EXPECT_LE(report.number("hidden"), 0) << window;
    }
}

TEST_F(ControlsTest, SwipesOverThePictureTurnItUnlessAllOfAFlatSceneIsSeen) {
    const std::string script = std::string(kPress) + R"(
        const swipes = id => getComputedStyle(el(id)).touchAction;
        for (const id of ['stage', 'scrubber', 'speed']) report(id, swipes(id));
        view.camera.zoom(2);
        view.draw();
        report('nearer', swipes('stage'));
        view.resetView();
        view.draw();
        report('home', swipes('stage'));)";
    const auto flat = in_page(page_of(bundled("two_masses")), script, "", "500,844");
    const auto space = in_page(page_of(bundled("marbles_in_box"), {"--until", "0.1"}), script, "", "500,844");
    EXPECT_EQ(flat.problems + space.problems, "");
    for (const char* id : {"scrubber", "speed", "nearer"}) EXPECT_EQ(flat.values.at(id), "none") << id;
    for (const char* id : {"stage", "home"}) EXPECT_EQ(flat.values.at(id), "pan-y") << id;
    for (const char* id : {"stage", "scrubber", "nearer", "home"})
        EXPECT_EQ(space.values.at(id), "none") << id;
}

}  // namespace
}  // namespace carom::test

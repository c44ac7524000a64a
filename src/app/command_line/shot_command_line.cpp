// The command line of carom shot and carom breaks.
#include <cmath>

#include "app/command_line/shot_words.hpp"

namespace carom::app {
namespace {

constexpr const char* kShotRacks = "nine-ball (default), eight-ball, ten-ball, snooker, three-cushion, none";

}  // namespace

CLI::App& add_shot(CLI::App& app, ShotTexts& texts) {
    CLI::App& shot = add_command(app, "shot", "Play one shot on a billiard table, without a scene file");
    add_words(shot, texts.words, kShotRacks);
    CLI::Option* const output =
        shot.add_option("-o,--output", texts.options.directory,
                        "Directory of the results, as carom run writes them; default: they are only told")
            ->type_name("DIR")
            ->check(no_stream(kRunIsDirectory));
    CLI::Option* const view = shot.add_flag_callback(
        "--view", [&texts] { texts.options.page = Page::written; },
        "Write view.html too, a page that plays the trajectory in a browser");
    shot.add_flag("--scene", texts.options.print, "Print the scene file of this shot instead of playing it")
        ->excludes(output)
        ->excludes(view);
    shot.footer(std::string("carom shot --rack nine-ball --cue \"V0=9 phi=88 b=0.1\"\n\n") + kFooter);
    return shot;
}

ShotOptions finished(const ShotTexts& texts) {
    ShotOptions options = texts.options;
    options.scene = scene_of(texts.words);
    return options;
}

CLI::App& add_breaks(CLI::App& app, BreaksTexts& texts) {
    CLI::App& breaks = add_command(
        app, "breaks", "Play a break many times with small errors, and say how often what happens");
    add_words(breaks, texts.words, kShotRacks);
    add_errors(breaks, texts.errors);
    breaks
        .add_option("--rack-error", texts.rack_error,
                    "How far each racked ball may lie from its place (default 0): at most half the gap")
        ->type_name("METRES")
        ->check(number_that<double>([](double x) { return std::isfinite(x) && x >= 0; }, kMeasure));
    breaks
        .add_option("--on-spot", texts.options.errors.on_spot,
                    "Racked balls that lie exactly on their places all the same, with commas: 1,9")
        ->delimiter(',')
        ->type_name("NAME,...")
        ->allow_extra_args(false);
    breaks
        .add_option("--rack-tilt", texts.rack_tilt,
                    "Standard deviation of the turn of the rack about its first ball (default 0)")
        ->type_name("DEGREES")
        ->check(number_that<double>([](double x) { return x >= 0 && x <= 10; }, "a number from 0 to 10"));
    breaks.add_option("--count", texts.count, "So many breaks (default 100000)")
        ->type_name("N")
        ->check(number_that<std::uint64_t>([](std::uint64_t n) { return n > 0; }, kCount));
    breaks.add_option("--seed", texts.seed, "Seed of the errors (default 1)")
        ->type_name("S")
        ->check(number_that<std::uint64_t>([](std::uint64_t) { return true; }, kSeed));
    breaks.add_option("-o,--output", texts.options.json, "File to write the numbers to (JSON)")
        ->type_name("FILE")
        ->check(no_stream("name a file"));
    breaks
        .add_option("--map", texts.options.map,
                    "Picture of where the cue ball rests; its name ends in .png or .svg")
        ->type_name("FILE")
        ->check(CLI::Validator(
            [](const std::string& text) {
                const bool is_picture = text.ends_with(".png") || text.ends_with(".svg");
                return is_picture ? std::string() : "'" + text + "' does not end in .png or .svg";
            },
            ""));
    breaks.footer(std::string("carom breaks --rack nine-ball --gap 0.0001 --rack-error 0.00005\n\n") +
                  kFooter);
    return breaks;
}

BreaksOptions finished(const BreaksTexts& texts) {
    BreaksOptions options = texts.options;
    options.scene = scene_of(texts.words);
    options.errors.strike = strike_errors(texts.errors);
    options.errors.rack = parse<double>(texts.rack_error).value_or(0);
    options.errors.tilt = parse<double>(texts.rack_tilt).value_or(0);
    options.errors.racked_from = 1 + texts.words.at.size();  // after the cue ball and those that are put
    const std::string& rack = texts.words.rack;
    if (options.errors.tilt > 0 && (rack == "snooker" || rack == "three-cushion" || rack == "none"))
        options.fault = "--rack-tilt needs a rack of rows: nine-ball, eight-ball or ten-ball";
    options.count = parse<std::uint64_t>(texts.count).value_or(options.count);
    options.seed = parse<std::uint64_t>(texts.seed).value_or(options.seed);
    return options;
}

}  // namespace carom::app

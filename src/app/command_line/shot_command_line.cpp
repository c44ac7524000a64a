// The command line of carom shot and carom breaks.
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "app/command_line/shot_words.hpp"

namespace carom::app {
namespace {

constexpr const char* kShotRacks = "nine-ball (default), eight-ball, ten-ball, snooker, three-cushion, none";

/// A circle of three numbers, or a rectangle of four.
std::optional<TableRegion> region_of(const std::string& text) {
    std::vector<double> numbers;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t comma = std::min(text.find(',', at), text.size());
        const auto number = parse<double>(text.substr(at, comma - at));
        if (!number || !std::isfinite(*number)) return {};
        numbers.push_back(*number);
        at = comma + 1;
    }
    TableRegion region;
    if (numbers.size() == 3 && numbers[2] > 0) {
        region.centre = {numbers[0], numbers[1]};
        region.radius = numbers[2];
        return region;
    }
    if (numbers.size() != 4 || numbers[0] == numbers[2] || numbers[1] == numbers[3]) return {};
    region.lower = {std::min(numbers[0], numbers[2]), std::min(numbers[1], numbers[3])};
    region.upper = {std::max(numbers[0], numbers[2]), std::max(numbers[1], numbers[3])};
    return region;
}

/// How a rack differs from the one that was meant.
void add_rack_errors(CLI::App& breaks, BreaksTexts& texts) {
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
}

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
    CLI::Option* const scene =
        breaks
            .add_option("SCENE", texts.options.file,
                        "Scene file whose first shot is the break, or a bundled one; without one the options "
                        "describe the break")
            ->type_name("");
    add_words(breaks, texts.words, kShotRacks);
    for (const char* word : {"--table", "--rack", "--gap", "--place", "--put", "--cue", "--jumps"})
        scene->excludes(breaks.get_option(word));
    add_errors(breaks, texts.errors);
    add_rack_errors(breaks, texts);
    breaks.add_option("--count", texts.count, "So many breaks (default 100000)")
        ->type_name("N")
        ->check(number_that<std::uint64_t>([](std::uint64_t n) { return n > 0; }, kCount));
    breaks.add_option("--seed", texts.seed, "Seed of the errors (default 1)")
        ->type_name("S")
        ->check(number_that<std::uint64_t>([](std::uint64_t) { return true; }, kSeed));
    breaks
        .add_option("--region", texts.region,
                    "Where the cue ball is counted: X,Y,RADIUS or X1,Y1,X2,Y2 (default: the middle)")
        ->type_name("REGION")
        ->check(CLI::Validator(
            [](const std::string& text) {
                return std::string(region_of(text) ? ""
                                                   : "'" + text +
                                                         "' is neither X,Y,RADIUS nor two corners "
                                                         "of a rectangle, X1,Y1,X2,Y2");
            },
            ""));
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
    if (options.file.empty()) options.scene = scene_of(texts.words);
    if (!texts.region.empty()) options.region = region_of(texts.region);
    options.errors.strike = strike_errors(texts.errors);
    options.errors.rack = parse<double>(texts.rack_error).value_or(0);
    options.errors.tilt = parse<double>(texts.rack_tilt).value_or(0);
    options.count = parse<std::uint64_t>(texts.count).value_or(options.count);
    options.seed = parse<std::uint64_t>(texts.seed).value_or(options.seed);
    return options;
}

}  // namespace carom::app

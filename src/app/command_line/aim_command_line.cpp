// The command line of carom aim.
#include <array>
#include <cmath>

#include "app/command_line/shot_words.hpp"

namespace carom::app {
namespace {

constexpr const char* kAimRacks = "none (default), nine-ball, eight-ball, ten-ball, snooker, three-cushion";

using GameWord = std::pair<const char*, billiards::Rules>;
constexpr std::array<GameWord, 6> kGames = {{{"none", billiards::Rules::none},
                                             {"nine-ball", billiards::Rules::nine_ball},
                                             {"eight-ball", billiards::Rules::eight_ball},
                                             {"ten-ball", billiards::Rules::ten_ball},
                                             {"snooker", billiards::Rules::snooker},
                                             {"three-cushion", billiards::Rules::three_cushion}}};

CLI::Validator a_game() {
    return CLI::Validator(
        [](const std::string& text) {
            for (const GameWord& game : kGames) {
                if (text == game.first) return std::string();
            }
            return "'" + text +
                   "' is not one of none, nine-ball, eight-ball, ten-ball, snooker, three-cushion";
        },
        "");
}

void add_goal(CLI::App& aim, AimTexts& texts) {
    AimGoal& goal = texts.options.goal;
    aim.add_option("--ball", goal.ball, "The ball that is to fall (default: any)")->type_name("NAME");
    aim.add_option("--pocket", texts.pocket, "Into this pocket, by its number (default: any)")
        ->type_name("N")
        ->check(number_that<int>([](int n) { return n >= 0; }, "a number of a pocket, from 0 on"));
    aim.add_option("--first", goal.first, "The ball that the cue ball is to meet first (default: any)")
        ->type_name("NAME");
    aim.add_option_function<std::string>(
           "--game",
           [&goal](const std::string& text) {
               for (const GameWord& game : kGames) {
                   if (text == game.first) goal.game = game.second;
               }
           },
           "Only shots that are legal in it: nine-ball, eight-ball, ten-ball, snooker, three-cushion")
        ->type_name("GAME")
        ->check(a_game());
    aim.add_option("--on", goal.on,
                   "What is on: solids or stripes in eight-ball; red, colour or clear in snooker")
        ->type_name("WORD");
}

void add_search(CLI::App& aim, AimTexts& texts) {
    aim.add_option("--speeds", texts.speeds,
                   "Speeds of the cue to try, with commas (default that of the strike, or 1.5,3,5)")
        ->delimiter(',')
        ->type_name("V,...")
        ->check(number_that<double>(
            [](double v) { return v >= billiards::kSlowestCue && v <= billiards::kFastestCue; },
            "a speed from 0.05 to 15"));
    aim.add_flag("--only", texts.options.only,
                 "Judge only the shot that SCENE or --cue describes, instead of all directions");
    aim.add_flag("--safety", texts.options.safety,
                 "Look for safeties instead: legal shots that leave the next player little");
    aim.add_option("--step", texts.step,
                   "Degrees between the directions that are tried (default 0.02, for safeties 0.5)")
        ->type_name("DEGREES")
        ->check(
            number_that<double>([](double x) { return x >= 1e-4 && x <= 10; }, "a number from 0.0001 to 10"));
    aim.add_option("--trials", texts.trials,
                   "Shots with errors that are played for each shot that is told (default 1000)")
        ->type_name("N")
        ->check(number_that<std::uint64_t>([](std::uint64_t n) { return n <= 10'000'000; },
                                           "a whole number up to 10000000"));
    aim.add_option("--check", texts.checks,
                   "Inner shots that are played in each window that is told (default 999)")
        ->type_name("N")
        ->check(number_that<std::uint64_t>([](std::uint64_t n) { return n <= 1'000'000; },
                                           "a whole number up to 1000000"));
    aim.add_option("--count", texts.count, "So many shots are told (default 10)")
        ->type_name("N")
        ->check(number_that<std::uint64_t>([](std::uint64_t n) { return n > 0; }, kCount));
}

}  // namespace

CLI::App& add_aim(CLI::App& app, AimTexts& texts) {
    CLI::App& aim = add_command(app, "aim", "Find the shots that pocket a ball, and say how hard they are");
    CLI::Option* const scene =
        aim.add_option(
               "SCENE", texts.options.file,
               "Scene file with a table, or a bundled one; without one the options describe the table")
            ->type_name("");
    texts.words.rack = "none";
    add_words(aim, texts.words, kAimRacks);
    CLI::Option* const print = aim.add_flag("--scene", texts.options.print,
                                            "Print the scene file of the best shot, and nothing else");
    scene->excludes(print);
    for (const char* word : {"--table", "--rack", "--gap", "--place", "--put", "--cue", "--jumps"})
        scene->excludes(aim.get_option(word));
    add_goal(aim, texts);
    add_search(aim, texts);
    add_errors(aim, texts.errors);
    aim.add_option("-o,--output", texts.options.json, "File to write the numbers to (JSON)")
        ->type_name("FILE")
        ->check(no_stream("name a file"));
    aim.footer(std::string("carom aim --place 0.4,0.6 --put 1=0.9,1.8 --ball 1\n\n") + kFooter);
    return aim;
}

AimOptions finished(const AimTexts& texts) {
    AimOptions options = texts.options;
    options.goal.pocket = parse<int>(texts.pocket);
    for (const std::string& speed : texts.speeds) options.speeds.push_back(*parse<double>(speed));
    options.errors = strike_errors(texts.errors);
    options.step = parse<double>(texts.step).value_or(options.safety ? 0.5 : options.step);
    options.trials = parse<std::uint64_t>(texts.trials).value_or(options.trials);
    options.checks = parse<std::uint64_t>(texts.checks).value_or(options.checks);
    options.count = parse<std::uint64_t>(texts.count).value_or(options.count);
    const bool names_a_pot = !options.goal.ball.empty() || options.goal.pocket;
    if (options.safety && (options.only || names_a_pot))
        options.fault = "--safety looks for shots that pocket nothing: not with --only, --ball or --pocket";
    if (!options.file.empty()) return options;
    options.scene = scene_of(texts.words);
    if (options.safety && says_direction(texts.words))
        options.fault = "--safety tries all directions: --cue must not name one";
    if (options.only && !says_direction(texts.words))
        options.fault = "--only needs the direction of the shot, such as --cue \"V0=2 phi=67.5\"";
    if (says_direction(texts.words)) options.only = true;
    if (options.only && !options.speeds.empty())
        options.fault = "--speeds is for a search: this shot has the speed of --cue";
    if (options.speeds.empty() && !says_speed(texts.words) && !options.only) {
        options.speeds = {1.5, 3, 5};
        if (options.safety) options.speeds = {0.5, 0.8, 1.2, 1.8, 2.5, 4};
    }
    return options;
}

}  // namespace carom::app

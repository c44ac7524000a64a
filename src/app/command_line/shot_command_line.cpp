// The command line of carom shot and carom breaks. Their options are written down as a scene, which is read
// like any other.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <string_view>

#include "app/command_line/command_line_parts.hpp"

namespace carom::app {
namespace {

/// A table, the balls for it, and where the cue ball lies if nothing else is said.
struct KnownTable {
    const char* word;
    const char* kind;
    const char* balls;
    double width, length;
};

constexpr std::array<KnownTable, 5> kTables = {{{"7ft", "pool_7_foot", "pool", 0.9906, 1.9812},
                                                {"8ft", "pool_8_foot", "pool", 1.1176, 2.2352},
                                                {"9ft", "pool_9_foot", "pool", 1.27, 2.54},
                                                {"snooker", "snooker_12_foot", "snooker", 1.778, 3.569},
                                                {"carom", "carom", "carom", 1.42, 2.84}}};

using Word = std::pair<std::string_view, std::string_view>;

/// As they are called here and in scenes.
constexpr std::array<Word, 6> kRacks = {{{"eight-ball", "eight_ball"},
                                         {"nine-ball", "nine_ball"},
                                         {"ten-ball", "ten_ball"},
                                         {"snooker", "snooker"},
                                         {"three-cushion", "three_cushion"},
                                         {"none", ""}}};

/// The numbers of a strike, and their letters in papers.
constexpr std::array<Word, 10> kStrike = {{{"speed", "speed"},
                                           {"V0", "speed"},
                                           {"direction", "direction"},
                                           {"phi", "direction"},
                                           {"elevation", "elevation"},
                                           {"theta", "elevation"},
                                           {"left", "left"},
                                           {"a", "left"},
                                           {"up", "up"},
                                           {"b", "up"}}};

template <class Known>
std::string words_of(const Known& known) {
    std::string words;
    for (const auto& one : known) words += (words.empty() ? "" : ", ") + std::string(std::get<0>(one));
    return words;
}

const KnownTable* table_named(const std::string& word) {
    for (const KnownTable& table : kTables) {
        if (word == table.word) return &table;
    }
    return nullptr;
}

template <std::size_t Count>
const Word* word_named(const std::array<Word, Count>& words, std::string_view name) {
    for (const Word& word : words) {
        if (word.first == name) return &word;
    }
    return nullptr;
}

/// The lines of the strike, or what is wrong with the words.
struct StrikeLines {
    std::string lines, fault;
};

StrikeLines strike_lines(const std::string& text) {
    StrikeLines strike;
    std::string given = " ";
    std::size_t at = 0;
    while ((at = text.find_first_not_of(' ', at)) != std::string::npos) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        const std::string word = text.substr(at, end - at);
        at = end;
        const std::size_t equals = word.find('=');
        const Word* const name = word_named(kStrike, std::string_view(word).substr(0, equals));
        if (equals == std::string::npos || name == nullptr) {
            strike.fault = "'" + word + "' is not NAME=NUMBER with a name of " + words_of(kStrike);
            return strike;
        }
        const auto number = parse<double>(word.substr(equals + 1));
        if (!number || !std::isfinite(*number)) {
            strike.fault = "'" + word + "' has no finite number after the equals sign";
            return strike;
        }
        if (given.find(" " + std::string(name->second) + " ") != std::string::npos) {
            strike.fault = "'" + word + "' says once more what was said before";
            return strike;
        }
        given += std::string(name->second) + " ";
        strike.lines += fmt::format("{} = {}\n", name->second, *number);
    }
    if (given.find(" speed ") == std::string::npos) strike.lines += "speed = 8\n";
    if (given.find(" direction ") == std::string::npos) strike.lines += "direction = 90\n";
    return strike;
}

/// Two numbers with a comma.
std::optional<Vec2d> place_of(const std::string& text) {
    const std::size_t comma = text.find(',');
    if (comma == std::string::npos) return {};
    const auto x = parse<double>(text.substr(0, comma)), y = parse<double>(text.substr(comma + 1));
    if (!x || !y || !std::isfinite(*x) || !std::isfinite(*y)) return {};
    return Vec2d{*x, *y};
}

CLI::Validator that(std::string (*complaint)(const std::string&)) {
    return CLI::Validator([=](const std::string& text) { return complaint(text); }, "");
}

/// Where players put the cue ball: on the head spot, in the D, or beside the yellow.
Vec2d usual_place(const KnownTable& table, std::string_view game) {
    if (std::string_view(table.balls) == "snooker") return {table.width / 2 + 0.12, 0.65};
    if (game == "three_cushion") return {table.width / 2 - 0.1825, table.length / 4};
    return {table.width / 2, table.length / 4};
}

std::string scene_of(const ShotWords& texts) {
    const KnownTable& table = *table_named(texts.table);
    const std::string game(word_named(kRacks, texts.rack)->second);
    const Vec2d cue_ball = texts.place.empty() ? usual_place(table, game) : *place_of(texts.place);
    std::string scene = fmt::format("name = \"{} shot, {} table\"\n\n[table]\nkind = \"{}\"\n",
                                    game.empty() ? "one-ball" : texts.rack, texts.table, table.kind);
    scene += fmt::format("\n[defaults]\nkind = \"{}\"\n", table.balls);
    if (texts.jumps) scene += "\n[laws]\njumps = true\n";
    scene += fmt::format("\n[[balls]]\nname = \"cue\"\nposition = [{}, {}]\n", cue_ball[0], cue_ball[1]);
    if (!game.empty()) scene += fmt::format("\n[rack]\ngame = \"{}\"\n", game);
    const bool has_rows = !game.empty() && game != "three_cushion";
    if (has_rows && !texts.gap.empty()) scene += fmt::format("gap = {}\n", *parse<double>(texts.gap));
    return scene + "\n[[shots]]\n" + strike_lines(texts.cue).lines;
}

void add_words(CLI::App& command, ShotWords& words) {
    command.add_option("--table", words.table, "7ft, 8ft, 9ft, snooker or carom (default 9ft)")
        ->type_name("TABLE")
        ->check(that([](const std::string& text) {
            return std::string(
                table_named(text) ? "" : "'" + text + "' is not one of 7ft, 8ft, 9ft, snooker, carom");
        }));
    command
        .add_option("--rack", words.rack,
                    "nine-ball (default), eight-ball, ten-ball, snooker, three-cushion, none")
        ->type_name("GAME")
        ->check(that([](const std::string& text) {
            return std::string(word_named(kRacks, text) ? ""
                                                        : "'" + text + "' is not one of " + words_of(kRacks));
        }));
    command.add_option("--gap", words.gap, "Metres between the balls of the rack (default 0: they touch)")
        ->type_name("GAP")
        ->check(number_that<double>([](double x) { return std::isfinite(x) && x >= 0; }, kMeasure));
    command.add_option("--place", words.place, "Where the cue ball lies: two numbers in metres")
        ->type_name("X,Y")
        ->check(that([](const std::string& text) {
            return std::string(place_of(text) ? "" : "'" + text + "' is not two finite numbers with a comma");
        }));
    command
        .add_option("--cue", words.cue,
                    "NAME=NUMBER ...: speed, direction, elevation, left, up, or V0, phi, theta, a, b")
        ->type_name("STRIKE")
        ->check(that([](const std::string& text) { return strike_lines(text).fault; }));
    command.add_flag("--jumps", words.jumps, "Balls can leave the bed");
}

}  // namespace

CLI::App& add_shot(CLI::App& app, ShotTexts& texts) {
    CLI::App& shot = add_command(app, "shot", "Play one shot on a billiard table, without a scene file");
    add_words(shot, texts.words);
    shot.add_option("-o,--output", texts.options.directory,
                    "Directory of the results, as carom run writes them; default: they are only told")
        ->type_name("DIR")
        ->check(no_stream(kRunIsDirectory));
    shot.add_flag_callback(
        "--view", [&texts] { texts.options.page = Page::written; },
        "Write view.html too, a page that plays the trajectory in a browser");
    shot.add_flag("--scene", texts.options.print, "Print the scene file of this shot instead of playing it");
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
    add_words(breaks, texts.words);
    const auto add_error = [&](const char* name, std::string& text, const char* type,
                               const char* description) {
        return breaks.add_option(name, text, description)->type_name(type);
    };
    const CLI::Validator share = number_that<double>(
        [](double x) { return x >= 0 && x <= ShotErrors::kMostShare; }, "a number from 0 to 0.3");
    add_error("--speed-error", texts.speed_error, "SHARE",
              "Standard deviation of the cue's speed, as a share of it (default 0.02)")
        ->check(share);
    add_error("--direction-error", texts.direction_error, "DEGREES",
              "Standard deviation of its direction (default 0.2)")
        ->check(number_that<double>([](double x) { return x >= 0 && x <= ShotErrors::kMostDegrees; },
                                    "a number from 0 to 180"));
    add_error("--tip-error", texts.tip_error, "RADII",
              "Standard deviation of where the tip meets the ball, along both axes (default 0.03)")
        ->check(share);
    add_error("--rack-error", texts.rack_error, "METRES",
              "How far each racked ball may lie from its place (default 0): at most half the gap")
        ->check(number_that<double>([](double x) { return std::isfinite(x) && x >= 0; }, kMeasure));
    breaks.add_option("--count", texts.count, "So many breaks (default 100000)")
        ->type_name("N")
        ->check(number_that<std::uint64_t>([](std::uint64_t n) { return n > 0; }, kCount));
    breaks.add_option("--seed", texts.seed, "Seed of the errors (default 1)")
        ->type_name("S")
        ->check(number_that<std::uint64_t>([](std::uint64_t) { return true; }, kSeed));
    breaks.add_option("-o,--output", texts.options.json, "File to write the numbers to (JSON)")
        ->type_name("FILE")
        ->check(no_stream("name a file"));
    breaks.footer(std::string("carom breaks --rack nine-ball --gap 0.0001 --rack-error 0.00005\n\n") +
                  kFooter);
    return breaks;
}

BreaksOptions finished(const BreaksTexts& texts) {
    BreaksOptions options = texts.options;
    options.scene = scene_of(texts.words);
    options.errors = {
        parse<double>(texts.speed_error).value_or(0.02), parse<double>(texts.direction_error).value_or(0.2),
        parse<double>(texts.tip_error).value_or(0.03), parse<double>(texts.rack_error).value_or(0)};
    options.count = parse<std::uint64_t>(texts.count).value_or(options.count);
    options.seed = parse<std::uint64_t>(texts.seed).value_or(options.seed);
    return options;
}

}  // namespace carom::app

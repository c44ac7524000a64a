#include "app/command_line/shot_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string_view>

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
    bool has_speed = false, has_direction = false;
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
    strike.has_speed = given.find(" speed ") != std::string::npos;
    strike.has_direction = given.find(" direction ") != std::string::npos;
    if (!strike.has_speed) strike.lines += "speed = 8\n";
    if (!strike.has_direction) strike.lines += "direction = 90\n";
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

/// Where players put the cue ball: on the head spot, in the D, or beside the yellow. From the D it goes past
/// the colours on the long line, and meets the reds.
Vec2d usual_place(const KnownTable& table, std::string_view game) {
    const bool is_snooker_table = std::string_view(table.balls) == "snooker";
    if (is_snooker_table && (game == "snooker" || game.empty())) return {table.width / 2 + 0.12, 0.65};
    if (game == "snooker") return {0.5675 * table.width, 0.18 * table.length};
    if (game == "three_cushion") return {table.width / 2 - 0.1825, table.length / 4};
    return {table.width / 2, table.length / 4};
}

/// What stands before the equals sign, and the place after it.
struct NamedPlace {
    std::string name;
    Vec2d place;
};

std::optional<NamedPlace> named_place(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos) return {};
    const auto place = place_of(text.substr(equals + 1));
    const auto is_plain = [](unsigned char c) { return std::isalnum(c) || c == ' ' || c == '-' || c == '_'; };
    if (!place || !std::all_of(text.begin(), text.begin() + static_cast<long>(equals), is_plain)) return {};
    return NamedPlace{text.substr(0, equals), *place};
}

}  // namespace

std::string scene_of(const ShotWords& texts) {
    const KnownTable& table = *table_named(texts.table);
    const std::string game(word_named(kRacks, texts.rack)->second);
    const Vec2d cue_ball = texts.place.empty() ? usual_place(table, game) : *place_of(texts.place);
    std::string scene = fmt::format("name = \"{} shot, {} table\"\n\n[table]\nkind = \"{}\"\n",
                                    !game.empty()      ? texts.rack
                                    : texts.at.empty() ? "one-ball"
                                                       : "free",
                                    texts.table, table.kind);
    scene += fmt::format("\n[defaults]\nkind = \"{}\"\n", table.balls);
    if (texts.jumps) scene += "\n[laws]\njumps = true\n";
    scene += fmt::format("\n[[balls]]\nname = \"cue\"\nposition = [{}, {}]\n", cue_ball[0], cue_ball[1]);
    for (const std::string& text : texts.at) {
        const auto ball = named_place(text);
        scene += fmt::format("\n[[balls]]\nname = \"{}\"\nposition = [{}, {}]\n", ball->name, ball->place[0],
                             ball->place[1]);
    }
    if (!game.empty()) scene += fmt::format("\n[rack]\ngame = \"{}\"\n", game);
    const bool has_rows = !game.empty() && game != "three_cushion";
    if (has_rows && !texts.gap.empty()) scene += fmt::format("gap = {}\n", *parse<double>(texts.gap));
    return scene + "\n[[shots]]\n" + strike_lines(texts.cue).lines;
}

void add_words(CLI::App& command, ShotWords& words, const char* racks) {
    command.add_option("--table", words.table, "7ft, 8ft, 9ft, snooker or carom (default 9ft)")
        ->type_name("TABLE")
        ->check(that([](const std::string& text) {
            return std::string(
                table_named(text) ? "" : "'" + text + "' is not one of 7ft, 8ft, 9ft, snooker, carom");
        }));
    command.add_option("--rack", words.rack, racks)
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
    command.add_option("--put", words.at, "A ball and its place in metres, NAME=X,Y; as often as needed")
        ->type_name("BALL")
        ->allow_extra_args(false)
        ->check(that([](const std::string& text) {
            return std::string(named_place(text) ? "" : "'" + text + "' is not NAME=X,Y with two numbers");
        }));
    command
        .add_option("--cue", words.cue,
                    "NAME=NUMBER ...: speed, direction, elevation, left, up; V0, phi, theta, a, b")
        ->type_name("STRIKE")
        ->check(that([](const std::string& text) { return strike_lines(text).fault; }));
    command.add_flag("--jumps", words.jumps, "Balls can leave the bed");
}

bool says_speed(const ShotWords& words) {
    return strike_lines(words.cue).has_speed;
}

bool says_direction(const ShotWords& words) {
    return strike_lines(words.cue).has_direction;
}

void add_errors(CLI::App& command, ErrorTexts& texts) {
    const auto add_error = [&](const char* name, std::string& text, const char* type,
                               const char* description) {
        return command.add_option(name, text, description)->type_name(type);
    };
    const CLI::Validator share = number_that<double>(
        [](double x) { return x >= 0 && x <= billiards::ShotErrors::kMostShare; }, "a number from 0 to 0.3");
    add_error("--speed-error", texts.speed, "SHARE",
              "Standard deviation of the cue's speed, as a share of it (default 0.02)")
        ->check(share);
    add_error("--direction-error", texts.direction, "DEGREES",
              "Standard deviation of its direction (default 0.2)")
        ->check(
            number_that<double>([](double x) { return x >= 0 && x <= billiards::ShotErrors::kMostDegrees; },
                                "a number from 0 to 180"));
    add_error("--tip-error", texts.tip, "RADII",
              "Standard deviation of where the tip meets the ball, both ways (default 0.03)")
        ->check(share);
}

billiards::ShotErrors strike_errors(const ErrorTexts& texts) {
    const billiards::ShotErrors usual;
    return {parse<double>(texts.speed).value_or(usual.speed),
            parse<double>(texts.direction).value_or(usual.direction),
            parse<double>(texts.tip).value_or(usual.tip)};
}

}  // namespace carom::app

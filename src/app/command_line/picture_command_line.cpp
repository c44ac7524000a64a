// The command line of `carom picture`.
#include <cmath>
#include <map>

#include "app/command_line/command_line_parts.hpp"

namespace carom::app {
namespace {

constexpr int kSmallestSide = 64, kLargestSide = 8192;  // pixels

const std::map<std::string, ColourBy> kColours = {
    {"id", ColourBy::id}, {"species", ColourBy::species}, {"speed", ColourBy::speed}};

bool is_time(double t) {
    return std::isfinite(t) && t >= 0;
}

struct Size {
    int width = 0, height = 0;
};

/// WIDTHxHEIGHT.
std::optional<Size> size_of(const std::string& text) {
    const std::size_t x = text.find('x');
    if (x == std::string::npos) return {};
    const auto width = parse<int>(text.substr(0, x)), height = parse<int>(text.substr(x + 1));
    const auto fits = [](const std::optional<int>& side) {
        return side && *side >= kSmallestSide && *side <= kLargestSide;
    };
    if (!fits(width) || !fits(height)) return {};
    return Size{*width, *height};
}

CLI::Validator a_size() {
    return CLI::Validator(
        [](const std::string& text) -> std::string {
            if (size_of(text)) return "";
            return "'" + text + "' is not a width and a height from 64 to 8192 pixels, such as 1280x720";
        },
        "");
}

CLI::Validator a_colour() {
    return CLI::Validator(
        [](const std::string& text) -> std::string {
            return kColours.count(text) > 0 ? "" : "'" + text + "' is not id, species or speed";
        },
        "");
}

void add_moments(CLI::App& picture, PictureTexts& texts) {
    picture.add_option("--at", texts.at, kAt)
        ->type_name("T")
        ->delimiter(',')
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->check(a_time_or_end());
    picture.add_option("--sheet", texts.sheet, "Draw so many moments, evenly spread, side by side")
        ->type_name("N")
        ->check(number_that<std::uint64_t>([](std::uint64_t n) { return n >= 1 && n <= kMostMoments; },
                                           "a whole number from 1 to 100"));
    picture
        .add_option("--movie", texts.options.movie, "Directory for a picture of every frame, and movie.mp4")
        ->type_name("DIR")
        ->check(no_stream("a movie is many files: name a directory, not standard output"));
    picture.add_option("--fps", texts.fps, "Frames of the movie in a unit of simulated time (default 25)")
        ->type_name("F")
        ->check(
            number_that<double>([](double f) { return f >= 1e-9 && f <= 1e9; }, "a number from 1e-9 to 1e9"));
    picture.add_option("--from", texts.from, kFrom)
        ->type_name("T")
        ->check(number_that<double>(is_time, kMeasure));
    picture.add_option("--to", texts.to, kTo)->type_name("T")->check(number_that<double>(is_time, kMeasure));
}

void add_looks(CLI::App& picture, PictureTexts& texts) {
    const auto angle = number_that<double>([](double a) { return a >= -360 && a <= 360; },
                                           "a number of degrees from -360 to 360");
    const auto height = number_that<double>([](double a) { return a >= -90 && a <= 90; },
                                            "a number of degrees from -90 to 90");
    picture.add_option("--size", texts.size, "Width and height in pixels (default 1280x720)")
        ->type_name("WxH")
        ->check(a_size());
    picture.add_option("--title", texts.options.title, "Title instead of the scene's name; may be empty")
        ->type_name("TEXT");
    picture.add_option("--colour,--color", texts.colour, "Colours by id, species or speed")
        ->type_name("BY")
        ->check(a_colour());
    picture.add_flag_callback(
        "--overlaps", [&texts] { texts.options.colour = ColourBy::overlap; },
        "Balls that have a point in common with another red, the others blue");
    picture.add_flag_callback(
        "--paths", [&texts] { texts.options.paths = DrawPaths::yes; },
        "Draw the paths up to then with all impacts; scenes in 2D");
    picture
        .add_option_function<std::vector<std::string>>(
            "--path-of",
            [&texts](const std::vector<std::string>& balls) {
                texts.options.paths = DrawPaths::yes;
                texts.options.path_of = balls;
            },
            "The same for these balls: names, or numbers from 0; several with commas or repeated")
        ->type_name("BALL")
        ->delimiter(',')
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    picture
        .add_option("--azimuth", texts.azimuth,
                    "Degrees by which the viewer goes around a scene in 3D (default 30)")
        ->type_name("A")
        ->check(angle);
    picture
        .add_option("--elevation", texts.elevation,
                    "Degrees by which the viewer stands above it (default 20)")
        ->type_name("A")
        ->check(height);
}

}  // namespace

CLI::App& add_picture(CLI::App& app, PictureTexts& texts) {
    CLI::App& picture = add_command(app, "picture", "Draw moments of a run, or a scene, as PNG or SVG");
    picture
        .add_option("SOURCE", texts.options.source,
                    "Directory of a run, trajectory file, scene (.toml), whose balls may overlap, or bundled "
                    "scene; - is a "
                    "scene from standard input")
        ->required()
        ->type_name("");
    picture.add_option("-o,--output", texts.options.file, kPicture)->type_name("FILE");
    add_format(picture, texts.options.format);
    add_moments(picture, texts);
    add_looks(picture, texts);
    picture.footer(
        std::string("Without --at, --sheet and --movie the last moment is drawn. Without --colour up to 16 "
                    "balls have colours\nof their own, more are coloured by species, or by speed where "
                    "there is one species.\n\n") +
        kFooter);
    return picture;
}

PictureOptions finished(const PictureTexts& texts) {
    PictureOptions options = texts.options;
    for (const std::string& time : texts.at) options.at.push_back(time_or_end(time));
    options.sheet = parse<std::uint64_t>(texts.sheet);
    options.from = parse<double>(texts.from);
    options.to = parse<double>(texts.to);
    options.frames_per_second = parse<double>(texts.fps).value_or(options.frames_per_second);
    if (const auto size = size_of(texts.size)) {
        options.width = size->width;
        options.height = size->height;
    }
    if (!texts.colour.empty() && options.colour == ColourBy::choice)
        options.colour = kColours.at(texts.colour);
    options.direction.azimuth = parse<double>(texts.azimuth).value_or(options.direction.azimuth);
    options.direction.elevation = parse<double>(texts.elevation).value_or(options.direction.elevation);
    return options;
}

}  // namespace carom::app

// The command line of carom study.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/command_line/command_line_parts.hpp"

namespace carom::app {
namespace {

/// {K, N}, or {0, 0} for what is no part.
std::array<std::uint64_t, 2> part_in(const std::string& text) {
    const std::size_t slash = std::min(text.find('/'), text.size());
    const auto number = parse<std::uint64_t>(text.substr(0, slash));
    const auto of = parse<std::uint64_t>(text.substr(std::min(slash + 1, text.size())));
    if (!number || !of || *number < 1 || *number > *of) return {0, 0};
    return {*number, *of};
}

CLI::Validator a_part() {
    return CLI::Validator(
        [](const std::string& text) {
            return part_in(text)[1] > 0 ? "" : "'" + text + "' is no part: write K/N with K from 1 to N";
        },
        "");
}

}  // namespace

CLI::App& add_study(CLI::App& app, StudyTexts& texts) {
    CLI::App& study =
        add_command(app, "study", "Simulate all combinations of values and seeds, and measure their means");
    StudyOptions& options = texts.options;
    study.add_option("SCENE", options.scene, "Scene file, or a bundled scene")
        ->required()
        ->type_name("")
        ->check(no_stream("a study that goes on needs its scene again: name a file"));
    study
        .add_option("--set", options.parameters,
                    "Values of a number of the scene, with commas or as FIRST:LAST:STEP; may be repeated")
        ->type_name("KEY=VALUES")
        ->allow_extra_args(false);
    study
        .add_option("--seeds", options.seeds,
                    "Seeds: numbers with commas, or FIRST:LAST (default: that of the scene)")
        ->type_name("SEEDS");
    study
        .add_option("-o,--output,--out", options.directory, "Folder of the study, which goes on where it was")
        ->required()
        ->type_name("DIR")
        ->check(no_stream("a study is many files: name a folder"));
    study
        .add_option("--until", texts.until,
                    "End each simulation at this time (default: as the scene says, else 10)")
        ->type_name("T")
        ->check(number_that<double>([](double x) { return x >= 0 && x < HUGE_VAL; }, kMeasure));
    study.add_option("--events", texts.events, "End each simulation after this many impacts")
        ->type_name("N")
        ->check(number_that<std::uint64_t>([](auto x) { return x > 0; }, kCount));
    study
        .add_option("--after", texts.after, "Measure from this time on (default: as the scene says, else 0)")
        ->type_name("T")
        ->check(number_that<double>([](double x) { return x >= 0 && x < HUGE_VAL; }, kMeasure));
    study.add_option("--jobs", texts.jobs, "Simulations at the same time (default: one for each core)")
        ->type_name("N")
        ->check(number_that<std::uint64_t>([](auto x) { return x > 0 && x <= 1024; },
                                           "a whole number from 1 to 1024"));
    study
        .add_option("--part", texts.part,
                    "Only every Nth simulation, beginning with the Kth: several parts may run at once")
        ->type_name("K/N")
        ->check(a_part());
    study.add_flag("-q,--quiet", options.quiet, "Print only errors");
    study.footer(
        std::string(
            "carom study gas.toml --set generate.packing=0.1:0.4:0.1 --seeds 1:16 --out eos\n\nA KEY is "
            "TABLE.NAME, TABLE[K].NAME for the Kth entry, or NAME.\n\nOf a scene with a table one shot is "
            "played "
            "with all combinations of values; a map shows which balls fall:\n"
            "carom study pot.toml --set shots.direction=60:75:0.1 --set shots.speed=1:5:0.5 --out pot\n\n") +
        kFooter);
    return study;
}

StudyOptions finished(const StudyTexts& texts) {
    StudyOptions options = texts.options;
    options.limits = {parse<double>(texts.until), parse<std::uint64_t>(texts.events)};
    options.after = parse<double>(texts.after).value_or(0);
    options.jobs = static_cast<unsigned>(parse<std::uint64_t>(texts.jobs).value_or(0));
    if (!texts.part.empty()) {
        options.part = part_in(texts.part)[0];
        options.parts = part_in(texts.part)[1];
    }
    return options;
}

}  // namespace carom::app

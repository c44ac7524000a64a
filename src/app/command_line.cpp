// The only file that knows CLI11.
#include "app/command_line.hpp"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <iostream>
#include <string>

#include "carom/core/version.hpp"

namespace carom::app {
namespace {

constexpr const char* kFooter =
    "Exit codes: 0 success, 1 a check found faults, 2 bad scene or command line, 3 a file could not be read "
    "or\n"
    "written, 4 out of memory or internal error, 5 the run ended before its limits, 130 interrupted.";

constexpr const char* kMeasure = "a finite number >= 0";
constexpr const char* kCount = "a whole number from 1 to 18446744073709551615";
constexpr const char* kSeed = "a whole number from 0 to 18446744073709551615";

template <class Number>
std::optional<Number> parse(const std::string& text) {
    Number number{};
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc{} || stop != end) return {};
    return number;
}

/// Accepts the text when it is a `Number` that `fits`; `wanted` is what the message asks for.
template <class Number, class Fits>
CLI::Validator number_that(Fits fits, const char* wanted) {
    const auto complaint = [=](const std::string& text) -> std::string {
        const auto number = parse<Number>(text);
        return number && fits(*number) ? "" : "'" + text + "' is not " + wanted;
    };
    return CLI::Validator(complaint, "");
}

/// The texts of the numbers, which keep their own form for messages, and the rest of the options.
struct RunTexts {
    RunOptions options;
    std::string until, events, seed;
};

void add_version(CLI::App& app) {
    app.set_version_flag("--version", std::string("carom ") + version);
}

CLI::App& add_command(CLI::App& app, const char* name, const char* description) {
    CLI::App& command = *app.add_subcommand(name, description);
    add_version(command);
    command.footer(kFooter);
    return command;
}

CLI::App& add_run(CLI::App& app, RunTexts& texts) {
    CLI::App& run = add_command(app, "run", "Simulate a scene and record it");
    run.add_option("SCENE", texts.options.scene, "Scene file (TOML)")->required()->type_name("");
    run.add_option(
           "-o,--output", texts.options.directory,
           "Directory for trajectory.carom, report.json and paths.svg; created when missing, results of an "
           "earlier run are replaced")
        ->required()
        ->type_name("DIR");
    run.add_option("--until", texts.until, "Stop at this simulated time")
        ->type_name("T")
        ->check(number_that<double>([](double t) { return std::isfinite(t) && t >= 0; }, kMeasure));
    run.add_option("--events", texts.events, "Stop after this many impacts")
        ->type_name("N")
        ->check(number_that<std::uint64_t>([](std::uint64_t n) { return n > 0; }, kCount));
    run.add_option("--seed", texts.seed, "Seed for every random generator of the scene")
        ->type_name("S")
        ->check(number_that<std::uint64_t>([](std::uint64_t) { return true; }, kSeed));
    run.add_flag_callback(
        "--quiet", [&texts] { texts.options.verbosity = Verbosity::quiet; }, "Print nothing but errors");
    run.footer(
        std::string(
            "--until and --events replace the [run] table of the scene, both of it. Without any limit a run "
            "stops at time 10.\n\n") +
        kFooter);
    return run;
}

Options finished(const RunTexts& texts) {
    RunOptions options = texts.options;
    options.until = parse<double>(texts.until);
    options.events = parse<std::uint64_t>(texts.events);
    options.seed = parse<std::uint64_t>(texts.seed);
    return options;
}

/// CLI11 takes an unknown command for a missing one.
std::string complaint(const CLI::App& app, const CLI::ParseError& error, int argc, const char* const* argv) {
    if (!app.get_subcommands().empty()) return error.what();
    if (argc == 1) return "a command is needed: run, check, info or export";
    return argv[1][0] == '-' ? error.what() : "there is no command '" + std::string(argv[1]) + "'";
}

ExitCode explain(const CLI::App& app, const CLI::ParseError& error, int argc, const char* const* argv) {
    if (error.get_exit_code() == 0) {
        app.exit(error);
        return ExitCode::success;
    }
    std::cerr << "carom: " << complaint(app, error, argc, argv) << "\nSee carom --help.\n";
    return ExitCode::bad_input;
}

}  // namespace

Result<Options, ExitCode> parse_command_line(int argc, const char* const* argv) {
    CLI::App app{"Carom: every collision of moving balls, from impact to impact, without a time step."};
    app.name("carom");
    app.require_subcommand(1);
    add_version(app);
    app.footer(kFooter);

    RunTexts run_texts;
    CLI::App& run = add_run(app, run_texts);

    CheckOptions check_options;
    CLI::App& check =
        add_command(app, "check", "Prove that no overlap and no missed contact is in a trajectory");
    check.add_option("FILE", check_options.file, "Trajectory file")->required()->type_name("");
    check.add_flag_callback(
        "--brute-force", [&check_options] { check_options.search = PairSearch::all_pairs; },
        "Look at all pairs one by one, not only at balls that come near: slower, with the same result");

    InfoOptions info_options;
    CLI::App& info = add_command(app, "info", "Say what a trajectory holds");
    info.add_option("FILE", info_options.file, "Trajectory file")->required()->type_name("");

    ExportOptions export_options;
    CLI::App& exporter = add_command(app, "export", "Write a trajectory in another format");
    exporter.add_option("FILE", export_options.file, "Trajectory file")->required()->type_name("");
    exporter
        .add_option("--events", export_options.events, "CSV file to write, one line per impact, 17 digits")
        ->required()
        ->type_name("CSV");

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return explain(app, error, argc, argv);
    }
    if (run.parsed()) return finished(run_texts);
    if (check.parsed()) return Options{check_options};
    if (info.parsed()) return Options{info_options};
    return Options{export_options};
}

}  // namespace carom::app

// The options of `carom run` and `carom resume`.
#include <cmath>

#include "app/command_line/command_line_parts.hpp"

namespace carom::app {
namespace {

constexpr const char* kSeconds = "a finite number of seconds >= 0";

/// The options that `run` and `resume` share.
void add_going_on(CLI::App& command, GoingOnTexts& texts, Page& page, Without& without,
                  Verbosity& verbosity) {
    const auto is_measure = [](double t) { return std::isfinite(t) && t >= 0; };
    command.add_option("--until", texts.until, "Stop at this simulated time")
        ->type_name("T")
        ->check(number_that<double>(is_measure, kMeasure));
    command.add_option("--events", texts.events, "Stop after this many impacts")
        ->type_name("N")
        ->check(number_that<std::uint64_t>([](std::uint64_t n) { return n > 0; }, kCount));
    command
        .add_option("--checkpoint-every", texts.checkpoint_every,
                    "Save the run each so many seconds (default 60), for carom resume")
        ->type_name("SECONDS")
        ->check(number_that<double>(is_measure, kSeconds));
    command
        .add_flag_function(
            "--view,!--no-view",
            [&page](std::int64_t wanted) { page = wanted > 0 ? Page::written : Page::none; },
            "Write view.html too, a page that plays the trajectory in a browser")
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    command.add_flag("--no-proof", without.proof, "Do not check the trajectory at the end");
    command.add_flag_callback(
        "--quiet", [&verbosity] { verbosity = Verbosity::quiet; }, "Print nothing but errors");
}

template <class CommandOptions>
CommandOptions with_numbers(CommandOptions options, const GoingOnTexts& texts) {
    options.limits = {parse<double>(texts.until), parse<std::uint64_t>(texts.events)};
    options.pace.checkpoint_every =
        parse<double>(texts.checkpoint_every).value_or(options.pace.checkpoint_every);
    return options;
}

}  // namespace

CLI::App& add_resume(CLI::App& app, ResumeTexts& texts) {
    CLI::App& resume = add_command(app, "resume", "Go on with a run that was stopped, or take one further");
    resume.add_option("DIR", texts.options.directory, "Directory of the run")
        ->required()
        ->type_name("")
        ->check(no_stream(kRunIsDirectory));
    add_going_on(resume, texts.going_on, texts.options.page, texts.options.without, texts.options.verbosity);
    resume.footer(
        std::string("--until and --events count from the start of the run and replace its limits, both of "
                    "them.\n\n") +
        kFooter);
    return resume;
}

CLI::App& add_run(CLI::App& app, RunTexts& texts) {
    CLI::App& run = add_command(app, "run", "Simulate a scene and record it");
    run.add_option("SCENE", texts.options.scene,
                   "Scene file (TOML), a bundled scene, or - for standard input")
        ->required()
        ->type_name("");
    run.add_option("-o,--output", texts.options.directory,
                   "Directory of the results, created when missing; earlier results in it are replaced")
        ->required()
        ->type_name("DIR")
        ->check(no_stream(kRunIsDirectory));
    run.add_option("--seed", texts.seed, "Seed for every random generator of the scene")
        ->type_name("S")
        ->check(number_that<std::uint64_t>([](std::uint64_t) { return true; }, kSeed));
    run.add_flag("--no-trajectory", texts.options.without.trajectory,
                 "Write report.json only: no trajectory, so no proof, picture, page or carom resume");
    add_going_on(run, texts.going_on, texts.options.page, texts.options.without, texts.options.verbosity);
    run.footer(
        std::string(
            "--until and --events replace the [run] table of the scene, both of it. Without any limit a run "
            "stops at time 10.\n\n") +
        kFooter);
    return run;
}

RunOptions finished(const RunTexts& texts) {
    RunOptions options = with_numbers(texts.options, texts.going_on);
    options.seed = parse<std::uint64_t>(texts.seed);
    return options;
}

ResumeOptions finished(const ResumeTexts& texts) {
    return with_numbers(texts.options, texts.going_on);
}

}  // namespace carom::app

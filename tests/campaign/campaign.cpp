// Draws scene after scene from seeds and asks of each: is every event, to the last bit, that of the plain
// engine; does the run end; does energy never grow without a source; does the checker prove it? The exit code
// is 1 when one of the answers is no. See docs/long_run.md.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <exception>
#include <fstream>
#include <map>
#include <optional>
#include <string>

#include "bench_options.hpp"
#include "campaign/examine.hpp"
#include "support/stop_signal.hpp"

namespace carom::campaign {
namespace {

struct Options {
    std::uint64_t scenes = 100'000;
    std::uint64_t first_seed = 1'000'000;
    std::string log;
    std::optional<Family> family;
    Limits limits;
};

/// What happened, on the terminal and in the log.
class Report {
public:
    explicit Report(const Options& options) : options_(options) {
        if (options.log.empty()) return;
        log_.open(options.log, std::ios::app);
        if (!log_) throw std::runtime_error("cannot write " + options.log);
    }

    void say(const std::string& text) {
        fmt::print("{}\n", text);
        std::fflush(stdout);
        if (log_.is_open()) log_ << text << std::endl;
    }

    /// Twice a second on a terminal, once a minute into a file.
    void progress(const Tally& tally) {
        const bool on_terminal = ::isatty(STDERR_FILENO) == 1;
        const double now = seconds();
        if (now - drawn_at_ < (on_terminal ? 0.5 : 60)) return;
        drawn_at_ = now;
        const double rate = static_cast<double>(tally.scenes) / now;
        fmt::print(stderr, "{}{} of {} scenes, {:.0f} a second, {:.0f} s left, {} faults{}",
                   on_terminal ? "\r" : "", tally.scenes, options_.scenes, rate,
                   static_cast<double>(options_.scenes - tally.scenes) / rate, tally.faults,
                   on_terminal ? "\033[K" : "\n");
    }

    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }

private:
    const Options& options_;
    std::ofstream log_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    double drawn_at_ = 0;
};

std::string summary(const Options& options, const Tally& t, double seconds) {
    const auto ended = [&](StopReason reason) { return t.ended[static_cast<std::size_t>(reason)]; };
    std::string text = fmt::format("seeds {} to {}: {} scenes in {:.0f} s\n", options.first_seed,
                                   options.first_seed + t.scenes - 1, t.scenes, seconds);
    text += "  drawn     ";
    for (std::size_t i = 0; i < family_names.size(); ++i)
        text += fmt::format("{}{} {}", i == 0 ? "" : ", ", t.of_family[i], family_names[i]);
    text += "\n";
    text += fmt::format("  compared  {} events of {} with the plain engine; {} impacts of several contacts\n",
                        t.compared, t.events, t.clusters);
    text += fmt::format("  ended     {} at their time, {} without further events, {} jammed, {} left\n",
                        ended(StopReason::time_reached), ended(StopReason::no_more_events),
                        ended(StopReason::jammed), ended(StopReason::none));
    text += fmt::format("  proved    {} records, {} runs from start to end; worst share of a bound {:.3f}\n",
                        t.proved, t.proved_whole, t.worst_bound_share);
    text += fmt::format("  energy    watched in {} scenes without a source\n", t.scenes - t.with_source);
    return text + fmt::format("  faults    {}", t.faults);
}

int run(const Options& options) {
    const test::Directory directory;
    Report report(options);
    Tally tally;
    for (std::uint64_t i = 0; i < options.scenes && test::stop_signal::seen == 0; ++i) {
        if (const auto fault =
                examine(options.first_seed + i, options.family, options.limits, directory, tally))
            report.say("WRONG: " + *fault);
        report.progress(tally);
    }
    if (test::stop_signal::seen != 0) report.say("stopped by a signal");
    report.say(summary(options, tally, report.seconds()));
    return tally.faults == 0 ? 0 : 1;
}

std::map<std::string, Family> families() {
    std::map<std::string, Family> families;
    for (std::size_t i = 0; i < family_names.size(); ++i) families[family_names[i]] = static_cast<Family>(i);
    return families;
}

void add_options(CLI::App& app, Options& options) {
    app.add_option("--scenes", options.scenes, "how many, one for each seed")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000}))
        ->capture_default_str();
    app.add_option("--first-seed", options.first_seed, "of the first scene")
        ->check(bench::whole_number())
        ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1} << 62U))
        ->capture_default_str();
    app.add_option("--family", options.family, "draw scenes of this family only; the last three only so")
        ->transform(CLI::CheckedTransformer(families()));
    app.add_option("--compared", options.limits.compared, "events of a scene beside the plain engine")
        ->check(bench::whole_number())
        ->capture_default_str();
    app.add_option("--recorded", options.limits.recorded, "events of a scene for the checker")
        ->check(bench::whole_number())
        ->capture_default_str();
    app.add_option("--followed", options.limits.followed,
                   "leave a run after so many events and what is compared and recorded; 0: at its end")
        ->check(bench::whole_number())
        ->capture_default_str();
    app.add_option("--patience", options.limits.patience, "events after which a run is taken to be endless")
        ->check(bench::whole_number())
        ->capture_default_str();
    app.add_option("--log", options.log, "also append faults and summary to this file");
}

}  // namespace
}  // namespace carom::campaign

int main(int argc, char** argv) {
    try {
        carom::campaign::Options options;
        CLI::App app("Random scenes against the plain engine and the checker.");
        carom::campaign::add_options(app, options);
        if (const auto code = carom::bench::ended_by_options(app, argc, argv)) return *code;
        carom::test::stop_signal::watch();
        return carom::campaign::run(options);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "campaign: %s\n", error.what());
        return 2;
    }
}

// carom_bench campaign: draws scene after scene from seeds and asks of each: is every event, to the last bit,
// that of the plain engine; does the run end; does energy never grow without a source; does the checker prove
// it? See docs/long_run.md.
#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "campaign_examine.hpp"
#include "carom/sim/simulation.hpp"
#include "options.hpp"
#include "progress.hpp"
#include "support/stop_signal.hpp"
#include "verbs.hpp"

namespace carom::campaign {
namespace {

struct Options {
    std::uint64_t scenes = 100'000;
    std::uint64_t first_seed = 1'000'000;
    std::vector<std::uint64_t> seeds;  ///< instead of the above
    std::string log;
    std::optional<Family> family;
    Limits limits;
};

/// Prints, and writes the same to the log.
class Report {
public:
    explicit Report(const std::string& log) {
        if (log.empty()) return;
        log_.open(log, std::ios::app);
        if (!log_) throw std::runtime_error("cannot write " + log);
    }
    void say(const std::string& text) {
        fmt::print("{}\n", text);
        std::fflush(stdout);
        if (log_.is_open()) log_ << text << std::endl;
    }

private:
    std::ofstream log_;
};

std::string summary(const Options& options, const Tally& t, double seconds) {
    const auto ended = [&](StopReason reason) { return t.ended[static_cast<std::size_t>(reason)]; };
    std::string text = options.seeds.empty() ? fmt::format("seeds {} to {}", options.first_seed,
                                                           options.first_seed + t.scenes - 1)
                                             : "seeds of a list";
    text += fmt::format(": {} scenes in {:.0f} s\n", t.scenes, seconds);
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
    test::stop_signal::watch();
    const test::Directory directory;
    Report report(options.log);
    Tally tally;
    const std::uint64_t scenes = options.seeds.empty() ? options.scenes : options.seeds.size();
    bench::Progress progress("examining", static_cast<double>(scenes), "scenes");
    while (tally.scenes < scenes && test::stop_signal::seen == 0) {
        const std::uint64_t seed =
            options.seeds.empty() ? options.first_seed + tally.scenes : options.seeds[tally.scenes];
        if (const auto fault = examine(seed, options.family, options.limits, directory, tally)) {
            progress.clear();
            report.say("WRONG: " + *fault);
        }
        progress.done(static_cast<double>(tally.scenes), fmt::format("{} faults", tally.faults));
    }
    progress.clear();
    if (test::stop_signal::seen != 0) report.say("stopped by a signal");
    report.say(summary(options, tally, progress.seconds()));
    return tally.faults == 0 ? 0 : 1;
}

std::map<std::string, Family> families() {
    std::map<std::string, Family> families;
    for (std::size_t i = 0; i < family_names.size(); ++i) families[family_names[i]] = static_cast<Family>(i);
    return families;
}

}  // namespace
}  // namespace carom::campaign

carom::bench::Work carom::bench::campaign_verb(CLI::App& app) {
    const auto options = std::make_shared<campaign::Options>();
    const auto add = [&](const char* name, std::uint64_t& number, const char* what) {
        return app.add_option(name, number, what)->check(whole_number())->capture_default_str();
    };
    CLI::Option* const scenes = add("--scenes", options->scenes, "how many, one for each seed");
    scenes->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000}));
    CLI::Option* const first = add("--first-seed", options->first_seed, "of the first scene");
    first->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1} << 62U));
    app.add_option("--seeds", options->seeds, "the scenes of these seeds instead, with commas in between")
        ->delimiter(',')
        ->check(whole_number())
        ->excludes(scenes)
        ->excludes(first);
    app.add_option("--family", options->family, "draw scenes of this family only; the last three only so")
        ->transform(CLI::CheckedTransformer(campaign::families()));
    campaign::Limits& limits = options->limits;
    add("--compared", limits.compared, "events of a scene beside the plain engine");
    add("--recorded", limits.recorded, "events of a scene for the checker");
    add("--followed", limits.followed,
        "leave a run after so many events and what is compared and recorded; 0: at its end");
    add("--patience", limits.patience, "events after which a run is taken to be endless");
    app.add_option("--log", options->log, "also append faults and summary to this file");
    return [options] { return campaign::run(*options); };
}

// carom study: every combination of values and seeds, simulated on all cores and measured.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <optional>
#include <thread>

#include "app/commands/commands.hpp"
#include "app/files/directory_lock.hpp"
#include "app/files/result_files.hpp"
#include "app/files/scene_source.hpp"
#include "app/measure/measure_report.hpp"
#include "app/run/scene_faults.hpp"
#include "app/shots/job_threads.hpp"
#include "app/shots/shot_study_run.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/progress.hpp"
#include "carom/study/study_folder.hpp"
#include "files/input_file.hpp"
#include "files/whole_file.hpp"
#include "text/printing.hpp"
#include "text/wording.hpp"
#include "view/study_page.hpp"

namespace carom::app {
namespace {

constexpr std::size_t kMostMeans = 20;
constexpr std::size_t kMostFaults = 5;
constexpr int kMostTries = 3000;
constexpr std::chrono::milliseconds kBetweenTries{20};

Result<StudyPlan, std::string> plan_of(const StudyOptions& options, std::string scene) {
    StudyPlan plan;
    plan.scene = std::move(scene);
    plan.name = options.scene.string();
    plan.limits = {options.limits.until, options.limits.events};
    plan.after = options.after;
    for (const std::string& text : options.parameters) {
        auto parameter = parse_study_parameter(text);
        if (!parameter) return "--set " + parameter.error();
        plan.parameters.push_back(std::move(*parameter));
    }
    if (!options.seeds.empty()) {
        auto seeds = parse_seeds(options.seeds);
        if (!seeds) return "--seeds: " + seeds.error();
        plan.seeds = std::move(*seeds);
    }
    if (plan.limits.until && plan.after >= *plan.limits.until)
        return fmt::format("--after {} is not before --until {}", plan.after, *plan.limits.until);
    return plan;
}

std::string in_words(const StudyPlan& plan, const StudyMember& member) {
    std::string text;
    for (std::size_t k = 0; k < member.values.size(); ++k)
        text += fmt::format("{}{} = {}", k == 0 ? "" : ", ", plan.parameters[k].key, member.values[k]);
    if (member.seed) text += fmt::format("{}seed {}", text.empty() ? "" : ", ", *member.seed);
    return text.empty() ? "the scene as it is" : text;
}

/// Simulates what is missing, on all cores.
class Work {
public:
    Work(const StudyPlan& plan, const StudyFolder& folder, std::vector<std::uint64_t> missing)
        : plan_(plan), folder_(folder), missing_(std::move(missing)) {}

    void run(unsigned threads, Verbosity verbosity) {
        threads = static_cast<unsigned>(std::min<std::uint64_t>(threads, missing_.size()));
        shares_ = std::vector<std::atomic<double>>(threads);
        ProgressLine line(verbosity);
        share_out(
            missing_.size(), threads,
            [this](unsigned thread) {
                return [this, thread](std::uint64_t k) { simulate(missing_[k], thread); };
            },
            [&](std::uint64_t done) {
                tell_faults(line);
                if (line.due())
                    line.draw(share(done),
                              {fmt::format("{} of {}", done, counted(missing_.size(), "simulation"))});
                return goes_on();
            });
        tell_faults(line);
    }

    bool has_faults() const { return faulty_; }
    const std::optional<FileError>& failure() const { return failure_; }

private:
    bool goes_on() const { return !interrupted() && !stops_; }

    double share(std::uint64_t done) const {
        double sum = static_cast<double>(done);
        for (const auto& each : shares_) sum += each;
        return std::min(sum / static_cast<double>(missing_.size()), 1.0);
    }

    void simulate(std::uint64_t k, unsigned thread) {
        const StudyMember member = study_member(plan_, k);
        const auto result = run_member(plan_, member, [&](double share) {
            shares_[thread] = share;
            return goes_on();
        });
        shares_[thread] = 0;
        const std::lock_guard lock(mutex_);
        if (!result) {
            faulty_ = true;
            faults_.push_back(fmt::format("{}: {}", in_words(plan_, member), result.error().lines[0]));
        } else if (*result) {
            if (auto error = folder_.keep(member, **result); error && !failure_) {
                failure_ = std::move(error);
                stops_ = true;
            }
        }
    }

    void tell_faults(ProgressLine& line) {
        const std::lock_guard lock(mutex_);
        for (const std::string& fault : faults_) {
            if (++told_ <= kMostFaults) line.fault(fault);
            if (told_ == kMostFaults + 1) line.fault("further simulations that cannot be made are not told");
        }
        faults_.clear();
    }

    const StudyPlan& plan_;
    const StudyFolder& folder_;
    std::vector<std::uint64_t> missing_;
    std::vector<std::atomic<double>> shares_;  // of the simulation of each thread
    std::mutex mutex_;                         // of what follows
    std::vector<std::string> faults_;          // that were not told yet
    std::size_t told_ = 0;
    std::optional<FileError> failure_;
    std::atomic<bool> faulty_{false}, stops_{false};
};

/// What was kept of all members; nothing when one is missing.
std::optional<std::vector<StudyResult>> all_results(const StudyPlan& plan, const StudyFolder& folder) {
    std::vector<StudyResult> results;
    for (std::uint64_t k = 0; k < member_count(plan); ++k) {
        auto result = folder.result(study_member(plan, k));
        if (!result) return {};
        results.push_back(std::move(*result));
    }
    return results;
}

using Tables = std::vector<std::pair<std::filesystem::path, std::string>>;

Tables tables_of(const StudyOptions& options, const StudyPlan& plan, const std::vector<StudyResult>& results,
                 const std::vector<StudyMean>& means) {
    const std::string facts = fmt::format("{} of {}", counted(results.size(), "simulation"), plan.name);
    return {{options.directory / "members.csv", members_csv(plan, results)},
            {options.directory / "means.csv", means_csv(plan, means)},
            {options.directory / "study.html", view::study_page(plan, means, facts)},
            {options.directory / "curves.svg", curves_svg(plan, means)}};
}

bool are_written(const Tables& tables) {
    return std::all_of(tables.begin(), tables.end(), [](const auto& table) {
        const auto there = bytes_of_file(table.first);
        return there && *there == table.second;
    });
}

std::optional<FileError> write(const Tables& tables) {
    for (const auto& [file, text] : tables) {
        if (auto failure = write_file_whole(file, text)) return failure;
    }
    return {};
}

/// The quantity that most people want; empty when nothing was measured. Theory is not measured.
std::string first_quantity(const std::vector<StudyMean>& means) {
    for (const char* const name :
         {"pressure.z_virial.infinite", "pressure.z_virial", "pressure.pressure", "temperature.kt"}) {
        for (const StudyMean& mean : means) {
            if (mean.quantity == name) return name;
        }
    }
    const auto measured = std::find_if(means.begin(), means.end(), [](const StudyMean& mean) {
        return !mean.quantity.starts_with("theory.");
    });
    return measured == means.end() ? "" : measured->quantity;
}

std::string mean_in_words(const StudyMean& mean) {
    if (!mean.error) return fmt::format("{} {:.6g}, error unknown", mean.quantity, mean.mean);
    return mean.quantity + " " + with_error(Estimate{mean.mean, mean.error, true, mean.seeds});
}

void tell_means(const StudyOptions& options, const StudyPlan& plan, const std::vector<StudyMean>& means) {
    Sheet sheet(fmt::format("{}: {}", plan.name, counted(member_count(plan), "simulation")));
    const std::string quantity = first_quantity(means);
    std::size_t lines = 0;
    for (const StudyMean& mean : means) {
        if (mean.quantity != quantity || ++lines > kMostMeans) continue;
        sheet.line(in_words(plan, {mean.values, {}}), mean_in_words(mean));
    }
    if (lines == 0) sheet.line("measured", "nothing: the simulations are too short");
    if (lines > kMostMeans) sheet.line("", fmt::format("and {} more", lines - kMostMeans));
    sheet.line("files", fmt::format("{0}/members.csv, {0}/means.csv, {0}/study.html, {0}/curves.svg",
                                    options.directory.string()));
    show(stdout, sheet.text(terminal_at(STDOUT_FILENO)));
}

ExitCode finish(const StudyOptions& options, const StudyPlan& plan, const StudyFolder& folder,
                const Work& work) {
    if (work.failure()) return failed(*work.failure());
    if (interrupted()) {
        tell(stderr, "carom: stopped; the same command goes on with the simulations that are missing\n");
        return ExitCode::interrupted;
    }
    if (work.has_faults()) return ExitCode::bad_input;
    const auto results = all_results(plan, folder);
    if (!results) {
        if (!options.quiet) tell(stdout, "This part is done. The tables come with the last part.\n");
        return ExitCode::success;
    }
    const auto means = means_of(plan, *results);
    const Tables tables = tables_of(options, plan, *results, means);
    // Parts that end at the same moment all find that nothing is missing. They come here one after the other.
    if (options.parts > 1 && are_written(tables)) {
        if (!options.quiet) tell(stdout, "This part is done, and the tables are written.\n");
        return ExitCode::success;
    }
    if (const auto failure = write(tables)) return failed(*failure);
    if (!options.quiet) tell_means(options, plan, means);
    return ExitCode::success;
}

/// One study at a time writes into a folder. Its parts run side by side, and wait for each other at what they
/// share.
Result<DirectoryLock, FileError> lock_of(const StudyOptions& options) {
    for (int tries = 0;; ++tries) {
        auto lock = DirectoryLock::take(options.directory);
        if (lock || options.parts == 1 || tries == kMostTries || interrupted()) return lock;
        std::this_thread::sleep_for(kBetweenTries);
    }
}

ExitCode refuse_study(const std::string& why) {
    tell(stderr, "carom: {}\n", why);
    return ExitCode::bad_input;
}

/// Why not even the first simulation can be made, as with a key that no scene has.
std::optional<std::string> fault_of_first(const StudyPlan& plan) {
    const StudyMember first = study_member(plan, 0);
    const auto result = run_member(plan, first, [](double) { return false; });
    if (result) return {};
    return fmt::format("{}: {}", in_words(plan, first), result.error().lines[0]);
}

/// Damaged files are told: what is in them is made again.
std::vector<std::uint64_t> missing_members(const StudyOptions& options, const StudyPlan& plan,
                                           const StudyFolder& folder) {
    std::vector<std::uint64_t> missing;
    for (std::uint64_t k = options.part - 1; k < member_count(plan); k += options.parts) {
        const StudyMember member = study_member(plan, k);
        if (folder.result(member)) continue;
        missing.push_back(k);
        if (const auto file = folder.damaged_file(member))
            tell(stderr, "carom: {}: the file is damaged; its simulation is made again\n", file->string());
    }
    return missing;
}

ExitCode run(const StudyOptions& options, const StudyPlan& plan) {
    auto lock = std::optional(lock_of(options));
    if (!*lock) return failed(lock->error());
    const auto folder = StudyFolder::open(options.directory, plan);
    if (!folder) {
        if (const auto fault = fault_of_first(plan)) return refuse_study(*fault);
        return failed(folder.error());
    }
    Work work(plan, *folder, missing_members(options, plan, *folder));
    if (options.parts > 1) lock.reset();
    work.run(options.jobs > 0 ? options.jobs : usual_threads(),
             options.quiet ? Verbosity::quiet : Verbosity::normal);
    if (!lock) lock = lock_of(options);
    if (!*lock) return failed(lock->error());
    return finish(options, plan, *folder, work);
}

}  // namespace

ExitCode execute(const StudyOptions& options) {
    const auto scene = text_of_scene(options.scene, UINT64_MAX);
    if (!scene) return failed(cannot_read(options.scene, scene.error()), ExitCode::bad_input);
    const auto plan = plan_of(options, *scene);
    if (!plan) return refuse_study(plan.error());
    if (const auto faults = faults_of(*plan)) {
        show(stderr, faults_text(*faults, terminal_at(STDERR_FILENO)));
        return ExitCode::bad_input;
    }
    if (has_table(options.scene)) return run_shot_study(options, *plan);
    catch_interrupts();
    if (const auto failure = make_directory(options.directory)) return failed(*failure);
    return run(options, *plan);
}

}  // namespace carom::app

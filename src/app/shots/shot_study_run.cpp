#include "app/shots/shot_study_run.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <map>
#include <mutex>
#include <optional>

#include "app/files/directory_lock.hpp"
#include "app/files/result_files.hpp"
#include "app/run/scene_faults.hpp"
#include "app/shots/job_threads.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/progress.hpp"
#include "app/terminal/sheet.hpp"
#include "carom/study/shot_study.hpp"
#include "files/whole_file.hpp"
#include "picture/outcome_map.hpp"
#include "scene/name_texts.hpp"
#include "text/printing.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

constexpr std::size_t kMostToldOutcomes = 8;

std::string in_words(const std::string& fell) {
    return fell.empty() ? "nothing falls" : fell;
}

std::string share_in_words(std::uint64_t count, std::uint64_t all) {
    return fmt::format("{:.2f} %", 100 * static_cast<double>(count) / static_cast<double>(all));
}

/// Plays the blocks that are missing on all cores. They are written in their order.
class BlockWork {
public:
    BlockWork(const ShotStudy& study, ShotStudyFile& file)
        : study_(study), file_(file), first_(file.blocks()), next_(first_) {}

    void run(unsigned threads, Verbosity verbosity) {
        const std::uint64_t missing = study_.block_count() - first_;
        if (missing == 0) return;
        ProgressLine line(verbosity);
        const std::uint64_t rows = study_.first_row(study_.block_count());
        line.begin_at(share_of(study_.first_row(first_), rows));
        share_out(
            missing, static_cast<unsigned>(std::min<std::uint64_t>(threads, missing)),
            [this](unsigned) { return [this](std::uint64_t k) { play(first_ + k); }; },
            [&](std::uint64_t) {
                if (line.due()) {
                    const std::uint64_t done = std::min(rows, study_.first_row(first_) + played_);
                    line.draw(share_of(done, rows),
                              {fmt::format("{} of {}", with_separators(done), counted(rows, "shot"))});
                }
                return goes_on();
            });
    }

    const std::optional<FileError>& failure() const { return failure_; }
    const std::optional<SceneFaults>& faults() const { return faults_; }

private:
    bool goes_on() const { return !interrupted() && !stops_; }
    static double share_of(std::uint64_t part, std::uint64_t all) {
        return static_cast<double>(part) / static_cast<double>(all);
    }

    void play(std::uint64_t block) {
        auto rows = study_.play(block, [this] {
            ++played_;
            return goes_on();
        });
        const std::lock_guard lock(mutex_);
        if (!rows) {
            faults_ = rows.error();
            stops_ = true;
        } else if (*rows && !stops_) {
            waiting_.emplace(block, std::move(**rows));
            write();
        }
    }

    void write() {
        while (!waiting_.empty() && waiting_.begin()->first == next_) {
            if ((failure_ = file_.append(waiting_.begin()->second))) {
                stops_ = true;
                return;
            }
            waiting_.erase(waiting_.begin());
            ++next_;
        }
    }

    const ShotStudy& study_;
    ShotStudyFile& file_;
    std::uint64_t first_;
    std::mutex mutex_;  // of what follows
    std::uint64_t next_;
    std::map<std::uint64_t, std::string> waiting_;  // for blocks before them
    std::optional<FileError> failure_;
    std::optional<SceneFaults> faults_;
    std::atomic<bool> stops_{false};
    std::atomic<std::uint64_t> played_{0};
};

/// The two parameters with the most values make the map; each combination of the others is a panel.
class StudyMap {
public:
    StudyMap(const ShotStudy& study, const ShotOutcomes& outcomes)
        : study_(study), outcomes_(outcomes), values_(study.plan().parameters.size(), 0) {
        const auto& parameters = study.plan().parameters;
        for (std::size_t k = 0; k < parameters.size(); ++k) order_.push_back(k);
        std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
            return parameters[a].values.size() > parameters[b].values.size();
        });
        for (std::size_t k = 2; k < order_.size(); ++k) panels_ *= parameters[order_[k]].values.size();
    }

    draw::Image image() {
        const auto& parameters = study_.plan().parameters;
        OutcomeMap map;
        const std::size_t shown = std::min(panels_, kMostMapPanels);
        map.title = study_.plan().name;
        map.facts = counted(outcomes_.of_row.size(), "shot") + ": which balls fall";
        if (shown < panels_) map.facts += fmt::format("; {} of {} panels are shown", shown, panels_);
        map.across = {parameters[order_[0]].key, plain(parameters[order_[0]])};
        map.up = order_.size() > 1 ? MapAxis{parameters[order_[1]].key, plain(parameters[order_[1]])}
                                   : MapAxis{"", {""}};
        for (std::size_t k = 0; k < shown; ++k) map.panels.push_back(title_of(panel_at(k, shown)));
        for (std::size_t k = 0; k < outcomes_.names.size(); ++k) {
            if (outcomes_.names[k].empty()) map.nothing = k;
            map.outcomes.push_back(in_words(outcomes_.names[k]) + "  " +
                                   share_in_words(outcomes_.counts[k], outcomes_.of_row.size()));
        }
        map.at = [&](std::size_t panel, std::size_t across, std::size_t up) {
            return outcome_at(panel_at(panel, shown), across, up);
        };
        return outcome_map(map);
    }

private:
    static std::vector<std::string> plain(const StudyParameter& parameter) {
        std::vector<std::string> values;
        for (const std::string& value : parameter.values) values.push_back(plain_value(value));
        return values;
    }

    /// Spread evenly where not all have room.
    std::size_t panel_at(std::size_t k, std::size_t shown) const {
        return shown == panels_ ? k : k * (panels_ - 1) / (shown - 1);
    }

    void set_panel(std::size_t panel) {
        const auto& parameters = study_.plan().parameters;
        for (std::size_t k = order_.size(); k-- > 2;) {
            const std::size_t count = parameters[order_[k]].values.size();
            values_[order_[k]] = panel % count;
            panel /= count;
        }
    }

    std::string title_of(std::size_t panel) {
        set_panel(panel);
        std::string title;
        for (std::size_t k = 2; k < order_.size(); ++k) {
            const StudyParameter& parameter = study_.plan().parameters[order_[k]];
            title += fmt::format("{}{} = {}", title.empty() ? "" : ", ", parameter.key,
                                 plain_value(parameter.values[values_[order_[k]]]));
        }
        return title;
    }

    std::uint32_t outcome_at(std::size_t panel, std::size_t across, std::size_t up) {
        set_panel(panel);
        values_[order_[0]] = across;
        if (order_.size() > 1) values_[order_[1]] = up;
        std::size_t row = 0;
        for (std::size_t k = 0; k < values_.size(); ++k)
            row = row * study_.plan().parameters[k].values.size() + values_[k];
        return outcomes_.of_row[row];
    }

    const ShotStudy& study_;
    const ShotOutcomes& outcomes_;
    std::vector<std::size_t> order_;   // the parameters, those with the most values first
    std::vector<std::size_t> values_;  // which value each has
    std::size_t panels_ = 1;
};

std::string outcomes_csv(const ShotOutcomes& outcomes) {
    std::string text = "fell,shots,share\n";
    const auto all = static_cast<double>(outcomes.of_row.size());
    for (std::size_t k = 0; k < outcomes.names.size(); ++k)
        text += fmt::format("{},{},{}\n", detail::csv_cell(outcomes.names[k]), outcomes.counts[k],
                            static_cast<double>(outcomes.counts[k]) / all);
    return text;
}

void tell(const StudyOptions& options, const ShotStudy& study, const ShotOutcomes& outcomes) {
    const std::uint64_t all = outcomes.of_row.size();
    Sheet sheet(fmt::format("{}: {}", study.plan().name, counted(all, "shot")));
    for (std::size_t k = 0; k < std::min(outcomes.names.size(), kMostToldOutcomes); ++k)
        sheet.line(in_words(outcomes.names[k]), share_in_words(outcomes.counts[k], all));
    if (outcomes.names.size() > kMostToldOutcomes)
        sheet.line("", fmt::format("and {} more", outcomes.names.size() - kMostToldOutcomes));
    sheet.line("files",
               fmt::format("{0}/shots.csv, {0}/outcomes.csv, {0}/map.png", options.directory.string()));
    show(stdout, sheet.text(terminal_at(STDOUT_FILENO)));
}

std::optional<FileError> write_results(const std::filesystem::path& directory, const ShotStudy& study,
                                       const ShotOutcomes& outcomes) {
    if (auto failure = write_file_whole(directory / "outcomes.csv", outcomes_csv(outcomes))) return failure;
    return write_file_whole(directory / "map.png", to_png(StudyMap(study, outcomes).image()));
}

/// An option that means nothing for shots; empty if none is there.
std::string useless_option(const StudyOptions& options) {
    if (!options.seeds.empty()) return "--seeds";
    if (options.limits.until) return "--until";
    if (options.limits.events) return "--events";
    if (options.after > 0) return "--after";
    return options.parts > 1 ? "--part" : "";
}

}  // namespace

ExitCode run_shot_study(const StudyOptions& options, StudyPlan plan) {
    std::string why = useless_option(options);
    if (!why.empty()) why += " is not for scenes with a table, whose shots are played to their ends";
    if (plan.parameters.empty()) why = "nothing varies: say what with --set, as in shots.direction=60:75:0.1";
    if (!why.empty()) {
        tell(stderr, "carom: {}\n", why);
        return ExitCode::bad_input;
    }
    const auto study = ShotStudy::create(std::move(plan));
    const auto refuse = [](const SceneFaults& faults) {
        show(stderr, faults_text(faults, terminal_at(STDERR_FILENO)));
        return ExitCode::bad_input;
    };
    if (!study) return refuse(study.error());
    catch_interrupts();
    if (const auto failure = make_directory(options.directory)) return failed(*failure);
    const auto lock = DirectoryLock::take(options.directory);
    if (!lock) return failed(lock.error());
    auto file = ShotStudyFile::open(options.directory, *study);
    if (!file) return failed(file.error());
    BlockWork work(*study, *file);
    work.run(options.jobs > 0 ? options.jobs : usual_threads(),
             options.quiet ? Verbosity::quiet : Verbosity::normal);
    if (work.failure()) return failed(*work.failure());
    if (work.faults()) return refuse(*work.faults());
    if (interrupted()) {
        tell(stderr, "carom: stopped; the same command goes on with the shots that are missing\n");
        return ExitCode::interrupted;
    }
    if (const auto failure = file->close()) return failed(*failure);
    const auto outcomes = read_shot_outcomes(options.directory, *study);
    if (!outcomes) return failed(outcomes.error());
    if (const auto failure = write_results(options.directory, *study, *outcomes)) return failed(*failure);
    if (!options.quiet) tell(options, *study, *outcomes);
    return ExitCode::success;
}

}  // namespace carom::app

// How often is an answer wrong? Asks hard questions of many families, compares Carom and the textbook forms
// with exact arithmetic, and prints tables in Markdown (docs/accuracy.md). The exit code is 1 when Carom is
// wrong.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>
#include <vector>

#include "accuracy_json.hpp"
#include "accuracy_measure.hpp"
#include "accuracy_print.hpp"
#include "bench_options.hpp"

namespace carom::accuracy {
namespace {

constexpr int kWrong = 1;
constexpr int kFileError = 3;

struct Options {
    Count queries = 100'000;
    std::vector<std::string> families;
    std::string json;
    unsigned seed = 1;

    bool wants(const std::string& family) const {
        return families.empty() || std::find(families.begin(), families.end(), family) != families.end();
    }
};

/// All families' names, of the three kinds of question.
std::vector<std::string> family_names() {
    std::vector<std::string> names;
    for (const auto f : families::all()) names.push_back(name(f));
    for (const auto f : families::all_first_times()) names.push_back(name(f));
    for (const auto f : families::all_impacts()) names.push_back(name(f));
    return names;
}

/// One line on stderr: queries done, rate, time left. Nothing where that is no terminal.
class Progress {
public:
    explicit Progress(Count all) : all_(all), on_terminal_(::isatty(STDERR_FILENO) == 1) {}
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress() { clear(); }

    void done(Count queries, const Place& place) {
        done_ += queries;
        if (!on_terminal_ || Clock::now() - drawn_at_ < std::chrono::milliseconds(200)) return;
        drawn_at_ = Clock::now();
        const double seconds = std::chrono::duration<double>(drawn_at_ - start_).count();
        const double rate = static_cast<double>(done_) / seconds;
        const auto left = static_cast<long>(static_cast<double>(all_ - done_) / rate);
        fmt::print(stderr, "\r{:3} %  {:.0f} queries/s  {}:{:02}:{:02} left  {} {} {}D\033[K",
                   100 * done_ / all_, rate, left / 3600, left / 60 % 60, left % 60, place.family, place.type,
                   place.dimension);
        std::fflush(stderr);
    }
    void clear() const {
        if (on_terminal_) std::fputs("\r\033[K", stderr);
    }

private:
    using Clock = std::chrono::steady_clock;

    Count all_;
    Count done_ = 0;
    bool on_terminal_;
    Clock::time_point start_ = Clock::now();
    Clock::time_point drawn_at_ = start_;
};

/// The same sequence for the same row, whatever other rows are asked for.
unsigned row_seed(unsigned seed, std::size_t family, const Place& place) {
    const auto row = static_cast<unsigned>(family) * 4 + (place.type == "double" ? 2U : 0U) +
                     static_cast<unsigned>(place.dimension - 2);
    return seed * 1000 + row;
}

/// Everything that is asked for, measured row by row.
class Run {
public:
    explicit Run(const Options& options) : options_(options), progress_(options.queries * number_of_rows()) {}

    /// True when Carom was right everywhere.
    bool measure() {
        Table decision_lines = decisions_table();
        rows<SweepMeasure>(families::all(), sweeps_,
                           [&](const SweepRow& row) { decision_lines.print(decisions(row)); });
        Table time_lines = times_table();
        for (const SweepRow& row : sweeps_) time_lines.print(times_cells(row));
        Table again_lines = again_table();
        for (const SweepRow& row : sweeps_) again_lines.print(again(row));
        Table order_lines = first_times_table();
        rows<FirstTimesMeasure>(families::all_first_times(), first_times_,
                                [&](const FirstTimesRow& row) { order_lines.print(first_times(row)); });
        Table impact_lines = impacts_table();
        rows<ImpactMeasure>(families::all_impacts(), impacts_,
                            [&](const ImpactRow& row) { impact_lines.print(impacts(row)); });
        return right_;
    }

    nlohmann::json json() const {
        nlohmann::json result{
            {"queries_per_row", options_.queries}, {"seed", options_.seed}, {"carom_is_right", right_}};
        const auto add = [&](const char* key, const auto& all) {
            for (const auto& row : all) result[key].push_back(to_json(row));
        };
        add("sweeps", sweeps_);
        add("first_times", first_times_);
        add("impacts", impacts_);
        return result;
    }

private:
    Count number_of_rows() const {
        const auto names = family_names();
        return 4 * static_cast<Count>(std::count_if(names.begin(), names.end(), [&](const std::string& name) {
                   return options_.wants(name);
               }));
    }

    template <template <class, int> class Measure, class Family, class Row, class Print>
    void rows(const std::vector<Family>& all, std::vector<Row>& into, Print print) {
        for (const Family family : all) {
            if (!options_.wants(name(family))) continue;
            const auto add = [&](const Row& row) {
                into.push_back(row);
                right_ = right_ && row.wrong() == 0;
                progress_.clear();
                print(row);
            };
            add(measured<Measure<float, 2>, Row>(family, {name(family), "float", 2}));
            add(measured<Measure<float, 3>, Row>(family, {name(family), "float", 3}));
            add(measured<Measure<double, 2>, Row>(family, {name(family), "double", 2}));
            add(measured<Measure<double, 3>, Row>(family, {name(family), "double", 3}));
        }
    }

    template <class Measure, class Row, class Family>
    Row measured(Family family, const Place& place) {
        Row row;
        row.place = place;
        Measure measure(family, row_seed(options_.seed, static_cast<std::size_t>(family), place));
        while (row.queries < options_.queries) {
            const Count some = std::min<Count>(10'000, options_.queries - row.queries);
            for (Count i = 0; i < some; ++i) measure.ask(row);
            progress_.done(some, place);
        }
        return row;
    }

    const Options& options_;
    Progress progress_;
    std::vector<SweepRow> sweeps_;
    std::vector<FirstTimesRow> first_times_;
    std::vector<ImpactRow> impacts_;
    bool right_ = true;
};

int run(const Options& options) {
    Run run(options);
    fmt::print("# accuracy_table --queries {} --seed {}\n", options.queries, options.seed);
    const bool right = run.measure();
    fmt::print("\n{}\n", right ? "Carom: no wrong answer." : "Carom: WRONG somewhere above.");
    if (!options.json.empty()) {
        std::ofstream file(options.json);
        file << run.json().dump(1) << '\n';
        if (!file.flush()) {
            fmt::print(stderr, "accuracy_table: cannot write '{}'\n", options.json);
            return kFileError;
        }
    }
    return right ? 0 : kWrong;
}

}  // namespace
}  // namespace carom::accuracy

int main(int argc, char** argv) {
    using namespace carom::accuracy;
    try {
        Options options;
        CLI::App app{
            "Compares Carom and textbook forms with exact arithmetic on families of hard questions."};
        app.add_option("--queries", options.queries,
                       "questions in each row: family, number type and dimension")
            ->capture_default_str()
            ->check(CLI::PositiveNumber);
        app.add_option("--family", options.families, "only this family; may be repeated")
            ->check(CLI::IsMember(family_names()));
        app.add_option("--json", options.json, "also write everything that was counted to this file")
            ->check(carom::bench::writable_file());
        app.add_option("--seed", options.seed, "another seed asks other questions")
            ->check(carom::bench::whole_number())
            ->capture_default_str();
        if (const auto code = carom::bench::ended_by_options(app, argc, argv)) return *code;
        return run(options);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "accuracy_table: %s\n", error.what());
        return kFileError;
    }
}

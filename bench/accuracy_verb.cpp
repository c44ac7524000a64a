// carom_bench accuracy: how often is an answer wrong? Asks hard questions of many families, compares Carom
// and the textbook forms with exact arithmetic, and prints tables in Markdown (docs/accuracy.md).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "accuracy_measure.hpp"
#include "options.hpp"
#include "verbs.hpp"

namespace carom::accuracy {
namespace {

using Cells = std::vector<std::string>;

/// 1234567 as 1,234,567.
std::string grouped(Count n) {
    std::string digits = std::to_string(n);
    for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
    return digits;
}

std::string ulps(double error) {
    if (error < 10) return fmt::format("{:.3f}", error);
    return error < 1000 ? fmt::format("{:.0f}", error) : fmt::format("{:.0e}", error);
}

std::string percent(Count part, Count whole) {
    if (whole == 0) return "-";
    return fmt::format("{:.2f} %", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

struct Column {
    std::string head;
    std::size_t narrowest = 0;

    std::size_t width() const { return std::max(head.size(), narrowest); }
};
using Columns = std::vector<Column>;

/// Family and type, `before`, one column for each form, `after`.
Columns columns(const Columns& before, std::size_t form_width, const Columns& after) {
    Columns all{{"family", 32}, {"type", 9}};
    all.insert(all.end(), before.begin(), before.end());
    if (form_width > 0) {
        for (const char* name : form_names) all.push_back({name, form_width});
    }
    all.insert(all.end(), after.begin(), after.end());
    return all;
}

/// The cells below them.
Cells cells(const Place& place, const Cells& before, const Cells& of_forms, const Cells& after) {
    Cells all{place.family, fmt::format("{} {}D", place.type, place.dimension)};
    for (const Cells* some : {&before, &of_forms, &after}) all.insert(all.end(), some->begin(), some->end());
    return all;
}

template <class F>
Cells of_forms(F cell) {
    Cells all;
    for (std::size_t i = 0; i < kForms; ++i) all.push_back(cell(i));
    return all;
}

/// A Markdown table, printed line by line.
class Table {
public:
    Table(std::string title, Columns columns) : title_(std::move(title)), columns_(std::move(columns)) {}

    void print(const Cells& cells) {
        if (!begun_) begin();
        print_line(cells);
        std::fflush(stdout);
    }

private:
    void begin() {
        begun_ = true;
        fmt::print("\n## {}\n\n", title_);
        Cells heads;
        Cells rules;
        for (const Column& column : columns_) {
            heads.push_back(column.head);
            rules.push_back(std::string(column.width() - 1, '-') + (rules.size() < 2 ? "-" : ":"));
        }
        print_line(heads);
        print_line(rules);
    }
    void print_line(const Cells& cells) const {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const std::size_t width = columns_[i].width();
            fmt::print("{}", i < 2 ? fmt::format("| {:<{}} ", cells[i], width)
                                   : fmt::format("| {:>{}} ", cells[i], width));
        }
        fmt::print("|\n");
    }

    std::string title_;
    Columns columns_;
    bool begun_ = false;
};

Table decisions_table() {
    return {"Hit or miss: hits missed / misses reported",
            columns({{"queries", 10}, {"hits", 10}}, 21, {{"Carom", 7}, {"wrong states"}, {"wrong order"}})};
}

Cells decisions(const SweepRow& row) {
    const auto both = [](const Score& s) { return grouped(s.missed) + " / " + grouped(s.false_hits); };
    return cells(row.place, {grouped(row.queries), grouped(row.hits)},
                 of_forms([&](std::size_t i) { return both(row.forms[i]); }),
                 {both(row.carom), grouped(row.wrong_states), grouped(row.wrong_comparisons)});
}

Table times_table() {
    return {"Times: largest error of the first / the last contact in ulp",
            columns({}, 13, {{"Carom", 13}, {"normal (epsilon)"}})};
}

Cells times_cells(const SweepRow& row) {
    const auto both = [](const Score& s) { return ulps(s.worst_first) + " / " + ulps(s.worst_last); };
    return cells(row.place, {}, of_forms([&](std::size_t i) { return both(row.forms[i]); }),
                 {both(row.carom), ulps(row.worst_normal)});
}

Table again_table() {
    return {"Reported again after the bounce at the reported time",
            columns({{"hits", 10}}, 9,
                    {{"Carom", 7}, {"overlapping"}, {"misplaced"}, {"closing"}, {"stayed", 10}})};
}

Cells again(const SweepRow& row) {
    return cells(row.place, {grouped(row.carom.bounced)},
                 of_forms([&](std::size_t i) { return percent(row.forms[i].again, row.forms[i].bounced); }),
                 {grouped(row.carom.again), grouped(row.entered), grouped(row.misplaced),
                  grouped(row.still_closing), grouped(row.stayed)});
}

Table first_times_table() {
    return {"Which of two pairs touches first: wrong answers",
            columns({{"queries", 10}, {"equal", 10}}, 10, {{"sweep", 10}, {"compare_first"}})};
}

Cells first_times(const FirstTimesRow& row) {
    return cells(row.place, {grouped(row.queries), grouped(row.equal)},
                 of_forms([&](std::size_t i) { return grouped(row.wrong_by_times[i]); }),
                 {grouped(row.wrong_by_times[kForms]), grouped(row.wrong_order)});
}

Table impacts_table() {
    return {"Velocities that still close after the bounce",
            columns({{"queries", 10}, {"closing", 10}}, 0,
                    {{"textbook", 10}, {"Carom"}, {"changed without an impact"}})};
}

Cells impacts(const ImpactRow& row) {
    return cells(row.place, {grouped(row.queries), grouped(row.closing)}, {},
                 {grouped(row.still_closing_textbook), grouped(row.still_closing),
                  grouped(row.changed_without_impact)});
}

nlohmann::json to_json(const Place& p) {
    return {{"family", p.family}, {"type", p.type}, {"dimension", p.dimension}};
}

/// JSON has no infinity: null.
nlohmann::json to_json(double error) {
    return std::isfinite(error) ? nlohmann::json(error) : nlohmann::json(nullptr);
}

nlohmann::json to_json(const Score& s) {
    return {{"missed", s.missed},
            {"false_hits", s.false_hits},
            {"bounced", s.bounced},
            {"reported_again", s.again},
            {"worst_first_ulp", to_json(s.worst_first)},
            {"worst_last_ulp", to_json(s.worst_last)}};
}

nlohmann::json to_json(const SweepRow& row) {
    nlohmann::json json = to_json(row.place);
    json.update({{"queries", row.queries}, {"hits", row.hits}});
    for (std::size_t i = 0; i < kForms; ++i) json["forms"][form_names[i]] = to_json(row.forms[i]);
    json["carom"] = to_json(row.carom);
    json["carom"].update({{"wrong_states", row.wrong_states},
                          {"wrong_comparisons", row.wrong_comparisons},
                          {"overlapping_after_advance", row.entered},
                          {"normals", row.normals},
                          {"worst_normal_epsilon", to_json(row.worst_normal)},
                          {"misplaced_by_advance", row.misplaced},
                          {"stayed_at_start", row.stayed},
                          {"closing_after_bounce", row.still_closing}});
    return json;
}

nlohmann::json to_json(const FirstTimesRow& row) {
    nlohmann::json json = to_json(row.place);
    json.update({{"queries", row.queries}, {"equal", row.equal}});
    for (std::size_t i = 0; i < kForms; ++i) json["wrong_by_times"][form_names[i]] = row.wrong_by_times[i];
    json["wrong_by_times"]["sweep"] = row.wrong_by_times[kForms];
    json["wrong_compare_first"] = row.wrong_order;
    return json;
}

nlohmann::json to_json(const ImpactRow& row) {
    nlohmann::json json = to_json(row.place);
    json.update({{"queries", row.queries},
                 {"closing", row.closing},
                 {"still_closing_textbook", row.still_closing_textbook},
                 {"still_closing", row.still_closing},
                 {"changed_without_impact", row.changed_without_impact}});
    return json;
}

struct Options {
    Questions questions;
    std::string json;
};

int run(const Options& options) {
    const Questions& questions = options.questions;
    fmt::print("# carom_bench accuracy --queries {} --seed {}\n", questions.queries, questions.seed);
    Measure measure(questions);
    bool right = true;
    nlohmann::json json{{"queries_per_row", questions.queries}, {"seed", questions.seed}};
    const auto note = [&](const char* key, const auto& row) {
        right = right && row.wrong() == 0;
        json[key].push_back(to_json(row));
    };
    std::vector<SweepRow> sweeps;
    Table decision_lines = decisions_table();
    measure.sweeps([&](const SweepRow& row) {
        note("sweeps", row);
        decision_lines.print(decisions(row));
        sweeps.push_back(row);
    });
    Table time_lines = times_table();
    for (const SweepRow& row : sweeps) time_lines.print(times_cells(row));
    Table again_lines = again_table();
    for (const SweepRow& row : sweeps) again_lines.print(again(row));
    Table order_lines = first_times_table();
    measure.first_times([&](const FirstTimesRow& row) {
        note("first_times", row);
        order_lines.print(first_times(row));
    });
    Table impact_lines = impacts_table();
    measure.impacts([&](const ImpactRow& row) {
        note("impacts", row);
        impact_lines.print(impacts(row));
    });
    fmt::print("\n{}\n", right ? "Carom: no wrong answer." : "Carom: WRONG somewhere above.");
    json["carom_is_right"] = right;
    bench::write_json(options.json, json);
    return right ? 0 : 1;
}

}  // namespace
}  // namespace carom::accuracy

carom::bench::Work carom::bench::accuracy_verb(CLI::App& app) {
    const auto options = std::make_shared<accuracy::Options>();
    accuracy::Questions& questions = options->questions;
    app.add_option("--queries", questions.queries, "questions in each row: family, number type and dimension")
        ->capture_default_str()
        ->check(CLI::PositiveNumber);
    app.add_option("--family", questions.families, "only this family; may be repeated")
        ->check(CLI::IsMember(accuracy::family_names()));
    add_json(app, options->json, "also write everything that was counted to this file");
    app.add_option("--seed", questions.seed, "another seed asks other questions")
        ->check(whole_number())
        ->capture_default_str();
    return [options] { return accuracy::run(*options); };
}

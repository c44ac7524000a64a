// The rows of the accuracy table as Markdown.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "accuracy_measure.hpp"

namespace carom::accuracy {

using Cells = std::vector<std::string>;

/// 1234567 as 1,234,567.
inline std::string grouped(Count n) {
    std::string digits = std::to_string(n);
    for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
    return digits;
}
inline std::string ulps(double error) {
    if (error < 10) return fmt::format("{:.3f}", error);
    return error < 1000 ? fmt::format("{:.0f}", error) : fmt::format("{:.0e}", error);
}
inline std::string percent(Count part, Count whole) {
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
inline Columns columns(const Columns& before, std::size_t form_width, const Columns& after) {
    Columns all{{"family", 32}, {"type", 9}};
    all.insert(all.end(), before.begin(), before.end());
    if (form_width > 0) {
        for (const char* name : kFormNames) all.push_back({name, form_width});
    }
    all.insert(all.end(), after.begin(), after.end());
    return all;
}
/// The cells below them.
inline Cells cells(const Place& place, const Cells& before, const Cells& of_forms, const Cells& after) {
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

inline Table decisions_table() {
    return {"Hit or miss: hits missed / misses reported",
            columns({{"queries", 10}, {"hits", 10}}, 21, {{"Carom", 7}, {"wrong states"}, {"wrong order"}})};
}
inline Cells decisions(const SweepRow& row) {
    const auto both = [](const Score& s) { return grouped(s.missed) + " / " + grouped(s.false_hits); };
    return cells(row.place, {grouped(row.queries), grouped(row.hits)},
                 of_forms([&](std::size_t i) { return both(row.forms[i]); }),
                 {both(row.carom), grouped(row.wrong_states), grouped(row.wrong_comparisons)});
}

inline Table times_table() {
    return {"Times: largest error of the first / the last contact in ulp",
            columns({}, 13, {{"Carom", 13}, {"normal (epsilon)"}})};
}
inline Cells times_cells(const SweepRow& row) {
    const auto both = [](const Score& s) { return ulps(s.worst_first) + " / " + ulps(s.worst_last); };
    return cells(row.place, {}, of_forms([&](std::size_t i) { return both(row.forms[i]); }),
                 {both(row.carom), ulps(row.worst_normal)});
}

inline Table again_table() {
    return {"Reported again after the bounce at the reported time",
            columns({{"hits", 10}}, 9,
                    {{"Carom", 7}, {"overlapping"}, {"misplaced"}, {"closing"}, {"stayed", 10}})};
}
inline Cells again(const SweepRow& row) {
    return cells(row.place, {grouped(row.carom.bounced)},
                 of_forms([&](std::size_t i) { return percent(row.forms[i].again, row.forms[i].bounced); }),
                 {grouped(row.carom.again), grouped(row.entered), grouped(row.misplaced),
                  grouped(row.still_closing), grouped(row.stayed)});
}

inline Table first_times_table() {
    return {"Which of two pairs touches first: wrong answers",
            columns({{"queries", 10}, {"equal", 10}}, 10, {{"sweep", 10}, {"compare_first"}})};
}
inline Cells first_times(const FirstTimesRow& row) {
    return cells(row.place, {grouped(row.queries), grouped(row.equal)},
                 of_forms([&](std::size_t i) { return grouped(row.wrong_by_times[i]); }),
                 {grouped(row.wrong_by_times[kForms]), grouped(row.wrong_order)});
}

inline Table impacts_table() {
    return {"Velocities that still close after the bounce",
            columns({{"queries", 10}, {"closing", 10}}, 0,
                    {{"textbook", 10}, {"Carom"}, {"changed without an impact"}})};
}
inline Cells impacts(const ImpactRow& row) {
    return cells(row.place, {grouped(row.queries), grouped(row.closing)}, {},
                 {grouped(row.still_closing_textbook), grouped(row.still_closing),
                  grouped(row.changed_without_impact)});
}

}  // namespace carom::accuracy

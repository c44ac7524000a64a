// The rows of the frame table as Markdown and as JSON.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

#include "frame_measure.hpp"

namespace carom::frames {

inline std::string letter(Scene scene) {
    return {static_cast<char>(scene)};
}

inline void print_head() {
    fmt::print(
        "| scene | balls | contacts a ball | candidates a ball | ms | smallest ms | ns a ball | bytes a ball "
        "| "
        "grid ms | grid smallest ms | grid ns a ball | grid / finder | checked with | hash |\n"
        "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
}

inline std::string checked(const Row& row) {
    if (!row.right) return "WRONG";
    return row.check.empty() ? "nothing" : row.check;
}

inline void print(const Row& row) {
    const auto n = static_cast<double>(row.balls);
    const auto of = [&](std::size_t count) { return static_cast<double>(count) / n; };
    const Timing& t = row.finder.timing;
    fmt::print("| {} {}D {} | {} | {:.3f} | {:.3f} | {:.4g} | {:.4g} | {:.1f} | {:.0f} | ", letter(row.scene),
               row.dimension, row.type, row.balls, of(row.contacts), of(row.finder.candidates), t.median_ms,
               t.smallest_ms, t.median_ms * 1e6 / n, of(row.finder.bytes));
    if (row.grid) {
        const Timing& g = row.grid->timing;
        fmt::print("{:.4g} | {:.4g} | {:.1f} | {:.2f} | ", g.median_ms, g.smallest_ms, g.median_ms * 1e6 / n,
                   g.smallest_ms / t.smallest_ms);
    } else {
        fmt::print("- | - | - | - | ");
    }
    fmt::print("{} | {:016x} |\n", checked(row), row.hash);
    std::fflush(stdout);
}

inline nlohmann::json to_json(const Figures& figures) {
    return {{"frames", figures.timing.frames},
            {"median_ms", figures.timing.median_ms},
            {"smallest_ms", figures.timing.smallest_ms},
            {"candidates", figures.candidates},
            {"bytes", figures.bytes}};
}

inline nlohmann::json to_json(const Row& row) {
    nlohmann::json json{
        {"scene", letter(row.scene)},
        {"dimension", row.dimension},
        {"type", row.type},
        {"balls", row.balls},
        {"contacts", row.contacts},
        {"hash", fmt::format("{:016x}", row.hash)},
        {"finder", to_json(row.finder)},
        {"grid", nullptr},
        {"checked_with", row.check.empty() ? nlohmann::json(nullptr) : nlohmann::json(row.check)},
        {"right", row.right}};
    json["finder"]["first_frame_ms"] = row.first_frame_ms;
    if (row.grid) json["grid"] = to_json(*row.grid);
    return json;
}

}  // namespace carom::frames

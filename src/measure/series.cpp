#include "measure/series.hpp"

namespace carom::detail {
namespace {

constexpr std::size_t kMostRows = 2048;

}  // namespace

Series::Series(std::vector<std::string> columns) {
    table_.columns = {"time_from", "time_to"};
    table_.columns.insert(table_.columns.end(), columns.begin(), columns.end());
}

void Series::add(double from, double to, const std::vector<double>& values, double weight) {
    while (per_row_ < weight) merge_rows();
    if (waiting_ == 0) {
        pending_.assign(2 + values.size(), 0);
        pending_[0] = from;
    }
    pending_[1] = to;
    for (std::size_t c = 0; c < values.size(); ++c) {
        pending_[2 + c] += values[c] * (weight / per_row_);
    }
    waiting_ += weight;
    if (waiting_ < per_row_) return;
    waiting_ = 0;
    table_.rows.push_back(pending_);
    if (table_.rows.size() == kMostRows) merge_rows();
}

void Series::merge_rows() {
    auto& rows = table_.rows;
    for (std::size_t half = 0; half < rows.size() / 2; ++half) {
        std::vector<double> merged = rows[2 * half];
        const std::vector<double>& later = rows[2 * half + 1];
        merged[1] = later[1];
        for (std::size_t c = 2; c < merged.size(); ++c) merged[c] = (merged[c] + later[c]) / 2;
        rows[half] = std::move(merged);
    }
    rows.resize(rows.size() / 2);
    per_row_ *= 2;
}

}  // namespace carom::detail

// A table in time of bounded length.
#pragma once

#include <string>
#include <vector>

#include "carom/measure/results.hpp"

namespace carom::detail {

/// Rows of equal length follow one another. When there are too many, neighbours are merged two by two, and
/// from then on a row is a mean over twice the time.
class Series {
public:
    /// `columns` besides the times.
    explicit Series(std::vector<std::string> columns);

    /// The means from `from` to `to`, one for each column, which count `weight`: a power of two, never less
    /// than before.
    void add(double from, double to, const std::vector<double>& values, double weight);
    const MeasureSeries& result() const { return table_; }

private:
    void merge_rows();

    MeasureSeries table_;
    std::vector<double> pending_;  // sums of less than a whole row
    double per_row_ = 1;           // the weight of a row
    double waiting_ = 0;           // in `pending_`
};

}  // namespace carom::detail

// Counts in bins of equal width, batch after batch, with an error for each bin.
#pragma once

#include <string>
#include <vector>

#include "carom/measure/results.hpp"

namespace carom::detail {

class Histogram {
public:
    Histogram() = default;
    Histogram(double low, double high, std::size_t bins)
        : low_(low),
          width_((high - low) / static_cast<double>(bins)),
          per_width_(1 / width_),
          counts_(bins),
          blocks_(bins) {}

    void add(double x) {
        ++batch_;
        const double bin = (x - low_) * per_width_;
        if (bin >= 0 && bin < static_cast<double>(counts_.size())) ++counts_[static_cast<std::size_t>(bin)];
    }
    /// Ends a batch that counts `weight`: `value(bin, count)` is what it says about the bin.
    template <class Value>
    void close(double weight, Value value) {
        for (std::size_t k = 0; k < counts_.size(); ++k) {
            blocks_[k].add(value(k, static_cast<double>(counts_[k])), weight);
            inside_ += counts_[k];
            counts_[k] = 0;
        }
        all_ += batch_;
        batch_ = 0;
    }
    /// Ends a batch: shares of the batch per width; an empty batch says nothing.
    void close_as_density(double weight) {
        if (batch_ == 0) return;
        const double unit = per_width_ / static_cast<double>(batch_);
        close(weight, [unit](std::size_t, double count) { return unit * count; });
    }

    double low() const { return low_; }
    double width() const { return width_; }
    double edge(std::size_t bin) const { return low_ + static_cast<double>(bin) * width_; }

    BinnedCurve curve(std::vector<std::size_t> species, std::string what) const {
        const auto outside = static_cast<double>(all_ - inside_);
        BinnedCurve curve{std::move(species), std::move(what), low_, width_, {}, 0};
        if (all_ > 0) curve.outside = outside / static_cast<double>(all_);
        for (const Blocking& block : blocks_) curve.bins.push_back(block.estimate());
        return curve;
    }

private:
    double low_ = 0, width_ = 1, per_width_ = 1;
    std::vector<std::uint64_t> counts_;  // of this batch
    std::uint64_t batch_ = 0, inside_ = 0, all_ = 0;
    std::vector<Blocking> blocks_;
};

}  // namespace carom::detail

#include "carom/measure/estimate.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace carom {
namespace {

constexpr std::size_t kMostBlocks = 256;

/// A spread below this share of the mean is that of a constant.
constexpr double kRounding = 1e-13;

/// Blocks of the lower bound.
constexpr std::size_t kLongBlocks = 32;

/// An error is trusted from so many values on, and when they are worth so many independent ones.
constexpr std::size_t kFewestTrusted = 16;
constexpr double kFewestIndependent = 12;

/// One lag for so many values, and so many lags at most.
constexpr std::size_t kValuesPerLag = 6;
constexpr std::size_t kMostLags = 12;

double mean_of(std::span<const double> x) {
    double sum = 0;
    for (const double value : x) sum += value;
    return sum / static_cast<double>(x.size());
}

/// Mean products of deviations from the mean, by lag from 0.
std::vector<double> covariances_of(std::span<const double> x) {
    const double mean = mean_of(x);
    std::vector<double> covariances;
    for (std::size_t lag = 0; lag <= std::min(kMostLags, x.size() / kValuesPerLag); ++lag) {
        double sum = 0;
        for (std::size_t i = lag; i < x.size(); ++i) sum += (x[i] - mean) * (x[i - lag] - mean);
        covariances.push_back(sum / static_cast<double>(x.size()));
    }
    return covariances;
}

/// n times the variance of the mean of a long series, by Levinson's recursion over the orders of the
/// process.
double long_run_variance(const std::vector<double>& covariances, double n) {
    double noise = covariances[0];
    double least = HUGE_VAL;
    double chosen = 0;
    std::vector<double> weights;  // of the values before, the nearest first
    for (std::size_t order = 0; order < covariances.size() && noise > 0; ++order) {
        if (order > 0) {
            double left = covariances[order];
            for (std::size_t j = 0; j + 1 < order; ++j) left -= weights[j] * covariances[order - 1 - j];
            const double reflection = left / noise;
            const std::vector<double> before = weights;
            for (std::size_t j = 0; j + 1 < order; ++j) weights[j] -= reflection * before[order - 2 - j];
            weights.push_back(reflection);
            noise *= 1 - reflection * reflection;
            if (!(noise > 0)) break;
        }
        const auto p = static_cast<double>(order);
        const double few = n > p + 2 ? 2 * (p + 1) * n / (n - p - 2) : 0;
        const double criterion = n * std::log(noise) + few;
        if (!(criterion < least)) continue;
        least = criterion;
        double memory = 1;
        for (const double weight : weights) memory -= weight;
        chosen = noise * n / (n - p - 1) / (memory * memory);
    }
    return chosen;
}

/// The variance of the mean from `blocks`. The deviations are from the mean of the series, not from that of
/// the process, so all covariances are too small by about the variance sought: it is added until it stays.
double fitted_variance(std::span<const double> blocks) {
    const auto n = static_cast<double>(blocks.size());
    const std::vector<double> seen = covariances_of(blocks);
    double variance = long_run_variance(seen, n) / n;
    for (int step = 0; seen.size() > 1 && step < 20; ++step) {
        std::vector<double> whole = seen;
        const double hidden = std::min(variance, seen[0] / 2);
        for (std::size_t lag = 0; lag < whole.size(); ++lag)
            whole[lag] += hidden * (n - static_cast<double>(lag)) / n;
        const double next = long_run_variance(whole, n) / n;
        if (std::fabs(next - variance) <= 1e-3 * variance) return next;
        variance = next;
    }
    return variance;
}

/// The variance of the mean if the values are independent.
double naive_variance(std::span<const double> x) {
    const double mean = mean_of(x);
    double squares = 0;
    for (const double value : x) squares += (value - mean) * (value - mean);
    const auto n = static_cast<double>(x.size());
    return squares / (n * (n - 1));
}

/// The variance of the mean if only neighbours among 32 longer blocks depend on each other, in the same
/// direction. The estimated mean takes its variance from each of the three covariances.
double neighbour_variance(std::span<const double> blocks) {
    const std::size_t length = std::max<std::size_t>(1, blocks.size() / kLongBlocks);
    std::vector<double> longer;
    for (std::size_t i = 0; i + length <= blocks.size(); i += length)
        longer.push_back(mean_of(blocks.subspan(i, length)));
    const auto n = static_cast<double>(longer.size());
    double variance = naive_variance(longer);
    if (longer.size() >= kValuesPerLag) {
        const std::vector<double> covariances = covariances_of(longer);
        variance = std::max(variance, (covariances[0] + 2 * covariances[1]) / (n - 3));
    }
    return variance * (n * static_cast<double>(length) / static_cast<double>(blocks.size()));
}

}  // namespace

Estimate scaled(Estimate x, double factor) {
    x.value *= factor;
    if (x.error) *x.error *= std::fabs(factor);
    return x;
}

Estimate shifted(Estimate x, double offset) {
    x.value += offset;
    return x;
}

Estimate inverse(Estimate x) {
    if (x.value == 0) return {};  // without end: nothing was measured
    if (x.error) *x.error /= x.value * x.value;
    x.value = 1 / x.value;
    return x;
}

void Blocking::add(double value, double weight) {
    if (count_ == 0) shift_ = value;
    ++count_;
    const double deviation = value - shift_;
    sum_ += weight * deviation;
    weight_ += weight;
    while (block_weight_ < weight) merge();
    open_sum_ += weight * deviation;
    open_weight_ += weight;
    if (open_weight_ < block_weight_) return;
    blocks_.push_back(open_sum_ / open_weight_);
    open_sum_ = open_weight_ = 0;
    if (blocks_.size() == kMostBlocks) merge();
}

/// The last one of an odd number becomes part of the open one.
void Blocking::merge() {
    if (blocks_.size() % 2 == 1) {
        open_sum_ += block_weight_ * blocks_.back();
        open_weight_ += block_weight_;
        blocks_.pop_back();
    }
    for (std::size_t half = 0; half < blocks_.size() / 2; ++half)
        blocks_[half] = (blocks_[2 * half] + blocks_[2 * half + 1]) / 2;
    blocks_.resize(blocks_.size() / 2);
    block_weight_ *= 2;
}

Estimate Blocking::estimate() const {
    if (count_ == 0) return {};
    Estimate result{shift_ + sum_ / weight_, {}, false, count_};
    if (blocks_.size() < 2) return result;
    const auto n = static_cast<double>(blocks_.size());
    const double naive = naive_variance(blocks_);
    double variance = naive;
    result.converged = std::sqrt(naive) <= kRounding * std::fabs(result.value);
    if (!result.converged) {
        variance = std::max(fitted_variance(blocks_), neighbour_variance(blocks_));
        result.converged = blocks_.size() >= kFewestTrusted && n * naive >= kFewestIndependent * variance;
    }
    result.error = std::sqrt(variance * n * block_weight_ / weight_);
    return result;
}

}  // namespace carom

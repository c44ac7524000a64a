#include "carom/measure/estimate.hpp"

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

constexpr std::uint64_t kFewestTrusted = 8;
constexpr std::uint64_t kFewestUsed = 4;

/// A spread below this share of the mean is that of a constant.
constexpr double kRounding = 1e-13;

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
    if (x.value == 0) return {0, {}, false, x.count};
    if (x.error) *x.error /= x.value * x.value;
    x.value = 1 / x.value;
    return x;
}

void Blocking::add(double value) {
    for (std::size_t l = 0;; ++l) {
        if (l == levels_.size()) levels_.push_back({value});
        Level& level = levels_[l];
        const double deviation = value - level.shift;
        level.sum += deviation;
        level.squares += deviation * deviation;
        if (++level.count % 2 == 1) {
            level.waiting = value;
            return;
        }
        value = (level.waiting + value) / 2;
    }
}

std::uint64_t Blocking::count() const {
    return levels_.empty() ? 0 : levels_.front().count;
}

std::optional<double> Blocking::error_at(const Level& level) const {
    if (level.count < 2) return {};
    const auto n = static_cast<double>(level.count);
    const double mean = level.sum / n;
    return std::sqrt(std::max(0.0, level.squares / n - mean * mean) / (n - 1));
}

Estimate Blocking::estimate() const {
    if (levels_.empty()) return {};
    const Level& all = levels_.front();
    const auto n = static_cast<double>(all.count);
    Estimate result{all.shift + all.sum / n, error_at(all), false, all.count};
    if (!result.error) return result;
    const double naive = *result.error;
    result.converged = naive <= kRounding * std::fabs(result.value);
    if (result.converged) return result;
    double block = 1;
    for (const Level& level : levels_) {
        const auto error = error_at(level);
        if (!error || level.count < kFewestUsed) break;
        const double ratio = *error / naive;
        if (block * block * block > 2 * n * std::pow(ratio, 4) && level.count >= kFewestTrusted) {
            result.error = error;
            result.converged = true;
            return result;
        }
        result.error = std::max(*result.error, *error);
        block *= 2;
    }
    return result;
}

}  // namespace carom

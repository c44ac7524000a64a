#include "carom/export/instants.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/float_environment.hpp"

namespace carom {
namespace {

/// Of a step: what decimal fractions lose when they are divided, and no one means.
constexpr double kSlack = 1e-6;

/// More instants than a file could hold, and still far from the end of the integers.
constexpr double kMost = 0x1p62;

}  // namespace

Instants Instants::at(std::vector<double> seconds) {
    std::sort(seconds.begin(), seconds.end());
    seconds.erase(std::unique(seconds.begin(), seconds.end()), seconds.end());
    Instants instants;
    instants.count_ = seconds.size();
    instants.listed_ = std::move(seconds);
    return instants;
}

Instants Instants::every(double step, double from, double to) {
    const detail::DefaultFloatEnvironment environment;
    Instants instants;
    if (!(from <= to)) return instants;
    const double steps = std::min(std::floor((to - from) / step + kSlack), kMost);
    instants.count_ = static_cast<std::uint64_t>(steps) + 1;
    instants.from_ = from;
    instants.step_ = step;
    instants.last_ = from + steps * step >= to - kSlack * step ? to : from + steps * step;
    return instants;
}

Instants Instants::evenly(std::uint64_t count, double from, double to) {
    const detail::DefaultFloatEnvironment environment;
    Instants instants;
    instants.count_ = count;
    instants.from_ = from;
    instants.step_ = count > 1 ? (to - from) / static_cast<double>(count - 1) : 0;
    instants.last_ = count > 1 ? to : from;
    return instants;
}

double Instants::operator[](std::uint64_t index) const {
    const detail::DefaultFloatEnvironment environment;
    if (!listed_.empty()) return listed_[index];
    return index + 1 == count_ ? last_ : std::min(from_ + static_cast<double>(index) * step_, last_);
}

}  // namespace carom

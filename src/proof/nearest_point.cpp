#include "proof/nearest_point.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace carom::proof {
namespace {

/// Outside of a bound by less than this share of the point's length is rounding.
constexpr double kRounding = 0x1p-46;

/// A column of which less than this share is not a sum of the others adds nothing but rounding.
constexpr double kDependent = 0x1p-30;

double scalar_product(const NearestPoint::Column& x, const NearestPoint::Column& y) {
    return std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
}

double norm(const NearestPoint::Column& x) {
    return std::sqrt(scalar_product(x, x));
}

void add_multiple(NearestPoint::Column& x, double factor, const NearestPoint::Column& y) {
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += factor * y[i];
}

}  // namespace

void NearestPoint::solve(const std::vector<std::size_t>& chosen, Column& point) {
    active_.clear();
    rebuild();
    is_passed_over_.assign(bounds_->size(), false);
    const Column start = point;
    // Each bound enters about once; a bound that comes and goes for ever does so by rounding.
    for (std::size_t turns = 4 * chosen.size() + 16; turns > 0; --turns) {
        const std::size_t next = farthest(chosen, point);
        if (next == bounds_->size()) break;
        if (!extend(next)) {
            is_passed_over_[next] = true;
            continue;
        }
        active_.push_back({next, 0});
        while (!step(factors(start))) {
            rebuild();
            // It may no longer be a sum of those that are left.
            is_passed_over_.assign(bounds_->size(), false);
        }
        point = at(start);
    }
}

bool NearestPoint::is_active(std::size_t bound) const {
    return std::any_of(active_.begin(), active_.end(), [&](const Active& one) { return one.bound == bound; });
}

double NearestPoint::pushes() const {
    double sum = 0;
    for (const Active& one : active_) sum += one.factor;
    return sum;
}

/// The bound that the point is farthest outside of; their number when it is within all.
std::size_t NearestPoint::farthest(const std::vector<std::size_t>& chosen, const Column& point) {
    outside_ = 0;
    std::size_t result = bounds_->size();
    double most = kRounding * norm(point);
    for (const std::size_t i : chosen) {
        const Bound& bound = (*bounds_)[i];
        const double outside = -(scalar_product(bound.c, point) + bound.d);
        outside_ = std::max(outside_, outside);
        if (is_active(i) || is_passed_over_[i] || outside <= most + kRounding * std::fabs(bound.d)) continue;
        most = outside;
        result = i;
    }
    return result;
}

/// Adds a column to the basis; false when it is a sum of those that are there.
bool NearestPoint::extend(std::size_t bound) {
    Column axis = (*bounds_)[bound].c;
    Column parts(basis_.size() + 1);
    for (int pass = 0; pass < 2; ++pass) {
        for (std::size_t k = 0; k < basis_.size(); ++k) {
            const double along = scalar_product(basis_[k], axis);
            parts[k] += along;
            add_multiple(axis, -along, basis_[k]);
        }
    }
    const double left = norm(axis);
    if (left < kDependent) return false;
    parts.back() = left;
    for (double& x : axis) x /= left;
    basis_.push_back(std::move(axis));
    triangle_.push_back(std::move(parts));
    return true;
}

void NearestPoint::rebuild() {
    basis_.clear();
    triangle_.clear();
    for (const Active& one : active_) extend(one.bound);
}

/// Of the active columns, so that the sum lies on all their bounds.
std::vector<double> NearestPoint::factors(const Column& start) const {
    std::vector<double> y(active_.size());
    for (std::size_t k = 0; k < y.size(); ++k) {
        const Bound& bound = (*bounds_)[active_[k].bound];
        double rest = -(scalar_product(bound.c, start) + bound.d);
        for (std::size_t i = 0; i < k; ++i) rest -= triangle_[k][i] * y[i];
        y[k] = rest / triangle_[k][k];
    }
    for (std::size_t k = y.size(); k-- > 0;) {
        for (std::size_t i = k + 1; i < y.size(); ++i) y[k] -= triangle_[i][k] * y[i];
        y[k] /= triangle_[k][k];
    }
    return y;
}

/// Takes these factors, as far as none turns negative. True when none does; else those that come to zero
/// leave.
bool NearestPoint::step(const std::vector<double>& next) {
    double share = 1;
    std::size_t first = next.size();
    for (std::size_t k = 0; k < next.size(); ++k) {
        if (next[k] > 0) continue;
        const double now = active_[k].factor;
        const double until = now / (now - next[k]);
        if (first < next.size() && !(until < share)) continue;
        share = now > 0 ? until : 0;
        first = k;
    }
    std::vector<Active> kept;
    for (std::size_t k = 0; k < next.size(); ++k) {
        const double now = active_[k].factor;
        const double factor = now + share * (next[k] - now);
        const bool is_zero = next[k] <= 0 && factor <= 0x1p-50 * now;
        if (k != first && !is_zero) kept.push_back({active_[k].bound, factor});
    }
    active_ = std::move(kept);
    return first == next.size();
}

NearestPoint::Column NearestPoint::at(const Column& start) const {
    Column point = start;
    for (const Active& one : active_) add_multiple(point, one.factor, (*bounds_)[one.bound].c);
    return point;
}

}  // namespace carom::proof

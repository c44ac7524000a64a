#include "proof/near_images.hpp"

#include <array>
#include <cmath>

#include "proof/images.hpp"

namespace carom::proof {
namespace {

/// The cylinder lies in a ball of radius sqrt(2), in its own units. A little more for roundings.
constexpr double kRadiusSquared = 2.25;

/// Swaps that a basis may need, and points that may be found.
constexpr int kMostSwaps = 1000;
constexpr std::size_t kMostPoints = std::size_t{1} << 16;

/// How much shorter a vector has to become for a swap.
constexpr double kShorter = 0.75;

/// A vector of the lattice: the shift, and its place in units of the cylinder, the axis last.
template <int N>
struct LatticeVector {
    Vec<double, N> shift;
    Vec<Quick, N> place;
};

/// Directions across the flight and along it, divided by the reach and by half of the way.
template <int N>
std::array<Vec<Quick, N>, N> units_of(const LongFlight<N>& flight) {
    const Vec<Quick, N> w = widen<Quick>(flight.w);
    const Quick speed = std::sqrt(dot(w, w));
    std::array<Vec<Quick, N>, N> axes;
    axes[N - 1] = w;
    if constexpr (N == 2) {
        axes[0] = {{-w[1], w[0]}};
    } else {
        const auto cross = [](const Vec<Quick, 3>& x, const Vec<Quick, 3>& y) {
            return Vec<Quick, 3>{
                {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]}};
        };
        int least = 0;
        for (int k = 1; k < N; ++k) {
            if (std::abs(w[k]) < std::abs(w[least])) least = k;
        }
        Vec<Quick, 3> other;
        other[least] = 1;
        axes[0] = cross(w, other);
        axes[1] = cross(w, axes[0]);
    }
    for (Vec<Quick, N>& axis : axes) {
        const bool is_across = &axis != &axes.back();
        const Quick unit = is_across ? Quick{flight.reach} : speed * flight.duration / 2 + flight.reach;
        axis = 1 / (std::sqrt(dot(axis, axis)) * unit) * axis;
    }
    return axes;
}

template <int N>
class Lattice {
public:
    explicit Lattice(const LongFlight<N>& flight) : units_(units_of(flight)) {
        for (int k = 0; k < N; ++k) {
            if (!(flight.width[k] > 0)) continue;
            LatticeVector<N> one;
            one.shift[k] = 1;
            Vec<Quick, N> way;
            way[k] = flight.width[k];
            one.place = seen(way);
            basis_.push_back(one);
        }
        middle_ = seen(widen<Quick>(flight.d));
        middle_[N - 1] += dot(units_.back(), widen<Quick>(flight.w)) * (flight.duration / 2);
    }

    bool reduce();
    bool find(std::vector<Vec<double, N>>& images);

private:
    Vec<Quick, N> seen(const Vec<Quick, N>& way) const {
        return each_axis<N, Quick>([&](int k) { return dot(units_[static_cast<std::size_t>(k)], way); });
    }
    void orthogonalise();
    void shorten(std::size_t k);
    bool visit(std::size_t level, const Vec<Quick, N>& place, const Vec<double, N>& shift, Quick left);

    std::array<Vec<Quick, N>, N> units_;
    std::vector<LatticeVector<N>> basis_;
    std::vector<Vec<Quick, N>> across_;  ///< of each basis vector, what those before it do not give
    Vec<Quick, N> middle_;               ///< of the flight, from the origin
    std::vector<Vec<double, N>>* images_ = nullptr;
};

template <int N>
void Lattice<N>::orthogonalise() {
    across_.clear();
    for (const LatticeVector<N>& one : basis_) {
        Vec<Quick, N> rest = one.place;
        for (const Vec<Quick, N>& before : across_) {
            rest = rest - dot(rest, before) / dot(before, before) * before;
        }
        across_.push_back(rest);
    }
}

/// Whole multiples of those before it are taken off.
template <int N>
void Lattice<N>::shorten(std::size_t k) {
    for (std::size_t j = k; j-- > 0;) {
        const Quick times = std::nearbyint(dot(basis_[k].place, across_[j]) / dot(across_[j], across_[j]));
        if (times == 0) continue;
        basis_[k].place = basis_[k].place - times * basis_[j].place;
        for (int i = 0; i < N; ++i) basis_[k].shift[i] -= static_cast<double>(times) * basis_[j].shift[i];
    }
}

/// False when no such basis was found, or its numbers are too large for a double.
template <int N>
bool Lattice<N>::reduce() {
    orthogonalise();
    std::size_t k = 1;
    for (int swaps = 0; k < basis_.size();) {
        shorten(k);
        for (const double x : basis_[k].shift.coordinates) {
            if (!(std::abs(x) <= kFarthestImage)) return false;
        }
        const Quick before = dot(across_[k - 1], across_[k - 1]);
        const Quick along = dot(basis_[k].place, across_[k - 1]) / before;
        if (dot(across_[k], across_[k]) >= (kShorter - along * along) * before) {
            ++k;
            continue;
        }
        if (++swaps > kMostSwaps) return false;
        std::swap(basis_[k], basis_[k - 1]);
        orthogonalise();
        k = std::max<std::size_t>(1, k - 1);
    }
    return true;
}

/// All multiples of one basis vector after another, from the last to the first, that stay in the ball.
template <int N>
bool Lattice<N>::visit(std::size_t level, const Vec<Quick, N>& place, const Vec<double, N>& shift,
                       Quick left) {
    if (!(left >= 0)) return true;
    if (level == 0) {
        images_->push_back(shift);
        return images_->size() < kMostPoints;
    }
    const LatticeVector<N>& one = basis_[level - 1];
    const Vec<Quick, N>& across = across_[level - 1];
    const Quick size = dot(across, across);
    const Quick at = dot(place, across) / size;
    const Quick most = std::sqrt(left / size);
    const Quick first = std::ceil(-at - most);
    const Quick last = std::floor(-at + most);
    if (!(last - first < static_cast<Quick>(kMostPoints))) return false;
    for (Quick times = first; times <= last; times += 1) {
        Vec<double, N> next = shift;
        for (int i = 0; i < N; ++i) next[i] += static_cast<double>(times) * one.shift[i];
        const Quick along = at + times;
        if (!visit(level - 1, place + times * one.place, next, left - along * along * size)) return false;
    }
    return true;
}

template <int N>
bool Lattice<N>::find(std::vector<Vec<double, N>>& images) {
    images_ = &images;
    images.clear();
    // What no multiple can change: along axes without images.
    Vec<Quick, N> rest = middle_;
    for (const Vec<Quick, N>& across : across_)
        rest = rest - dot(rest, across) / dot(across, across) * across;
    if (!visit(basis_.size(), middle_, {}, kRadiusSquared - dot(rest, rest))) return false;
    for (const Vec<double, N>& image : images) {
        for (const double x : image.coordinates) {
            if (!(std::abs(x) <= kFarthestImage)) return false;
        }
    }
    return true;
}

}  // namespace

template <int N>
bool near_images(const LongFlight<N>& flight, std::vector<Vec<double, N>>& images) {
    if (!(flight.reach > 0) || !std::isfinite(flight.reach)) return false;
    Lattice<N> lattice(flight);
    return lattice.reduce() && lattice.find(images);
}

template bool near_images(const LongFlight<2>&, std::vector<Vec<double, 2>>&);
template bool near_images(const LongFlight<3>&, std::vector<Vec<double, 3>>&);

}  // namespace carom::proof

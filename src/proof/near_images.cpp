#include "proof/near_images.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "proof/images.hpp"

namespace carom::proof {
namespace {

/// What is computed here may be wrong by so much, over the way in units of the reach.
constexpr double kPlaceRounding = 0x1p-46;
constexpr double kMostReaches = 0x1p41;

/// Swaps that a basis may need, and sets of points that are looked at.
constexpr int kMostSwaps = 1000;
constexpr double kMostVisits = 0x1p17;

/// How much shorter a vector has to become for a swap.
constexpr double kShorter = 0.75;

/// In a plane in which more images are expected to be near, space is searched at once.
constexpr double kMostInPlane = 128;

template <int N>
double inner(const Vec<double, N>& x, const Vec<double, N>& y) {
    double sum = 0;
    for (int k = 0; k < N; ++k) sum += x[k] * y[k];
    return sum;
}

template <int N>
void subtract(Vec<double, N>& x, double times, const Vec<double, N>& y) {
    for (int k = 0; k < N; ++k) x[k] -= times * y[k];
}

double nearest_integer(double x) {
    constexpr double kShift = 0x1.8p52;
    return std::abs(x) < 0x1p51 ? (x + kShift) - kShift : std::nearbyint(x);
}

/// A vector of the lattice: the shift, and its place in units of the cylinder, the axis last.
template <int N>
struct LatticeVector {
    Vec<double, N> shift;
    Vec<double, N> place;
};

/// Directions across the flight and along it, divided by the reach and by half of the way.
template <int N>
std::array<Vec<double, N>, N> units_of(const LongFlight<N>& flight) {
    const Vec<double, N>& w = flight.w;
    std::array<Vec<double, N>, N> axes;
    axes[N - 1] = w;
    if constexpr (N == 2) {
        axes[0] = {{-w[1], w[0]}};
    } else {
        const auto cross = [](const Vec<double, 3>& x, const Vec<double, 3>& y) {
            return Vec<double, 3>{
                {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]}};
        };
        int least = 0;
        for (int k = 1; k < N; ++k) {
            if (std::abs(w[k]) < std::abs(w[least])) least = k;
        }
        Vec<double, 3> other;
        other[least] = 1;
        axes[0] = cross(w, other);
        axes[1] = cross(w, axes[0]);
    }
    const double half_way = std::sqrt(inner(w, w)) * flight.duration / 2 + flight.reach;
    for (Vec<double, N>& axis : axes) {
        const double unit = &axis == &axes.back() ? half_way : flight.reach;
        const double scale = 1 / (std::sqrt(inner(axis, axis)) * unit);
        for (int k = 0; k < N; ++k) axis[k] *= scale;
    }
    return axes;
}

/// The way, where it begins and the widths, in units of the reach.
template <int N>
double reaches_of(const LongFlight<N>& flight) {
    double sum = std::sqrt(inner(flight.w, flight.w)) * flight.duration;
    for (int k = 0; k < N; ++k) sum += std::abs(flight.d[k]) + flight.width[k];
    return sum / flight.reach;
}

/// Of vectors that were shortened by multiples of each other.
template <int N>
class Lattice {
public:
    explicit Lattice(const LongFlight<N>& flight)
        : units_(units_of(flight)), radius_(1 + kPlaceRounding * reaches_of(flight)) {
        for (int k = 0; k < N; ++k) {
            if (!(flight.width[k] > 0)) continue;
            LatticeVector<N>& one = basis_[size_++];
            one.shift[k] = 1;
            Vec<double, N> way;
            way[k] = flight.width[k];
            one.place = seen(way);
        }
        middle_ = seen(flight.d);
        middle_[N - 1] += inner(units_.back(), flight.w) * (flight.duration / 2);
    }

    /// False when no reduced basis was found, or its numbers are too large for a double.
    bool reduce();

    /// Calls visit(shift) for all points in the cylinder, until it returns false. False when they are too
    /// many to look at.
    template <class Visit>
    bool find(const Visit& visit);

private:
    /// Values of the next multiple.
    struct Multiples {
        double first = 0;
        double last = 0;

        void meet(double from, double to) {
            first = std::max(first, std::ceil(from));
            last = std::min(last, std::floor(to));
        }
        void clear() { last = first - 1; }
    };

    Vec<double, N> seen(const Vec<double, N>& way) const {
        Vec<double, N> x;
        for (int k = 0; k < N; ++k) x[k] = inner(units_[static_cast<std::size_t>(k)], way);
        return x;
    }
    void orthogonalise(std::size_t k);
    void shorten(std::size_t k);
    void clip(const Vec<double, N>& place, Multiples& multiples) const;
    template <class Visit>
    bool descend(std::size_t level, const LatticeVector<N>& at, const Visit& visit);

    std::array<Vec<double, N>, N> units_;
    double radius_;  ///< of the cylinder, 1 and a little more for roundings
    std::array<LatticeVector<N>, N> basis_;
    std::size_t size_ = 0;
    std::array<Vec<double, N>, N> across_;  ///< of each basis vector, what those before it do not give
    std::array<double, N> per_square_{};    ///< of `across_`
    Vec<double, N> middle_;                 ///< of the flight, from the origin
    double visits_ = 0;
    bool goes_on_ = true;
};

template <int N>
void Lattice<N>::orthogonalise(std::size_t k) {
    Vec<double, N> rest = basis_[k].place;
    for (std::size_t j = 0; j < k; ++j) subtract(rest, inner(rest, across_[j]) * per_square_[j], across_[j]);
    across_[k] = rest;
    per_square_[k] = 1 / inner(rest, rest);
}

/// Whole multiples of those before it are taken off.
template <int N>
void Lattice<N>::shorten(std::size_t k) {
    for (std::size_t j = k; j-- > 0;) {
        const double times = nearest_integer(inner(basis_[k].place, across_[j]) * per_square_[j]);
        if (times == 0) continue;
        subtract(basis_[k].place, times, basis_[j].place);
        subtract(basis_[k].shift, times, basis_[j].shift);
    }
}

template <int N>
bool Lattice<N>::reduce() {
    if (size_ == 0) return true;
    orthogonalise(0);
    std::size_t k = 1;
    for (int swaps = 0; k < size_;) {
        shorten(k);
        for (const double x : basis_[k].shift.coordinates) {
            if (!(std::abs(x) <= kFarthestImage)) return false;
        }
        orthogonalise(k);
        const double along = inner(basis_[k].place, across_[k - 1]) * per_square_[k - 1];
        if (per_square_[k - 1] >= (kShorter - along * along) * per_square_[k]) {
            ++k;
            continue;
        }
        if (++swaps > kMostSwaps) return false;
        std::swap(basis_[k], basis_[k - 1]);
        orthogonalise(k - 1);
        k = std::max<std::size_t>(1, k - 1);
    }
    return true;
}

/// The multiples of the first basis vector that lead from a place into the cylinder.
template <int N>
void Lattice<N>::clip(const Vec<double, N>& place, Multiples& multiples) const {
    const Vec<double, N>& step = basis_[0].place;
    const auto between = [&](double x, double by) {
        if (by == 0 && std::abs(x) <= radius_) return;
        if (by == 0) return multiples.clear();
        const double half = radius_ / std::abs(by);
        multiples.meet(-x / by - half, -x / by + half);
    };
    between(place[N - 1], step[N - 1]);
    if constexpr (N == 2) {
        between(place[0], step[0]);
    } else {
        const double square = step[0] * step[0] + step[1] * step[1];
        const double past = place[0] * step[1] - place[1] * step[0];
        const double left = radius_ * radius_ * square - past * past;
        if (square == 0 && std::hypot(place[0], place[1]) <= radius_) return;
        if (!(left >= 0 && square > 0)) return multiples.clear();
        const double nearest = -(place[0] * step[0] + place[1] * step[1]) / square;
        const double half = std::sqrt(left) / square;
        multiples.meet(nearest - half, nearest + half);
    }
}

/// All multiples of one basis vector after another, from the last to the first, that may stay in the
/// cylinder: it reaches as far in the direction n as |n across| + |n along|.
template <int N>
template <class Visit>
bool Lattice<N>::descend(std::size_t level, const LatticeVector<N>& at, const Visit& visit) {
    if (level == 0) {
        goes_on_ = visit(at.shift);
        return true;
    }
    const LatticeVector<N>& one = basis_[level - 1];
    const Vec<double, N>& n = across_[level - 1];
    const double along = std::abs(n[N - 1]);
    const double extent = std::sqrt(std::max(1 / per_square_[level - 1] - along * along, 0.0)) + along;
    const double most = radius_ * (1 + 0x1p-40) * extent * per_square_[level - 1];
    const double middle = -inner(at.place, n) * per_square_[level - 1];
    Multiples multiples{std::ceil(middle - most), std::floor(middle + most)};
    if (level == 1) clip(at.place, multiples);
    if (!(multiples.last >= multiples.first)) return multiples.last < multiples.first;
    for (double times = multiples.first; times <= multiples.last && goes_on_; times += 1) {
        if (++visits_ > kMostVisits) return false;
        LatticeVector<N> next = at;
        subtract(next.place, -times, one.place);
        subtract(next.shift, -times, one.shift);
        if (!descend(level - 1, next, visit)) return false;
    }
    return true;
}

template <int N>
template <class Visit>
bool Lattice<N>::find(const Visit& visit) {
    // What no multiple can change: along axes without images.
    Vec<double, N> rest = middle_;
    for (std::size_t j = 0; j < size_; ++j)
        subtract(rest, inner(rest, across_[j]) * per_square_[j], across_[j]);
    if (inner(rest, rest) > 2 * radius_ * radius_) return true;
    return descend(size_, {{}, middle_}, visit);
}

/// Adds an image. False when it is the last that is looked for.
template <int N>
bool add(std::vector<Vec<double, N>>& images, const Vec<double, N>& image) {
    images.push_back(image);
    return images.size() < kMostNearImages;
}

template <int N>
bool find_in_space(const LongFlight<N>& flight, std::vector<Vec<double, N>>& images) {
    Lattice<N> lattice(flight);
    return lattice.reduce() && lattice.find([&](const Vec<double, N>& image) { return add(images, image); });
}

/// Two axes, and the third.
struct Plane {
    int axes[2];
    int third;
};

/// The plane in which a flight passes the fewest images, and how many are then looked at.
double choose_plane(const LongFlight<3>& flight, Plane& plane) {
    double least = HUGE_VAL;
    for (const Plane& one : {Plane{{0, 1}, 2}, Plane{{0, 2}, 1}, Plane{{1, 2}, 0}}) {
        const auto [i, j] = one.axes;
        const double speed = std::hypot(flight.w[i], flight.w[j]);
        const double third = flight.width[one.third];
        const double way = speed * flight.duration + 2 * flight.reach;
        const double images = 1 + 2 * flight.reach * way / (flight.width[i] * flight.width[j]);
        const double above = third > 0 ? std::abs(flight.w[one.third]) / speed * 2 * flight.reach / third : 0;
        if (!(images * (1 + above) < least)) continue;
        least = images * (1 + above);
        plane = one;
    }
    return least;
}

/// Those near in the plane first, and of these the ones near along the third axis meanwhile.
bool find_above(const LongFlight<3>& flight, const Plane& plane, std::vector<Vec<double, 3>>& images) {
    const int i = plane.axes[0];
    const int j = plane.axes[1];
    const int third = plane.third;
    const auto in_plane = [&](const Vec<double, 3>& x) { return Vec<double, 2>{{x[i], x[j]}}; };
    const LongFlight<2> flat{in_plane(flight.d), in_plane(flight.w), flight.duration, flight.reach,
                             in_plane(flight.width)};
    const double square = inner(flat.w, flat.w);
    const double reach = flight.reach * (1 + 2 * kPlaceRounding * kMostReaches);
    const double spread = std::abs(flight.w[third]) * (reach / std::sqrt(square));
    const double width = flight.width[third];
    Lattice<2> lattice(flat);
    return lattice.reduce() && lattice.find([&](const Vec<double, 2>& shift) {
        Vec<double, 2> d = flat.d;
        for (int k = 0; k < 2; ++k) d[k] += shift[k] * flat.width[k];
        const double nearest = std::clamp(-inner(d, flat.w) / square, 0.0, flat.duration);
        const double above = flight.d[third] + flight.w[third] * nearest;
        Vec<double, 3> image;
        image[i] = shift[0];
        image[j] = shift[1];
        if (!(width > 0)) return std::abs(above) > reach + spread || add(images, image);
        const double last = std::floor((reach + spread - above) / width);
        image[third] = std::ceil((-reach - spread - above) / width);
        for (; image[third] <= last; image[third] += 1) {
            if (!add(images, image)) return false;
        }
        return true;
    });
}

}  // namespace

template <int N>
bool near_images(const LongFlight<N>& flight, std::vector<Vec<double, N>>& images) {
    images.clear();
    if (!(flight.reach > 0 && reaches_of(flight) <= kMostReaches)) return false;
    if (!(inner(flight.w, flight.w) > 0x1p-900)) return false;
    bool found = false;
    Plane plane{{0, 1}, 2};
    if constexpr (N == 3) {
        const bool is_flat = choose_plane(flight, plane) <= kMostInPlane;
        found = is_flat ? find_above(flight, plane, images) : find_in_space(flight, images);
    } else {
        found = find_in_space(flight, images);
    }
    for (const Vec<double, N>& image : images) {
        for (const double x : image.coordinates) found = found && std::abs(x) <= kFarthestImage;
    }
    return found;
}

template bool near_images(const LongFlight<2>&, std::vector<Vec<double, 2>>&);
template bool near_images(const LongFlight<3>&, std::vector<Vec<double, 3>>&);

}  // namespace carom::proof

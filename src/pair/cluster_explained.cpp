#include "pair/cluster_explained.hpp"

#include <algorithm>
#include <cmath>

#include "pair/cluster_columns.hpp"

namespace carom::detail {
namespace {

/// Columns that differ by no more than this from a sum of others are one, and their difference is rounding.
constexpr double kSame = 0x1p-48;

/// Those that differ by more than this, and by little, push by far more than they change.
constexpr double kBlunt = 0x1p-40;

/// The part of a speed that may be taken from a ball that comes to rest, where something cannot move.
constexpr double kStopped = 0x1p-40;

/// More energy than this share is not gained by rounding in however many reflections.
constexpr double kGain = 0x1p-32;

template <int N>
bool obstacles_rest(const ContactGroup<N>& group) {
    return std::all_of(group.start.begin() + static_cast<std::ptrdiff_t>(group.movable), group.start.end(),
                       [](const Vec<double, N>& velocity) { return velocity == Vec<double, N>{}; });
}

/// Momenta over the roots of masses, all of length 1.
template <int N>
std::vector<std::vector<double>> pushes_of(const ContactGroup<N>& group) {
    std::vector<std::vector<double>> pushes;
    for (const ClusterContact<N>& contact : group.contacts) {
        std::vector<double>& push = pushes.emplace_back(N * group.movable, 0);
        const auto fill = [&](std::size_t body, double along) {
            if (body >= group.movable) return;
            for (int k = 0; k < N; ++k)
                push[N * body + static_cast<std::size_t>(k)] = along * contact.normal[k];
        };
        fill(contact.a, -std::sqrt(contact.share_a));
        fill(contact.b, std::sqrt(contact.share_b));
    }
    return pushes;
}

/// The sine of the angle between two, however small.
double sine(const std::vector<double>& x, const std::vector<double>& y) {
    double along = 0;
    for (std::size_t i = 0; i < x.size(); ++i) along += x[i] * y[i];
    double squared = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double apart = x[i] - along * y[i];
        squared += apart * apart;
    }
    return std::sqrt(squared);
}

/// All pushes, and the least share of one that those before it, or any other, do not give.
class Pushes {
public:
    explicit Pushes(const std::vector<std::vector<double>>& pushes) {
        for (std::size_t i = 0; i < pushes.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) note(sine(pushes[i], pushes[j]));
            if (columns_.append(pushes[i])) note(columns_.newest_share());
        }
    }

    ClusterColumns& columns() { return columns_; }
    double sharpness() const { return sharpness_; }

private:
    void note(double share) {
        if (share > kBlunt) sharpness_ = std::min(sharpness_, share);
    }

    ClusterColumns columns_{kSame};
    double sharpness_ = 1;
};

}  // namespace

template <int N>
bool is_explained(const ContactGroup<N>& group, const Velocities<N>& after, double rounding) {
    std::vector<double> change;
    double mass = 0;
    double energy = 0;
    double energy_after = 0;
    double stopped = 0;
    for (std::size_t i = 0; i < group.movable; ++i) {
        const double root = 1 / std::sqrt(group.inverse_mass[i]);
        for (int k = 0; k < N; ++k) change.push_back(root * (after[i][k] - group.start[i][k]));
        mass += root * root;
        energy += root * root * dot(group.start[i], group.start[i]);
        energy_after += root * root * dot(after[i], after[i]);
        stopped += after[i] == Vec<double, N>{} ? 1 : 0;
    }
    double fastest = 0;
    for (const Vec<double, N>& velocity : group.start) fastest = std::max(fastest, largest(velocity));
    const bool is_free = group.start.size() == group.movable;
    if (obstacles_rest(group) && energy_after > energy * (1 + kGain + rounding)) return false;
    Pushes pushes(pushes_of(group));
    const double left = pushes.columns().left_of(change);
    double terms = 0;
    for (const double push : pushes.columns().combination()) terms += std::fabs(push);
    const double taken = is_free ? 0 : kStopped * std::sqrt(energy * stopped);
    return left <= rounding * (fastest * std::sqrt(mass) / pushes.sharpness() + terms) + taken;
}

template bool is_explained(const ContactGroup<2>&, const Velocities<2>&, double);
template bool is_explained(const ContactGroup<3>&, const Velocities<3>&, double);

}  // namespace carom::detail

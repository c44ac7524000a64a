#include "frame/step_group.hpp"

namespace carom::detail {
namespace {

/// Over all contacts, to find which of them pushed.
constexpr int kRoundsOfPushes = 16;

/// Of the threshold of restitution: what contacts may still close by when they are held.
constexpr double kHeld = 0x1p-20;

/// The same: what moves less than this on a support comes to rest.
constexpr double kRest = 0x1p-14;
/// The same in roundings of a place.
constexpr double kRestInPlaces = 16;

template <int N>
Vec<double, N> seen_with(const Vec<double, N>& signs, const Vec<double, N>& x) {
    return generate<double, N>([&](int k) { return signs[k] * x[k]; });
}

}  // namespace

template <int N>
void StepGroup<N>::collect(std::span<const StepContact<N>> contacts) {
    members_.clear();
    for (const StepContact<N>& contact : contacts) {
        members_.push_back(contact.a);
        if (contact.is_pair()) members_.push_back(contact.b);
    }
    std::sort(members_.begin(), members_.end());
    members_.erase(std::unique(members_.begin(), members_.end()), members_.end());
}

/// The side on which the places stand farther from the middle of all; 0 where both sides are alike.
template <int N>
double StepGroup<N>::side_of_places(int axis) {
    along_.clear();
    for (const std::uint32_t i : members_) along_.push_back(bodies_[i].center_at(now_)[axis]);
    std::sort(along_.begin(), along_.end());
    const double middle = 0.5 * along_.front() + 0.5 * along_.back();
    for (std::size_t i = 0, j = along_.size() - 1; i < j; ++i, --j) {
        const double below = middle - along_[i];
        const double above = along_[j] - middle;
        if (below != above) return above > below ? 1 : -1;
    }
    return 0;
}

/// For each axis the side to which the velocities go farther, else that of the places; 0 where both are
/// alike.
template <int N>
auto StepGroup<N>::signs() -> Signs {
    Signs most, least;
    for (const std::uint32_t i : members_) {
        const Vec<double, N> v = bodies_[i].displacement();
        for (int k = 0; k < N; ++k) {
            most[k] = std::max(most[k], v[k]);
            least[k] = std::min(least[k], v[k]);
        }
    }
    return generate<double, N>([&](int k) {
        const double more = most[k] + least[k];
        return more > 0 ? 1.0 : more < 0 ? -1.0 : side_of_places(k);
    });
}

/// Bodies in a mirror, in the order of their places there.
template <int N>
void StepGroup<N>::see(const Signs& signs) {
    const std::size_t size = members_.size();
    const auto key = [&](std::uint32_t member) {
        const StepBody<N>& body = bodies_[members_[member]];
        return std::tuple(seen_with(signs, body.center_at(now_)).coordinates,
                          seen_with(signs, body.displacement()).coordinates, body.radius,
                          body.inverse_mass());
    };
    order_.resize(size);
    place_.resize(size);
    for (std::uint32_t i = 0; i < size; ++i) order_[i] = i;
    std::sort(order_.begin(), order_.end(), [&](auto i, auto j) { return key(i) < key(j); });
    for (std::uint32_t i = 0; i < size; ++i) place_[order_[i]] = i;
    seen_.clear();
    const StepBody<N>& first = bodies_[members_[order_[0]]];
    for (const std::uint32_t i : order_) {
        const StepBody<N>& body = bodies_[members_[i]];
        seen_.push_back({seen_with(signs, between(first, body, now_)), seen_with(signs, body.displacement()),
                         body.inverse_mass()});
    }
}

template <int N>
bool StepGroup<N>::reflect(const Signs& signs) {
    pairs_.clear();
    walls_.clear();
    for (const StepContact<N>& contact : contacts_) {
        const std::uint32_t a = place_[member(contact.a)];
        if (contact.is_pair()) {
            pairs_.push_back({a, place_[member(contact.b)]});
        } else {
            walls_.push_back({a, {seen_with(signs, -contact.toward), 0}});
        }
    }
    auto after = bounce_cluster(Cluster<double, N>{seen_, pairs_, walls_}, *restitution_);
    if (!after || after->end == ClusterEnd::squeezed) return false;
    seen_after_ = std::move(after->velocities);
    return true;
}

template <int N>
bool StepGroup<N>::hold(const Signs& signs) {
    resting_.clear();
    double slowest = std::numeric_limits<double>::infinity();
    for (std::size_t c = 0; c < contacts_.size(); ++c) {
        const StepContact<N>& contact = contacts_[c];
        const double slow = slow_of(bodies_, contact);
        slowest = std::min(slowest, slow);
        const double most = std::max(0.0, contact.gap - kRestingGap * slow) / (1 - now_);
        const std::uint32_t a = place_[member(contact.a)];
        const Vec<double, N> normal = seen_with(signs, contact.toward);
        const std::uint32_t b = contact.is_pair() ? place_[member(contact.b)] : RestingContact<N>::kWall;
        resting_.push_back(a < b ? RestingContact<N>{a, b, normal, most, c}
                                 : RestingContact<N>{b, a, -normal, most, c});
    }
    std::sort(resting_.begin(), resting_.end(), [](const auto& x, const auto& y) {
        return std::tie(x.a, x.b, x.normal.coordinates, x.most) <
               std::tie(y.a, y.b, y.normal.coordinates, y.most);
    });
    if (!holder_.solve(seen_, resting_, kHeld * slowest)) return false;
    for (std::size_t k = 0; k < resting_.size(); ++k) pushes_[resting_[k].number] += holder_.push(k);
    seen_after_.clear();
    for (std::size_t i = 0; i < seen_.size(); ++i) seen_after_.push_back(holder_.velocity(i));
    double rounding = 0;
    for (const std::uint32_t i : members_) rounding = std::max(rounding, bodies_[i].rounding);
    if (comes_to_rest(std::max(kRest * slowest, kRestInPlaces * rounding)))
        seen_after_.assign(seen_.size(), {});
    return true;
}

/// Is something here that nothing moves, and does all else move less?
template <int N>
bool StepGroup<N>::comes_to_rest(double speed) const {
    const auto is_wall = [](const auto& contact) { return contact.b == RestingContact<N>::kWall; };
    bool is_on_something = std::any_of(resting_.begin(), resting_.end(), is_wall);
    for (std::size_t i = 0; i < seen_.size(); ++i) {
        if (largest(seen_after_[i]) > speed) return false;
        is_on_something |= !(seen_[i].inverse_mass > 0) && !(largest(seen_after_[i]) > 0);
    }
    return is_on_something;
}

template <int N>
bool StepGroup<N>::solve_seen(const Signs& signs, std::vector<Vec<double, N>>& velocities) {
    see(signs);
    if (!(restitution_ ? reflect(signs) : hold(signs))) return false;
    velocities.clear();
    for (const std::uint32_t place : place_) velocities.push_back(seen_with(signs, seen_after_[place]));
    return true;
}

/// Where nothing tells an axis from its mirror image, both count the same.
template <int N>
bool StepGroup<N>::average(Signs signs, int axis, std::vector<Vec<double, N>>& velocities) {
    while (axis < N && signs[axis] != 0) ++axis;
    if (axis == N) return solve_seen(signs, velocities);
    std::vector<Vec<double, N>> other;
    signs[axis] = 1;
    if (!average(signs, axis + 1, velocities)) return false;
    signs[axis] = -1;
    if (!average(signs, axis + 1, other)) return false;
    for (std::size_t i = 0; i < other.size(); ++i) {
        velocities[i] =
            generate<double, N>([&](int k) { return 0.5 * velocities[i][k] + 0.5 * other[i][k]; });
    }
    return true;
}

/// From the change of the velocities to pushes that are not negative, one contact after another.
template <int N>
void StepGroup<N>::find_pushes() {
    unexplained_.clear();
    for (std::size_t m = 0; m < members_.size(); ++m) {
        unexplained_.push_back(velocities_[m] - bodies_[members_[m]].displacement());
    }
    for (int round = 0; round < kRoundsOfPushes; ++round) {
        for (std::size_t c = 0; c < contacts_.size(); ++c) explain(c);
    }
}

template <int N>
void StepGroup<N>::explain(std::size_t contact) {
    const StepContact<N>& at = contacts_[contact];
    Vec<double, N>& a = unexplained_[member(at.a)];
    double left = -dot(at.toward, a);
    double share_a = 1;
    if (at.is_pair()) {
        const double mass_a = bodies_[at.a].inverse_mass();
        const double mass_b = bodies_[at.b].inverse_mass();
        if (!(mass_a > 0) && !(mass_b > 0)) return;
        share_a = mass_a / (mass_a + mass_b);
        left = left + dot(at.toward, unexplained_[member(at.b)]);
    }
    const double more = std::max(left, -pushes_[contact]);
    pushes_[contact] += more;
    a = a + (share_a * more) * at.toward;
    if (!at.is_pair()) return;
    Vec<double, N>& b = unexplained_[member(at.b)];
    b = b - ((1 - share_a) * more) * at.toward;
}

template <int N>
bool StepGroup<N>::solve(std::span<const StepBody<N>> bodies, std::span<const StepContact<N>> contacts,
                         double now, double restitution) {
    restitution_ = restitution;
    return solve(bodies, contacts, now);
}

template <int N>
bool StepGroup<N>::solve_resting(std::span<const StepBody<N>> bodies,
                                 std::span<const StepContact<N>> contacts, double now) {
    restitution_.reset();
    return solve(bodies, contacts, now);
}

template <int N>
bool StepGroup<N>::solve(std::span<const StepBody<N>> bodies, std::span<const StepContact<N>> contacts,
                         double now) {
    bodies_ = bodies;
    contacts_ = contacts;
    now_ = now;
    collect(contacts);
    pushes_.assign(contacts.size(), 0);
    if (!average(signs(), 0, velocities_)) return false;
    if (restitution_) find_pushes();
    most_ = *std::max_element(pushes_.begin(), pushes_.end());
    return true;
}

template <int N>
std::size_t StepGroup<N>::bytes() const {
    return (members_.capacity() + order_.capacity() + place_.capacity()) * sizeof(std::uint32_t) +
           (velocities_.capacity() + unexplained_.capacity()) * sizeof(Vec<double, N>) +
           seen_after_.capacity() * sizeof(Vec<double, N>) + resting_.capacity() * sizeof(RestingContact<N>) +
           holder_.bytes() + (along_.capacity() + pushes_.capacity()) * sizeof(double) +
           seen_.capacity() * sizeof(Body<double, N>) + pairs_.capacity() * sizeof(TouchingPair) +
           walls_.capacity() * sizeof(TouchingWall<double, N>);
}

template class StepGroup<2>;
template class StepGroup<3>;

}  // namespace carom::detail

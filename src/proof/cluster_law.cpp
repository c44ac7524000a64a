#include "proof/cluster_law.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

#include "proof/nearest_point.hpp"

namespace carom::proof {
namespace {

/// The law's numbers (docs/math/cluster_bounce.md): a contact closes when it does so by more than this share
/// of the speeds of its balls; after so many reflections it asks whether they will end; after so many they
/// stop.
constexpr double kCloses = 0x1p-40;
constexpr double kAskAfter = 16;
constexpr double kMostReflections = 0x1p20;

/// More reflections are not followed.
constexpr double kMostFollowed = 0x1p12;

/// What is nearer to a limit of the law than by this factor, rounding may decide.
constexpr double kNear = 4;

/// Rounding of a reflection, as a share of the speeds and pushes of all balls whose contacts are reflected
/// together.
constexpr double kReflectionRounding = 0x1p-48;

/// A motion that parts all contacts is there when it does so up to the first share, and not beyond the second
/// one.
constexpr double kParts = 0x1p-40;
constexpr double kPartsNot = 0x1p-20;

using Column = NearestPoint::Column;

/// Velocities times the roots of the masses, one after the other: there, pushes that are independent are at
/// right angles. Speeds and masses are brought to about 1.
template <int N>
class Law {
    using Question = LawQuestion<N>;

public:
    explicit Law(const Question& question);

    LawAnswer<N> answer();

private:
    double speed(const Column& x, std::size_t ball, const Vec<double, N>& against) const;
    double root(std::size_t ball) const { return roots_[ball]; }
    /// Where its numbers begin in a column.
    static std::ptrdiff_t at(std::size_t ball) { return static_cast<std::ptrdiff_t>(ball * N); }
    void find_frame();
    std::vector<std::size_t> closing();
    void come_to_rest(Column& x);
    std::vector<std::vector<std::size_t>> independent(const std::vector<std::size_t>& set) const;
    std::vector<std::size_t> balls_of(const std::vector<std::size_t>& set) const;
    void reflect(const std::vector<std::size_t>& set, Column& x);
    void reflect_part(const std::vector<std::size_t>& set, Column& x);
    bool will_end();
    void elastic();
    double distance(std::size_t contact, const Column& x) const;
    double parting(std::size_t contact) const;
    bool has_ball_at_rest(std::size_t contact) const;
    double speeds(std::size_t contact, const std::vector<double>& of) const;

    const Question& question_;
    double fastest_ = 0;
    double heaviest_ = 0;
    std::vector<double> roots_;  // of the masses
    std::vector<double> sizes_;  // of the columns before they were brought to length 1
    std::vector<NearestPoint::Bound> bounds_;
    std::vector<std::size_t> all_;
    Column start_;
    Column now_;
    Vec<double, N> frame_;          // velocity that speeds are measured against
    std::vector<double> greatest_;  // speed that each ball has had
    std::vector<double> unsure_;    // of each ball's speed: rounding of the reflections
    bool is_held_ = false;          // by something fixed
    LawAnswer<N> answer_;
};

template <int N>
Law<N>::Law(const Question& question) : question_(question) {
    for (const Vec<double, N>& v : question.before) {
        for (int k = 0; k < N; ++k) fastest_ = std::max(fastest_, std::fabs(v[k]));
    }
    heaviest_ = *std::max_element(question.mass.begin(), question.mass.end());
    for (std::size_t i = 0; i < question.mass.size(); ++i) {
        roots_.push_back(std::sqrt(question.mass[i] / heaviest_));
        for (int k = 0; k < N; ++k) start_.push_back(root(i) * (question.before[i][k] / fastest_));
    }
    for (const typename Question::LawContact& contact : question.contacts) {
        const bool is_pair = contact.b != kFixed;
        is_held_ = is_held_ || !is_pair;
        const double size =
            is_pair ? std::hypot(1 / root(contact.a), 1 / root(contact.b)) : 1 / root(contact.a);
        NearestPoint::Bound bound{Column(start_.size()), contact.moves / fastest_ / size};
        for (int k = 0; k < N; ++k) {
            const auto at = static_cast<std::size_t>(k);
            bound.c[contact.a * N + at] = -contact.normal[k] / root(contact.a) / size;
            if (is_pair) bound.c[contact.b * N + at] = contact.normal[k] / root(contact.b) / size;
        }
        sizes_.push_back(size);
        bounds_.push_back(std::move(bound));
    }
    all_.resize(bounds_.size());
    std::iota(all_.begin(), all_.end(), std::size_t{0});
    now_ = start_;
    greatest_.resize(roots_.size());
    unsure_.resize(roots_.size());
    find_frame();
}

/// The largest component of a ball's velocity against another one.
template <int N>
double Law<N>::speed(const Column& x, std::size_t ball, const Vec<double, N>& against) const {
    double result = 0;
    for (int k = 0; k < N; ++k) {
        const double v = x[ball * N + static_cast<std::size_t>(k)] / root(ball);
        result = std::max(result, std::fabs(v - against[k]));
    }
    return result;
}

/// That of the centre of mass, where nothing fixed holds the balls.
template <int N>
void Law<N>::find_frame() {
    if (is_held_) return;
    double mass = 0;
    for (std::size_t i = 0; i < roots_.size(); ++i) {
        mass += root(i) * root(i);
        for (int k = 0; k < N; ++k) frame_[k] += root(i) * start_[i * N + static_cast<std::size_t>(k)];
    }
    for (int k = 0; k < N; ++k) frame_[k] /= mass;
}

/// Of velocities from the bound beyond which the contact closes.
template <int N>
double Law<N>::distance(std::size_t contact, const Column& x) const {
    const NearestPoint::Bound& bound = bounds_[contact];
    return std::inner_product(x.begin(), x.end(), bound.c.begin(), 0.0) + bound.d;
}

/// At which the distance grows.
template <int N>
double Law<N>::parting(std::size_t contact) const {
    return sizes_[contact] * distance(contact, now_);
}

/// One that has never moved. When a contact that closes comes to rest without a push, rounding may push it
/// all the same, and the law's limits are shares of a ball's own speeds: it may then be reflected to and fro.
template <int N>
bool Law<N>::has_ball_at_rest(std::size_t contact) const {
    const typename Question::LawContact& balls = question_.contacts[contact];
    return greatest_[balls.a] < kParts || (balls.b != kFixed && greatest_[balls.b] < kParts);
}

template <int N>
double Law<N>::speeds(std::size_t contact, const std::vector<double>& of) const {
    const typename Question::LawContact& balls = question_.contacts[contact];
    return of[balls.a] + (balls.b == kFixed ? 0 : of[balls.b]);
}

template <int N>
std::vector<std::size_t> Law<N>::closing() {
    std::vector<double> present;
    for (std::size_t i = 0; i < roots_.size(); ++i) {
        present.push_back(speed(now_, i, {}));
        greatest_[i] = std::max(greatest_[i], speed(now_, i, frame_));
    }
    std::vector<std::size_t> result;
    for (const std::size_t i : all_) {
        const double rounding = 2 * question_.tilt * speeds(i, present) + speeds(i, unsure_);
        const double least = kCloses * speeds(i, greatest_);
        const double most = least + question_.blur * speeds(i, greatest_) + 0x1p-49 * speeds(i, present);
        const double closes = -parting(i);
        if (closes > least / kNear - rounding && closes < most * kNear + rounding)
            answer_.is_determined = false;
        if (closes > least) result.push_back(i);
    }
    return result;
}

/// The nearest velocities at which no contact closes. The second time takes away what rounding left.
template <int N>
void Law<N>::come_to_rest(Column& x) {
    NearestPoint nearest(bounds_);
    for (int times = 0; times < 2; ++times) {
        nearest.solve(all_, x);
        answer_.pushes += nearest.pushes();
    }
}

/// Sets of these contacts that have no ball in common: each is as exact as its own speeds, however fast the
/// others are.
template <int N>
std::vector<std::vector<std::size_t>> Law<N>::independent(const std::vector<std::size_t>& set) const {
    std::vector<std::size_t> group(roots_.size());
    std::iota(group.begin(), group.end(), std::size_t{0});
    for (const std::size_t i : set) {
        const typename Question::LawContact& balls = question_.contacts[i];
        if (balls.b == kFixed) continue;
        const std::size_t gone = group[balls.b];
        std::replace(group.begin(), group.end(), gone, group[balls.a]);
    }
    std::vector<std::vector<std::size_t>> parts(roots_.size());
    for (const std::size_t i : set) parts[group[question_.contacts[i].a]].push_back(i);
    std::erase_if(parts, [](const std::vector<std::size_t>& part) { return part.empty(); });
    return parts;
}

template <int N>
std::vector<std::size_t> Law<N>::balls_of(const std::vector<std::size_t>& set) const {
    std::vector<std::size_t> balls;
    for (const std::size_t i : set) {
        balls.push_back(question_.contacts[i].a);
        if (question_.contacts[i].b != kFixed) balls.push_back(question_.contacts[i].b);
    }
    std::sort(balls.begin(), balls.end());
    balls.erase(std::unique(balls.begin(), balls.end()), balls.end());
    return balls;
}

template <int N>
void Law<N>::reflect(const std::vector<std::size_t>& set, Column& x) {
    for (const std::vector<std::size_t>& part : independent(set)) reflect_part(part, x);
    answer_.reflections += 1;
}

template <int N>
void Law<N>::reflect_part(const std::vector<std::size_t>& set, Column& x) {
    const std::vector<std::size_t> balls = balls_of(set);
    Column here(x.size());
    for (const std::size_t ball : balls) std::copy_n(x.begin() + at(ball), N, here.begin() + at(ball));
    NearestPoint nearest(bounds_);
    Column there = here;
    nearest.solve(set, there);
    answer_.pushes += 2 * nearest.pushes();
    const double length = std::sqrt(std::inner_product(here.begin(), here.end(), here.begin(), 0.0));
    const double rounding = kReflectionRounding * (length + 2 * nearest.pushes());
    for (const std::size_t ball : balls) unsure_[ball] += rounding / root(ball);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += 2 * (there[i] - here[i]);
    const bool is_even = std::any_of(set.begin(), set.end(), [&](std::size_t i) {
        return !nearest.is_active(i) && has_ball_at_rest(i) && std::fabs(distance(i, there)) < kParts;
    });
    if (is_even) answer_.is_determined = false;
}

/// Reflections end when some motion parts all contacts, soon enough, and so that rounding does not spoil it.
template <int N>
bool Law<N>::will_end() {
    std::vector<NearestPoint::Bound> bounds = bounds_;
    for (NearestPoint::Bound& bound : bounds) bound.d = -1;
    Column motion(start_.size());
    NearestPoint nearest(bounds);
    nearest.solve(all_, motion);
    if (nearest.outside() > kPartsNot) return false;
    const double least = std::sqrt(std::inner_product(motion.begin(), motion.end(), motion.begin(), 0.0));
    const double reflections = std::numbers::pi / 2 * least / kMostReflections;
    const double spoilt = is_held_ ? least * question_.blur : 0;
    const double nearness = std::max(reflections, spoilt);
    if (nearest.outside() > kParts || (nearness > 1 / kNear && nearness < kNear))
        answer_.is_determined = false;
    return nearness <= 1;
}

template <int N>
void Law<N>::elastic() {
    for (std::vector<std::size_t> set = closing(); !set.empty(); set = closing()) {
        const bool asks = answer_.reflections == kAskAfter;
        // The limits of what follows are of the engine's rounding.
        if (asks) answer_.is_determined = false;
        if (answer_.reflections == kMostFollowed) return;
        if (!asks || will_end()) {
            reflect(set, now_);
            continue;
        }
        Column before = std::exchange(now_, start_);
        reflect(all_, now_);
        if (!closing().empty()) now_ = std::move(before);
        return;
    }
}

template <int N>
LawAnswer<N> Law<N>::answer() {
    const double e = question_.restitution;
    if (e > 0) elastic();
    come_to_rest(now_);
    if (e > 0 && e < 1) {
        Column inelastic = start_;
        come_to_rest(inelastic);
        for (std::size_t i = 0; i < now_.size(); ++i)
            now_[i] = start_[i] + (e * (now_[i] - start_[i]) + (1 - e) * (inelastic[i] - start_[i]));
        come_to_rest(now_);
    }
    answer_.after.resize(roots_.size());
    for (std::size_t i = 0; i < now_.size(); ++i)
        answer_.after[i / N][static_cast<int>(i % N)] = fastest_ * (now_[i] / root(i / N));
    answer_.pushes *= fastest_ * std::sqrt(heaviest_);
    return std::move(answer_);
}

}  // namespace

template <int N>
LawAnswer<N> law_of_clusters(const LawQuestion<N>& question) {
    return Law<N>(question).answer();
}

template LawAnswer<2> law_of_clusters(const LawQuestion<2>&);
template LawAnswer<3> law_of_clusters(const LawQuestion<3>&);

}  // namespace carom::proof

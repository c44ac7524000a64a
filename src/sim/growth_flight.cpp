#include "sim/growth_flight.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/prefetch.hpp"
#include "sim/growing_pair.hpp"
#include "sim/side_of.hpp"

namespace carom::detail {
namespace {

/// What shells keep in hand for the rounding of positions, which are below 1.
constexpr double kSlack = 0x1p-44;

/// Shells are so thick that about so many balls are in reach, but no thinner than this part of the mean
/// radius.
template <int N>
constexpr double kNeighbours = N == 3 ? 10 : 7;
constexpr double kThinnest = 0.125;

/// They may lose this part of the thinnest to growth before all are made anew.
constexpr double kWorn = 0.25;

/// Events a bucket of the calendar holds when it comes up.
constexpr double kBucketEvents = 4;

/// Volume of the ball of radius 1.
template <int N>
constexpr double kUnitBall = N == 2 ? 3.14159265358979323846 : 4.18879020478639098461;

}  // namespace

template <int N>
GrowthFlight<N>::GrowthFlight(const GrowthBox<N>& box, PageVector<Grower<N>> balls, double part,
                              const std::function<bool()>& go_on)
    : box_(box), balls_(std::move(balls)), part_(part), patience_(go_on) {
    pending_.resize(balls_.size());
    shells_.resize(balls_.size());
    places_.resize(balls_.size());
    for (const Grower<N>& ball : balls_) {
        mean_radius_ += ball.radius;
        largest_radius_ = std::max(largest_radius_, ball.radius);
    }
    mean_radius_ /= static_cast<double>(balls_.size());
}

template <int N>
double GrowthFlight<N>::squared_speeds() const {
    double sum = 0;
    for (const Grower<N>& ball : balls_) sum += dot(ball.velocity, ball.velocity);
    return sum;
}

template <int N>
double GrowthFlight<N>::longest_flight(double rate) const {
    return kWorn * spare_ / (largest_radius_ * rate);
}

template <int N>
void GrowthFlight<N>::set_out(double velocity_factor, double rate) {
    for (std::uint32_t i = 0; i < balls_.size(); ++i) {
        Grower<N>& ball = balls_[i];
        advance(ball);
        ball.time = 0;
        ball.velocity = velocity_factor * ball.velocity;
    }
    if (events_ > 0) usual_wait_ = now_ / static_cast<double>(events_) / velocity_factor;
    part_ = part();
    now_ = 0;
    rate_ = rate;
    collisions_ = impacts_ = events_ = 0;
    virial_ = 0;
    if (listed_part_ < 0 || (part_ - listed_part_) * largest_radius_ > kWorn * spare_ || grid_.is_crowded())
        list_all();
    for (std::uint32_t i = 0; i < balls_.size() && !patience_.ends(); ++i) set_exit(i);
    make_calendar();
    for (std::uint32_t i = 0; i < balls_.size() && !patience_.ends(); ++i) foresee(i);
}

template <int N>
void GrowthFlight<N>::make_calendar() {
    const auto balls = static_cast<double>(balls_.size());
    const double wait = usual_wait_ > 0 ? usual_wait_ : thickness() / balls;
    int exponent = 0;
    std::frexp(kBucketEvents * wait, &exponent);
    clock_ = Clock(std::ldexp(1.0, std::clamp(exponent, -900, 0)));
    calendar_.reset(clock_, {}, 0, balls_.size(), true);
}

/// Of the usual shell.
template <int N>
double GrowthFlight<N>::thickness() const {
    double room = kNeighbours<N> / kUnitBall<N> / static_cast<double>(balls_.size());
    for (int k = 0; k < N; ++k) room *= 2 * box_.half[k];
    const double radius = part_ * mean_radius_;
    return std::max(side_of<N>(room) / 2 - radius, kThinnest * mean_radius_);
}

/// New cells, shells and lists.
template <int N>
void GrowthFlight<N>::list_all() {
    double most = HUGE_VAL;  // of a reach: further, a ball may meet two images of another in one direction
    GridSpace<N> domain;
    for (int k = 0; k < N; ++k) {
        domain.lower[k] = static_cast<float>(-box_.half[k]);
        domain.upper[k] = static_cast<float>(box_.half[k]);
        domain.period[k] = static_cast<float>(box_.period[k]);
        domain.spread[k] = 2 * domain.upper[k];
        if (box_.period[k] > 0) most = std::min(most, box_.period[k] / 2 * (1 - 0x1p-10));
    }
    const double usual = thickness();
    spare_ = HUGE_VAL;
    std::vector<float> reaches(balls_.size());
    for (std::size_t i = 0; i < balls_.size(); ++i) {
        const double radius = part_ * balls_[i].radius;
        shells_[i].reach = reaches[i] = static_cast<float>(std::min(radius + usual, most));
        spare_ = std::min(spare_, static_cast<double>(reaches[i]) - radius);
    }
    listed_part_ = part_;
    grid_.reset(domain, reaches);
    lists_.reset(balls_.size());
    for (std::uint32_t i = 0; i < balls_.size() && !patience_.ends(); ++i) {
        wrap(i);
        center_shell(i);
        list(i);
        places_[i] = grid_.insert(i, shells_[i]);
    }
}

template <int N>
void GrowthFlight<N>::center_shell(std::uint32_t ball) {
    for (int k = 0; k < N; ++k) shells_[ball].center[k] = static_cast<float>(balls_[ball].position[k]);
}

/// The shells in the grid that touch this one, which is not in it.
template <int N>
void GrowthFlight<N>::find(const Shell<N>& shell) {
    found_.clear();
    grid_.find_near(shell, found_);
    std::erase_if(found_, [&](Entry entry) {
        const Shell<N>& other = shells_[place_of(entry)];
        Vec<double, N> d;
        for (int k = 0; k < N; ++k) {
            d[k] = static_cast<double>(other.center[k]) - static_cast<double>(shell.center[k]) +
                   image_of(entry, k) * box_.period[k];
        }
        const double reach = static_cast<double>(shell.reach) + static_cast<double>(other.reach);
        return dot(d, d) > reach * reach;
    });
}

/// Lists a ball whose shell is not in the grid, which nobody else lists.
template <int N>
void GrowthFlight<N>::list(std::uint32_t ball) {
    find(shells_[ball]);
    for (const Entry entry : found_) lists_.add(place_of(entry), reversed<N>(entry, ball));
    lists_.assign(ball, found_);
}

template <int N>
void GrowthFlight<N>::relist(std::uint32_t ball) {
    center_shell(ball);
    const typename ShellGrid<N>::Moved moved = grid_.remove(places_[ball]);
    if (moved.ball != ShellGrid<N>::kNobody) places_[moved.ball].slot = moved.slot;
    const std::span<const Entry> listed = lists_.of(ball, list_scratch_);
    before_.assign(listed.begin(), listed.end());
    find(shells_[ball]);
    places_[ball] = grid_.insert(ball, shells_[ball]);
    const auto has = [](const std::vector<Entry>& entries, Entry entry) {
        return std::find(entries.begin(), entries.end(), entry) != entries.end();
    };
    for (const Entry entry : before_) {
        if (!has(found_, entry)) lists_.remove(place_of(entry), reversed<N>(entry, ball));
    }
    for (const Entry entry : found_) {
        if (!has(before_, entry)) lists_.add(place_of(entry), reversed<N>(entry, ball));
    }
    lists_.assign(ball, found_);
}

template <int N>
void GrowthFlight<N>::fly(double until, std::uint64_t impacts) {
    const std::uint64_t last = impacts_ + impacts;
    const auto time = [this](std::uint32_t ball) { return time_of(ball); };
    const auto rank = [this](std::uint32_t ball) { return EventRank{time_of(ball), true, ball}; };
    const auto ahead = [this](std::int64_t step, std::uint32_t ball) {
        prefetch_line(step > 2 ? static_cast<const void*>(&balls_[ball]) : lists_.line(ball));
    };
    while (impacts_ < last && !patience_.ends()) {
        const std::uint32_t ball = calendar_.take(time, rank, ahead);
        if (ball == Calendar::kNobody || pending_[ball].time > until) {
            if (ball != Calendar::kNobody) calendar_.schedule(ball, time_of(ball));
            now_ = until;
            return;
        }
        now_ = pending_[ball].time;
        ++events_;
        happen(ball);
    }
}

template <int N>
void GrowthFlight<N>::happen(std::uint32_t ball) {
    const GrowthEvent& next = pending_[ball];
    if (next.entry == kExit) {
        rebuild_list(ball);
    } else if (place_of(next.entry) >= first_face()) {
        bounce(ball, place_of(next.entry) - first_face());
    } else if (pending_[place_of(next.entry)].turn == next.partner_turn) {
        collide(ball, next.entry);
    } else {
        foresee(ball);
    }
}

template <int N>
void GrowthFlight<N>::advance(Grower<N>& ball) const {
    ball.position = ball.position + (now_ - ball.time) * ball.velocity;
    ball.time = now_;
}

/// Into the box; that is a turn, since others foresee the ball where it was.
template <int N>
void GrowthFlight<N>::wrap(std::uint32_t ball) {
    Vec<double, N>& x = balls_[ball].position;
    bool crossed = false;
    for (int k = 0; k < N; ++k) {
        if (box_.period[k] == 0) continue;
        const double crossings = std::floor((x[k] + box_.half[k]) / box_.period[k]);
        crossed = crossed || crossings != 0;
        x[k] -= crossings * box_.period[k];
    }
    if (crossed) ++pending_[ball].turn;
}

template <int N>
void GrowthFlight<N>::rebuild_list(std::uint32_t ball) {
    advance(balls_[ball]);
    wrap(ball);
    relist(ball);
    set_exit(ball);
    foresee(ball);
}

/// The normal speed turns round, and grows so that the balls part faster than they grow.
template <int N>
void GrowthFlight<N>::collide(std::uint32_t ball, Entry entry) {
    const std::uint32_t partner = place_of(entry);
    Grower<N>& a = balls_[ball];
    Grower<N>& b = balls_[partner];
    advance(a);
    advance(b);
    Vec<double, N> d = b.position - a.position;
    for (int k = 0; k < N; ++k) d[k] += image_of(entry, k) * box_.period[k];
    const double distance = length(d);
    const Vec<double, N> normal = (1 / distance) * d;
    const double impulse = rate_ * (a.radius + b.radius) - dot(b.velocity - a.velocity, normal);
    if (impulse > 0) {
        a.velocity = a.velocity - impulse * normal;
        b.velocity = b.velocity + impulse * normal;
        virial_ += impulse * distance;
    }
    ++collisions_;
    ++impacts_;
    for (const std::uint32_t one : {ball, partner}) {
        ++pending_[one].turn;
        set_exit(one);
    }
    foresee(ball);
    foresee(partner);
}

template <int N>
void GrowthFlight<N>::bounce(std::uint32_t ball, std::uint32_t face) {
    Grower<N>& self = balls_[ball];
    advance(self);
    const auto axis = static_cast<int>(face / 2);
    const double inward = face % 2 == 0 ? 1 : -1;
    const double growth = rate_ * self.radius;
    const double impulse = 2 * (growth - inward * self.velocity[axis]);
    self.velocity[axis] += inward * impulse;
    virial_ += impulse * part() * self.radius;
    ++impacts_;
    ++pending_[ball].turn;
    set_exit(ball);
    foresee(ball);
}

/// From where the ball is now.
template <int N>
void GrowthFlight<N>::set_exit(std::uint32_t ball) {
    const Grower<N>& self = balls_[ball];
    const Shell<N>& shell = shells_[ball];
    Vec<double, N> off;
    for (int k = 0; k < N; ++k) off[k] = self.position[k] - static_cast<double>(shell.center[k]);
    const double thickness = static_cast<double>(shell.reach) - part() * self.radius - kSlack;
    pending_[ball].exit = now_ + time_to_leave(off, self.velocity, thickness, rate_ * self.radius);
}

template <int N>
void GrowthFlight<N>::foresee_faces(const Grower<N>& self, const Vec<double, N>& at,
                                    GrowthEvent& next) const {
    const double growth = rate_ * self.radius;
    const double radius = part() * self.radius;
    for (int k = 0; k < N; ++k) {
        if (box_.period[k] > 0) continue;
        const double speed = self.velocity[k];
        const double below = now_ + time_to_close(box_.half[k] + at[k] - radius, growth - speed);
        const double above = now_ + time_to_close(box_.half[k] - at[k] - radius, growth + speed);
        if (std::min(below, above) >= next.time) continue;
        next.time = std::min(below, above);
        next.entry = first_face() + static_cast<Entry>(2 * k + (above < below ? 1 : 0));
    }
}

/// What comes next for a ball: of events at the same time, the one with the lowest number.
template <int N>
void GrowthFlight<N>::foresee(std::uint32_t ball) {
    const Grower<N>& self = balls_[ball];
    const Vec<double, N> at = self.position + (now_ - self.time) * self.velocity;
    GrowthEvent& next = pending_[ball];
    next.time = next.exit;
    next.entry = kExit;
    const double part_now = part();
    for (const Entry entry : lists_.of(ball, list_scratch_)) {
        const Grower<N>& other = balls_[place_of(entry)];
        Vec<double, N> d = other.position + (now_ - other.time) * other.velocity - at;
        if (entry > kPlaceMask) {
            for (int k = 0; k < N; ++k) d[k] += image_of(entry, k) * box_.period[k];
        }
        const double radii = self.radius + other.radius;
        const double wait = time_to_touch(d, other.velocity - self.velocity, part_now * radii, rate_ * radii);
        const double time = now_ + wait;
        if (time < next.time || (time == next.time && entry < next.entry)) {
            next.time = time;
            next.entry = entry;
        }
    }
    foresee_faces(self, at, next);
    if (next.entry != kExit && place_of(next.entry) < first_face())
        next.partner_turn = pending_[place_of(next.entry)].turn;
    calendar_.schedule(ball, time_of(ball));
}

template class GrowthFlight<2>;
template class GrowthFlight<3>;

}  // namespace carom::detail

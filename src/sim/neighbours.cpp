#include "sim/neighbours.hpp"

#include <algorithm>
#include <cmath>

#include "core/prefetch.hpp"
#include "sim/curved_contact.hpp"

namespace carom::detail {
namespace {

/// But not where it falls more than this share of the thickness until it is in the middle.
constexpr double kMostFall = 0.25;

unsigned lowest_bit(unsigned bits) {
    return static_cast<unsigned>(__builtin_ctz(bits));
}

}  // namespace

template <int N>
void Neighbours<N>::reset(BallTable<N>& balls, Time now, double horizon, Patience& patience) {
    const bool first = flights_.empty() || !has_lists();
    std::vector<float> reaches(balls.size());
    for (std::uint32_t i = 0; i < balls.size() && !first; ++i) reaches[i] = shell_of(balls[i]).reach;
    const double unit_before = scale_.length;
    choose_scale(balls, now);
    by_images_ = false;
    set_horizon(balls.size(), horizon);
    if (choose_images(balls, now) || fill_cells(balls, now, patience)) return;
    for (std::uint32_t i = 0; i < balls.size(); ++i) {
        const double radius = radius_of(balls[i]);
        const double kept = static_cast<double>(reaches[i]) * (scale_.length / unit_before) - radius;
        const double wanted = first ? first_thickness(balls, i, now) : kept;
        const double thickness = std::clamp(wanted, thinnest_, thickest_);
        reaches[i] = static_cast<float>((radius + thickness) * (1 + 0x1p-23));
    }
    grid_.reset(grid_space_, reaches);
    lists_.reset(balls.size());
    // Walls have none, but their entries may be looked up, and so may what stands behind a list.
    flights_.assign(std::max<std::size_t>(balls.size() + domain_.walls.size(), 64), BoundingFlight<N>{});
    balls_ = static_cast<std::uint32_t>(balls.size());
    reset_falling_rows();
    largest_reach_ = 0;
    surely_nearest_ = nearest_up_to();
    all_meet_in_nearest_ = surely_nearest_ > 0;
    expiry_.assign(domain_.is_sheared() ? balls.size() : 0, kNever);
    for (std::uint32_t i = 0; i < balls.size() && !patience.ends(); ++i) {
        BallRecord<N>& record = balls.record(i);
        const Shell<N> shell = shell_at(balls, i, reaches[i], now);
        note_reach(shell.reach);
        list(balls.clock(), i, shell, now);
        const ShellPlace place = grid_.insert(i, shell);
        record.level = place.level;
        record.slot = place.slot;
        tell_neighbours(i, relist(i));
        refresh(balls, i, now);
    }
}

template <int N>
void Neighbours<N>::move_origin(BallTable<N>& balls, Time now, double horizon, Patience& patience) {
    scale_.origin = now;
    set_horizon(balls.size(), horizon);
    slack_ = 0;
    reset_falling_rows();
    if (in_cells_) windows_.reset(balls.size(), windows_.length());
    for (std::uint32_t i = 0; i < balls.size() && !patience.ends(); ++i) refresh(balls, i, now);
}

template <int N>
void Neighbours<N>::note_reach(float reach) {
    if (reach <= largest_reach_) return;
    largest_reach_ = reach;
    all_meet_in_nearest_ = 2 * reach < surely_nearest_;
}

/// Twice a smaller sum of reaches is less than half a box on each periodic axis. 0 in a sheared box.
template <int N>
float Neighbours<N>::nearest_up_to() const {
    if (domain_.is_sheared()) return 0;
    double narrowest = HUGE_VAL;
    for (int k = 0; k < N; ++k)
        if (domain_.is_periodic(k)) narrowest = std::min(narrowest, scale_.period[k]);
    return static_cast<float>(narrowest / 4.125);
}

/// From the ball to the middle of its next shell. Along narrow axes the way to the exit is bounded by the
/// distance from the middle, so shells stand around the ball there; so do those that reach across the scene,
/// and those of balls that soon fall more than they fly.
template <int N>
Vec<double, N> Neighbours<N>::way_ahead(const BallRecord<N>& record, float reach) const {
    if (is_narrow_) return {};
    const Vec<double, N> v = scale_.speed * (record.flight.velocity - flow_);
    const double squared = dot(v, v);
    const double thickness = static_cast<double>(reach) - radius_of(record);
    if (!(squared > 0x1p-900) || thickness > kThickAhead) return {};
    const double time = kAhead * thickness / std::sqrt(squared);
    if (domain_.has_gravity && bend_of(domain_.gravity) * time * time > kMostFall * thickness) return {};
    return (time / scale_.length) * v;
}

template <int N>
void Neighbours<N>::prefetch_cells(const BallRecord<N>& record, std::uint32_t ball) const {
    const BoundingFlight<N>& flight = flights_[ball];
    const auto exit = static_cast<float>(record.expiry * scale_.time);
    float speed = 0;
    for (const float v : flight.velocity) speed += v * v;
    const auto thickness = static_cast<float>(kAhead * usual_ * scale_.length);
    const float ahead = exit + (speed > 0 ? thickness / std::sqrt(speed) : 0);
    Shell<N> shell;
    for (int k = 0; k < N; ++k) shell.center[k] = flight.position[k] + flight.velocity[k] * ahead;
    grid_.prefetch_around(record.level, shell);
}

/// The next shell of a ball.
template <int N>
Shell<N> Neighbours<N>::shell_at(const BallTable<N>& balls, std::uint32_t ball, float reach, Time now) const {
    Shell<N> shell;
    Vec<double, N> position =
        in_flow(balls.clock(), balls.position_at(ball, now), now) + way_ahead(balls[ball], reach);
    wrap(balls.clock(), domain_, position, now);
    for (int k = 0; k < N; ++k)
        shell.center[k] = static_cast<float>((position[k] - scale_.center[k]) * scale_.length);
    // Far out, where floats are coarse, the ball must not be outside of its own shell.
    float farthest = 0;
    for (const float x : shell.center) farthest = std::max(farthest, std::fabs(x));
    shell.reach = reach + (farthest > 1 ? 0x1p-20F * farthest : 0);
    return shell;
}

/// Finds the neighbours of a shell that is not in the grid.
template <int N>
void Neighbours<N>::list(const Clock& clock, std::uint32_t ball, const Shell<N>& shell, Time now) {
    found_.clear();
    for (std::uint32_t i = 0; i < walls_.size(); ++i) {
        if (is_near<N>(walls_[i], shell.center, shell.reach, size_)) found_.push_back(first_wall() + i);
    }
    if (domain_.is_sheared()) {
        const float room = std::min(slide_room_, 2 * shell.reach);
        const double lasts = static_cast<double>(room) / (scale_.length * std::fabs(domain_.drift.speed));
        expiry_[ball] = find_sliding(clock, shell, room, now) ? clock.after(now, lasts) : kNever;
    } else {
        grid_.find_near(shell, found_);
    }
    found_.reserve(found_.size() + NeighbourLists::kPadded);
}

/// Those in a sheared box whose images slide on by `room` at most. True when the shell is at its border.
template <int N>
bool Neighbours<N>::find_sliding(const Clock& clock, const Shell<N>& shell, float room, Time now) {
    const ShearDrift& drift = domain_.drift;
    Image<N> up{};
    up[drift.gradient] = 1;
    choose_along_flow(clock, domain_, 0, 0, now, up);
    const double way = to_double(way_along_flow(clock, domain_, up, now)) * scale_.length;
    const ShearOffset slide{drift.flow, drift.gradient, static_cast<float>(way), room * (1 + 0x1p-20F)};
    return grid_.find_near(shell, slide, found_);
}

/// Writes what is in `before` and not among what was found to `changed_`, and behind it the reverse.
template <int N>
ListChange Neighbours<N>::compare(std::span<const Entry> before) {
    if (changed_.size() <= before.size() + found_.size())
        changed_.resize(2 * (before.size() + found_.size()) + 1);
    Entry* to = changed_.data();
    if (std::max(before.size(), found_.size()) <= NeighbourLists::kMaxBlockEntries) {
        const auto [gone, come] = changes_(before.data(), static_cast<unsigned>(before.size()), found_.data(),
                                           static_cast<unsigned>(found_.size()));
        for (unsigned bits = gone; bits != 0; bits &= bits - 1) *to++ = before[lowest_bit(bits)];
        const Entry* const middle = to;
        for (unsigned bits = come; bits != 0; bits &= bits - 1) *to++ = found_[lowest_bit(bits)];
        return {static_cast<std::size_t>(middle - changed_.data()),
                static_cast<std::size_t>(to - changed_.data())};
    }
    sorted_[0].assign(before.begin(), before.end());
    sorted_[1].assign(found_.begin(), found_.end());
    for (std::vector<Entry>& list : sorted_) std::sort(list.begin(), list.end());
    const auto difference = [&](const std::vector<Entry>& x, const std::vector<Entry>& y, Entry* at) {
        return std::set_difference(x.begin(), x.end(), y.begin(), y.end(), at);
    };
    const Entry* const middle = to = difference(sorted_[0], sorted_[1], to);
    to = difference(sorted_[1], sorted_[0], to);
    return {static_cast<std::size_t>(middle - changed_.data()),
            static_cast<std::size_t>(to - changed_.data())};
}

/// Makes what was found the ball's list, and brings those near that come and go.
template <int N>
ListChange Neighbours<N>::relist(std::uint32_t ball) {
    const ListChange change = compare(lists_.of(ball, list_scratch_));
    const std::span<const Entry> changed(changed_.data(), change.all);
    for (const Entry entry : changed) prefetch_line(lists_.line(place_of(entry)));
    for (const Entry entry : changed.subspan(change.gone)) prefetch_line(&flights_[place_of(entry)]);
    if (change.all > 0) lists_.assign(ball, found_);
    return change;
}

template <int N>
void Neighbours<N>::tell_neighbours(std::uint32_t ball, const ListChange& change) {
    tell(ball, {changed_.data(), change.all}, change.gone);
}

template <int N>
void Neighbours<N>::tell_neighbours(const GasShell& fresh) {
    tell(fresh.ball, {fresh.changed, fresh.all}, fresh.gone);
}

template <int N>
void Neighbours<N>::tell(std::uint32_t ball, std::span<const Entry> changed, std::size_t gone) {
    for (std::size_t i = 0; i < changed.size(); ++i) {
        const std::uint32_t other = place_of(changed[i]);
        if (other >= first_wall()) continue;
        const Entry back = reversed<N>(changed[i], ball);
        if (i < gone) {
            lists_.remove(other, back);
        } else {
            lists_.add(other, back);
        }
    }
}

template <int N>
ListChange Neighbours<N>::rebuild(BallTable<N>& balls, std::uint32_t ball, Time now) {
    BallRecord<N>& record = balls.record(ball);
    if (by_images_) {
        set_expiry_of_images(balls, ball, now);
        return {};
    }
    const ShellPlace before{record.level, record.slot};
    const float reach = next_reach(record, ball);
    const Shell<N> shell = shell_at(balls, ball, reach, now);
    note_reach(shell.reach);
    const bool left = !domain_.is_sheared() || now < expiry_[ball];
    const typename ShellGrid<N>::Moved moved = grid_.remove(before);
    if (moved.ball != ShellGrid<N>::kNobody) balls.record(moved.ball).slot = moved.slot;
    list(balls.clock(), ball, shell, now);
    const ListChange change = relist(ball);
    const ShellPlace place = grid_.insert(ball, shell);
    record.level = place.level;
    record.slot = place.slot;
    if (left && record.expiries_since_impact < 255) ++record.expiries_since_impact;
    refresh(balls, ball, now);
    return change;
}

template <int N>
void Neighbours<N>::refresh(BallTable<N>& balls, std::uint32_t ball, Time now) {
    refresh(balls, ball, balls.position_at(ball, now), balls.velocity_at(ball, now), now);
}

template <int N>
[[gnu::flatten]] void Neighbours<N>::refresh(BallTable<N>& balls, std::uint32_t ball,
                                             const Vec<double, N>& position, const Vec<double, N>& velocity,
                                             Time now) {
    if (in_cells_) return refresh_in_cells(balls, ball, position, velocity, now);
    if (by_images_) return set_expiry_of_images(balls, ball, now);
    BallRecord<N>& record = balls.record(ball);
    if (domain_.is_sheared()) {
        const Clock& clock = balls.clock();
        const Shell<N> shell = shell_of(record);
        const Image<N> image = image_in_shell(clock, shell, position, now);
        refresh_in_image(balls, ball, shifted(clock, domain_, position, image, now),
                         carried(domain_, velocity, image), now);
        if (expiry_[ball] != kNever)
            record.expiry = std::min(record.expiry, clock.between(scale_.origin, expiry_[ball]));
    } else if (flows_) {
        refresh_in_image(balls, ball, in_flow(balls.clock(), position, now), velocity - flow_, now);
    } else {
        refresh_in_image(balls, ball, position, velocity, now);
    }
}

/// Where a ball stands as seen by one who goes along with the flow.
template <int N>
Vec<double, N> Neighbours<N>::in_flow(const Clock& clock, const Vec<double, N>& position, Time now) const {
    return flows_ ? position - clock.between(flow_since_, now) * flow_ : position;
}

template <int N>
void Neighbours<N>::refresh_in_image(BallTable<N>& balls, std::uint32_t ball, const Vec<double, N>& position,
                                     const Vec<double, N>& velocity, Time now) {
    BallRecord<N>& record = balls.record(ball);
    const Shell<N> shell = shell_of(record);
    const double radius = radius_of(record);
    const double since = scale_.since_origin(balls.clock(), now);
    const BallInUnits moving{&position[0], &velocity[0], radius, since};
    Leaving leaving;
    if (!domain_.has_gravity && !is_narrow_) {
        leaving = straight_flight_(units_, moving, shell, flights_[ball]);
    } else {
        const auto reach = static_cast<double>(shell.reach);
        const InShell in = bounding_flight_(units_, moving, shell.center, radius + reach, flights_[ball]);
        const double thickness = reach - radius - kPositionSlack * in.farthest;
        const Vec<double, N> acceleration = balls.acceleration(ball);
        leaving = {time_to_leave(in, thickness, bend_of(acceleration)), in.slack};
        if (is_narrow_) leaving.wait = std::min(leaving.wait, time_to_edge(shell, acceleration, in));
    }
    if (has_falling_rows())
        falling_rows_.set(ball, position, velocity, balls.acceleration(ball), record.radius, since);
    record.expiry = (since + leaving.wait) * scale_.second;
    slack_ = larger(leaving.slack, slack_);
}

/// The boxes that lead from where a flight has a ball to its shell, in a sheared box.
template <int N>
Image<N> Neighbours<N>::image_in_shell(const Clock& clock, const Shell<N>& shell,
                                       const Vec<double, N>& position, Time now) const {
    const ShearDrift& drift = domain_.drift;
    const double in_scene =
        static_cast<double>(shell.center[drift.flow]) / scale_.length + scale_.center[drift.flow];
    Image<N> image{};
    const double far = position[drift.gradient] - scale_.center[drift.gradient];
    image[drift.gradient] = static_cast<std::int64_t>(scale_.boxes_to(
        static_cast<double>(shell.center[drift.gradient]), far * scale_.length, drift.gradient));
    choose_along_flow(clock, domain_, position[drift.flow], in_scene, now, image);
    return image;
}

/// Where the scene is so wide that shells cannot be as thin as a narrow periodic axis asks for: how long
/// until the ball has gone as far along one as it may. Then a pair touches in the boxes next to each other
/// only, however far their shells reach.
template <int N>
double Neighbours<N>::time_to_edge(const Shell<N>& shell, const Vec<double, N>& acceleration,
                                   const InShell& in) const {
    double wait = HUGE_VAL;
    const double bend = 2 * largest(acceleration) * (scale_.speed * scale_.second);
    for (int k = 0; k < N; ++k) {
        if (narrow_[k] == HUGE_VAL) continue;
        const double room = narrow_[k] - std::fabs(in.x[k] - static_cast<double>(shell.center[k]));
        if (in.v[k] == 0 && bend == 0) continue;
        wait = std::min(wait, least_time(room, std::fabs(in.v[k]), bend));
    }
    return wait;
}

/// How long until a ball leaves a shell of this thickness, at least: on a parabola, whose bend is at most
/// `bend`, it is up to any time as near to where it would be without the bend as it falls until then.
template <int N>
double Neighbours<N>::time_to_leave(const InShell& in, double thickness, double bend) const {
    const auto leaves = [&](double thick) {
        return detail::time_to_leave<Neighbours>(in, way_in_shell<Neighbours>(units_, thick), N);
    };
    if (bend == 0) return leaves(thickness);
    const double room = way_in_shell<Neighbours>(units_, thickness) - std::sqrt(in.squared);
    const double surely = least_time(room, std::sqrt(in.speed) * (1 + 0x1p-40), bend);
    if (!(bend > 0)) return surely;
    const double time = smaller(leaves(thickness), std::sqrt(0.8 * thickness / bend));
    const double fall = 0.5 * bend * time * time;
    const double inner = fall < thickness ? leaves(thickness - fall) : 0;
    return larger(surely, smaller(time, inner) * (1 - 0x1p-30));
}

/// How many boxes lead from where the ball's flight has it to its shell.
template <int N>
double Neighbours<N>::boxes_to_shell(const BallRecord<N>& record, double position, int axis) const {
    const Shell<N> shell = shell_of(record);
    return scale_.boxes_to(static_cast<double>(shell.center[axis]),
                           (position - scale_.center[axis]) * scale_.length, axis);
}

template <int N>
std::span<const Entry> Neighbours<N>::walls_of(std::uint32_t ball, ListScratch& scratch) const {
    if (!has_lists()) return all_walls_;
    const std::span<const Entry> list = lists_.of(ball, scratch);
    std::size_t count = 0;
    while (count < list.size() && place_of(list[count]) >= first_wall()) ++count;
    return list.first(count);
}

template <int N>
std::span<const Entry> Neighbours<N>::of_balls(std::uint32_t ball, ListScratch& scratch) const {
    std::span<const Entry> list = of(ball, scratch);
    while (!list.empty() && place_of(list.front()) >= first_wall()) list = list.subspan(1);
    return list;
}

template class Neighbours<2>;
template class Neighbours<3>;

}  // namespace carom::detail

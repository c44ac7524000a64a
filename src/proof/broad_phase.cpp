#include "proof/broad_phase.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "proof/near_images.hpp"

namespace carom::proof {
namespace {

/// Windows that `advance` opens at most in a call.
constexpr int kSlice = 1 << 14;
/// A window grows while its box meets fewer others than this, and shrinks while it meets more than that. In a
/// gas of 4,000 spheres at packing 0.3 twice as many make the whole check take half as long again.
constexpr std::size_t kFew = 4;
constexpr std::size_t kMany = 16;
/// A ball that met more balls than this in a flight is proved against all of them: memory stays bounded.
constexpr std::size_t kMostMet = 512;
/// A flight of more windows than this, and a few for each ball and each piece of its proof against that ball,
/// is left to the proof of all pairs: no file makes the search much slower than that.
constexpr double kPatience = 1024;
constexpr double kWindowsForAPiece = 0.125;
/// The same for long straight flights, where the proof of a pair takes no longer than a few windows.
constexpr double kLeastPatience = 16;
constexpr double kWindowsForABall = 0.25;

/// Flights across more widths of a periodic box than this are left to the proof of all pairs.
constexpr double kMostWidths = 0x1p21;

/// The longest window, in epochs.
constexpr double kLongest = 0x1p60;

/// `from` itself where the sum cannot be told from it or has no number.
Time later(Time from, double duration, double unit) {
    constexpr std::int64_t kLastEpoch = std::int64_t{1} << 62;
    const double offset = from.offset + duration;
    const double epochs = std::floor(offset / unit);
    if (!(epochs < static_cast<double>(kLastEpoch)) || from.epoch >= kLastEpoch) return from;
    return {from.epoch + static_cast<std::int64_t>(epochs), offset - epochs * unit};
}

/// Time that a ball with this speed and acceleration takes for a way, or less.
double time_for(double way, double speed, double acceleration) {
    if (acceleration == 0) return way / speed;
    return 2 * way / (speed + std::sqrt(speed * speed + 2 * acceleration * way));
}

/// On axis k, up to `age`, past images that slide in a sheared box.
template <int N>
double fastest(const Flight<N>& flight, double age, int k, const CheckContext<N>& context) {
    double speed = std::abs(flight.state.velocity[k]);
    if (context.is_sheared() && k == context.drift.flow) speed += std::abs(context.drift.speed);
    return flight.pull > 0 ? speed + std::abs(flight.rough_acceleration[k]) * age : speed;
}

}  // namespace

template <int N>
BroadPhase<N>::BroadPhase(const PairProver<N>& prover)
    : prover_(&prover),
      windows_(prover.ball_count()),
      pace_(prover.ball_count(), 0),
      count_(prover.ball_count(), 0),
      met_(prover.ball_count()),
      agenda_(prover.ball_count()),
      tree_([&] {
          std::vector<Vec<double, N>> centers;
          for (std::size_t i = 0; i < prover.ball_count(); ++i)
              centers.push_back(prover.flight(i).state.position);
          return centers;
      }()) {
    choose_stream();
    choose_grid();
    for (std::size_t i = 0; i < prover.ball_count(); ++i) open(i, clock_, clock_);
}

template <int N>
bool BroadPhase<N>::advance(Time time) {
    for (int opened = 0; opened < kSlice; ++opened) {
        if (agenda_.empty() || !(agenda_.first_time() < time)) {
            clock_ = std::max(clock_, time);
            return true;
        }
        clock_ = agenda_.first_time();
        open(agenda_.first(), clock_, time);
    }
    return false;
}

/// A flight that begins before the clock, in a file whose time runs backwards, has missed comparisons.
template <int N>
void BroadPhase<N>::begin(std::size_t i) {
    forget(i);
    wild_.erase(i);
    count_[i] = 0;
    const Time start = prover_->flight(i).state.time;
    if (start < clock_) {
        give_up(i);
    } else {
        open(i, start, start);
    }
}

template <int N>
const std::vector<std::size_t>& BroadPhase<N>::candidates(std::size_t i) {
    if (wild_.count(i) > 0) {
        rivals_.resize(windows_.size());
        std::iota(rivals_.begin(), rivals_.end(), std::size_t{0});
        rivals_.erase(rivals_.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
        rivals_ = met_[i];
        rivals_.insert(rivals_.end(), wild_.begin(), wild_.end());
        std::sort(rivals_.begin(), rivals_.end());
    }
    return rivals_;
}

/// Opens the window of ball i at the clock's time. The flight is known to last until `known_until`.
template <int N>
void BroadPhase<N>::open(std::size_t i, Time from, Time known_until) {
    const auto opened = window(i, from, known_until);
    count_[i] += 1;
    if (!opened || count_[i] > most_windows(i, from)) return give_up(i);
    windows_[i] = *opened;
    agenda_.set(i, opened->to);
    set_box(i, opened->box);
    keep_pace(i, compare(i));
    arrange_now_and_then();
}

template <int N>
std::optional<typename BroadPhase<N>::FlightWindow> BroadPhase<N>::window(std::size_t i, Time from,
                                                                          Time known_until) const {
    const Flight<N>& flight = prover_->flight(i);
    const CheckContext<N>& context = prover_->context();
    const double unit = context.epoch_length;
    FlightWindow w;
    w.from = from;
    const double age = rough_seconds_between(flight.state.time, from, unit);
    w.a = flight.rough_acceleration;
    w.x = in_stream(flight.state.position, flight.state.time);
    for (int k = 0; k < N; ++k) {
        const double v = flight.state.velocity[k] - stream_[k];
        w.v[k] = v + age * w.a[k];
        w.x[k] += age * (v + age / 2 * w.a[k]);
    }
    const double crossed = enter_box(w);
    const double speed = flight.pull > 0 || drifts_ > 0 ? rough_length(w.v) : flight.speed;
    w.to = later(from, duration(i, w, speed), unit);
    if (!(w.from < w.to)) return {};
    w.duration = rough_seconds_between(w.from, w.to, unit);
    w.way = w.duration * (speed + flight.pull * w.duration / 2);
    const double age_known = rough_seconds_between(flight.state.time, std::max(w.to, known_until), unit);
    const double fastest = flight.fastest(age + w.duration) + drifts_;
    double margin = 2 * kFilterMargin * (flight.size + fastest * (age + w.duration + unit));
    if (context.is_sheared()) {
        const double slides = (std::abs(crossed) + 2) * std::abs(context.drift.speed);
        margin += 2 * kFilterMargin * (context.drift.width + slides * (w.duration + unit));
    }
    if (!is_tame(i, age_known, margin)) return {};
    w.reach = flight.radius + prover_->looked_for() + margin;
    return enclose(w) ? std::optional(w) : std::nullopt;
}

/// Where a point that lies at x is at this time for one who goes along with the stream. In a periodic box
/// whole widths are left out.
template <int N>
Vec<double, N> BroadPhase<N>::in_stream(const Vec<double, N>& x, Time time) const {
    if (drifts_ == 0) return x;
    const CheckContext<N>& context = prover_->context();
    const Wide t = seconds_between({}, time, context.epoch_length);
    Vec<double, N> result = x;
    for (int k = 0; k < N; ++k) {
        if (stream_[k] == 0) continue;
        const Wide width = context.width[k];
        const Wide at = Wide{x[k]} - Wide{stream_[k]} * t;
        result[k] = narrow(at - width * Wide{std::floor(narrow(at / width))});
    }
    return result;
}

/// Brings the begin of a window into the periodic box; returns the boxes it was away along the gradient of a
/// sheared one.
template <int N>
double BroadPhase<N>::enter_box(FlightWindow& w) const {
    const CheckContext<N>& context = prover_->context();
    const auto cross = [&](int k) {
        const double boxes = std::floor((w.x[k] - context.world.box.lower[k]) / context.width[k]);
        w.x[k] -= context.width[k] * boxes;
        return boxes;
    };
    double crossed = 0;
    if (context.is_sheared()) {
        const ShearDrift& drift = context.drift;
        crossed = cross(drift.gradient);
        w.x[drift.flow] -= narrow(drift.way(crossed, seconds_between({}, w.from, context.epoch_length)));
        w.v[drift.flow] -= crossed * drift.speed;
    }
    for (int k = 0; k < N; ++k) {
        if (context.width[k] > 0) cross(k);
    }
    return crossed;
}

/// Makes the window's box. False: it has no numbers.
template <int N>
bool BroadPhase<N>::enclose(FlightWindow& w) {
    for (int k = 0; k < N; ++k) {
        const double end = w.x[k] + w.duration * (w.v[k] + w.duration / 2 * w.a[k]);
        w.box.lower[k] = std::min(w.x[k], end) - w.reach;
        w.box.upper[k] = std::max(w.x[k], end) + w.reach;
        if (w.a[k] != 0) {
            const double turn_after = -w.v[k] / w.a[k];
            const double turn = w.x[k] + turn_after / 2 * w.v[k];
            const bool turns = turn_after > 0 && turn_after < w.duration;
            if (turns) w.box.lower[k] = std::min(w.box.lower[k], turn - w.reach);
            if (turns) w.box.upper[k] = std::max(w.box.upper[k], turn + w.reach);
        }
        if (!std::isfinite(w.box.lower[k]) || !std::isfinite(w.box.upper[k])) return false;
    }
    return true;
}

/// At the ball's pace, but no more than half of a periodic width, nor more of it than images slide. `w` is
/// about to begin.
template <int N>
double BroadPhase<N>::duration(std::size_t i, const FlightWindow& w, double speed) const {
    const Flight<N>& flight = prover_->flight(i);
    const CheckContext<N>& context = prover_->context();
    double duration = kLongest * context.epoch_length;
    if (context.is_sheared())
        duration = std::min(duration, context.drift.width / (2 * std::abs(context.drift.speed)));
    if (!(speed > 0 || flight.pull > 0)) return duration;
    const double margin = 2 * kFilterMargin * (flight.size + speed * context.epoch_length);
    const double least = (flight.radius + prover_->looked_for() + margin) / 4;
    duration = std::min(duration, time_for(std::max(pace_[i], least), speed, flight.pull));
    for (int k = 0; k < N; ++k) {
        if (context.width[k] == 0 || (w.v[k] == 0 && w.a[k] == 0)) continue;
        duration = std::min(duration, time_for(context.width[k] / 2, std::abs(w.v[k]), std::abs(w.a[k])));
    }
    return duration;
}

template <int N>
double BroadPhase<N>::most_windows(std::size_t i, Time now) const {
    const Flight<N>& flight = prover_->flight(i);
    const CheckContext<N>& context = prover_->context();
    const double age = rough_seconds_between(flight.state.time, now, context.epoch_length);
    double pieces = 1;
    for (int k = 0; k < N; ++k) {
        if (context.width[k] == 0) continue;
        pieces = std::max(pieces, 2 * fastest(flight, age, k, context) * age / context.width[k]);
    }
    const double balls = static_cast<double>(windows_.size());
    if (pieces > kLongFlight && flight.pull == 0 && !context.is_sheared())
        return kLeastPatience + kWindowsForABall * balls;
    return kPatience + kWindowsForAPiece * balls * pieces;
}

/// True when a proof of two such balls has neither too many images nor too many pieces to be tried.
template <int N>
bool BroadPhase<N>::is_tame(std::size_t i, double age, double margin) const {
    const Flight<N>& flight = prover_->flight(i);
    const CheckContext<N>& context = prover_->context();
    if (!context.periodic) return true;
    for (int k = 0; k < N; ++k) {
        const double way = fastest(flight, age, k, context) * age;
        if (context.width[k] > 0 && !(way <= kMostWidths * context.width[k])) return false;
    }
    return flight.radius <= context.narrowest && margin <= context.narrowest / 8;
}

/// Compares the window of ball i with all others; returns how many boxes met its own.
template <int N>
std::size_t BroadPhase<N>::compare(std::size_t i) {
    const CheckContext<N>& context = prover_->context();
    hits_.clear();
    std::size_t boxes = 0;
    if (context.is_sheared()) {
        const int axis = context.drift.gradient;
        const ImageRange<N> range = images_meeting(windows_[i].box);
        for (double row = range.first[axis]; row <= range.last[axis]; row += 1)
            boxes += compare(i, in_row(windows_[i], row), row);
    } else {
        boxes = compare(i, windows_[i], {});
    }
    for (const std::size_t j : hits_) note(i, j);
    return boxes;
}

/// The images of a box that may meet any window.
template <int N>
ImageRange<N> BroadPhase<N>::images_meeting(const BoundingBox<N>& box) const {
    const CheckContext<N>& context = prover_->context();
    ImageRange<N> range;
    for (int k = 0; k < N; ++k) {
        if (context.width[k] == 0) continue;
        range.first[k] = std::ceil((root().lower[k] - box.upper[k]) / context.width[k]);
        range.last[k] = std::floor((root().upper[k] - box.lower[k]) / context.width[k]);
    }
    return range;
}

/// A window as seen so many boxes up on the gradient of a sheared box, boxes left out.
template <int N>
typename BroadPhase<N>::FlightWindow BroadPhase<N>::in_row(FlightWindow w, double row) const {
    const CheckContext<N>& context = prover_->context();
    const ShearDrift& drift = context.drift;
    w.x[drift.flow] += narrow(drift.way(row, seconds_between({}, w.from, context.epoch_length)));
    w.v[drift.flow] += row * drift.speed;
    enclose(w);
    return w;
}

/// With all windows that `a`, a window of ball i, meets in some image, or in those of a row.
template <int N>
std::size_t BroadPhase<N>::compare(std::size_t i, const FlightWindow& a, std::optional<double> row) {
    const CheckContext<N>& context = prover_->context();
    ImageRange<N> range = images_meeting(a.box);
    if (row) range.first[context.drift.gradient] = range.last[context.drift.gradient] = *row;
    std::size_t boxes = 0;
    for_each_image(range, [&](const Vec<double, N>& image) {
        for_each_meeting(moved(a.box, image), [&](std::size_t j) {
            if (j == i) return;
            ++boxes;
            if (may_meet(a, windows_[j], image)) hits_.push_back(j);
        });
    });
    return boxes;
}

/// False when the ball of `a`, moved by `image`, and that of `b` stay out of reach while both windows last,
/// from the begin of `a` on, which was opened later.
template <int N>
bool BroadPhase<N>::may_meet(const FlightWindow& a, const FlightWindow& b,
                             const Vec<double, N>& image) const {
    const CheckContext<N>& context = prover_->context();
    const double age = rough_seconds_between(b.from, a.from, context.epoch_length);
    const double left = std::max(0.0, rough_seconds_between(a.from, b.to, context.epoch_length));
    const double end = std::min(a.duration, left);
    Vec<double, N> d;
    Vec<double, N> w;
    for (int k = 0; k < N; ++k) {
        d[k] = (b.x[k] + age * b.v[k]) - (a.x[k] + image[k] * context.width[k]);
        w[k] = b.v[k] - a.v[k];
    }
    if (context.gravity == 0) return !stays_beyond(d, w, 0, end, a.reach + b.reach);
    Vec<double, N> bend;
    for (int k = 0; k < N; ++k) {
        d[k] += age * (age / 2 * b.a[k]);
        w[k] += age * b.a[k];
        bend[k] = b.a[k] - a.a[k];
    }
    const Tangent<N> line(d, w, bend, 0, end);
    return !stays_beyond(line.d, line.w, 0, end, a.reach + b.reach + line.farthest_off());
}

template <int N>
void BroadPhase<N>::keep_pace(std::size_t i, std::size_t met) {
    const double way = windows_[i].way;
    if (!(way > 0)) return;
    if (met < kFew) pace_[i] = std::min(2 * way, most_way_);
    if (met > kMany) pace_[i] = way / 2;
}

template <int N>
void BroadPhase<N>::note(std::size_t i, std::size_t j) {
    if (wild_.count(i) > 0 || wild_.count(j) > 0) return;
    if (std::find(met_[i].begin(), met_[i].end(), j) != met_[i].end()) return;
    met_[i].push_back(j);
    met_[j].push_back(i);
    if (met_[i].size() > kMostMet) give_up(i);
    if (met_[j].size() > kMostMet) give_up(j);
}

template <int N>
void BroadPhase<N>::forget(std::size_t i) {
    for (const std::size_t j : met_[i]) met_[j].erase(std::find(met_[j].begin(), met_[j].end(), i));
    met_[i].clear();
}

/// For the rest of its flight ball i may meet anyone.
template <int N>
void BroadPhase<N>::give_up(std::size_t i) {
    forget(i);
    wild_.insert(i);
    agenda_.remove(i);
    windows_[i] = FlightWindow();
    set_box(i, BoundingBox<N>());
}

template class BroadPhase<2>;
template class BroadPhase<3>;

}  // namespace carom::proof

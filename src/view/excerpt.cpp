#include "view/excerpt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/float_environment.hpp"
#include "motion/flight.hpp"

namespace carom::view {
namespace {

constexpr std::uint64_t kRecordsPerQuestion = 4096;

template <int N>
void append(std::vector<double>& column, const Vec<double, N>& vector) {
    column.insert(column.end(), vector.coordinates.begin(), vector.coordinates.end());
}

/// Goes through a trajectory up to the end of the window.
template <int N>
class Collector {
public:
    Collector(Playback<N>& playback, const Window& window, const GoesOn& goes_on)
        : playback_(playback),
          window_(window),
          goes_on_(goes_on),
          from_(playback.at(window.from)),
          to_(playback.at(window.to)),
          domain_(detail::make_domain(playback.start().scene.world)) {}

    /// False when interrupted.
    bool skip_to_window() {
        if (!(window_.from > 0)) return true;
        std::uint64_t count = 0;
        while (const auto event = playback_.next_until(from_)) {
            if (ends_impact(*event)) ++excerpt_.impacts_before;
            if (!asked(++count, playback_.seconds(playback_.now()) / window_.from)) return false;
        }
        return true;
    }

    void add_start() {
        excerpt_.scene = playback_.start().scene;
        excerpt_.from = playback_.seconds(from_);
        for (std::size_t k = 0; k < playback_.ball_count(); ++k) {
            const BallState<N>& state = playback_.state(k);
            excerpt_.start_time.push_back(since_from(state.time));
            append(excerpt_.start_position, state.position);
            append(excerpt_.start_velocity, state.velocity);
            add_acceleration(excerpt_.start_acceleration, state, k);
            excerpt_.radius.push_back(excerpt_.scene.balls[k].radius);
            excerpt_.mass.push_back(excerpt_.scene.balls[k].mass);
        }
    }

    /// False when interrupted.
    bool add_events() {
        std::uint64_t count = 0;
        while (const auto event = playback_.next_until(to_)) {
            if (count + waiting(*event) > window_.most_records) {
                excerpt_.goes_on = true;
                excerpt_.length = since_from(event->time);
                return true;
            }
            add(*event);
            ++count;
            if (ends_impact(*event)) ++excerpt_.impacts;
            if (!asked(count, static_cast<double>(count) / static_cast<double>(window_.most_records)))
                return false;
        }
        excerpt_.length = since_from(playback_.now());
        excerpt_.goes_on = playback_.end() > playback_.now();
        return true;
    }

    Excerpt<N> take() { return std::move(excerpt_); }

private:
    /// So many records up to the end of the same impact: none is cut in two.
    static std::uint64_t waiting(const Event<N>& event) {
        return event.kind == EventKind::cluster ? event.other + 1 : 1;
    }

    bool asked(std::uint64_t count, double share) const {
        return count % kRecordsPerQuestion != 0 || !goes_on_ || goes_on_(std::min(share, 1.0));
    }

    double since_from(Time time) const {
        return detail::Clock(playback_.start().epoch_length).between(from_, time);
    }

    void add(const Event<N>& event) {
        excerpt_.event_time.push_back(since_from(event.time));
        excerpt_.restitution.push_back(event.restitution);
        excerpt_.kind.push_back(static_cast<std::uint8_t>(event.kind));
        excerpt_.ball.push_back(event.ball);
        excerpt_.other.push_back(event.other);
        add(event.ball_after, event.ball);
        if (is_pair(event.kind)) add(event.other_after, event.other);
    }

    void add(const BallState<N>& state, std::size_t ball) {
        append(excerpt_.position, state.position);
        append(excerpt_.velocity, state.velocity);
        add_acceleration(excerpt_.acceleration, state, ball);
    }

    /// What holds a ball leaves of gravity.
    void add_acceleration(std::vector<double>& column, const BallState<N>& state, std::size_t ball) const {
        const detail::DefaultFloatEnvironment environment;
        if (!domain_.has_gravity) return;
        const double mass = playback_.start().scene.balls[ball].mass;
        append(column, detail::bend_of(domain_, state.phase, mass).acceleration);
    }

    Playback<N>& playback_;
    Window window_;
    const GoesOn& goes_on_;
    Time from_, to_;
    detail::Domain<N> domain_;
    Excerpt<N> excerpt_;
};

std::optional<FileError> refusal(std::size_t balls) {
    if (balls <= kMostBalls) return {};
    return FileError{fmt::format("a page shows at most {} balls; this trajectory has {}", kMostBalls, balls)};
}

}  // namespace

template <int N>
Result<std::optional<Excerpt<N>>, FileError> read_excerpt(Playback<N>& playback, const Window& window,
                                                          const GoesOn& goes_on) {
    if (const auto refused = refusal(playback.ball_count())) return *refused;
    Collector<N> collector(playback, window, goes_on);
    if (!collector.skip_to_window()) return std::optional<Excerpt<N>>();
    if (const auto fault = playback.fault()) return *fault;
    if (playback.seconds(playback.now()) < window.from) {
        return FileError{fmt::format("the window begins at time {:.17g}, but the trajectory ends at {:.17g}",
                                     window.from, playback.seconds(playback.end()))};
    }
    collector.add_start();
    if (!collector.add_events()) return std::optional<Excerpt<N>>();
    if (const auto fault = playback.fault()) return *fault;
    return std::optional<Excerpt<N>>(collector.take());
}

template Result<std::optional<Excerpt<2>>, FileError> read_excerpt(Playback<2>&, const Window&,
                                                                   const GoesOn&);
template Result<std::optional<Excerpt<3>>, FileError> read_excerpt(Playback<3>&, const Window&,
                                                                   const GoesOn&);

}  // namespace carom::view

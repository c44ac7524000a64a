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

/// So many records up to the end of the same impact: none is cut in two.
template <int N>
std::uint64_t waiting(const Event<N>& event) {
    return event.kind == EventKind::cluster ? event.other + 1 : 1;
}

std::optional<FileError> refusal(std::size_t balls) {
    if (balls <= kMostBalls) return {};
    return FileError{fmt::format("a page shows at most {} balls; this trajectory has {}", kMostBalls, balls)};
}

}  // namespace

template <int N>
ExcerptCollector<N>::ExcerptCollector(const Playback<N>& playback, const Window& window)
    : playback_(playback),
      most_records_(window.most_records),
      from_(playback.at(window.from)),
      domain_(detail::make_domain(playback.start().scene.world)) {}

template <int N>
void ExcerptCollector<N>::skip(const Event<N>& event) {
    if (ends_impact(event)) ++excerpt_.impacts_before;
}

template <int N>
void ExcerptCollector<N>::begin() {
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
    look::SpeciesLooks table = look::species_of(excerpt_.scene);
    excerpt_.species = std::move(table.species);
    excerpt_.species_of = std::move(table.of_ball);
}

template <int N>
bool ExcerptCollector<N>::take(const Event<N>& event) {
    if (excerpt_.event_time.size() + waiting(event) > most_records_) {
        excerpt_.goes_on = true;
        excerpt_.length = since_from(event.time);
        return false;
    }
    excerpt_.event_time.push_back(since_from(event.time));
    excerpt_.restitution.push_back(event.restitution);
    excerpt_.kind.push_back(static_cast<std::uint8_t>(event.kind));
    excerpt_.ball.push_back(event.ball);
    excerpt_.other.push_back(event.other);
    add(event.ball_after, event.ball);
    if (is_pair(event.kind)) add(event.other_after, event.other);
    if (ends_impact(event)) ++excerpt_.impacts;
    return true;
}

template <int N>
Excerpt<N> ExcerptCollector<N>::finish() {
    if (!excerpt_.goes_on) {
        excerpt_.length = since_from(playback_.now());
        excerpt_.goes_on = playback_.end() > playback_.now();
    }
    return std::move(excerpt_);
}

template <int N>
double ExcerptCollector<N>::since_from(Time time) const {
    return detail::Clock(playback_.start().epoch_length).between(from_, time);
}

template <int N>
void ExcerptCollector<N>::add(const BallState<N>& state, std::size_t ball) {
    append(excerpt_.position, state.position);
    append(excerpt_.velocity, state.velocity);
    add_acceleration(excerpt_.acceleration, state, ball);
}

/// What holds a ball leaves of gravity.
template <int N>
void ExcerptCollector<N>::add_acceleration(std::vector<double>& column, const BallState<N>& state,
                                           std::size_t ball) const {
    const detail::DefaultFloatEnvironment environment;
    if (!domain_.has_gravity) return;
    const double mass = playback_.start().scene.balls[ball].mass;
    append(column, detail::acceleration_of(domain_, state.phase, mass));
}

template <int N>
Result<std::optional<Excerpt<N>>, ExcerptFault> read_excerpt(Playback<N>& playback, const Window& window,
                                                             const GoesOn& goes_on) {
    if (const auto refused = refusal(playback.ball_count())) return ExcerptFault(*refused);
    ExcerptCollector<N> collector(playback, window);
    const auto stopped = [&](std::uint64_t count, double share) {
        return count % kRecordsPerQuestion == 0 && goes_on && !goes_on(std::min(share, 1.0));
    };
    std::uint64_t count = 0;
    while (window.from > 0) {
        const auto event = playback.next_until(playback.at(window.from));
        if (!event) break;
        collector.skip(*event);
        if (stopped(++count, playback.seconds(playback.now()) / window.from))
            return std::optional<Excerpt<N>>();
    }
    if (const auto fault = playback.fault()) return ExcerptFault(*fault);
    if (playback.seconds(playback.now()) < window.from) {
        return ExcerptFault(ExcerptFault::Cause::window,
                            fmt::format("--from {} is after the end of the trajectory, {}", window.from,
                                        playback.seconds(playback.end())));
    }
    collector.begin();
    count = 0;
    while (const auto event = playback.next_until(playback.at(window.to))) {
        if (!collector.take(*event)) break;
        ++count;
        if (stopped(count, static_cast<double>(count) / static_cast<double>(window.most_records)))
            return std::optional<Excerpt<N>>();
    }
    if (const auto fault = playback.fault()) return ExcerptFault(*fault);
    return std::optional<Excerpt<N>>(collector.finish());
}

template class ExcerptCollector<2>;
template class ExcerptCollector<3>;
template Result<std::optional<Excerpt<2>>, ExcerptFault> read_excerpt(Playback<2>&, const Window&,
                                                                      const GoesOn&);
template Result<std::optional<Excerpt<3>>, ExcerptFault> read_excerpt(Playback<3>&, const Window&,
                                                                      const GoesOn&);

}  // namespace carom::view

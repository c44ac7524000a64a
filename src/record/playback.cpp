#include "carom/record/playback.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/float_environment.hpp"
#include "motion/flight.hpp"
#include "motion/images.hpp"
#include "motion/proper_state.hpp"

namespace carom {

using namespace detail;

template <int N>
class Playback<N>::Impl {
public:
    explicit Impl(TrajectoryReader<N> reader)
        : reader_(std::move(reader)),
          clock_(reader_.start().epoch_length),
          domain_(make_domain(reader_.start().scene.world)) {
        for (const SceneBall<N>& ball : reader_.start().scene.balls) {
            BallState<N> state{ball.position, ball.velocity, {}, {}};
            const Image<N> crossings = wrap(clock_, domain_, state.position, {});
            state.image = crossings;
            state.velocity = carried(domain_, state.velocity, -crossings);
            states_.push_back(state);
        }
        ahead_ = reader_.next();
    }

    std::optional<Event<N>> next_until(Time until) {
        if (ahead_ && ahead_->time <= until) {
            const Event<N> event = *std::exchange(ahead_, reader_.next());
            states_[event.ball] = event.ball_after;
            if (is_pair(event.kind)) states_[event.other] = event.other_after;
            now_ = event.time;
            return event;
        }
        const Time last = ahead_ ? until : std::min(until, reader_.end());
        now_ = std::max(now_, last);
        return {};
    }

    /// The time of the next event when that is `seconds` rounded, else `seconds` as they are.
    Time moment(double seconds) const {
        const Time exact = clock_.at(seconds);
        const bool now = ahead_ && clock_.seconds(ahead_->time) <= seconds;
        return now ? std::max(exact, ahead_->time) : exact;
    }

    const TrajectoryReader<N>& reader() const { return reader_; }
    const Clock& clock() const { return clock_; }
    Time now() const { return now_; }
    const std::vector<BallState<N>>& states() const { return states_; }

    Vec<double, N> center(std::size_t ball) const { return bounded(position_at(clock_, motion(ball), now_)); }

    /// In the box, as all below.
    Vec<double, N> position(std::size_t ball) const {
        Vec<double, N> position = center(ball);
        wrap(clock_, domain_, position, now_);
        return position;
    }

    Vec<double, N> velocity(std::size_t ball) const {
        const Vec<double, N> velocity = bounded(velocity_at(clock_, motion(ball), now_));
        return domain_.is_sheared() ? carried(domain_, velocity, -crossings(ball)) : velocity;
    }

    Image<N> image(std::size_t ball) const { return states_[ball].image + crossings(ball); }

    Vec<double, N> unwrapped(std::size_t ball) const {
        return shifted(clock_, domain_, center(ball), states_[ball].image, now_);
    }

private:
    /// A file may say that a ball flies so long that it leaves the number range.
    static Vec<double, N> bounded(const Vec<double, N>& x) {
        return generate<double, N>([&](int k) { return bounded_of_state(x[k]); });
    }

    Image<N> crossings(std::size_t ball) const {
        Vec<double, N> position = center(ball);
        return wrap(clock_, domain_, position, now_);
    }

    MotionPiece<N> motion(std::size_t ball) const {
        return motion_of(domain_, states_[ball], reader_.start().scene.balls[ball].mass);
    }

    TrajectoryReader<N> reader_;
    Clock clock_;
    Domain<N> domain_;
    std::vector<BallState<N>> states_;
    std::optional<Event<N>> ahead_;
    Time now_;
};

template <int N>
Playback<N>::Playback(TrajectoryReader<N> reader) : impl_(std::make_unique<Impl>(std::move(reader))) {}
template <int N>
Playback<N>::Playback(Playback&&) noexcept = default;
template <int N>
Playback<N>& Playback<N>::operator=(Playback&&) noexcept = default;
template <int N>
Playback<N>::~Playback() = default;

template <int N>
const TrajectoryReader<N>& Playback<N>::trajectory() const {
    return impl_->reader();
}

template <int N>
const TrajectoryStart<N>& Playback<N>::start() const {
    return impl_->reader().start();
}

template <int N>
double Playback<N>::seconds(Time time) const {
    const DefaultFloatEnvironment environment;
    return impl_->clock().seconds(time);
}

template <int N>
Time Playback<N>::at(double seconds) const {
    const DefaultFloatEnvironment environment;
    return impl_->clock().at(seconds);
}

template <int N>
std::optional<Event<N>> Playback<N>::next_until(Time until) {
    return impl_->next_until(until);
}

template <int N>
std::optional<Event<N>> Playback<N>::next_until(double seconds) {
    const DefaultFloatEnvironment environment;
    return impl_->next_until(impl_->moment(seconds));
}

template <int N>
void Playback<N>::advance(Time until) {
    while (next_until(until)) {
    }
}

template <int N>
Time Playback<N>::now() const {
    return impl_->now();
}

template <int N>
Time Playback<N>::end() const {
    return impl_->reader().end();
}

template <int N>
std::optional<FileError> Playback<N>::fault() const {
    return impl_->reader().fault();
}

template <int N>
std::size_t Playback<N>::ball_count() const {
    return impl_->states().size();
}

template <int N>
const BallState<N>& Playback<N>::state(std::size_t ball) const {
    return impl_->states()[ball];
}

template <int N>
Vec<double, N> Playback<N>::position(std::size_t ball) const {
    const DefaultFloatEnvironment environment;
    return impl_->position(ball);
}

template <int N>
Vec<double, N> Playback<N>::unwrapped_position(std::size_t ball) const {
    const DefaultFloatEnvironment environment;
    return impl_->unwrapped(ball);
}

template <int N>
Image<N> Playback<N>::image(std::size_t ball) const {
    const DefaultFloatEnvironment environment;
    return impl_->image(ball);
}

template <int N>
Vec<double, N> Playback<N>::velocity(std::size_t ball) const {
    const DefaultFloatEnvironment environment;
    return impl_->velocity(ball);
}

template class Playback<2>;
template class Playback<3>;

}  // namespace carom

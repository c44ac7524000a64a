#include "view/packed.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <vector>

#include "view/byte_sink.hpp"
#include "view/forecast.hpp"

namespace carom::view {
namespace {

template <int N>
Vec<double, N> vector_at(const std::vector<double>& column, std::size_t index) {
    Vec<double, N> vector;
    if (column.empty()) return vector;
    for (int k = 0; k < N; ++k) vector[k] = column[index * N + static_cast<std::size_t>(k)];
    return vector;
}

/// FNV-1a over the words of a column (G. Fowler, L. C. Noll, K.-P. Vo).
template <class Number>
void add_to(std::uint32_t& sum, const std::vector<Number>& column) {
    constexpr std::size_t size = sizeof(Number);
    using Word = std::conditional_t<size == 1, std::uint8_t, std::uint32_t>;
    constexpr std::size_t word_size = sizeof(Word);
    for (const Number number : column) {
        std::array<Word, size / word_size> words{};
        std::memcpy(words.data(), &number, size);
        for (const Word word : words) sum = (sum ^ word) * 16777619U;
    }
}

template <int N>
class Packer {
public:
    explicit Packer(const Excerpt<N>& excerpt) : excerpt_(excerpt), forecast_(excerpt.scene) {}

    std::vector<unsigned char> pack() {
        for (std::size_t ball = 0; ball < excerpt_.radius.size(); ++ball) add_ball(ball);
        for (std::size_t event = 0; event < excerpt_.event_time.size(); ++event) add_event(event);
        return sink_.take();
    }

private:
    void add_ball(std::size_t ball) {
        Flown<N> flown;
        flown.time = excerpt_.start_time[ball];
        flown.position = vector_at<N>(excerpt_.start_position, ball);
        flown.velocity = vector_at<N>(excerpt_.start_velocity, ball);
        flown.acceleration = vector_at<N>(excerpt_.start_acceleration, ball);
        sink_.difference(flown.time, ball == 0 ? 0 : flown_.back().time);
        for (const double x : flown.position.coordinates) sink_.raw(x);
        for (const double v : flown.velocity.coordinates) sink_.raw(v);
        add_acceleration(flown);
        bodies_.write(sink_, {excerpt_.radius[ball], excerpt_.mass[ball]});
        sink_.whole(excerpt_.species_of[ball]);
        flown_.push_back(flown);
    }

    void add_acceleration(const Flown<N>& flown) {
        if (!excerpt_.start_acceleration.empty()) accelerations_.write(sink_, flown.acceleration.coordinates);
    }

    void add_event(std::size_t event) {
        const double time = excerpt_.event_time[event];
        ImpactState<N> meeting;
        meeting.kind = static_cast<EventKind>(excerpt_.kind[event]);
        meeting.ball = excerpt_.ball[event];
        meeting.other = excerpt_.other[event];
        meeting.restitution = excerpt_.restitution[event];
        sink_.whole(excerpt_.kind[event]);
        sink_.whole(meeting.ball);
        sink_.whole(meeting.other);
        sink_.difference(time, event == 0 ? 0 : excerpt_.event_time[event - 1]);
        restitutions_.write(sink_, {meeting.restitution});
        const int balls = is_pair(meeting.kind) ? 2 : 1;
        for (int k = 0; k < balls; ++k) add_position(meeting, k, time);
        add_velocities(meeting, balls);
        for (int k = 0; k < balls; ++k) {
            Flown<N>& flown = flown_[k == 0 ? meeting.ball : meeting.other];
            flown = state(k);
            flown.time = time;
            add_acceleration(flown);
        }
        next_state_ += static_cast<std::size_t>(balls);
    }

    /// Of ball k of the present event, without the time.
    Flown<N> state(int k) const {
        const std::size_t index = next_state_ + static_cast<std::size_t>(k);
        return {0, vector_at<N>(excerpt_.position, index), vector_at<N>(excerpt_.velocity, index),
                vector_at<N>(excerpt_.acceleration, index)};
    }

    /// Also notes what the forecast of velocities needs.
    void add_position(ImpactState<N>& meeting, int ball, double time) {
        const Flown<N>& flown = flown_[ball == 0 ? meeting.ball : meeting.other];
        const auto at = static_cast<std::size_t>(ball);
        meeting.position[at] = state(ball).position;
        for (int k = 0; k < N; ++k) {
            sink_.difference(meeting.position[at][k], forecast_.position(flown, time, k));
            meeting.before[at][k] = meeting.kind == EventKind::rest ? 0 : forecast_.velocity(flown, time, k);
        }
    }

    /// First the coordinate that tells most of the push. Where it is far from the forecast, what it says
    /// about the push is what the others are compared with.
    void add_velocities(const ImpactState<N>& meeting, int balls) {
        Impulse<N> push = forecast_.push(meeting);
        const int lead = push.share[0] == 0 && balls == 2 ? 1 : 0;
        const int axis = largest_axis(push.normal);
        const auto expected = [&](int ball, int k) {
            const auto at = static_cast<std::size_t>(ball);
            return meeting.before[at][k] + push.share[at] * push.size * push.normal[k];
        };
        const double told = state(lead).velocity[axis];
        const double share = push.share[static_cast<std::size_t>(lead)] * push.normal[axis];
        if (!sink_.difference(told, expected(lead, axis)) && share != 0)
            push.size = (told - meeting.before[static_cast<std::size_t>(lead)][axis]) / share;
        for (int ball = 0; ball < balls; ++ball) {
            const Vec<double, N> velocity = state(ball).velocity;
            for (int k = 0; k < N; ++k)
                if (ball != lead || k != axis) sink_.difference(velocity[k], expected(ball, k));
        }
    }

    static int largest_axis(const Vec<double, N>& vector) {
        int largest = 0;
        for (int k = 1; k < N; ++k)
            if (std::fabs(vector[k]) > std::fabs(vector[largest])) largest = k;
        return largest;
    }

    const Excerpt<N>& excerpt_;
    Forecast<N> forecast_;
    ByteSink sink_;
    ValueTable<1> restitutions_;
    ValueTable<2> bodies_;
    ValueTable<N> accelerations_;
    std::vector<Flown<N>> flown_;  // of each ball, up to the event before
    std::size_t next_state_ = 0;
};

template <int N>
std::uint32_t sum_of(const Excerpt<N>& excerpt) {
    std::uint32_t sum = 2166136261U;
    for (const auto* column :
         {&excerpt.start_time, &excerpt.start_position, &excerpt.start_velocity, &excerpt.start_acceleration,
          &excerpt.radius, &excerpt.mass, &excerpt.event_time, &excerpt.restitution, &excerpt.position,
          &excerpt.velocity, &excerpt.acceleration})
        add_to(sum, *column);
    for (const auto* column : {&excerpt.species_of, &excerpt.ball, &excerpt.other}) add_to(sum, *column);
    add_to(sum, excerpt.kind);
    return sum;
}

}  // namespace

template <int N>
Packed packed(const Excerpt<N>& excerpt) {
    return {Packer<N>(excerpt).pack(), sum_of(excerpt)};
}

template Packed packed(const Excerpt<2>&);
template Packed packed(const Excerpt<3>&);

}  // namespace carom::view

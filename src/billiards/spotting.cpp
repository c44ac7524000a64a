#include "carom/billiards/spotting.hpp"

#include <algorithm>
#include <cmath>

#include "billiards/playing_area.hpp"
#include "carom/billiards/rack.hpp"
#include "math/two_term.hpp"

namespace carom::billiards {

namespace {

using carom::detail::two_product;
using carom::detail::two_sum;
using carom::detail::TwoTerm;
using detail::playing_area;
using detail::PlayingArea;

constexpr int kLowestColour = 2;
constexpr int kHighestColour = 7;

/// A ball that lies in the way.
struct InTheWay {
    Vec2d place;
    double reach = 0;  // how far apart centres are that touch
    bool may_be_touched = false;
};

/// The distance squared of two places, less that of balls that touch: to twice the working precision.
double beyond_touch(const Vec2d& a, const Vec2d& b, double reach) {
    const TwoTerm x = two_sum(a[0], -b[0]), y = two_sum(a[1], -b[1]);
    return (x * x + y * y - two_product(reach, reach)).hi;
}

bool is_blocked(const InTheWay& ball, const Vec2d& place) {
    const double beyond = beyond_touch(place, ball.place, ball.reach);
    return ball.may_be_touched ? beyond < 0 : beyond <= 0;
}

const InTheWay* blocking(std::span<const InTheWay> balls, const Vec2d& place) {
    for (const InTheWay& ball : balls) {
        if (is_blocked(ball, place)) return &ball;
    }
    return nullptr;
}

/// The first place along y beyond a ball that blocks. `way` is 1 or -1.
Vec2d past(const InTheWay& ball, Vec2d place, double way) {
    const double reach = ball.reach + (ball.may_be_touched ? 0 : kAlmostTouching);
    const double across = place[0] - ball.place[0];
    place[1] = ball.place[1] + way * std::sqrt(reach * reach - across * across);
    while (is_blocked(ball, place)) place[1] += way * 0x1p-52 * (std::fabs(place[1]) + reach);
    return place;
}

/// The free place along y that is nearest to `from`, up to `end`.
std::optional<Vec2d> nearest_free(std::span<const InTheWay> balls, const Vec2d& from, double end) {
    const double way = end < from[1] ? -1 : 1;
    Vec2d place = from;
    while (way * (end - place[1]) >= 0) {
        const InTheWay* const ball = blocking(balls, place);
        if (ball == nullptr) return place;
        place = past(*ball, place, way);
    }
    return {};
}

/// Spots of one game on one table, and who lies in the way.
class SpotSearch {
public:
    SpotSearch(Rules rules, const ShotSetup& setup, std::span<const int> numbers,
               std::span<const BallState> states, int ball)
        : is_snooker_(rules == Rules::snooker),
          area_(playing_area(setup.table)),
          number_(numbers[static_cast<std::size_t>(ball)]),
          radius_(setup.balls[static_cast<std::size_t>(ball)].radius) {
        for (std::size_t k = 0; k < states.size(); ++k) {
            if (static_cast<int>(k) == ball || is_out_of_play(states[k].phase)) continue;
            const double reach = reach_to(states[k], setup.balls[k].radius);
            if (reach > 0)
                balls_.push_back(
                    {{states[k].position[0], states[k].position[1]}, reach, !is_snooker_ && numbers[k] != 0});
        }
    }

    /// The ball's own spot, if it is free.
    std::optional<Vec2d> own() const {
        const auto spot = spot_of(number_);
        return spot && blocking(balls_, *spot) == nullptr ? spot : std::nullopt;
    }

    std::optional<Vec2d> find() const {
        if (auto place = own()) return place;
        const auto spot = spot_of(number_);
        if (!spot) return {};
        for (int value = kHighestColour; is_snooker_ && value >= kLowestColour; --value) {
            const auto other = spot_of(value);
            if (blocking(balls_, *other) == nullptr) return other;
        }
        if (auto place = nearest_free(balls_, *spot, area_.upper[1] - radius_)) return place;
        return nearest_free(balls_, *spot, area_.lower[1] + radius_);
    }

private:
    /// How far apart the centres are when this ball touches the one that is put on the bed, seen from above.
    double reach_to(const BallState& other, double radius) const {
        if (other.position[2] == radius) return contact_distance({.radius = radius_}, {.radius = radius});
        const double rise = other.position[2] - radius_, sum = radius_ + radius;
        return std::sqrt(std::max(0.0, sum * sum - rise * rise));
    }

    /// The spot of a number; none of balls that never come back, and of tables without a playing area.
    std::optional<Vec2d> spot_of(int number) const {
        if (!area_.is_there()) return {};
        if (!is_snooker_) return area_.at(foot_spot(area_.width(), area_.length()));
        if (number < kLowestColour || number > kHighestColour) return {};
        const auto spots = spotted_balls(Game::snooker, area_.width(), area_.length());
        return area_.at(spots[static_cast<std::size_t>(number - kLowestColour)].place);
    }

    bool is_snooker_;
    PlayingArea area_;
    int number_;
    double radius_;
    std::vector<InTheWay> balls_;
};

bool has_spots(Rules rules) {
    return rules != Rules::none && rules != Rules::three_cushion;
}

}  // namespace

std::optional<Vec2d> free_spot(Rules rules, const ShotSetup& setup, std::span<const int> numbers,
                               std::span<const BallState> states, int ball) {
    if (!has_spots(rules)) return {};
    return SpotSearch(rules, setup, numbers, states, ball).find();
}

std::vector<int> spot_balls(Rules rules, const ShotSetup& setup, std::span<const int> numbers,
                            std::span<const int> spotted, std::span<BallState> states) {
    std::vector<int> waiting(spotted.begin(), spotted.end()), left;
    for (const int ball : waiting) states[static_cast<std::size_t>(ball)].phase = Phase::pocketed;
    const auto put = [&](int ball, const std::optional<Vec2d>& place) {
        const auto k = static_cast<std::size_t>(ball);
        if (place) states[k] = ball_at((*place)[0], (*place)[1], setup.balls[k]);
        return place.has_value();
    };
    if (rules == Rules::snooker)
        std::erase_if(waiting, [&](int ball) {
            return put(ball, SpotSearch(rules, setup, numbers, states, ball).own());
        });
    while (!waiting.empty()) {
        const auto next = std::max_element(waiting.begin(), waiting.end(), [&](int a, int b) {
            return numbers[static_cast<std::size_t>(a)] < numbers[static_cast<std::size_t>(b)];
        });
        if (!put(*next, free_spot(rules, setup, numbers, states, *next))) left.push_back(*next);
        waiting.erase(next);
    }
    return left;
}

}  // namespace carom::billiards

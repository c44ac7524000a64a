#include "proof/spot_judge.hpp"

#include <algorithm>
#include <limits>

namespace carom::proof {

using billiards::BallState;
using billiards::Rules;

namespace {

/// Decisions that hang on less may go either way [m].
constexpr double kSpotTolerance = 1e-12;
/// Between balls that must not touch [m].
constexpr double kGapBesideSpotted = 5e-4;
constexpr int kLowestColour = 2;
constexpr int kHighestColour = 7;

bool is_same_place(const WideVec<2>& a, const WideVec<2>& b) {
    const Wide x = a[0] - b[0], y = a[1] - b[1];
    return x * x + y * y <= Wide{kSpotTolerance} * kSpotTolerance;
}

Wide way_between(const WideVec<2>& a, const WideVec<2>& b) {
    const Wide x = a[0] - b[0], y = a[1] - b[1];
    return root(x * x + y * y);
}

}  // namespace

SpotJudge::SpotJudge(const billiards::TableScene& scene)
    : scene_(scene),
      is_snooker_(rules_of(scene.game) == Rules::snooker),
      numbers_(numbers_in(rules_of(scene.game), scene.ball_names)) {
    constexpr double kFar = std::numeric_limits<double>::infinity();
    lower_ = {kFar, kFar};
    upper_ = {-kFar, -kFar};
    for (const billiards::StraightCushion& cushion : scene.setup.table.straight_cushions) {
        for (const int axis : {0, 1}) {
            if (cushion.from[axis] != cushion.to[axis]) continue;
            lower_[axis] = std::min(lower_[axis], cushion.from[axis]);
            upper_[axis] = std::max(upper_[axis], cushion.from[axis]);
        }
    }
}

SpotJudge::Place SpotJudge::place_of(int ball) const {
    const Vec3d& at = start_[static_cast<std::size_t>(ball)].position;
    return {at[0], at[1]};
}

/// Measures of a snooker table of 12 feet, in proportion.
SpotJudge::Place SpotJudge::spot_of(int number) const {
    const Wide width = Wide{upper_[0]} - lower_[0], length = Wide{upper_[1]} - lower_[1];
    Place place{width / 2, 3 * length / 4};
    if (is_snooker_ && number <= 4) {
        place[1] = length * 737 / 3569;
        if (number == 2) place[0] += width * 292 / 1778;
        if (number == 3) place[0] -= width * 292 / 1778;
    }
    if (is_snooker_ && number == 5) place[1] = length / 2;
    if (is_snooker_ && number == 7) place[1] = length - length * 324 / 3569;
    return {lower_[0] + place[0], lower_[1] + place[1]};
}

/// How far apart, seen from above, the centres are when `ball`, on the bed, touches the other; 0 where they
/// cannot touch.
Wide SpotJudge::reach(int ball, int other) const {
    const Wide radius = scene_.setup.balls[static_cast<std::size_t>(ball)].radius;
    const Wide sum = radius + scene_.setup.balls[static_cast<std::size_t>(other)].radius;
    const Wide rise = start_[static_cast<std::size_t>(other)].position[2] - radius;
    const Wide square = sum * sum - rise * rise;
    return square > 0 ? root(square) : Wide{0};
}

/// What remains between a ball that is put back and this one.
Wide SpotJudge::kept_apart(int other) const {
    const bool may_touch = !is_snooker_ && numbers_[static_cast<std::size_t>(other)] != 0;
    return may_touch ? Wide{0} : Wide{kGapBesideSpotted};
}

bool SpotJudge::may_be_taken(int ball, const Place& place) const {
    return std::any_of(lying_.begin(), lying_.end(), [&](int other) {
        return way_between(place, place_of(other)) < reach(ball, other) + kSpotTolerance;
    });
}

bool SpotJudge::may_be_free(int ball, const Place& place) const {
    return std::none_of(lying_.begin(), lying_.end(), [&](int other) {
        return way_between(place, place_of(other)) < reach(ball, other) - kSpotTolerance;
    });
}

/// Along y no place from `from` to `to` is free.
bool SpotJudge::is_covered(int ball, Wide from, Wide to) const {
    const Wide way = to < from ? -1 : 1;
    const Wide x = place_of(ball)[0];
    Wide y = from;
    for (bool goes_on = true; goes_on && way * (to - y) > kSpotTolerance;) {
        goes_on = false;
        for (const int other : lying_) {
            const Place at = place_of(other);
            const Wide apart = reach(ball, other) + kept_apart(other) + kSpotTolerance;
            const Wide square = apart * apart - (x - at[0]) * (x - at[0]);
            if (square <= 0 || (y - at[1]) * (y - at[1]) > square) continue;
            const Wide beyond = at[1] + way * root(square);
            if (way * (beyond - y) <= 0) continue;
            y = beyond;
            goes_on = true;
        }
    }
    return way * (to - y) <= kSpotTolerance;
}

/// As near to another as it may be.
bool SpotJudge::is_beside_another(int ball) const {
    return std::any_of(lying_.begin(), lying_.end(), [&](int other) {
        const Wide off =
            way_between(place_of(ball), place_of(other)) - reach(ball, other) - kept_apart(other);
        return off <= kSpotTolerance && off >= -kSpotTolerance;
    });
}

/// On the line of its own spot, with no free place that comes before.
bool SpotJudge::is_nearest(int ball) const {
    const Place spot = spot_of(numbers_[static_cast<std::size_t>(ball)]), place = place_of(ball);
    const Wide dx = place[0] - spot[0];
    if (dx * dx > Wide{kSpotTolerance} * kSpotTolerance || !is_beside_another(ball)) return false;
    if (place[1] >= spot[1]) return is_covered(ball, spot[1], place[1]);
    const Wide end = Wide{upper_[1]} - scene_.setup.balls[static_cast<std::size_t>(ball)].radius;
    return is_covered(ball, spot[1], end) && is_covered(ball, spot[1], place[1]);
}

/// The ball is where the rules put it while `lying_` are on the table.
bool SpotJudge::is_right(int ball) const {
    const auto k = static_cast<std::size_t>(ball);
    const BallState& state = start_[k];
    const Place place = place_of(ball);
    if (state != billiards::ball_at(state.position[0], state.position[1], scene_.setup.balls[k]))
        return false;
    if (!may_be_free(ball, place)) return false;
    if (is_same_place(place, spot_of(numbers_[k]))) return true;
    if (!may_be_taken(ball, spot_of(numbers_[k]))) return false;
    for (int value = kHighestColour; is_snooker_ && value >= kLowestColour; --value) {
        if (is_same_place(place, spot_of(value))) return true;
        if (!may_be_taken(ball, spot_of(value))) return false;
    }
    return is_nearest(ball);
}

int SpotJudge::misplaced(std::span<const BallState> start, std::span<const int> spotted, int in_hand) {
    start_ = start;
    lying_.clear();
    for (int ball = 0; ball < static_cast<int>(start.size()); ++ball) {
        const bool waits = std::find(spotted.begin(), spotted.end(), ball) != spotted.end();
        if (!waits && ball != in_hand && !is_out_of_play(start[static_cast<std::size_t>(ball)].phase))
            lying_.push_back(ball);
    }
    std::vector<int> order(spotted.begin(), spotted.end());
    const auto number_of = [&](int ball) { return numbers_[static_cast<std::size_t>(ball)]; };
    const auto is_on_own = [&](int ball) { return is_same_place(place_of(ball), spot_of(number_of(ball))); };
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return number_of(a) > number_of(b); });
    if (is_snooker_) std::stable_partition(order.begin(), order.end(), is_on_own);
    for (const int ball : order) {
        if (!is_right(ball)) return ball;
        lying_.push_back(ball);
    }
    return -1;
}

}  // namespace carom::proof

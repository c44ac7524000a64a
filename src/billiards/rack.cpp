#include "carom/billiards/rack.hpp"

#include <algorithm>
#include <cmath>

#include "billiards/rack_numbers.hpp"

namespace carom::billiards {

namespace {

/// Numbers in [0, 1), the same on every machine: splitmix64.
class Chance {
public:
    explicit Chance(std::uint64_t seed) : state_(seed) {}
    double next() {
        state_ += 0x9e3779b97f4a7c15U;
        std::uint64_t mixed = state_;
        mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9U;
        mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebU;
        return static_cast<double>((mixed ^ (mixed >> 31)) >> 11) * 0x1p-53;
    }

private:
    std::uint64_t state_;
};

constexpr double kFootSpot = 0.75;                     // of the length; the pink lies there too
constexpr double kRowHeight = 0.86602540378443864676;  // sin 60

/// `counts` balls in each row.
std::vector<Vec2d> rows_of(const Rack& rack, const std::vector<int>& counts) {
    // Neighbours of different rows touch only up to rounding: a little wider, so that none overlaps.
    const double pitch = 2 * rack.radius + rack.gap;
    Chance chance(rack.seed);
    std::vector<Vec2d> places;
    for (std::size_t row = 0; row < counts.size(); ++row) {
        for (int k = 0; k < counts[row]; ++k) {
            const double across = (k - 0.5 * (counts[row] - 1)) * pitch;
            Vec2d place{rack.apex[0] + across, rack.apex[1] + static_cast<double>(row) * kRowHeight * pitch};
            if (rack.tilt != 0) place = turned_about(rack.apex, place, rack.tilt);
            if (rack.spread > 0) {
                double x = 0;
                double y = 0;
                do {
                    x = 2 * chance.next() - 1;
                    y = 2 * chance.next() - 1;
                } while (x * x + y * y > 1);
                const auto& fixed = rack.on_spot;
                const bool moves = std::find(fixed.begin(), fixed.end(), places.size()) == fixed.end();
                if (moves) place = {place[0] + rack.spread * x, place[1] + rack.spread * y};
            }
            places.push_back(place);
        }
    }
    return places;
}

}  // namespace

Vec2d turned_about(const Vec2d& pivot, const Vec2d& place, double degrees) {
    // By twice the angle whose tangent is this, to 1e-9 of it: no function of the mathematical library.
    const double half = degrees * 0.0087266462599716478846;
    const double tangent = half * (1 + half * half * (1.0 / 3 + half * half * (2.0 / 15)));
    const double cosine = (1 - tangent * tangent) / (1 + tangent * tangent);
    const double sine = 2 * tangent / (1 + tangent * tangent);
    const double x = place[0] - pivot[0], y = place[1] - pivot[1];
    return {pivot[0] + (cosine * x - sine * y), pivot[1] + (sine * x + cosine * y)};
}

std::vector<Vec2d> triangle_rack(const Rack& rack, int rows) {
    std::vector<int> counts;
    for (int row = 1; row <= rows; ++row) counts.push_back(row);
    return rows_of(rack, counts);
}

std::vector<Vec2d> diamond_rack(const Rack& rack) {
    return rows_of(rack, {detail::kDiamondRows.begin(), detail::kDiamondRows.end()});
}

std::vector<RackedBall> racked_balls(Game game, const Rack& rack) {
    if (game == Game::three_cushion) return {};
    const std::vector<Vec2d> places = game == Game::nine_ball  ? diamond_rack(rack)
                                      : game == Game::ten_ball ? triangle_rack(rack, 4)
                                                               : triangle_rack(rack);
    std::vector<RackedBall> balls;
    for (std::size_t k = 0; k < places.size(); ++k) {
        const int number = game == Game::eight_ball  ? detail::kEightBallNumbers[k]
                           : game == Game::nine_ball ? detail::kNineBallNumbers[k]
                           : game == Game::ten_ball  ? detail::kTenBallNumbers[k]
                                                     : static_cast<int>(k) + 1;
        const std::string name = std::to_string(number);
        const bool is_red = game == Game::snooker_reds || game == Game::snooker;
        balls.push_back({is_red ? "red " + name : name, places[k]});
    }
    return balls;
}

Vec2d foot_spot(double width, double length) {
    return {0.5 * width, kFootSpot * length};
}

std::vector<RackedBall> spotted_balls(Game game, double width, double length) {
    const double middle = 0.5 * width;
    if (game == Game::three_cushion)
        return {{"red", foot_spot(width, length)}, {"yellow", {middle, (1 - kFootSpot) * length}}};
    if (game != Game::snooker) return {};
    // The baulk line, the D around its middle, and the spot of the black, of a table of 12 feet.
    const double baulk = 0.737 / 3.569 * length;
    const double reach = 0.292 / 1.778 * width;
    const double black = length - 0.324 / 3.569 * length;
    return {{"yellow", {middle + reach, baulk}}, {"green", {middle - reach, baulk}},
            {"brown", {middle, baulk}},          {"blue", {middle, 0.5 * length}},
            {"pink", foot_spot(width, length)},  {"black", {middle, black}}};
}

Vec2d first_red(double width, double length, double radius) {
    const Vec2d pink = foot_spot(width, length);
    return {pink[0], pink[1] + 2 * radius + kAlmostTouching};
}

}  // namespace carom::billiards

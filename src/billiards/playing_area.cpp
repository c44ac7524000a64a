#include "billiards/playing_area.hpp"

#include <algorithm>
#include <cmath>

#include "carom/billiards/rack.hpp"
#include "carom/billiards/table_scene.hpp"

namespace carom::billiards::detail {

bool PlayingArea::is_in_the_d(const Vec2d& place) const {
    const auto spots = spotted_balls(Game::snooker, width(), length());
    const Vec2d yellow = at(spots[0].place), brown = at(spots[2].place);
    const double reach = yellow[0] - brown[0] + kTouching;
    const double x = place[0] - brown[0], y = place[1] - brown[1];
    return y <= kTouching && x * x + y * y <= reach * reach;
}

PlayingArea playing_area(const Table& table) {
    PlayingArea area;
    for (const StraightCushion& cushion : table.straight_cushions) {
        for (const int across : {0, 1}) {
            if (cushion.from[across] != cushion.to[across]) continue;
            area.lower[across] = std::min(area.lower[across], cushion.from[across]);
            area.upper[across] = std::max(area.upper[across], cushion.from[across]);
        }
    }
    return area;
}

}  // namespace carom::billiards::detail

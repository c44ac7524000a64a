// How hard is this shot? All ways to pocket a ball from one position, the easiest first.
#include <cstdio>
#include <vector>

#include "carom/billiards/aim.hpp"

using namespace carom::billiards;

int main() {
    ShotSetup setup;
    setup.table = pocket_table(pool_table_9_foot());
    const std::vector<BallState> balls{ball_at(0.4, 0.6), ball_at(0.9, 1.8), ball_at(0.3, 1.2)};
    setup.balls.assign(balls.size(), BallProperties{});

    const auto wanted = [](const ShotFacts& facts) { return facts.is_pocketed(1) && !facts.is_pocketed(0); };
    AimSearch search(setup, balls, wanted);
    std::vector<Aim> aims = search.scan({0, {.speed = 1.5}}, 0, 360, 0.05);
    const ShotErrors player{.speed = 0.02, .direction = 0.1, .tip = 0.02};
    rank(aims, player);

    for (std::size_t k = 0; k < aims.size() && k < 3; ++k) {
        const Aim& aim = aims[k];
        const RouteKind kind = kind_of(aim.route, setup);
        std::printf("%.4f degrees, window %.4f, %s, made in %d of 1000 shots\n", aim.shot.strike.direction,
                    aim.direction.width(), kind.direct() ? "direct" : "by cushions or balls",
                    static_cast<int>(*search.hits(aim, player, 1000, 1)));
    }
    return 0;
}

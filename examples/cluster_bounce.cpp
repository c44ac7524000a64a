// A ball strikes two balls that touch each other, at the same instant: all contacts together, and one after
// another.
#include <array>
#include <cmath>
#include <cstdio>
#include <span>

#include "carom/pair/bounce.hpp"
#include "carom/pair/bounce_cluster.hpp"

namespace {

using Balls = std::array<carom::Body<double, 2>, 3>;

constexpr std::array<carom::TouchingPair, 3> contacts{{{0, 1}, {0, 2}, {1, 2}}};

double shown(double x) {
    return std::fabs(x) < 0.0005 ? 0 : x;  // no -0.000
}

void one_after_another(Balls& balls) {
    for (int round = 0; round < 10; ++round) {
        for (const auto& [a, b] : contacts) {
            const auto after = bounce(balls[a], balls[b], 1.0);
            balls[a].velocity = after.a;
            balls[b].velocity = after.b;
        }
    }
}

}  // namespace

int main() {
    const double y = 0.5, x = 0.86602540378443865;
    Balls balls{{{{0, 0}, {1, 0}}, {{x, y}, {0, 0}}, {{x, -y}, {0, 0}}}};

    const carom::Cluster<double, 2> cluster{balls, contacts, {}};
    const auto together = bounce_cluster(cluster, 1.0);
    if (!together) return 1;
    one_after_another(balls);

    std::printf("ball    together            one after another\n");
    for (std::size_t i = 0; i < balls.size(); ++i) {
        const auto& v = together->velocities[i];
        const auto& w = balls[i].velocity;
        std::printf("%zu    (%6.3f, %6.3f)    (%6.3f, %6.3f)\n", i, shown(v[0]), shown(v[1]), shown(w[0]),
                    shown(w[1]));
    }
}

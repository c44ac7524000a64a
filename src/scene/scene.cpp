#include "carom/scene/scene.hpp"

#include "core/float_environment.hpp"
#include "math/vec_ops.hpp"

namespace carom {

template <int N>
double elastic_below(const Scene<N>& scene) {
    using namespace detail;
    const DefaultFloatEnvironment environment;
    if (scene.law.elastic_below) return *scene.law.elastic_below;
    if (scene.law.restitution_balls == 1 && scene.law.restitution_walls == 1) return 0;
    double fastest = 0;
    for (const SceneBall<N>& ball : scene.balls) {
        const double scale = safe_scale(largest(ball.velocity));
        const double speed = length(scale * ball.velocity) / scale;
        if (speed > fastest) fastest = speed;
    }
    return 0x1p-20 * fastest;
}

template double elastic_below(const Scene<2>&);
template double elastic_below(const Scene<3>&);

}  // namespace carom

// Is a scene fit to be simulated? First the numbers by themselves, then what they mean together.
#include "carom/scene/validate.hpp"

#include "core/float_environment.hpp"
#include "scene/scene_check.hpp"

namespace carom {
namespace detail {

template <int N>
Validation validate_without(const Scene<N>& scene, const Refused& refused, Overlaps overlaps,
                            const std::function<bool()>& go_on) {
    const DefaultFloatEnvironment environment;
    Validation validation;
    if (scene.balls.empty()) {
        validation.faults.push_back({Finding::Subject::scene, {}, "balls", 0, "the scene has no balls"});
    }
    if (scene.balls.size() > max_balls) {
        const std::string message =
            "the scene has " + text(scene.balls.size()) + " balls, more than " + text(max_balls);
        validation.faults.push_back({Finding::Subject::scene, {}, "balls", 0, message});
        return validation;
    }
    SceneCheck<N> check{scene,
                        {},
                        {},
                        std::vector<char>(scene.balls.size(), 1),
                        std::vector<char>(scene.world.walls.size(), 1),
                        std::vector<char>(scene.world.containers.size(), 1),
                        {},
                        0,
                        Patience(go_on)};
    for (std::size_t i = 0; i < refused.balls.size(); ++i) check.sound[i] = !refused.balls[i];
    for (std::size_t w = 0; w < refused.walls.size(); ++w) check.sound_walls[w] = !refused.walls[w];
    for (std::size_t c = 0; c < refused.containers.size(); ++c)
        check.sound_containers[c] = !refused.containers[c];
    check_box(check);
    check_walls(check);
    check_containers(check);
    check_forces(check);
    check_law(check);
    check_balls(check);
    check_shear(check);
    check_resolution(check);
    check_places(check);
    if (overlaps == Overlaps::refused) check_overlaps(check);
    if (check.patience.ended()) return {{{Finding::Subject::scene, {}, "", 0, "the check was stopped"}}, {}};
    for (const Finding& fault : check.faults.all()) validation.faults.push_back(fault);
    validation.notes = check.notes.all();
    return validation;
}

template Validation validate_without(const Scene<2>&, const Refused&, Overlaps, const std::function<bool()>&);
template Validation validate_without(const Scene<3>&, const Refused&, Overlaps, const std::function<bool()>&);

}  // namespace detail

template <int N>
Validation validate(const Scene<N>& scene, const std::function<bool()>& go_on) {
    return detail::validate_without(scene, {}, detail::Overlaps::refused, go_on);
}

template Validation validate(const Scene<2>&, const std::function<bool()>&);
template Validation validate(const Scene<3>&, const std::function<bool()>&);

}  // namespace carom

/// \file
/// Is a scene fit to be simulated? All faults at once, each with its culprits and its size.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "carom/scene/scene.hpp"

namespace carom {

/// What is wrong (a fault) or worth knowing (a note) about a scene.
struct Finding {
    /// What the finding is about, so that a reader of scene files can point at the place.
    enum class Subject : unsigned char { scene, box, walls, containers, law, thermostat, shear, ball };

    Subject subject = Subject::scene;  ///< where the culprits are
    std::vector<std::size_t>
        culprits;         ///< balls, walls, containers or axes of the box; the first is to be pointed at
    std::string field;    ///< member at fault, such as "radius"; empty when it is the whole subject
    double size = 0;      ///< how large the fault is, in the unit of the field; 0 where that has no meaning
    std::string message;  ///< one line for people, with names and numbers
};

/// What `validate` found.
struct Validation {
    std::vector<Finding> faults;  ///< the scene is refused unless this is empty
    std::vector<Finding> notes;   ///< accepted, and reported: overlaps up to 4 ulp, taken as touching
};

/// Checks every promise that `Simulation` relies on: finite numbers, radii and masses > 0, immovable balls at
/// rest, restitutions in [0, 1], a proper box, balls inside their walls and the periodic box, a periodic box
/// wider than every ball's diameter, shear only where it has a meaning, radii that the coordinates can
/// resolve, and no overlapping balls. Cost: about linear in the number of balls. `go_on` is asked again and
/// again; when it says no, the only fault is that the check was stopped.
template <int N>
Validation validate(const Scene<N>& scene, const std::function<bool()>& go_on = {});

}  // namespace carom

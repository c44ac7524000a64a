// Two balls in a frame, and everything there is to say about their contact.
#pragma once

#include <optional>
#include <variant>

#include "app/command_line/explain_options.hpp"
#include "app/explain/explanation_panels.hpp"
#include "app/picture/moments.hpp"
#include "carom/pair/approach.hpp"
#include "carom/pair/bounce.hpp"
#include "carom/pair/sweep.hpp"

namespace carom::app {

template <int N>
struct ExplainedPair {
    SceneBall<N> a, b;
    double restitution = 1;
    double frame = 1;  // how long it lasts

    MovingBall<double, N> moving(const SceneBall<N>& ball) const;
};

using AnyExplainedPair = std::variant<ExplainedPair<2>, ExplainedPair<3>>;

/// Two balls from the command line, or from a scene file.
Result<AnyExplainedPair, PictureFault> read_pair(const ExplainOptions& options);

/// The quadratic a u^2 + 2 b u + c of the pair (docs/math/sweep.md): the numbers of the one kernel, rounded.
template <int N>
struct ExplainedQuadratic {
    Vec<double, N> d, w;  // centre of b less that of a, and its move in the frame
    double r = 0;         // sum of the radii
    double a = 0, b = 0, c = 0;
    double aside = 0;            // |d x w|
    double discriminant = 0;     // a r^2 - aside^2, a quarter of the textbooks'
    double first = 0, last = 0;  // roots, of a motion without beginning and end; where there are two
    bool has_digits = true;      // false where one of a to D is not 0, but too small or large for a double
};

template <int N>
ExplainedQuadratic<N> quadratic_of(const ExplainedPair<N>& pair);

/// What the library says.
template <int N>
struct ExplainedContact {
    Sweep<double, N> sweep;
    ClosestApproach<double, N> nearest;
    std::optional<BounceVelocities<double, N>> after;  // when they close at the first contact
};

template <int N>
ExplainedContact<N> explained_contact(const ExplainedPair<N>& pair);

/// A page of text that teaches.
template <int N>
std::string explanation(const ExplainedPair<N>& pair);

/// The frame as it happens, and as seen from a.
template <int N>
ExplanationPicture explanation_picture(const ExplainedPair<N>& pair);

}  // namespace carom::app

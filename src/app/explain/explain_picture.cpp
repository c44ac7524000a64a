// The picture that `carom explain` draws: the frame, the construction seen from a, and the bounce.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/explain/explained_pair.hpp"
#include "app/explain/explanation_panels.hpp"
#include "math/vec_ops.hpp"

namespace carom::app {
namespace {

using namespace detail;
using namespace explanation_look;

std::string number(double value) {
    return fmt::format("{:.4g}", value == 0 ? 0.0 : value);
}

/// The plane of the picture: in 2D the scene's own, in 3D that of d and w.
template <int N>
struct View {
    Vec<double, N> across{}, along{};

    Vec2d at(const Vec<double, N>& place) const { return {dot(across, place), dot(along, place)}; }
};

View<2> view_of(const ExplainedQuadratic<2>&) {
    return {{1, 0}, {0, 1}};
}

View<3> view_of(const ExplainedQuadratic<3>& q) {
    View<3> view;
    view.across = detail::normalised(q.a > 0 ? q.w : q.d);
    Vec3d aside = q.d - dot(q.d, view.across) * view.across;
    if (!(length(aside) > 1e-12 * length(q.d))) {
        // d and w lie along one line: any plane through it will do.
        const int axis = std::fabs(view.across[2]) < 0.9 ? 2 : 0;
        aside = {};
        aside[axis] = 1;
        aside = aside - dot(aside, view.across) * view.across;
    }
    view.along = detail::normalised(aside);
    return view;
}

template <int N>
class Explanation {
public:
    explicit Explanation(const ExplainedPair<N>& pair)
        : pair_(pair), q_(quadratic_of(pair)), contact_(explained_contact(pair)), view_(view_of(q_)) {}

    ExplanationPicture picture() const {
        std::vector<ExplanationPanel> panels{
            {"The frame", frame_sketch(), frame_words()},
            {"Seen from a, only b moves", construction(), construction_words()}};
        if (contact_.after) panels.push_back({"The bounce", bounce_sketch(), bounce_words()});
        return explanation_picture("two balls in a frame", headline(), facts(), panels);
    }

private:
    std::string headline() const {
        switch (contact_.sweep.state) {
            case ContactState::apart:
                return "They do not touch in this frame";
            case ContactState::will_touch:
                return fmt::format("They touch from u = {} to u = {}", number(contact_.sweep.first),
                                   number(contact_.sweep.last));
            case ContactState::touching_closing:
                return "They touch at the start, and close";
            case ContactState::touching_parting:
                return "They touch at the start, and part";
            case ContactState::touching_at_rest:
                return "They touch during the whole frame";
            case ContactState::overlapping:
                break;
        }
        return fmt::format("They overlap at the start, until u = {}", number(contact_.sweep.last));
    }

    std::string facts() const {
        const std::string plane =
            N == 2 ? ""
                   : "; drawn in the plane of d and w, in which all distances from ball to ball are true";
        return fmt::format("Centres and moves in the frame; u runs from 0 at its start to 1 at its end{}",
                           plane);
    }

    Vec2d center(const SceneBall<N>& ball, double u) const {
        return view_.at(ball.position + (u * pair_.frame) * ball.velocity);
    }

    void draw_ball(Sketch& sketch, const SceneBall<N>& ball, const std::string& colour,
                   const char* name) const {
        const Vec2d start = center(ball, 0), end = center(ball, 1);
        sketch.circle(start, ball.radius, filled(colour, 0.1));
        if (start != end) sketch.circle(end, ball.radius, outline(colour, "2 4"));
        const Sweep<double, N>& hit = contact_.sweep;
        if (hit) {
            sketch.circle(center(ball, hit.last), ball.radius, outline(colour, "7 4"));
            sketch.circle(center(ball, hit.first), ball.radius, filled(colour, 0.4));
        }
        sketch.arrow(start, end, colour);
        sketch.dot(start, colour);
        sketch.label(start, name, colour);
    }

    Sketch frame_sketch() const {
        Sketch sketch;
        draw_ball(sketch, pair_.a, kBlue, "a");
        draw_ball(sketch, pair_.b, kOrange, "b");
        const Sweep<double, N>& hit = contact_.sweep;
        if (!hit) {
            const ClosestApproach<double, N>& nearest = contact_.nearest;
            sketch.line(view_.at(nearest.center_a), view_.at(nearest.center_b), outline(kGreen, "5 3"));
            sketch.label(0.5 * (view_.at(nearest.center_a) + view_.at(nearest.center_b)), "nearest approach",
                         kGreen);
            return sketch;
        }
        sketch.dot(view_.at(hit.point), kRed);
        sketch.label(view_.at(hit.point), "first contact, u = " + number(hit.first), kRed);
        if (hit.last < 1) {
            const Vec2d last = 0.5 * (center(pair_.a, hit.last) + center(pair_.b, hit.last));
            sketch.label(last, "last contact, u = " + number(hit.last), kGrey);
        }
        return sketch;
    }

    std::vector<std::string> frame_words() const {
        const Sweep<double, N>& hit = contact_.sweep;
        if (!hit) return {"dotted: the end of the frame", "smallest gap " + number(contact_.nearest.gap)};
        return {"light: start; full: first contact", "dashed: last contact; dotted: end of the frame"};
    }

    Sketch construction() const {
        Sketch sketch;
        const Vec2d origin{}, d = view_.at(q_.d), w = view_.at(q_.w);
        sketch.circle(origin, pair_.a.radius, filled(kBlue, 0.15));
        sketch.circle(origin, q_.r, outline(kInk, "6 4"));
        sketch.circle(d, pair_.b.radius, filled(kOrange, 0.12));
        if (q_.a > 0) {
            sketch.long_line(d, d + w, "stroke=\"#9aa4b0\" stroke-width=\"1\" stroke-dasharray=\"3 4\"");
            add_nearest(sketch, d, w);
            sketch.arrow(d, d + w, kOrange);
            sketch.label(d + 0.75 * w, "w", kOrange);
        }
        sketch.arrow(origin, d, kBlue);
        sketch.label(0.55 * d, "d", kBlue);
        if (q_.a > 0 && q_.discriminant >= 0) {
            add_root(sketch, d + q_.first * w, q_.first);
            if (q_.discriminant > 0) add_root(sketch, d + q_.last * w, q_.last);
        }
        const Vec2d below{0.6 * q_.r, -0.8 * q_.r};
        sketch.label(below, "r = " + number(q_.r), kInk);
        return sketch;
    }

    void add_root(Sketch& sketch, const Vec2d& place, double u) const {
        const bool inside = u >= 0 && u <= 1;
        if (inside) sketch.circle(place, pair_.b.radius, outline(kOrange, "5 3"));
        sketch.dot(place, inside ? kRed : "#9aa4b0");
        sketch.label(place, "u = " + number(u), inside ? kRed : kGrey);
    }

    /// The foot of the perpendicular from a's centre on the line of motion.
    void add_nearest(Sketch& sketch, const Vec2d& d, const Vec2d& w) const {
        const Vec2d foot = d + (-q_.b / q_.a) * w;
        if (!(q_.aside > 0)) return;
        sketch.line({}, foot, fmt::format("stroke=\"{}\" stroke-width=\"1.8\"", kGreen));
        sketch.right_angle(foot, {}, foot + w, fmt::format("stroke=\"{}\" stroke-width=\"1.2\"", kGreen));
        sketch.label(0.5 * foot, "|d×w|/|w| = " + number(q_.aside / std::sqrt(q_.a)), kGreen);
    }

    std::vector<std::string> construction_words() const {
        if (!(q_.a > 0)) return {"w = 0: the distance does not change"};
        const std::string coefficients = fmt::format("a u² + 2 b u + c = 0 with a = {}, b = {}, c = {}",
                                                     number(q_.a), number(q_.b), number(q_.c));
        const std::string discriminant = fmt::format("D = a r² − |d×w|² = {}", number(q_.discriminant));
        if (q_.discriminant < 0) return {coefficients, discriminant + " < 0: the line misses the circle"};
        return {coefficients, discriminant + fmt::format(";  u = (−b ± √D) / a")};
    }

    /// How far the arrow of a velocity goes, so that the fastest is as long as both radii.
    double stretch() const {
        double fastest = 0;
        for (const auto& v : {pair_.a.velocity, pair_.b.velocity, contact_.after->a, contact_.after->b})
            fastest = std::max(fastest, length(v));
        return fastest > 0 ? 1.6 * (q_.r > 0 ? q_.r : 1) / fastest : 0;
    }

    Sketch bounce_sketch() const {
        Sketch sketch;
        const Sweep<double, N>& hit = contact_.sweep;
        const Vec2d a = view_.at(hit.center_a), b = view_.at(hit.center_b), point = view_.at(hit.point);
        sketch.circle(a, pair_.a.radius, filled(kBlue, 0.12));
        sketch.circle(b, pair_.b.radius, filled(kOrange, 0.12));
        sketch.long_line(a, b, "stroke=\"#9aa4b0\" stroke-width=\"1\" stroke-dasharray=\"3 4\"");
        const auto add = [&](const Vec2d& at, const Vec<double, N>& v, const std::string& colour,
                             const char* name) {
            const Vec2d tip = at + stretch() * view_.at(v);
            sketch.arrow(at, tip, colour);
            if (length(tip - at) > 0.02 * q_.r) sketch.label(tip, name, colour);
        };
        add(a, pair_.a.velocity, "#9db8e6", "a before");
        add(b, pair_.b.velocity, "#edb98a", "b before");
        add(a, contact_.after->a, kBlue, "a after");
        add(b, contact_.after->b, kOrange, "b after");
        sketch.dot(point, kRed);
        sketch.arrow(point, point + 0.45 * (q_.r > 0 ? q_.r : 1) * view_.at(hit.normal), kRed);
        sketch.label(point + 0.45 * (q_.r > 0 ? q_.r : 1) * view_.at(hit.normal), "n", kRed);
        return sketch;
    }

    static std::string coordinates(const Vec<double, N>& v) {
        std::string text = "(" + number(v[0]);
        for (int k = 1; k < N; ++k) text += ", " + number(v[k]);
        return text + ")";
    }

    std::vector<std::string> bounce_words() const {
        return {fmt::format("restitution {}, n = {}", number(pair_.restitution),
                            coordinates(contact_.sweep.normal)),
                fmt::format("a leaves with {}", coordinates(contact_.after->a)),
                fmt::format("b leaves with {}", coordinates(contact_.after->b))};
    }

    const ExplainedPair<N>& pair_;
    ExplainedQuadratic<N> q_;
    ExplainedContact<N> contact_;
    View<N> view_;
};

}  // namespace

template <int N>
ExplanationPicture explanation_picture(const ExplainedPair<N>& pair) {
    return Explanation<N>(pair).picture();
}

template ExplanationPicture explanation_picture(const ExplainedPair<2>&);
template ExplanationPicture explanation_picture(const ExplainedPair<3>&);

}  // namespace carom::app

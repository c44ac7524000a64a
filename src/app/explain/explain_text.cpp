// The page of text that `carom explain` prints.
#include <fmt/format.h>

#include <cmath>

#include "app/explain/explained_pair.hpp"
#include "math/vec_ops.hpp"

namespace carom::app {
namespace {

using namespace detail;

std::string in_digits(double value) {
    return fmt::format("{:.6g}", value == 0 ? 0.0 : value);
}

/// In a sum a negative number needs brackets.
std::string term(double value) {
    return value < 0 ? "(" + in_digits(value) + ")" : in_digits(value);
}

template <int N>
std::string vector(const Vec<double, N>& v) {
    std::string text = "(" + in_digits(v[0]);
    for (int k = 1; k < N; ++k) text += ", " + in_digits(v[k]);
    return text + ")";
}

/// What a thing is called, how it is found, and a remark.
std::string line(const std::string& name, const std::string& value, const std::string& remark = "") {
    if (remark.empty()) return fmt::format("   {:<22} = {}\n", name, value);
    return fmt::format("   {:<22} = {:<24}  {}\n", name, value, remark);
}

std::string note(const std::string& text) {
    return text.empty() ? "\n" : "   " + text + "\n";
}

std::string fact(const std::string& name, const std::string& value, const std::string& remark = "") {
    if (remark.empty()) return fmt::format("   {:<22}   {}\n", name, value);
    return fmt::format("   {:<22}   {:<24}  {}\n", name, value, remark);
}

std::string side(double value, const char* below, const char* zero, const char* above) {
    return value < 0 ? below : value > 0 ? above : zero;
}

const char* name_of(ContactState state) {
    switch (state) {
        case ContactState::apart:
            return "apart: no contact in the frame";
        case ContactState::will_touch:
            return "will touch: apart at the start, in contact later";
        case ContactState::touching_closing:
            return "touching and closing: gap 0 at the start, and shrinking";
        case ContactState::touching_parting:
            return "touching and parting: gap 0 at the start, and growing";
        case ContactState::touching_at_rest:
            return "touching at rest: gap 0 during the whole frame";
        case ContactState::overlapping:
            break;
    }
    return "overlapping: the gap is below 0 at the start";
}

template <int N>
class ExplanationText {
public:
    explicit ExplanationText(const ExplainedPair<N>& pair)
        : pair_(pair), q_(quadratic_of(pair)), contact_(explained_contact(pair)) {}

    std::string text() const { return balls() + seen_from_a() + equation() + answer() + impact(); }

private:
    std::string balls() const {
        const SceneBall<N>&a = pair_.a, &b = pair_.b;
        const auto mass = [](double m) { return std::isinf(m) ? std::string("immovable") : in_digits(m); };
        const std::string frame = pair_.frame == 1 ? "1 unit" : in_digits(pair_.frame) + " units";
        return fmt::format("Two {} in a frame of {} of time\n\n", N == 2 ? "circles" : "spheres", frame) +
               fact("", "a", "b") + fact("centre at the start", vector(a.position), vector(b.position)) +
               fact("radius", in_digits(a.radius), in_digits(b.radius)) +
               fact("velocity", vector(a.velocity), vector(b.velocity)) +
               fact("moves in the frame", vector(pair_.moving(a).displacement),
                    vector(pair_.moving(b).displacement)) +
               fact("mass", mass(a.mass), mass(b.mass));
    }

    std::string seen_from_a() const {
        return "\n1. Seen from a, only b moves\n\n" +
               line("d  (from a to b)", vector(q_.d), "length |d| = " + in_digits(length(q_.d))) +
               line("w  (move of b - of a)", vector(q_.w), "length |w| = " + in_digits(length(q_.w))) +
               line("r  (both radii)", in_digits(q_.r)) +
               line("gap at the start", "|d| - r = " + in_digits(length(q_.d) - q_.r));
    }

    std::string equation() const {
        std::string text = "\n2. When are the centres r apart?\n\n";
        text += note("b is at d + u w, with u from 0 to 1 in the frame. |d + u w| = r, squared, is");
        text += note("");
        text += note("      a u^2 + 2 b u + c = 0");
        text += note("");
        text += line("a = w.w", in_digits(q_.a), side(q_.a, "", "0: the balls keep their distance", ""));
        text +=
            line("b = d.w", in_digits(q_.b),
                 side(q_.b, "below 0: they close", "0: they neither close nor part", "above 0: they part"));
        text += line("c = d.d - r^2", in_digits(q_.c),
                     side(q_.c, "below 0: they overlap at the start", "0: they touch at the start",
                          "above 0: apart at the start"));
        if (!(q_.a > 0)) return text;
        const double square = q_.aside * q_.aside;
        text += line("D = a r^2 - |d x w|^2",
                     fmt::format("{} - {} = {}", in_digits(q_.a * q_.r * q_.r), in_digits(square),
                                 in_digits(q_.discriminant)),
                     side(q_.discriminant, "below 0: no root", "0: one root, grazing", "above 0: two roots"));
        text +=
            note("(a quarter of the textbooks' discriminant: the same as b^2 - a c, but it does not cancel)");
        if (q_.discriminant < 0) {
            text += note("");
            return text + note(fmt::format(
                              "The lines of motion pass at a distance of |d x w| / |w| = {}, more than r.",
                              in_digits(q_.aside / length(q_.w))));
        }
        return text + roots();
    }

    std::string roots() const {
        const double root = std::sqrt(q_.discriminant);
        const auto one = [&](const char* name, const char* formula, char sign, double value) {
            return fmt::format("   {:<22} = ({} {} {}) / {} = {}\n", fmt::format("{} {}", name, formula),
                               in_digits(-q_.b), sign, in_digits(root), in_digits(q_.a), in_digits(value)) +
                   (value < 0   ? note("                         before the frame")
                    : value > 1 ? note("                         after the frame")
                                : "");
        };
        return note("") + one("first", "(-b - sqrt D)/a", '-', q_.first) +
               one("last ", "(-b + sqrt D)/a", '+', q_.last);
    }

    std::string moment(double u) const {
        return fmt::format("u = {}, time {}", in_digits(u), in_digits(u * pair_.frame));
    }

    std::string answer() const {
        const Sweep<double, N>& hit = contact_.sweep;
        std::string text = "\n3. Answer\n\n" + note(name_of(hit.state)) + note("");
        if (hit) {
            text += fact("first contact", moment(hit.first));
            text +=
                fact("last contact", moment(hit.last), hit.last == 1 ? "still in contact at the end" : "");
            text += fact("centres at the first", "a " + vector(hit.center_a) + "  b " + vector(hit.center_b));
            text += fact("normal n, from a to b", vector(hit.normal));
            text += fact("point of contact", vector(hit.point));
        }
        text +=
            fact("nearest approach", moment(contact_.nearest.u), "gap " + in_digits(contact_.nearest.gap));
        return text;
    }

    std::string impact() const {
        std::string text =
            fmt::format("\n4. Bounce, with restitution e = {}\n\n", in_digits(pair_.restitution));
        if (!contact_.sweep) return text + note("None: there is no contact.");
        if (!contact_.after) return text + note("None: they do not close at the first contact.");
        const double ia = std::isinf(pair_.a.mass) ? 0 : 1 / pair_.a.mass;
        const double ib = std::isinf(pair_.b.mass) ? 0 : 1 / pair_.b.mass;
        if (ia + ib == 0) return text + note("None: both balls are immovable.");
        const Vec<double, N>& n = contact_.sweep.normal;
        const double approach = dot(n, pair_.a.velocity - pair_.b.velocity);
        text += line("approach  (va - vb).n", in_digits(approach));
        const double impulse = (1 + pair_.restitution) * approach / (ia + ib);
        text += line("impulse   j",
                     fmt::format("(1 + e) {} / (1/ma + 1/mb) = {}", term(approach), in_digits(impulse)));
        text += line("a leaves with", "va - j/ma n = " + vector(contact_.after->a));
        text += line("b leaves with", "vb + j/mb n = " + vector(contact_.after->b));
        text +=
            fact("parting", in_digits(dot(n, contact_.after->b - contact_.after->a)), "e times the approach");
        if (ia > 0 && ib > 0) text += conserved();
        return text;
    }

    std::string conserved() const {
        const auto momentum = [&](const Vec<double, N>& va, const Vec<double, N>& vb) {
            return vector(pair_.a.mass * va + pair_.b.mass * vb);
        };
        const auto energy = [&](const Vec<double, N>& va, const Vec<double, N>& vb) {
            return in_digits(0.5 * pair_.a.mass * dot(va, va) + 0.5 * pair_.b.mass * dot(vb, vb));
        };
        const BounceVelocities<double, N>& after = *contact_.after;
        const Vec<double, N>&va = pair_.a.velocity, &vb = pair_.b.velocity;
        return fact("momentum before", momentum(va, vb), "after " + momentum(after.a, after.b)) +
               fact("energy before", energy(va, vb), "after " + energy(after.a, after.b));
    }

    const ExplainedPair<N>& pair_;
    ExplainedQuadratic<N> q_;
    ExplainedContact<N> contact_;
};

}  // namespace

template <int N>
std::string explanation(const ExplainedPair<N>& pair) {
    return ExplanationText<N>(pair).text();
}

template std::string explanation(const ExplainedPair<2>&);
template std::string explanation(const ExplainedPair<3>&);

}  // namespace carom::app

#include "app/explain/explained_pair.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <filesystem>
#include <system_error>
#include <vector>

#include "app/files/scene_source.hpp"
#include "math/vec_ops.hpp"
#include "pair/relative.hpp"
#include "sim/pair_restitution.hpp"

namespace carom::app {
namespace {

using namespace detail;

constexpr double kSmallest = 1e-100, kLargest = 1e100;  // as in scenes

/// Squares and products of such numbers, which the text shows, are numbers too.
bool is_in_range(double x) {
    return x == 0 || (std::fabs(x) >= kSmallest && std::fabs(x) <= kLargest);
}

PictureFault bad(std::string line) {
    return {{"carom: " + std::move(line)}, PictureFault::Cause::bad_input};
}

Result<std::vector<double>, PictureFault> numbers_of(const char* ball, const std::string& text) {
    std::vector<double> numbers;
    for (std::size_t at = 0; (at = text.find_first_not_of(" ,\t\n", at)) != std::string::npos;) {
        const std::size_t end = std::min(text.find_first_of(" ,\t\n", at), text.size());
        double number = 0;
        const auto [stop, error] = std::from_chars(text.data() + at, text.data() + end, number);
        const bool good = error == std::errc{} && stop == text.data() + end && is_in_range(number);
        if (!good) {
            return bad(fmt::format("ball {}: '{}' is not 0, nor a number from 1e-100 to 1e100 in size", ball,
                                   text.substr(at, end - at)));
        }
        numbers.push_back(number);
        at = end;
    }
    if (numbers.size() == 5 || numbers.size() == 7) return numbers;
    return bad(fmt::format(
        "ball {}: '{}' has {} numbers; wanted are 5 in 2D, x y r vx vy, or 7 in 3D, x y z r vx vy vz", ball,
        text, numbers.size()));
}

template <int N>
SceneBall<N> ball_of(const char* name, const std::vector<double>& numbers) {
    SceneBall<N> ball;
    ball.name = name;
    ball.radius = numbers[N];
    for (int k = 0; k < N; ++k) {
        ball.position[k] = numbers[static_cast<std::size_t>(k)];
        ball.velocity[k] = numbers[static_cast<std::size_t>(N) + 1 + static_cast<std::size_t>(k)];
    }
    return ball;
}

template <int N>
Result<AnyExplainedPair, PictureFault> pair_of(const std::vector<double>& a, const std::vector<double>& b) {
    ExplainedPair<N> pair{ball_of<N>("a", a), ball_of<N>("b", b)};
    for (const SceneBall<N>* ball : {&pair.a, &pair.b}) {
        if (ball->radius < 0)
            return bad(
                fmt::format("ball {}: the radius is {:g}; it must be 0 or more", ball->name, ball->radius));
    }
    return AnyExplainedPair(std::move(pair));
}

Result<AnyExplainedPair, PictureFault> pair_of_texts(const std::string& a, const std::string& b) {
    const auto first = numbers_of("a", a), second = numbers_of("b", b);
    if (!first) return first.error();
    if (!second) return second.error();
    if (first->size() != second->size())
        return bad("ball a and ball b have different dimensions: 5 numbers each in 2D, 7 in 3D");
    return first->size() == 5 ? pair_of<2>(*first, *second) : pair_of<3>(*first, *second);
}

Result<AnyExplainedPair, PictureFault> pair_of_scene(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored) || path.ends_with(".carom"))
        return bad(
            fmt::format("{} holds no shots on a table; wanted are two balls, a scene file with two, or "
                        "what was recorded of a scene with a table",
                        path));
    const auto file = read_any_scene_with_overlaps(path);
    if (!file) {
        PictureFault fault{file.error().lines, PictureFault::Cause::bad_input};
        if (!path.ends_with(".toml") && path != standard_input)
            fault.lines.emplace_back("carom: wanted are two balls, or a scene file with two");
        return fault;
    }
    return std::visit(
        [&]<int N>(const Scene<N>& scene) -> Result<AnyExplainedPair, PictureFault> {
            if (scene.balls.size() != 2)
                return bad(fmt::format("{}: has {} balls; two are wanted", name_in_messages(path),
                                       scene.balls.size()));
            const double restitution = detail::PairRestitutions(scene).of(0, 1);
            ExplainedPair<N> pair{scene.balls[0], scene.balls[1], restitution};
            return AnyExplainedPair(std::move(pair));
        },
        file->scene);
}

double inverse(double mass) {
    return std::isinf(mass) ? 0 : 1 / mass;
}

}  // namespace

template <int N>
MovingBall<double, N> ExplainedPair<N>::moving(const SceneBall<N>& ball) const {
    return {ball.position, ball.radius, frame * ball.velocity};
}

template <int N>
ExplainedQuadratic<N> quadratic_of(const ExplainedPair<N>& pair) {
    const auto motion = detail::relative_motion(pair.moving(pair.a), pair.moving(pair.b));
    const detail::Scale scale = detail::safe_scale(motion);
    const auto kernel = detail::quadratic(detail::rescaled(motion, scale));
    const auto unscaled = [](detail::TwoTerm x, double first, double second) {
        return to_double(x) / first / second;
    };
    const double aside = length(kernel.cross);
    ExplainedQuadratic<N> q;
    q.d = detail::rounded(motion.d);
    q.w = detail::rounded(motion.w);
    q.r = to_double(motion.r);
    q.a = unscaled(kernel.a, scale.move, scale.move);
    q.b = unscaled(kernel.b, scale.length, scale.move);
    q.c = unscaled(kernel.c, scale.length, scale.length);
    q.aside = aside / scale.length / scale.move;
    q.discriminant = to_double(kernel.disc) / (scale.length * scale.move) / (scale.length * scale.move);
    const auto has_digits = [](double scaled, double number) { return scaled == 0 || std::isnormal(number); };
    q.has_digits = has_digits(to_double(kernel.a), q.a) && has_digits(to_double(kernel.b), q.b) &&
                   has_digits(to_double(kernel.c), q.c) && has_digits(aside, q.aside * q.aside) &&
                   has_digits(to_double(kernel.disc), q.discriminant);
    if (!(q.a > 0) || to_double(kernel.disc) < 0) return q;
    // The root that does not cancel, and the other one from it.
    const detail::TwoTerm sum = detail::root_sum(kernel.disc, kernel.b).q;
    const double unit = scale.move / scale.length;
    const double large = detail::quotient(sum, kernel.a, 1 / kernel.a.hi) * unit;
    const double small = to_double(sum) > 0 ? detail::quotient(kernel.c, sum, 1 / sum.hi) * unit : 0;
    const bool closing = q.b < 0;
    q.first = closing ? small : -large;
    q.last = closing ? large : -small;
    return q;
}

template <int N>
ExplainedContact<N> explained_contact(const ExplainedPair<N>& pair) {
    const MovingBall<double, N> a = pair.moving(pair.a), b = pair.moving(pair.b);
    ExplainedContact<N> contact{sweep(a, b), closest_approach(a, b), {}};
    if (!contact.sweep) return contact;
    const Vec<double, N> rate = b.displacement - a.displacement;
    if (!(dot(contact.sweep.center_b - contact.sweep.center_a, rate) < 0)) return contact;
    contact.after = bounce(Body<double, N>{contact.sweep.center_a, pair.a.velocity, inverse(pair.a.mass)},
                           Body<double, N>{contact.sweep.center_b, pair.b.velocity, inverse(pair.b.mass)},
                           pair.restitution);
    return contact;
}

Result<AnyExplainedPair, PictureFault> read_pair(const ExplainOptions& options) {
    auto pair = options.b ? pair_of_texts(options.a, *options.b) : pair_of_scene(options.a);
    if (!pair) return pair;
    std::visit(
        [&](auto& one) {
            one.a.mass = options.mass_a.value_or(one.a.mass);
            one.b.mass = options.mass_b.value_or(one.b.mass);
            one.restitution = options.restitution.value_or(one.restitution);
            one.frame = options.frame;
        },
        *pair);
    if (!std::visit([](const auto& one) { return quadratic_of(one).has_digits; }, *pair))
        return bad(
            "these lengths and moves are too small or too large: a, b, c or D is no number then; "
            "choose other units");
    return pair;
}

template struct ExplainedPair<2>;
template struct ExplainedPair<3>;
template ExplainedQuadratic<2> quadratic_of(const ExplainedPair<2>&);
template ExplainedQuadratic<3> quadratic_of(const ExplainedPair<3>&);
template ExplainedContact<2> explained_contact(const ExplainedPair<2>&);
template ExplainedContact<3> explained_contact(const ExplainedPair<3>&);

}  // namespace carom::app

#include "app/explain/explained_pair.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <vector>

#include "carom/scene_text/scene_file.hpp"
#include "math/vec_ops.hpp"
#include "sim/pair_restitution.hpp"

namespace carom::app {
namespace {

using namespace detail;

constexpr double kLargest = 1e100;  // as in scenes

PictureFault bad(std::string line) {
    return {{"carom: " + std::move(line)}, PictureFault::Cause::bad_input};
}

Result<std::vector<double>, PictureFault> numbers_of(const char* ball, const std::string& text) {
    std::vector<double> numbers;
    for (std::size_t at = 0; (at = text.find_first_not_of(" ,\t\n", at)) != std::string::npos;) {
        const std::size_t end = std::min(text.find_first_of(" ,\t\n", at), text.size());
        double number = 0;
        const auto [stop, error] = std::from_chars(text.data() + at, text.data() + end, number);
        const bool good = error == std::errc{} && stop == text.data() + end && std::fabs(number) <= kLargest;
        if (!good) {
            return bad(fmt::format("ball {}: '{}' is not a number from -1e100 to 1e100", ball,
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
    const auto file = read_scene_with_overlaps(path);
    if (!file) {
        PictureFault fault{file.error().lines, PictureFault::Cause::bad_input};
        if (!path.ends_with(".toml"))
            fault.lines.emplace_back("carom: wanted are two balls, or a scene file with two");
        return fault;
    }
    return std::visit(
        [&]<int N>(const Scene<N>& scene) -> Result<AnyExplainedPair, PictureFault> {
            if (scene.balls.size() != 2)
                return bad(fmt::format("{}: has {} balls; two are wanted", path, scene.balls.size()));
            const double restitution = detail::PairRestitutions(scene).of(0, 1);
            ExplainedPair<N> pair{scene.balls[0], scene.balls[1], restitution};
            return AnyExplainedPair(std::move(pair));
        },
        file->scene);
}

template <int N>
Vec<long double, N> wide(const Vec<double, N>& x) {
    return detail::convert<long double>(x);
}

/// |x × w|^2
template <int N>
long double squared_cross(const Vec<long double, N>& x, const Vec<long double, N>& w) {
    long double sum = 0;
    for (int i = 0; i < N; ++i) {
        for (int j = i + 1; j < N; ++j) {
            const long double one = x[i] * w[j] - x[j] * w[i];
            sum += one * one;
        }
    }
    return sum;
}

double inverse(double mass) {
    return std::isinf(mass) ? 0 : 1 / mass;
}

}  // namespace

template <int N>
MovingBall<double, N> ExplainedPair<N>::moving(const SceneBall<N>& ball) const {
    return {ball.position, ball.radius, frame * ball.velocity};
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
    return pair;
}

template <int N>
Quadratic<N> quadratic_of(const ExplainedPair<N>& pair) {
    const MovingBall<double, N> one = pair.moving(pair.a), other = pair.moving(pair.b);
    const Vec<long double, N> d = wide(other.center) - wide(one.center);
    const Vec<long double, N> w = wide(other.displacement) - wide(one.displacement);
    const long double r = static_cast<long double>(one.radius) + other.radius;
    const long double a = dot(w, w), b = dot(d, w), c = dot(d, d) - r * r;
    const long double cross = squared_cross(d, w), disc = a * r * r - cross;
    Quadratic<N> q{detail::convert<double>(d),
                   detail::convert<double>(w),
                   static_cast<double>(r),
                   static_cast<double>(a),
                   static_cast<double>(b),
                   static_cast<double>(c),
                   static_cast<double>(std::sqrt(cross)),
                   static_cast<double>(disc),
                   0,
                   0};
    if (!(a > 0) || disc < 0) return q;
    const long double root = std::sqrt(disc);
    const long double sum =
        b < 0 ? root - b : -root - b;  // the larger in size of the two, which does not cancel
    const long double large = sum / a, small = sum != 0 ? c / sum : 0;
    q.first = static_cast<double>(std::min(large, small));
    q.last = static_cast<double>(std::max(large, small));
    return q;
}

template <int N>
ExplainedContact<N> meeting_of(const ExplainedPair<N>& pair) {
    const MovingBall<double, N> a = pair.moving(pair.a), b = pair.moving(pair.b);
    ExplainedContact<N> meeting{sweep(a, b), closest_approach(a, b), {}};
    if (!meeting.sweep) return meeting;
    const Vec<double, N> rate = b.displacement - a.displacement;
    if (!(dot(meeting.sweep.center_b - meeting.sweep.center_a, rate) < 0)) return meeting;
    meeting.after = bounce(Body<double, N>{meeting.sweep.center_a, pair.a.velocity, inverse(pair.a.mass)},
                           Body<double, N>{meeting.sweep.center_b, pair.b.velocity, inverse(pair.b.mass)},
                           pair.restitution);
    return meeting;
}

template struct ExplainedPair<2>;
template struct ExplainedPair<3>;
template Quadratic<2> quadratic_of(const ExplainedPair<2>&);
template Quadratic<3> quadratic_of(const ExplainedPair<3>&);
template ExplainedContact<2> meeting_of(const ExplainedPair<2>&);
template ExplainedContact<3> meeting_of(const ExplainedPair<3>&);

}  // namespace carom::app

#include "engine_xyz.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "files/input_file.hpp"
#include "files/whole_file.hpp"

namespace carom::engine_runs {
namespace {

template <int N>
std::string comment_of(const Box<double, N>& box) {
    const auto side = [&](int k) { return k < N ? box.upper[k] - box.lower[k] : 1.0; };
    return fmt::format(
        "Lattice=\"{:.17g} 0 0 0 {:.17g} 0 0 0 {:.17g}\" "
        "Properties=species:S:1:pos:R:3:velo:R:3:radius:R:1 pbc=\"T T {}\"",
        side(0), side(1), side(2), N == 3 ? 'T' : 'F');
}

template <int N>
std::string xyz_text(const Scene<N>& scene) {
    std::string text = fmt::format("{}\n{}\n", scene.balls.size(), comment_of(scene.world.box));
    const auto add = [&](const Vec<double, N>& x) {
        for (int k = 0; k < 3; ++k) fmt::format_to(std::back_inserter(text), " {:.17g}", k < N ? x[k] : 0.0);
    };
    for (const auto& ball : scene.balls) {
        text += ball.radius == scene.balls[0].radius ? 'A' : 'B';
        add(ball.position);
        add(ball.velocity);
        fmt::format_to(std::back_inserter(text), " {:.17g}\n", ball.radius);
    }
    return text;
}

template <int N>
Vec<double, N> read_vector(std::istream& in) {
    std::array<double, 3> x{};
    for (double& number : x) in >> number;
    Vec<double, N> result;
    std::copy_n(x.begin(), N, result.coordinates.begin());
    return result;
}

/// What a text says when it is one of `xyz_text`.
template <int N>
Scene<N> parsed(const std::string& text) {
    std::istringstream in(text);
    std::size_t count = 0;
    std::string line;
    std::getline(in >> count >> std::ws, line);
    std::array<double, 3> side{};
    std::sscanf(line.c_str(), "Lattice=\"%lf 0 0 0 %lf 0 0 0 %lf", &side[0], &side[1], &side[2]);
    Scene<N> scene;
    scene.world.boundary.fill(Boundary::periodic);
    std::copy_n(side.begin(), N, scene.world.box.upper.coordinates.begin());
    double smallest = HUGE_VAL;
    for (std::string species; scene.balls.size() < count && in >> species;) {
        SceneBall<N> ball;
        ball.position = read_vector<N>(in);
        ball.velocity = read_vector<N>(in);
        in >> ball.radius;
        smallest = std::min(smallest, ball.radius);
        scene.balls.push_back(ball);
    }
    for (SceneBall<N>& ball : scene.balls) ball.mass = std::pow(ball.radius / smallest, N);
    return scene;
}

}  // namespace

template <int N>
Scene<N> read_xyz(const std::string& path) {
    const auto text = bytes_of_file(path);
    if (!text) throw std::runtime_error(cannot_read(path, text.error()).message);
    Scene<N> scene = parsed<N>(*text);
    const std::string same = xyz_text(scene);
    if (same == *text) return scene;
    const auto differs = std::mismatch(text->begin(), text->end(), same.begin(), same.end()).first;
    throw std::runtime_error(fmt::format("{}:{}: not what carom_bench engine writes in {}D", path,
                                         1 + std::count(text->begin(), differs, '\n'), N));
}

template <int N>
void write_xyz(const Scene<N>& scene, const std::string& path) {
    if (const auto failure = write_file_whole(path, xyz_text(scene)))
        throw std::runtime_error(failure->message);
    const Scene<N> again = read_xyz<N>(path);
    bool same = xyz_text(again) == xyz_text(scene);
    for (std::size_t i = 0; same && i < scene.balls.size(); ++i)
        same = again.balls[i].mass == scene.balls[i].mass;
    if (!same) throw std::runtime_error(path + ": is read back as another start");
}

template Scene<2> read_xyz(const std::string&);
template Scene<3> read_xyz(const std::string&);
template void write_xyz(const Scene<2>&, const std::string&);
template void write_xyz(const Scene<3>&, const std::string&);

}  // namespace carom::engine_runs

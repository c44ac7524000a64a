// A start of the gas as extended XYZ, so that another program can run the same: the number of balls, a
// comment with the box, then for each ball its species (A, or B for the small ones), position, velocity and
// radius. In 2D z is 0. Masses are not in it: the lightest ball has mass 1, and mass goes with volume.
// Numbers are read back to the bit.
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "engine_scenes.hpp"
#include "record/whole_file.hpp"

namespace carom::engine_runs {

/// A file that cannot be written or read.
struct BadFile : std::runtime_error {
    using std::runtime_error::runtime_error;
};

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

/// The words of one line, which says where it is when one is wrong.
class Line {
public:
    Line(std::ifstream& file, std::string path, std::size_t number)
        : path_(std::move(path)), number_(number) {
        if (!std::getline(file, text_)) fail("the file ends too early");
        rest_ = text_;
    }
    [[noreturn]] void fail(const std::string& what) const {
        throw BadFile(fmt::format("{}:{}: {}", path_, number_, what));
    }
    const std::string& text() const { return text_; }

    std::string_view word() {
        rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r"), rest_.size()));
        const std::string_view found = rest_.substr(0, rest_.find_first_of(" \t\r"));
        rest_.remove_prefix(found.size());
        return found;
    }
    template <class T>
    T number() {
        const std::string_view found = word();
        T value{};
        const auto [end, failure] = std::from_chars(found.data(), found.data() + found.size(), value);
        if (failure != std::errc{} || end != found.data() + found.size() || found.empty())
            fail(fmt::format("'{}' is no number", found));
        return value;
    }
    void end() {
        if (const auto more = word(); !more.empty()) fail(fmt::format("'{}' is one word too many", more));
    }
    /// Goes on behind this text.
    void after(const std::string& key) {
        const std::size_t at = text_.find(key);
        if (at == std::string::npos) fail("no " + key);
        rest_ = std::string_view(text_).substr(at + key.size(),
                                               text_.find('"', at + key.size()) - at - key.size());
    }

private:
    std::string path_;
    std::size_t number_;
    std::string text_;
    std::string_view rest_;
};

template <int N>
Vec<double, N> read_vector(Line& line) {
    Vec<double, N> x;
    for (int k = 0; k < 3; ++k) {
        const auto value = line.number<double>();
        if (k < N) x[k] = value;
        if (k >= N && value != 0) line.fail("z is not 0 in 2D");
    }
    return x;
}

/// The box of the comment.
template <int N>
Scene<N> read_box(Line& line) {
    Scene<N> scene;
    scene.world.boundary.fill(Boundary::periodic);
    line.after("Lattice=\"");
    for (int i = 0; i < 9; ++i) {
        const auto value = line.number<double>();
        const int k = i / 4;
        if (i % 4 == 0 && k < N) scene.world.box.upper[k] = value;
        if (i % 4 != 0 && value != 0) line.fail("the box is not along the axes");
    }
    if (line.text() != comment_of(scene.world.box)) {
        line.fail(
            fmt::format("not written by engine_table in {}D: expected {}", N, comment_of(scene.world.box)));
    }
    return scene;
}

template <int N>
Scene<N> read_xyz(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) throw BadFile(path + ": this is a directory");
    std::ifstream file(path);
    if (!file) throw BadFile(path + ": cannot read");
    Line first(file, path, 1);
    const auto count = first.number<std::size_t>();
    first.end();
    if (count < 2) first.fail("too few balls");
    Line comment(file, path, 2);
    Scene<N> scene = read_box<N>(comment);
    double smallest = HUGE_VAL;
    for (std::size_t i = 0; i < count; ++i) {
        Line line(file, path, i + 3);
        SceneBall<N> ball;
        (void)line.word();
        ball.position = read_vector<N>(line);
        ball.velocity = read_vector<N>(line);
        ball.radius = line.number<double>();
        line.end();
        smallest = std::min(smallest, ball.radius);
        scene.balls.push_back(std::move(ball));
    }
    for (std::size_t at = count + 3; file.peek() != std::ifstream::traits_type::eof(); ++at)
        Line(file, path, at).end();
    for (auto& ball : scene.balls) ball.mass = std::pow(ball.radius / smallest, N);
    return scene;
}

/// Writes the start, whole or not at all, and makes sure that it is read back as it is.
template <int N>
void write_xyz(const Scene<N>& scene, const std::string& path) {
    const std::string text = xyz_text(scene);
    if (const auto failure = write_file_whole(path, text)) throw BadFile(failure->message);
    const Scene<N> again = read_xyz<N>(path);
    bool same = xyz_text(again) == text;
    for (std::size_t i = 0; i < scene.balls.size(); ++i)
        same = same && again.balls[i].mass == scene.balls[i].mass;
    if (!same) throw BadFile(path + ": is read back as another start");
}

}  // namespace carom::engine_runs

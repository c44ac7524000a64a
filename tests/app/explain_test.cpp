// Promise: `carom explain` prints what the library answers and the numbers that lead there, for every pair;
// its picture's labels overlap nowhere; and bad input is refused by name.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "app/command.hpp"
#include "app/decoded.hpp"
#include "carom/pair/bounce.hpp"
#include "carom/pair/sweep.hpp"
#include "draw/font.hpp"

namespace carom::test {
namespace {

std::string explained(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "explain");
    const Outcome outcome = carom_command(arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    return outcome.out;
}

/// The numbers that follow `name` on its line.
std::vector<double> numbers_after(const std::string& text, const std::string& name) {
    const std::size_t begin = text.find(name);
    EXPECT_NE(begin, std::string::npos) << name << " not in\n" << text;
    if (begin == std::string::npos) return {};
    const std::size_t end = text.find('\n', begin);
    std::vector<double> numbers;
    for (std::size_t at = begin + name.size(); at < end;) {
        char* stop = nullptr;
        const double number = std::strtod(text.c_str() + at, &stop);
        const auto length = static_cast<std::size_t>(stop - (text.c_str() + at));
        if (length > 0) numbers.push_back(number);
        at += length > 0 ? length : 1;
    }
    return numbers;
}

double number_after(const std::string& text, const std::string& name) {
    const std::vector<double> numbers = numbers_after(text, name);
    return numbers.empty() ? std::nan("") : numbers.back();
}

/// Six digits are printed.
void expect_printed(double printed, double exact, const std::string& what) {
    EXPECT_NEAR(printed, exact, 1e-5 * std::fabs(exact) + 1e-12) << what;
}

TEST(Explain, EveryNumberOfAPlainHit) {
    const std::string text = explained({"0 0 0.5 3 0", "2 0.6 0.5 -1 0", "--restitution", "0.95"});
    const auto expect = [&](const std::string& name, const std::vector<double>& numbers) {
        const std::vector<double> printed = numbers_after(text, name);
        ASSERT_EQ(printed.size(), numbers.size()) << name;
        for (std::size_t k = 0; k < numbers.size(); ++k) expect_printed(printed[k], numbers[k], name);
    };
    expect("a = w.w", {16});
    expect("b = d.w", {-8, 0});  // "below 0"
    expect("c = d.d - r^2", {3.36, 0});
    expect("D = a r^2 - |d x w|^2", {16, 5.76, 10.24, 0});
    expect("first (-b - sqrt D)/a", {8, 3.2, 16, 0.3});
    expect("last  (-b + sqrt D)/a", {8, 3.2, 16, 0.7});
    expect("first contact", {0.3, 0.3});
    expect("last contact", {0.7, 0.7});
    expect("centres at the first", {0.9, 0, 1.7, 0.6});
    expect("normal n, from a to b", {0.8, 0.6});
    expect("point of contact", {1.3, 0.3});
    expect("nearest approach", {0.5, 0.5, -0.4});
    expect("impulse   j", {1, 3.2, 1, 1, 3.12});
    expect("a leaves with", {0.504, -1.872});
    expect("b leaves with", {1.496, 1.872});
    expect("momentum before", {2, 0, 2, 0});
    expect("energy before", {5, 4.7504});
}

TEST(Explain, EachOfTheSixAnswers) {
    const auto answer = [](const std::string& a, const std::string& b) {
        const std::string text = explained({a, b});
        const std::size_t begin = text.find("3. Answer\n\n") + 14;
        return text.substr(begin, text.find(':', begin) - begin);
    };
    EXPECT_EQ(answer("0 0 1 1 0", "5 5 1 0 0"), "apart");
    EXPECT_EQ(answer("0 0 1 3 0", "4 0 1 0 0"), "will touch");
    EXPECT_EQ(answer("0 0 1 1 0", "2 0 1 0 0"), "touching and closing");
    EXPECT_EQ(answer("0 0 1 -1 0", "2 0 1 0 0"), "touching and parting");
    EXPECT_EQ(answer("0 0 1 1 1", "2 0 1 1 1"), "touching at rest");
    EXPECT_EQ(answer("0 0 1 1 0", "1 0 1 0 0"), "overlapping");
    EXPECT_EQ(answer("0 0 0 1 1 0 0", "0 0 5 1 0 0 0"), "apart");
}

TEST(Explain, SpecialCasesAreNamed) {
    EXPECT_TRUE(contains(explained({"0 0 1 1 1", "5 0 1 1 1"}), "keep their distance"));
    EXPECT_TRUE(contains(explained({"0 0 1 4 0", "2 2 1 0 0"}), "0: one root, grazing"));
    EXPECT_TRUE(contains(explained({"0 0 1 4 0", "2 3 1 0 0"}), "below 0: no root"));
    EXPECT_TRUE(contains(explained({"0 0 1 -4 0", "5 0 1 0 0"}), "before the frame"));
    EXPECT_TRUE(contains(explained({"0 0 1 1 0", "5 0 1 0 0"}), "after the frame"));
    EXPECT_TRUE(
        contains(explained({"0 0 1 3 0", "4 0 1 0 0", "--mass-a", "inf", "--mass-b", "inf"}), "immovable"));
}

template <int N>
MovingBall<double, N> drawn_ball(std::mt19937_64& random, std::string& text) {
    const auto number = [&](double from, double to) {
        const double value = from + (to - from) * static_cast<double>(random() >> 11) * 0x1p-53;
        const double rounded = std::round(value * 1000) / 1000;
        text += (text.empty() ? "" : " ") + std::to_string(rounded);
        return rounded;
    };
    MovingBall<double, N> ball;
    for (int k = 0; k < N; ++k) ball.center[k] = number(-2, 2);
    ball.radius = number(0.1, 1);
    for (int k = 0; k < N; ++k) ball.displacement[k] = number(-4, 4);
    return ball;
}

template <int N>
void expect_answers_of_the_library(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::string first, second;
    const MovingBall<double, N> a = drawn_ball<N>(random, first), b = drawn_ball<N>(random, second);
    const Sweep<double, N> hit = sweep(a, b);
    const std::string text = explained({first, second, "--mass-a", "2", "--restitution", "0.5"});
    EXPECT_EQ(contains(text, "first contact"), static_cast<bool>(hit)) << text;
    if (!hit) return;
    expect_printed(number_after(text, "first contact"), hit.first, text);
    expect_printed(numbers_after(text, "last contact").front(), hit.last, text);
    const Body<double, N> one{hit.center_a, a.displacement, 0.5}, other{hit.center_b, b.displacement, 1};
    const BounceVelocities<double, N> after = bounce(one, other, 0.5);
    if (contains(text, "None")) return;
    const std::vector<double> leaves = numbers_after(text, "a leaves with          = va - j/ma n =");
    ASSERT_EQ(leaves.size(), static_cast<std::size_t>(N)) << text;
    for (int k = 0; k < N; ++k) expect_printed(leaves[static_cast<std::size_t>(k)], after.a[k], text);
}

TEST(Explain, AgreesWithTheLibrary) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        expect_answers_of_the_library<2>(seed);
        expect_answers_of_the_library<3>(seed);
    }
}

TEST(Explain, AFrameOfAnotherLengthScalesMoves) {
    const std::string text = explained({"0 0 0.5 3 0", "2 0.6 0.5 -1 0", "--frame", "0.5"});
    EXPECT_EQ(numbers_after(text, "first contact"), (std::vector<double>{0.6, 0.3}));
}

TEST(Explain, TakesTwoBallsOfAScene) {
    const WorkDirectory directory;
    put_text(directory / "two.toml",
             "dimension = 2\n[collisions]\nrestitution_balls = 0.95\n[defaults]\nradius = "
             "0.5\n[[balls]]\nposition = "
             "[0, 0]\nvelocity = [3, 0]\n[[balls]]\nposition = [2, 0.6]\nvelocity = [-1, 0]\n");
    EXPECT_EQ(explained({directory / "two.toml"}),
              explained({"0 0 0.5 3 0", "2 0.6 0.5 -1 0", "--restitution", "0.95"}));
}

struct Box {
    double left, top, right, bottom;
    std::string text;
};

std::vector<Box> texts_of(const std::string& svg) {
    std::vector<Box> boxes;
    for (std::size_t at = 0; (at = svg.find("<text ", at)) != std::string::npos; ++at) {
        const auto number = [&](const std::string& name) {
            return std::strtod(svg.c_str() + svg.find(name, at) + name.size(), nullptr);
        };
        const std::size_t begin = svg.find('>', at) + 1;
        const std::string text = svg.substr(begin, svg.find('<', begin) - begin);
        const double size = number("font-size=\""), x = number(" x=\""), y = number(" y=\"");
        const bool bold = svg.substr(at, begin - at).find("\"700\"") != std::string::npos;
        const double width = draw::text_width(text, size, bold ? draw::Weight::bold : draw::Weight::regular);
        boxes.push_back({x, y - 0.72 * size, x + width, y + 0.1 * size, text});
    }
    return boxes;
}

void expect_no_overlap(const std::vector<std::string>& arguments) {
    const WorkDirectory directory;
    std::vector<std::string> words = arguments;
    words.insert(words.end(), {"-o", directory / "e.svg"});
    explained(words);
    const std::vector<Box> boxes = texts_of(text_of(directory / "e.svg"));
    EXPECT_GT(boxes.size(), 8U);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        for (std::size_t j = i + 1; j < boxes.size(); ++j) {
            const Box &a = boxes[i], &b = boxes[j];
            const bool apart =
                a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
            EXPECT_TRUE(apart) << a.text << " / " << b.text << " in " << arguments[0] << " / "
                               << arguments[1];
        }
    }
}

TEST(ExplainPicture, LabelsNeverOverlap) {
    expect_no_overlap({"0 0 0.5 3 0", "2 0.6 0.5 -1 0"});
    expect_no_overlap({"0 0 1 0 0", "0 0 1 0 0"});
    expect_no_overlap({"0 0 0 100 0", "50 0 0 -100 0"});
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        std::mt19937_64 random(seed);
        std::string a2, b2, a3, b3;
        drawn_ball<2>(random, a2);
        drawn_ball<2>(random, b2);
        drawn_ball<3>(random, a3);
        drawn_ball<3>(random, b3);
        expect_no_overlap({a2, b2});
        expect_no_overlap({a3, b3});
    }
}

TEST(ExplainPicture, IsAlsoAPng) {
    const WorkDirectory directory;
    explained({"0 0 0.5 3 0", "2 0.6 0.5 -1 0", "-o", directory / "e.png"});
    EXPECT_GT(decoded(text_of(directory / "e.png")).width, 1000);
}

void expect_refused(std::vector<std::string> arguments, const std::string& culprit, int code = 2) {
    arguments.insert(arguments.begin(), "explain");
    const Outcome outcome = carom_command(arguments);
    EXPECT_EQ(outcome.code, code) << culprit;
    EXPECT_TRUE(contains(outcome.err, culprit)) << culprit << " not in " << outcome.err;
}

TEST(Explain, RefusesWhatItCannotRead) {
    const std::string good = "0 0 1 0 0";
    expect_refused({}, "A is required");
    expect_refused({"1 2 3", good}, "ball a: '1 2 3' has 3 numbers");
    expect_refused({good, "0 0 1 0 0 0"}, "ball b");
    expect_refused({good, "0 0 1 0 x"}, "'x'");
    expect_refused({good, "0 0 1 0 nan"}, "'nan'");
    expect_refused({good, "0 0 1 0 1e101"}, "'1e101'");
    expect_refused({"0 0 0.5 1e-300 0", "1e-300 0 0.5 0 0"}, "'1e-300' is not 0, nor a number from 1e-100");
    expect_refused({"0 0 1e-90 1e-90 0", "1e-90 0 1e-90 0 0"}, "too small or too large");
    expect_refused({"0 0 1e90 1e90 0", "1e91 0 1e90 0 0"}, "too small or too large");
    expect_refused({good, "2 0 1 -1e-90 0", "--frame", "1e-90"}, "too small or too large");
    expect_refused({good, "0 0 -1 0 0"}, "radius is -1");
    expect_refused({good, "0 0 0 1 0 0 0"}, "dimensions");
    expect_refused({good}, "two balls");
    expect_refused({bundled("newtons_cradle")}, "has 5 balls");
    expect_refused({"none.toml"}, "none.toml");
    const WorkDirectory directory;
    expect_refused({directory / ""}, "holds no shots on a table; wanted are two balls");
    expect_refused({good, good, "-o", "x.jpg"}, "x.jpg");
    expect_refused({good, good, "-o", "/no/such/x.svg"}, "/no/such", 3);
    for (const char* mass : {"0", "-1", "nan", "x", "1e101"}) {
        expect_refused({good, good, "--mass-a", mass}, mass);
        expect_refused({good, good, "--mass-b", mass}, mass);
    }
    for (const char* e : {"-0.1", "1.1", "nan"}) expect_refused({good, good, "--restitution", e}, e);
    for (const char* frame : {"0", "-1", "inf"}) expect_refused({good, good, "--frame", frame}, frame);
}

}  // namespace
}  // namespace carom::test

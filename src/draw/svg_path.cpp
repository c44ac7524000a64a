#include "draw/svg_path.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <numbers>
#include <string>

namespace carom::draw {
namespace {

/// The circular arc of SVG from `from` to `to`; after the implementation notes of SVG 1.1, F.6.5.
Line svg_arc(Point from, Point to, double radius, bool large, bool clockwise) {
    const double dx = (to.x - from.x) / 2, dy = (to.y - from.y) / 2;
    const double half = std::hypot(dx, dy);
    if (half == 0) return {to};
    const double r = std::max(radius, half);
    const double off = std::sqrt(r * r - half * half) / half * (large == clockwise ? -1 : 1);
    const Point center{(from.x + to.x) / 2 - off * dy, (from.y + to.y) / 2 + off * dx};
    const double begin = std::atan2(from.y - center.y, from.x - center.x);
    double sweep = std::atan2(to.y - center.y, to.x - center.x) - begin;
    if (clockwise && sweep < 0) sweep += 2 * std::numbers::pi;
    if (!clockwise && sweep > 0) sweep -= 2 * std::numbers::pi;
    return arc_line(center, r, begin, sweep);
}

class PathReader {
public:
    PathReader(std::string_view data, const std::function<Point(Point)>& place)
        : text_(data), place_(place) {}

    std::vector<Line> lines() {
        char command = 'M';
        while (skip_to_token()) {
            if (std::isalpha(static_cast<unsigned char>(text_[at_])) != 0) command = text_[at_++];
            if (!follow(command)) break;
            if (command == 'M') command = 'L';
            if (command == 'm') command = 'l';
        }
        return std::move(lines_);
    }

private:
    bool skip_to_token() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == ',' || text_[at_] == '\n')) ++at_;
        return at_ < text_.size();
    }

    double number() {
        char* end = nullptr;
        const char* const begin = text_.c_str() + at_;
        const double value = std::strtod(begin, &end);
        if (end == begin) broken_ = true;
        at_ += static_cast<std::size_t>(end - begin);
        skip_to_token();
        return value;
    }

    bool follow(char command) {
        const bool relative = std::islower(static_cast<unsigned char>(command)) != 0;
        const Point base = relative ? now_ : Point{};
        switch (std::toupper(static_cast<unsigned char>(command))) {
            case 'M':
                start_ = now_ = {base.x + number(), 0};
                start_.y = now_.y = base.y + number();
                lines_.push_back({place_(now_)});
                break;
            case 'L': {
                const double x = base.x + number();
                go_to({x, base.y + number()});
                break;
            }
            case 'H':
                go_to({base.x + number(), now_.y});
                break;
            case 'V':
                go_to({now_.x, base.y + number()});
                break;
            case 'A':
                arc(base);
                break;
            case 'Z':
                go_to(start_);
                break;
            default:
                return false;
        }
        return !broken_;
    }

    void arc(Point base) {
        const double radius = number();
        number();
        number();
        const bool large = number() != 0, clockwise = number() != 0;
        const double x = base.x + number();
        const Point to{x, base.y + number()};
        for (const Point p : svg_arc(now_, to, radius, large, clockwise)) go_to(p);
        now_ = to;
    }

    void go_to(Point to) {
        now_ = to;
        if (!lines_.empty()) lines_.back().push_back(place_(to));
    }

    std::string text_;
    const std::function<Point(Point)>& place_;
    std::size_t at_ = 0;
    Point now_, start_;
    std::vector<Line> lines_;
    bool broken_ = false;
};

}  // namespace

std::vector<Line> lines_of_path(std::string_view data, const std::function<Point(Point)>& place) {
    return PathReader(data, place).lines();
}

std::vector<double> numbers_of(std::string_view text) {
    std::string spaced(text);
    std::replace(spaced.begin(), spaced.end(), ',', ' ');
    std::vector<double> numbers;
    const char* at = spaced.c_str();
    char* end = nullptr;
    for (double value = std::strtod(at, &end); end != at; value = std::strtod(at, &end)) {
        numbers.push_back(value);
        at = end;
    }
    return numbers;
}

}  // namespace carom::draw

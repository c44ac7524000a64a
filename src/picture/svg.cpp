#include "picture/svg.hpp"

#include <fmt/format.h>

#include <cmath>

namespace carom::app {

std::string svg_escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c == '<') {
            result += "&lt;";
        } else if (c == '>') {
            result += "&gt;";
        } else if (c == '&') {
            result += "&amp;";
        } else {
            result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
        }
    }
    return result;
}

std::string svg_number(double pixels) {
    const long tenths = std::lround(10 * pixels);
    return tenths % 10 == 0 ? fmt::to_string(tenths / 10)
                            : fmt::format("{:.1f}", static_cast<double>(tenths) / 10);
}

void SvgPath::move_to(Point point) {
    append('m', point);
}

void SvgPath::line_to(Point point) {
    append('l', point);
}

void SvgPath::append(char command, Point point) {
    const long x = std::lround(10 * point.x), y = std::lround(10 * point.y);
    if (command == 'l' && x == x_ && y == y_) return;
    const long dx = x - x_, dy = y - y_;
    if (command != last_command_ || command == 'm') {
        data_ += command;
    } else if (dx >= 0) {
        data_ += ' ';
    }
    data_ += fmt::format("{}{}{}", dx, dy < 0 ? "" : " ", dy);
    last_command_ = command;
    x_ = x;
    y_ = y;
}

}  // namespace carom::app

#include "picture/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/xml_text.hpp"
#include "draw/font.hpp"

namespace carom::app {
namespace {

/// In tenths of a pixel. What lies far outside the picture is not seen.
long in_tenths(double pixels) {
    constexpr double most = 1e12;
    return std::lround(10 * (pixels > -most ? std::min(pixels, most) : -most));
}

}  // namespace

std::string svg_escaped(std::string_view text) {
    return detail::xml_text(text);
}

std::string svg_number(double pixels) {
    const long tenths = in_tenths(pixels);
    return tenths % 10 == 0 ? fmt::to_string(tenths / 10)
                            : fmt::format("{:.1f}", static_cast<double>(tenths) / 10);
}

std::string title_svg(Point at, double room, double size, const std::string& text) {
    const auto width = [](const std::string& line, double pixels) {
        return draw::text_width(line, pixels, draw::Weight::bold);
    };
    const double least = size / 2;
    const double fitting = std::clamp(size * room / std::max(width(text, size), 1.0), least, size);
    const auto cut = [&](std::size_t bytes) {
        while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xc0) == 0x80) --bytes;
        return text.substr(0, bytes) + "...";
    };
    std::string line = text;
    const double share = room / std::max(width(text, fitting), 1.0);
    auto kept = static_cast<std::size_t>(share * static_cast<double>(text.size()));
    while (share < 0.999 && kept > 0 && width(line = cut(kept), fitting) > room) --kept;
    return fmt::format(
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\" font-weight=\"700\" fill=\"#1d232b\">{}</text>\n",
        svg_number(at.x), svg_number(at.y), svg_number(fitting), svg_escaped(line));
}

void SvgPath::move_to(Point point) {
    append('m', point);
}

void SvgPath::line_to(Point point) {
    append('l', point);
}

void SvgPath::append(char command, Point point) {
    const long x = in_tenths(point.x), y = in_tenths(point.y);
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

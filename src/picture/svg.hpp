// Pieces of SVG text.
#pragma once

#include <string>
#include <string_view>

#include "picture/panel.hpp"

namespace carom::app {

/// Text for people inside an element: <, > and & are written as entities, control characters as spaces.
std::string svg_escaped(std::string_view text);

/// A line of bold text at a size in pixels, or at a smaller one where it would be wider than `room`; what
/// does not fit even at half the size is cut and ends with "...".
std::string title_svg(Point at, double room, double size, const std::string& text);

/// A number of pixels with one decimal at most.
std::string svg_number(double pixels);

/// The data of a <path>, in tenths of a pixel: whole numbers, each relative to the last, are the shortest.
class SvgPath {
public:
    void move_to(Point point);
    void line_to(Point point);
    const std::string& data() const { return data_; }

private:
    void append(char command, Point point);

    std::string data_;
    char last_command_ = ' ';
    long x_ = 0, y_ = 0;
};

}  // namespace carom::app

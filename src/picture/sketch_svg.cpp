#include "picture/sketch_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "draw/label_placer.hpp"
#include "math/vec_ops.hpp"
#include "picture/svg.hpp"

namespace carom::app {

using draw::Point;

namespace {

constexpr double kLabelSize = 14;
constexpr double kLabelRoom = 34;  // pixels kept free around the drawing
constexpr double kHead = 11;       // length of an arrow's head in pixels

double distance(Point a, Point b) {
    return std::hypot(b.x - a.x, b.y - a.y);
}

std::string line_svg(Point a, Point b, const std::string& look) {
    return fmt::format("<path d=\"M{} {}L{} {}\" {}/>\n", svg_number(a.x), svg_number(a.y), svg_number(b.x),
                       svg_number(b.y), look);
}

std::string arrow_svg(Point from, Point to, const std::string& colour) {
    const double length = distance(from, to);
    if (!(length > 1)) return "";
    const double head = std::min(kHead, 0.6 * length);
    const double x = (to.x - from.x) / length, y = (to.y - from.y) / length;
    const Point base{to.x - head * x, to.y - head * y};
    const auto corner = [&](double side) {
        return svg_number(base.x - side * 0.38 * head * y) + "," +
               svg_number(base.y + side * 0.38 * head * x);
    };
    return line_svg(from, base, fmt::format("stroke=\"{}\" stroke-width=\"2.2\"", colour)) +
           fmt::format("<polygon points=\"{},{} {} {}\" fill=\"{}\"/>\n", svg_number(to.x), svg_number(to.y),
                       corner(1), corner(-1), colour);
}

}  // namespace

/// A sketch at its scale, on its way to text.
class Sketch::Drawing {
public:
    Drawing(const Sketch& sketch, const draw::Frame& frame) : frame_(frame), placer_(frame) {
        lower_ = sketch.lower_;
        const double width = sketch.upper_[0] - lower_[0], height = sketch.upper_[1] - lower_[1];
        const double room_x = frame.width - 2 * kLabelRoom, room_y = frame.height - 2 * kLabelRoom;
        scale_ = std::min(width > 0 ? room_x / width : HUGE_VAL, height > 0 ? room_y / height : HUGE_VAL);
        if (!std::isfinite(scale_)) scale_ = 1;
        left_ = frame.left + (frame.width - scale_ * width) / 2;
        bottom_ = frame.top + (frame.height + scale_ * height) / 2;
    }

    std::string shape(const SketchShape& shape) {
        std::vector<Point> points;
        for (const Vec2d& place : shape.points) points.push_back(at(place));
        switch (shape.kind) {
            case ShapeKind::circle: {
                const double radius = std::max(scale_ * shape.radius, 1.5);
                placer_.keep_off_circle(points[0], radius);
                return circle(points[0], radius, shape.look);
            }
            case ShapeKind::dot:
                placer_.keep_off_circle(points[0], 4);
                return circle(points[0], 4, fmt::format("fill=\"{}\"", shape.look));
            case ShapeKind::right_angle:
                return right_angle(points[0], points[1], points[2], shape.look);
            case ShapeKind::long_line:
                extend(points[0], points[1]);
                break;
            case ShapeKind::line:
            case ShapeKind::arrow:
                break;
        }
        placer_.keep_off(points[0], points[1]);
        return shape.kind == ShapeKind::arrow ? arrow_svg(points[0], points[1], shape.look)
                                              : line_svg(points[0], points[1], shape.look);
    }

    std::string label(const Label& label) {
        const Point anchor = at(label.at);
        const draw::PlacedLabel placed =
            placer_.place(anchor, 7, label.text, kLabelSize, draw::Weight::regular);
        std::string text;
        if (placed.distance > 22) {
            const Point end = nearest(placed);
            placer_.keep_off(anchor, end);
            text += line_svg(anchor, end, "stroke=\"#9aa4b0\" stroke-width=\".8\"");
        }
        return text + fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\">{}</text>\n",
                                  svg_number(placed.start.x), svg_number(placed.start.y), kLabelSize,
                                  label.colour, svg_escaped(label.text));
    }

private:
    Point at(const Vec2d& place) const {
        return {left_ + scale_ * (place[0] - lower_[0]), bottom_ - scale_ * (place[1] - lower_[1])};
    }

    static std::string circle(Point center, double radius, const std::string& look) {
        return fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" {}/>\n", svg_number(center.x),
                           svg_number(center.y), svg_number(radius), look);
    }

    /// The point of a label's room that is nearest to what it names.
    static Point nearest(const draw::PlacedLabel& placed) {
        const draw::Frame& f = placed.around;
        return {std::clamp(placed.anchor.x, f.left, f.left + f.width),
                std::clamp(placed.anchor.y, f.top, f.top + f.height)};
    }

    static std::string right_angle(Point corner, Point one, Point other, const std::string& look) {
        const double a = distance(corner, one), b = distance(corner, other);
        const double side = std::min({10.0, a / 2, b / 2});
        if (!(side > 2)) return "";
        const Point u{(one.x - corner.x) / a * side, (one.y - corner.y) / a * side};
        const Point v{(other.x - corner.x) / b * side, (other.y - corner.y) / b * side};
        return fmt::format("<path d=\"M{} {}L{} {}L{} {}\" {}/>\n", svg_number(corner.x + u.x),
                           svg_number(corner.y + u.y), svg_number(corner.x + u.x + v.x),
                           svg_number(corner.y + u.y + v.y), svg_number(corner.x + v.x),
                           svg_number(corner.y + v.y), look);
    }

    /// To the edges of the frame.
    void extend(Point& a, Point& b) const {
        const double dx = b.x - a.x, dy = b.y - a.y;
        double begin = -HUGE_VAL, end = HUGE_VAL;
        const auto clip = [&](double step, double low, double high) {
            if (step == 0) return;
            begin = std::max(begin, std::min(low / step, high / step));
            end = std::min(end, std::max(low / step, high / step));
        };
        clip(dx, frame_.left - a.x, frame_.left + frame_.width - a.x);
        clip(dy, frame_.top - a.y, frame_.top + frame_.height - a.y);
        if (!(begin < end) || !std::isfinite(begin) || !std::isfinite(end)) return;
        b = {a.x + end * dx, a.y + end * dy};
        a = {a.x + begin * dx, a.y + begin * dy};
    }

    draw::Frame frame_;
    draw::LabelPlacer placer_;
    Vec2d lower_;
    double scale_ = 1, left_ = 0, bottom_ = 0;
};

void Sketch::grow(const Vec2d& at, double radius) {
    for (int k = 0; k < 2; ++k) {
        lower_[k] = empty_ ? at[k] - radius : std::min(lower_[k], at[k] - radius);
        upper_[k] = empty_ ? at[k] + radius : std::max(upper_[k], at[k] + radius);
    }
    empty_ = false;
}

void Sketch::circle(const Vec2d& center, double radius, const std::string& look) {
    grow(center, radius);
    shapes_.push_back({ShapeKind::circle, {center}, radius, look});
}

void Sketch::line(const Vec2d& from, const Vec2d& to, const std::string& look) {
    grow(from, 0);
    grow(to, 0);
    shapes_.push_back({ShapeKind::line, {from, to}, 0, look});
}

void Sketch::arrow(const Vec2d& from, const Vec2d& to, const std::string& colour) {
    grow(from, 0);
    grow(to, 0);
    shapes_.push_back({ShapeKind::arrow, {from, to}, 0, colour});
}

void Sketch::dot(const Vec2d& at, const std::string& colour) {
    grow(at, 0);
    shapes_.push_back({ShapeKind::dot, {at}, 0, colour});
}

void Sketch::long_line(const Vec2d& from, const Vec2d& to, const std::string& look) {
    shapes_.push_back({ShapeKind::long_line, {from, to}, 0, look});
}

void Sketch::right_angle(const Vec2d& corner, const Vec2d& one, const Vec2d& other, const std::string& look) {
    shapes_.push_back({ShapeKind::right_angle, {corner, one, other}, 0, look});
}

void Sketch::label(const Vec2d& at, const std::string& text, const std::string& colour) {
    grow(at, 0);
    labels_.push_back({at, text, colour});
}

std::string Sketch::svg(const draw::Frame& frame) const {
    Drawing drawing(*this, frame);
    std::string text;
    for (const SketchShape& shape : shapes_) text += drawing.shape(shape);
    for (const Label& label : labels_) text += drawing.label(label);
    return text;
}

}  // namespace carom::app

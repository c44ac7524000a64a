// A drawing of circles, arrows and points in coordinates of its own, with labels that keep out of the way.
#pragma once

#include <string>
#include <vector>

#include "carom/math/vec.hpp"
#include "draw/camera.hpp"

namespace carom::app {

class Sketch {
public:
    /// `look` is attributes of SVG.
    void circle(const Vec2d& center, double radius, const std::string& look);
    void line(const Vec2d& from, const Vec2d& to, const std::string& look);
    void arrow(const Vec2d& from, const Vec2d& to, const std::string& colour);
    void dot(const Vec2d& at, const std::string& colour);
    /// A line through two points from edge to edge; it does not ask for room.
    void long_line(const Vec2d& from, const Vec2d& to, const std::string& look);
    /// The sign of a right angle at `corner`, between the directions to the other two.
    void right_angle(const Vec2d& corner, const Vec2d& one, const Vec2d& other, const std::string& look);
    void label(const Vec2d& at, const std::string& text, const std::string& colour);

    /// All of it, as large as fits the frame.
    std::string svg(const draw::Frame& frame) const;

private:
    enum class ShapeKind : unsigned char { circle, line, long_line, arrow, dot, right_angle };
    struct SketchShape {
        ShapeKind kind;
        std::vector<Vec2d> points;
        double radius;
        std::string look;
    };
    struct Label {
        Vec2d at;
        std::string text, colour;
    };
    class Drawing;

    void grow(const Vec2d& at, double radius);

    std::vector<SketchShape> shapes_;
    std::vector<Label> labels_;
    Vec2d lower_, upper_;
    bool empty_ = true;
};

}  // namespace carom::app

// Where does a label go? Near what it names, on no other label, and on as few lines as possible.
#pragma once

#include <string>
#include <vector>

#include "draw/camera.hpp"
#include "draw/font.hpp"

namespace carom::draw {

struct PlacedLabel {
    std::string text;
    Point start;          // of its base line
    Frame around;         // the room it takes
    Point anchor;         // what it names
    double distance = 0;  // of its room from the anchor
};

class LabelPlacer {
public:
    /// Labels stay inside `room`.
    explicit LabelPlacer(const Frame& room) : room_(room) {}

    void keep_off(Point from, Point to) { lines_.push_back({from, to}); }
    void keep_off_circle(Point center, double radius) { circles_.push_back({center, radius}); }

    /// Finds the best free place at least `distance` from the anchor and keeps later labels off it.
    PlacedLabel place(Point anchor, double distance, const std::string& text, double size, Weight weight);

private:
    struct Segment {
        Point from, to;
    };
    struct Circle {
        Point center;
        double radius;
    };

    double cost(const Frame& place) const;

    Frame room_;
    std::vector<Segment> lines_;
    std::vector<Circle> circles_;
    std::vector<Frame> taken_;
};

}  // namespace carom::draw

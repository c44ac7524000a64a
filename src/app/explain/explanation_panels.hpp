// What the pictures of `carom explain` are made of: a heading and panels side by side.
#pragma once

#include <string>
#include <vector>

#include "picture/sketch_svg.hpp"

namespace carom::app {

/// A picture of that size in pixels.
struct ExplanationPicture {
    std::string svg;
    double width = 0, height = 0;
};

/// A sketch under its title, and lines of text under it.
struct ExplanationPanel {
    std::string title;
    Sketch sketch;
    std::vector<std::string> lines;
};

ExplanationPicture explanation_picture(const std::string& title, const std::string& headline,
                                       const std::string& facts, const std::vector<ExplanationPanel>& panels);

namespace explanation_look {

inline const std::string kBlue = "#2f6fd0", kOrange = "#d9700f", kRed = "#d62728", kGreen = "#15803d",
                         kGrey = "#5b6672", kInk = "#1d232b";

/// Attributes of SVG.
std::string filled(const std::string& colour, double share);
std::string outline(const std::string& colour, const char* dashes);

}  // namespace explanation_look
}  // namespace carom::app

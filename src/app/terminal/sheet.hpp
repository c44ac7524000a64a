// What commands tell: a title and lines with labels, in columns.
#pragma once

#include <string>
#include <vector>

#include "app/terminal/terminal.hpp"

namespace carom::app {

class Sheet {
public:
    explicit Sheet(std::string title) : title_(std::move(title)) {}

    /// A line under the title; without a label it goes on with what the line above is about.
    void line(std::string label, std::string text, Tone tone = Tone::plain) {
        lines_.push_back({std::move(label), std::move(text), tone});
    }

    /// On a terminal long lines are broken between words.
    std::string text(const Terminal& terminal) const;

private:
    struct SheetLine {
        std::string label, text;
        Tone tone;
    };

    std::string title_;
    std::vector<SheetLine> lines_;
};

}  // namespace carom::app

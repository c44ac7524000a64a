#include "app/terminal/sheet.hpp"

#include <algorithm>

#include "app/terminal/wrapping.hpp"

namespace carom::app {
namespace {

constexpr std::size_t kIndent = 2;

/// Of the labels, with a space behind them.
constexpr std::size_t kUsual = 12;

}  // namespace

std::string Sheet::text(const Terminal& terminal) const {
    std::size_t column = kUsual;
    for (const SheetLine& line : lines_) column = std::max(column, line.label.size() + 1);
    column += kIndent;
    const bool is_narrow = terminal.width > 0 && terminal.width < column + kNarrowest;
    if (is_narrow) column = 2 * kIndent;
    std::string text;
    if (!title_.empty()) {
        for (const std::string& piece : broken(title_, terminal.width)) {
            text += terminal.shown(piece, Tone::title) + '\n';
        }
    }
    for (const SheetLine& line : lines_) {
        std::string label = std::string(kIndent, ' ') + line.label;
        if (is_narrow && !line.label.empty()) text += terminal.shown(label, Tone::label) + '\n';
        if (is_narrow) label.clear();
        label.resize(column, ' ');
        const std::size_t width = terminal.width > column ? terminal.width - column : 0;
        for (const std::string& piece : broken(line.text, width)) {
            text += terminal.shown(label, Tone::label) + terminal.shown(piece, line.tone) + '\n';
            label.assign(column, ' ');
        }
    }
    return text;
}

}  // namespace carom::app

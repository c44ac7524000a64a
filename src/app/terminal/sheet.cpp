#include "app/terminal/sheet.hpp"

#include <algorithm>

namespace carom::app {
namespace {

constexpr std::size_t kIndent = 2;

/// Of the labels, with a space behind them.
constexpr std::size_t kUsual = 12;

/// Narrower columns are not worth a break.
constexpr std::size_t kNarrowest = 16;

/// Pieces of at most `width` characters, or of one word; all in one when `width` is too small to be of use.
std::vector<std::string> broken(const std::string& text, std::size_t width) {
    if (width < kNarrowest) return {text};
    std::vector<std::string> pieces(1);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        const std::string word = text.substr(at, end - at);
        std::string& piece = pieces.back();
        if (piece.empty()) {
            piece = word;
        } else if (piece.size() + 1 + word.size() <= width) {
            piece += ' ' + word;
        } else {
            pieces.push_back(word);
        }
        at = end + 1;
    }
    return pieces;
}

}  // namespace

std::string Sheet::text(const Terminal& terminal) const {
    std::size_t column = kUsual;
    for (const SheetLine& line : lines_) column = std::max(column, line.label.size() + 1);
    column += kIndent;
    std::string text = title_.empty() ? "" : terminal.shown(title_, Tone::title) + '\n';
    for (const SheetLine& line : lines_) {
        std::string label = std::string(kIndent, ' ') + line.label;
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

#include "app/terminal/wrapping.hpp"

#include <algorithm>

namespace carom::app {
namespace {

constexpr std::size_t kHangingIndent = 4;

/// Where the last column of a line starts, after two blanks or more; where its text starts when it has one.
std::size_t last_column(const std::string& line) {
    const std::size_t first = std::min(line.find_first_not_of(' '), line.size());
    const std::size_t gap = line.rfind("  ", line.find_last_not_of(' '));
    return gap == std::string::npos || gap < first ? first : gap + 2;
}

/// The words in pieces, each behind as many blanks.
std::string indented(const std::string& words, std::size_t indent, std::size_t width) {
    std::string result;
    for (const std::string& piece : broken(words, width - std::min(indent, width))) {
        result.append(indent, ' ').append(piece).append("\n");
    }
    return result;
}

std::string fitted_line(const std::string& line, std::size_t width) {
    if (line.size() <= width) return line + '\n';
    const std::size_t first = std::min(line.find_first_not_of(' '), line.size());
    const std::size_t column = last_column(line);
    if (column + kNarrowest <= width) {
        return line.substr(0, column) + indented(line.substr(column), column, width).substr(column);
    }
    const std::size_t end = line.find_last_not_of(' ', column == 0 ? 0 : column - 1) + 1;
    const std::string head = column > first ? indented(line.substr(first, end - first), first, width) : "";
    return head + indented(line.substr(column), kHangingIndent, width);
}

}  // namespace

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

std::string fitted(const std::string& text, std::size_t width) {
    if (width == 0) return text;
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        result += fitted_line(text.substr(at, end - at), width);
        at = end + 1;
    }
    return result;
}

}  // namespace carom::app

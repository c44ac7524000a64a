#include "app/run/scene_faults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/utf8.hpp"

namespace carom::app {
namespace {

/// Where a terminal does not say how wide it is.
constexpr std::size_t kFaultWidth = 110;

/// Of the line number and what surrounds it.
constexpr std::size_t kNumberWidth = 10;

std::vector<std::string> characters_of(const std::string& text) {
    std::vector<std::string> characters;
    for (const char c : text) {
        if (!detail::continues_character(c) || characters.empty()) characters.emplace_back();
        characters.back() += c;
    }
    return characters;
}

/// The line, cut so that the place is in sight, and the caret below it.
std::string shown(const SceneFaults::Excerpt& excerpt, const Terminal& terminal) {
    const std::vector<std::string> characters = characters_of(excerpt.text);
    const std::size_t width = terminal.width == 0 ? kFaultWidth : terminal.width;
    const std::size_t room = width > 2 * kNumberWidth ? width - kNumberWidth : kNumberWidth;
    const std::size_t place = excerpt.column - 1;
    const std::size_t first = place < room * 3 / 4 ? 0 : place - room / 2;
    const std::size_t last = std::min(first + room, characters.size());
    std::string part;
    for (std::size_t k = first; k < last; ++k) part += characters[k];
    return fmt::format("{:5} | {}\n      | {}{}\n", excerpt.line, terminal.shown(part, Tone::plain),
                       std::string(place - first, ' '), terminal.shown("^", Tone::good));
}

}  // namespace

std::string faults_text(const SceneFaults& faults, const Terminal& terminal) {
    std::string text;
    for (std::size_t k = 0; k < faults.lines.size(); ++k) {
        text += terminal.shown(faults.lines[k], Tone::plain) + '\n';
        const bool has_line = k < faults.excerpts.size() && !faults.excerpts[k].text.empty();
        if (has_line) text += shown(faults.excerpts[k], terminal);
    }
    return text;
}

}  // namespace carom::app

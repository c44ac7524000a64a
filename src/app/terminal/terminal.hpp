// What a stream leads to, and what may be printed there.
#pragma once

#include <cstddef>
#include <string>

namespace carom::app {

/// How a piece of text is shown where there are colours.
enum class Tone : unsigned char { plain, title, label, good, bad };

struct Terminal {
    std::size_t width = 0;  // in characters; 0 where it is no terminal
    bool colours = false;   // never with NO_COLOR (https://no-color.org) or on a dumb terminal
    bool redraws = false;   // takes control sequences, so that a line can be drawn anew: not a dumb one

    /// The text in a tone, as far as there are colours. It may come from anywhere (`plain_text`).
    std::string shown(const std::string& text, Tone tone) const;
};

/// Of STDOUT_FILENO or STDERR_FILENO.
Terminal terminal_at(int descriptor);

}  // namespace carom::app

// What a stream leads to: how wide it is, and whether colours are wanted there.
#pragma once

#include <cstddef>
#include <string>

namespace carom::app {

/// How a piece of text is shown where there are colours.
enum class Tone : unsigned char { plain, title, label, good, bad };

struct Terminal {
    std::size_t width = 0;  // in characters; 0 where it is no terminal
    bool colours = false;   // never with NO_COLOR (https://no-color.org) or on a dumb terminal

    /// The text in a tone.
    std::string shown(const std::string& text, Tone tone) const;
};

/// Of STDOUT_FILENO or STDERR_FILENO.
Terminal terminal_at(int descriptor);

}  // namespace carom::app

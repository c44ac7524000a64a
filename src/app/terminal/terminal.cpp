#include "app/terminal/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "text/printing.hpp"

namespace carom::app {
namespace {

/// Of a terminal that does not tell.
constexpr std::size_t kUsualWidth = 80;

/// Of the environment; empty where it is not set.
std::string_view setting(const char* name) {
    const char* const text = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing changes them
    return text == nullptr ? std::string_view() : text;
}

}  // namespace

std::string Terminal::shown(const std::string& text, Tone tone) const {
    // ECMA-48: bold, faint, green, red; 0 ends them all.
    constexpr const char* codes[] = {"", "\033[1m", "\033[2m", "\033[32m", "\033[1;31m"};
    std::string plain = plain_text(text, LineEnds::replaced);
    if (!colours || tone == Tone::plain) return plain;
    return codes[static_cast<std::size_t>(tone)] + plain + "\033[0m";
}

Terminal terminal_at(int descriptor) {
    if (::isatty(descriptor) != 1) return {};
    winsize size = {};
    const bool told = ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
    const bool obeys = !setting("TERM").empty() && setting("TERM") != "dumb";
    return {told ? size.ws_col : kUsualWidth, obeys && setting("NO_COLOR").empty(), obeys};
}

}  // namespace carom::app

#include "app/terminal/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace carom::app {
namespace {

/// Of a terminal that does not tell.
constexpr std::size_t kUsualWidth = 80;

bool colours_wanted() {
    // NOLINTBEGIN(concurrency-mt-unsafe): nothing here changes the environment
    const char* const refused = std::getenv("NO_COLOR");
    const char* const kind = std::getenv("TERM");
    // NOLINTEND(concurrency-mt-unsafe)
    return (refused == nullptr || *refused == '\0') && kind != nullptr && std::string_view(kind) != "dumb";
}

}  // namespace

std::string Terminal::shown(const std::string& text, Tone tone) const {
    // ECMA-48: bold, faint, green, red; 0 ends them all.
    constexpr const char* codes[] = {"", "\033[1m", "\033[2m", "\033[32m", "\033[1;31m"};
    if (!colours || tone == Tone::plain) return text;
    return codes[static_cast<std::size_t>(tone)] + text + "\033[0m";
}

Terminal terminal_at(int descriptor) {
    if (::isatty(descriptor) != 1) return {};
    winsize size = {};
    const bool told = ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
    return {told ? size.ws_col : kUsualWidth, colours_wanted()};
}

}  // namespace carom::app

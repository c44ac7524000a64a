// carom explain: when, where and how do balls meet?
#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>

#include "app/commands/commands.hpp"
#include "app/explain/explained_pair.hpp"
#include "app/explain/explained_shot.hpp"
#include "app/files/result_files.hpp"
#include "app/picture/picture_format.hpp"
#include "app/terminal/terminal.hpp"
#include "app/terminal/wrapping.hpp"
#include "carom/files/standard_streams.hpp"
#include "draw/svg_raster.hpp"
#include "files/whole_file.hpp"
#include "text/printing.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

/// As SVG, or the same as PNG.
std::optional<FileError> write_picture(const std::filesystem::path& file, PictureFormat format,
                                       const ExplanationPicture& picture) {
    if (format == PictureFormat::svg) return write_file_whole(file, picture.svg);
    constexpr double scale = 1.5;
    draw::Image image(static_cast<int>(std::ceil(scale * picture.width)),
                      static_cast<int>(std::ceil(scale * picture.height)), {1, 1, 1});
    draw_svg(image, picture.svg, scale);
    return write_file_whole(file, to_png(image));
}

ExitCode refused_here(const char* why) {
    tell(stderr, "carom: {}\n", why);
    return ExitCode::bad_input;
}

/// The text makes room for a picture on standard output. On a terminal long lines are broken.
void tell_text(const ExplainOptions& options, const std::string& text) {
    const bool makes_room = options.file == standard_output;
    const Terminal terminal = terminal_at(makes_room ? STDERR_FILENO : STDOUT_FILENO);
    tell(makes_room ? stderr : stdout, "{}", fitted(text, terminal.width));
}

ExitCode draw(const ExplainOptions& options, PictureFormat format, const ExplanationPicture& picture) {
    const auto failure = write_picture(options.file, format, picture);
    return failure ? failed(*failure) : ExitCode::success;
}

/// Why there is no picture; empty if there is one.
std::string why_not_drawn(const ExplainedShot& shot) {
    const std::string all_of_it = "carom picture --paths draws the whole shot";
    if (!shot.event) return "a picture needs --event N, the strike or an impact of the shot; " + all_of_it;
    if (has_picture(shot.shot.events[*shot.event].kind)) return "";
    return fmt::format("event {} is neither a strike nor an impact, and has no picture; {}", *shot.event + 1,
                       all_of_it);
}

ExitCode explain_shot(const ExplainOptions& options, const std::optional<PictureFormat>& format) {
    if (options.mass_a || options.mass_b || options.restitution || options.frame != ExplainOptions{}.frame)
        return refused_here(
            "--frame, --mass-a, --mass-b and --restitution are for two balls without a table");
    const auto shot = read_shot(options);
    if (!shot) return report(shot.error());
    const std::string why_not = format ? why_not_drawn(*shot) : "";
    if (!why_not.empty()) return refused_here(why_not.c_str());
    tell_text(options, explanation(*shot));
    return format ? draw(options, *format, explanation_picture(*shot)) : ExitCode::success;
}

}  // namespace

ExitCode execute(const ExplainOptions& options) {
    const bool draws = !options.file.empty() || options.format;
    const auto format = format_of(options.file, options.format);
    if (draws && !format) {
        tell(stderr, "carom: {}\n", format.error());
        return ExitCode::bad_input;
    }
    const std::string why_not = why_not_overwritten(options.file, {options.a});
    if (!why_not.empty()) return refused_here(why_not.c_str());
    if (!options.b && is_shot(options.a))
        return explain_shot(options, draws ? std::optional<PictureFormat>(*format) : std::nullopt);
    if (options.shot || options.event)
        return refused_here(
            "--shot and --event are for shots on a table: a scene with a table, or DIR of its run");
    const auto pair = read_pair(options);
    if (!pair) return report(pair.error());
    tell_text(options, std::visit([](const auto& one) { return explanation(one); }, *pair));
    if (!draws) return ExitCode::success;
    return draw(options, *format,
                std::visit([](const auto& one) { return explanation_picture(one); }, *pair));
}

}  // namespace carom::app

// carom explain: when, where and how do two balls meet?
#include <fmt/format.h>

#include <cmath>
#include <cstdio>

#include "app/commands/commands.hpp"
#include "app/explain/explained_pair.hpp"
#include "app/picture/picture_format.hpp"
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

}  // namespace

ExitCode execute(const ExplainOptions& options) {
    const bool draws = !options.file.empty() || options.format;
    const auto format = format_of(options.file, options.format);
    if (draws && !format) {
        tell(stderr, "carom: {}\n", format.error());
        return ExitCode::bad_input;
    }
    const auto pair = read_pair(options);
    if (!pair) return report(pair.error());
    std::FILE* const for_text = options.file == standard_output ? stderr : stdout;
    tell(for_text, "{}", std::visit([](const auto& one) { return explanation(one); }, *pair));
    if (!draws) return ExitCode::success;
    const auto picture = std::visit([](const auto& one) { return explanation_picture(one); }, *pair);
    const auto failure = write_picture(options.file, *format, picture);
    return failure ? failed(*failure) : ExitCode::success;
}

}  // namespace carom::app

// carom explain: when, where and how do two balls meet?
#include <fmt/format.h>

#include <cmath>
#include <cstdio>

#include "app/commands/commands.hpp"
#include "app/explain/explained_pair.hpp"
#include "draw/svg_raster.hpp"
#include "files/whole_file.hpp"
#include "text/printing.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

/// As SVG, or the same as PNG, by the file's name.
std::optional<FileError> write_picture(const std::filesystem::path& file, const ExplanationPicture& picture) {
    if (file.extension() == ".svg") return write_file_whole(file, picture.svg);
    constexpr double scale = 1.5;
    draw::Image image(static_cast<int>(std::ceil(scale * picture.width)),
                      static_cast<int>(std::ceil(scale * picture.height)), {1, 1, 1});
    draw_svg(image, picture.svg, scale);
    return write_file_whole(file, to_png(image));
}

bool can_be_written(const ExplainOptions& options) {
    return options.file.empty() || options.file.extension() == ".svg" || options.file.extension() == ".png";
}

}  // namespace

ExitCode execute(const ExplainOptions& options) {
    if (!can_be_written(options)) {
        tell(stderr, "carom: -o {}: the name must end in .svg or .png\n", options.file.string());
        return ExitCode::bad_input;
    }
    const auto pair = read_pair(options);
    if (!pair) return report(pair.error());
    tell(stdout, "{}", std::visit([](const auto& one) { return explanation(one); }, *pair));
    if (options.file.empty()) return ExitCode::success;
    const auto picture = std::visit([](const auto& one) { return explanation_picture(one); }, *pair);
    const auto failure = write_picture(options.file, picture);
    return failure ? failed(*failure) : ExitCode::success;
}

}  // namespace carom::app

#include "app/picture/picture_format.hpp"

#include <fmt/format.h>

#include "carom/files/standard_streams.hpp"

namespace carom::app {

Result<PictureFormat, std::string> format_of(const std::filesystem::path& file,
                                             std::optional<PictureFormat> given) {
    if (file == standard_output) {
        if (given) return *given;
        return std::string("-o - is standard output: say --format png or --format svg");
    }
    if (given && file.empty()) return std::string("--format goes with -o -");
    if (given) return fmt::format("--format is for -o -: the name {} says the format", file.string());
    if (file.extension() == ".svg") return PictureFormat::svg;
    if (file.extension() == ".png") return PictureFormat::png;
    return fmt::format("-o {}: the name must end in .png or .svg", file.string());
}

}  // namespace carom::app

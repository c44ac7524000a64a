// carom picture: stills, sheets and movies of a run.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <optional>
#include <system_error>

#include "app/commands/commands.hpp"
#include "app/files/result_files.hpp"
#include "app/picture/moments.hpp"
#include "app/picture/movie.hpp"
#include "app/picture/picture_format.hpp"
#include "app/terminal/interrupt.hpp"
#include "carom/files/standard_streams.hpp"
#include "draw/font.hpp"
#include "files/input_file.hpp"
#include "files/whole_file.hpp"
#include "picture/picture_page.hpp"
#include "text/printing.hpp"

namespace carom::app {
namespace {

/// The time for "end" on the command line.
constexpr double kEndOfRun = std::numeric_limits<double>::infinity();

PictureFault bad(std::string line) {
    return {{"carom: " + std::move(line)}, PictureFault::Cause::bad_input};
}

/// The times asked for, in ascending order; without any the end.
template <int N>
Result<std::vector<double>, PictureFault> times_of(const PictureOptions& options,
                                                   const PictureSource<N>& source) {
    std::vector<double> times = options.at;
    std::replace(times.begin(), times.end(), kEndOfRun, source.end);
    const double from = options.from.value_or(0), to = options.to.value_or(source.end);
    if (from > to) return bad(fmt::format("--from {:g} is after --to {:g}", from, to));
    if (options.sheet) {
        const double count = static_cast<double>(*options.sheet);
        for (double k = 0; k < count; ++k)
            times.push_back(count > 1 ? from + (to - from) * k / (count - 1) : to);
    }
    if (times.empty()) times.push_back(source.end);
    std::sort(times.begin(), times.end());
    if (times.back() <= source.end) return times;
    if (!source.trajectory.empty())
        return bad(
            fmt::format("time {:g} is after the end of the trajectory, {:.17g}", times.back(), source.end));
    return bad(fmt::format("a scene shows its start only, not time {:g}: carom run records what follows",
                           times.back()));
}

std::optional<PictureFault> write(const std::filesystem::path& file, const std::string& contents) {
    std::optional<EndsAtOnce> incomplete;
    if (file == standard_output) incomplete.emplace("the picture is not complete");
    const auto failure = write_file_whole(file, contents);
    if (!failure) return {};
    return PictureFault{{"carom: " + failure->message}, PictureFault::Cause::file_error};
}

bool is_svg(const PictureOptions& options) {
    const auto format = format_of(options.file, options.format);
    return format && *format == PictureFormat::svg;
}

/// Pixels need letters, which an SVG leaves to whoever shows it; names are written in 2D only.
template <int N>
void tell_of_boxes(const PictureOptions& options, const Scene<N>& scene) {
    if (is_svg(options)) return;
    std::string texts = options.title.value_or(scene.name);
    if (N == 2) {
        for (const SceneBall<N>& ball : scene.balls) texts += ball.name;
    }
    const std::string missing = draw::missing_letters(texts);
    if (!missing.empty())
        tell(stderr, "carom: drawn as boxes, for want of letters: {} (an .svg shows them)\n",
             plain_text(missing, LineEnds::replaced));
}

template <int N>
std::optional<PictureFault> write_page(const PictureOptions& options, const PictureSource<N>& source,
                                       const std::vector<Moment<N>>& moments, const PageStyle<N>& style) {
    if (is_svg(options)) {
        const auto text = page_svg(source, moments, style);
        return text ? write(options.file, *text) : text.error();
    }
    const auto png = page_png(source, moments, style);
    return png ? write(options.file, *png) : png.error();
}

template <int N>
std::optional<PictureFault> draw_page(const PictureOptions& options, const PictureSource<N>& source) {
    const auto times = times_of(options, source);
    if (!times) return times.error();
    auto reader = MomentReader<N>::open(source);
    if (!reader) return reader.error();
    std::vector<Moment<N>> moments;
    PageStyle<N> style = page_style(options, source);
    for (const double time : *times) {
        moments.push_back(reader->at(time));
        add_to_style(style, source.scene, moments.back());
        if (interrupted()) return PictureFault{{"carom: interrupted"}, PictureFault::Cause::interrupted};
    }
    return write_page(options, source, moments, style);
}

std::optional<PictureFault> refused(const PictureOptions& options) {
    if (options.file.empty() == options.movie.empty())
        return bad(fmt::format("one of -o and --movie is needed, {}",
                               options.file.empty() ? "none is given" : "not both"));
    if (!options.movie.empty()) {
        if (!options.at.empty() || options.sheet)
            return bad("--movie goes with --from and --to, not with --at or --sheet");
        if (options.format) return bad("--format goes with -o -, not with --movie");
        return {};
    }
    const auto format = format_of(options.file, options.format);
    if (!format) return bad(format.error());
    if (would_overwrite(options.file, options.source))
        return bad(fmt::format("-o {} would overwrite what is read", options.file.string()));
    if (!options.at.empty() && options.sheet) return bad("--at does not go with --sheet");
    if (options.at.size() > kMostMoments)
        return bad(fmt::format("--at: {} moments, and a picture takes {}", options.at.size(), kMostMoments));
    if ((options.from || options.to) && !options.sheet)
        return bad("--from and --to go with --sheet or --movie");
    return {};
}

template <int N>
std::optional<PictureFault> refused(const PictureOptions& options, const PictureSource<N>& source) {
    if (options.paths == DrawPaths::yes && N == 3)
        return bad(
            fmt::format("{} draws scenes in 2D only", options.path_of.empty() ? "--paths" : "--path-of"));
    if (options.colour == ColourBy::overlap && source.table)
        return bad(
            "--overlaps is for scenes without a table: balls of different sizes touch below their centres");
    for (const std::string& ball : options.path_of) {
        if (!ball_called(ball, source.scene))
            return bad(fmt::format("--path-of: there is no ball called or numbered '{}'", ball));
    }
    if (source.trajectory.empty() && (options.paths == DrawPaths::yes || !options.movie.empty()))
        return bad(fmt::format("{} is a scene that was not run: it has no paths and no movie",
                               name_in_messages(options.source)));
    return {};
}

std::optional<PictureFault> draw(const PictureOptions& options) {
    if (auto fault = refused(options)) return fault;
    const auto source = open_source(options.source);
    if (!source) return source.error();
    return std::visit(
        [&](const auto& one) {
            if (auto fault = refused(options, one)) return fault;
            tell_of_boxes(options, one.scene);
            return options.movie.empty() ? draw_page(options, one) : draw_movie(options, one);
        },
        *source);
}

}  // namespace

ExitCode execute(const PictureOptions& options) {
    catch_interrupts();
    const auto fault = draw(options);
    if (!fault) return ExitCode::success;
    return report(*fault);
}

}  // namespace carom::app

#include "app/picture/movie.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <system_error>
#include <thread>
#include <vector>

#include "app/files/free_space.hpp"
#include "app/files/result_files.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/progress.hpp"
#include "files/whole_file.hpp"
#include "text/printing.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

namespace fs = std::filesystem;

constexpr double kMostFrames = 100'000;

/// In a PNG file, where most of the picture is plain.
constexpr double kLeastBytesOfAPixel = 0.01;

PictureFault file_fault(const std::string& line) {
    return {{"carom: " + line}, PictureFault::Cause::file_error};
}

/// What the child of that command finds open besides its standard streams.
constexpr int kOutput = 3;

/// Runs a command that writes into a file of ours, and ends it when interrupted: its exit code, or -1 when it
/// could not be started.
int run(std::vector<std::string> words, int output) {
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    ::posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, output, kOutput);
    ::pid_t child = 0;
    const int failure = ::posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    if (failure != 0) return -1;
    int status = 0;
    bool ended = false;
    while (!ended && ::waitpid(child, &status, WNOHANG) == 0) {
        if (interrupted()) ended = ::kill(child, SIGTERM) == 0 && ::waitpid(child, &status, 0) == child;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

std::string frame_name(std::uint64_t frame) {
    return fmt::format("frame_{:05}.png", frame);
}

/// Frames of an earlier movie would end up in this one.
void remove_earlier_frames(const fs::path& directory) {
    std::error_code ignored;
    for (std::uint64_t frame = 0; fs::remove(directory / frame_name(frame), ignored); ++frame) {
    }
    fs::remove(directory / "movie.mp4", ignored);
}

/// A numbered list of files in this directory as ffmpeg takes it, whatever characters the name has.
std::string pattern_in(const fs::path& directory, const char* names) {
    std::string text = "file:";
    for (const char c : directory.string()) text += c == '%' ? std::string("%%") : std::string(1, c);
    return text + "/" + names;
}

/// Sides must be even for what players take; colours are those of high definition.
constexpr const char* kFilter =
    "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white,scale=out_color_matrix=bt709:out_range=tv";

/// The command that makes one file of the pictures.
std::vector<std::string> encoder(const PictureOptions& options) {
    std::vector<std::string> words = {"ffmpeg", "-nostdin", "-loglevel", "error", "-y"};
    const auto add = [&](std::initializer_list<std::string> more) { words.insert(words.end(), more); };
    add({"-framerate", fmt::format("{}", options.frames_per_second), "-pattern_type", "sequence"});
    add({"-i", pattern_in(options.movie, "frame_%05d.png"), "-vf", kFilter});
    add({"-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuv420p", "-movflags", "+faststart"});
    add({"-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"});
    add({"-f", "mp4", fmt::format("file:/dev/fd/{}", kOutput)});
    return words;
}

/// The pictures as one file; what to tell the user. Without ffmpeg the pictures alone are wanted, too.
Result<std::string, PictureFault> encoded(const PictureOptions& options) {
    const fs::path movie = options.movie / "movie.mp4";
    auto file = WholeFile::create(movie, WhenAbandoned::remove);
    if (!file) return file_fault(file.error().message);
    const int code = run(encoder(options), file->descriptor());
    if (interrupted()) return PictureFault{{"carom: interrupted"}, PictureFault::Cause::interrupted};
    if (code == -1 || code == 127)
        return std::string("no movie.mp4: ffmpeg is not installed (apt-get install ffmpeg)");
    if (code != 0)
        return file_fault(fmt::format("no {}: ffmpeg ended with exit code {}", movie.string(), code));
    if (const auto failure = file->commit()) return file_fault(failure->message);
    return movie.string();
}

template <int N>
class Movie {
public:
    Movie(const PictureOptions& options, const PictureSource<N>& source, double from, std::uint64_t frames)
        : options_(options), source_(source), from_(from), frames_(frames), progress_(Verbosity::normal) {}

    std::optional<PictureFault> draw() {
        PageStyle<N> style = page_style(options_, source_);
        if (auto fault = each([&](std::uint64_t, const Moment<N>& moment) -> std::optional<PictureFault> {
                add_to_style(style, source_.scene, moment);
                return {};
            }))
            return fault;
        return each([&](std::uint64_t frame, const Moment<N>& moment) -> std::optional<PictureFault> {
            const auto png = page_png(source_, {moment}, style);
            if (!png) return png.error();
            if (auto failure = write_file_whole(options_.movie / frame_name(frame), *png))
                return file_fault(failure->message);
            if (progress_.due()) {
                progress_.draw(static_cast<double>(frame + 1) / static_cast<double>(frames_),
                               {fmt::format("{} of {} pictures", frame + 1, frames_)});
            }
            return {};
        });
    }

private:
    template <class Visit>
    std::optional<PictureFault> each(Visit visit) {
        auto reader = MomentReader<N>::open(source_);
        if (!reader) return reader.error();
        for (std::uint64_t frame = 0; frame < frames_; ++frame) {
            if (interrupted()) return PictureFault{{"carom: interrupted"}, PictureFault::Cause::interrupted};
            const double time = from_ + static_cast<double>(frame) / options_.frames_per_second;
            if (auto fault = visit(frame, reader->at(std::min(time, source_.end)))) return fault;
        }
        return {};
    }

    const PictureOptions& options_;
    const PictureSource<N>& source_;
    double from_;
    std::uint64_t frames_;
    ProgressLine progress_;
};

/// The balls of these names or numbers, known to be there.
template <int N>
std::vector<std::size_t> numbers_of(const std::vector<std::string>& balls, const Scene<N>& scene) {
    std::vector<std::size_t> numbers;
    numbers.reserve(balls.size());
    for (const std::string& ball : balls) numbers.push_back(*ball_called(ball, scene));
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

}  // namespace

template <int N>
std::optional<std::size_t> ball_called(const std::string& name, const Scene<N>& scene) {
    for (std::size_t k = 0; k < scene.balls.size(); ++k) {
        if (scene.balls[k].name == name) return k;
    }
    std::size_t number = 0;
    const char* const end = name.data() + name.size();
    const auto [stop, error] = std::from_chars(name.data(), end, number);
    if (error != std::errc{} || stop != end || number >= scene.balls.size()) return {};
    return number;
}

template <int N>
PageStyle<N> page_style(const PictureOptions& options, const PictureSource<N>& source) {
    PageStyle<N> style;
    style.view = {seen_box<N>(source.scene, {}), options.direction, {}};
    if (options.paths == DrawPaths::yes) style.view.paths = numbers_of(options.path_of, source.scene);
    style.colour = options.colour;
    style.title = options.title.value_or(source.scene.name);
    style.width = options.width;
    style.height = options.height;
    return style;
}

template <int N>
Result<std::string, PictureFault> page_png(const PictureSource<N>& source,
                                           const std::vector<Moment<N>>& moments, const PageStyle<N>& style) {
    const EndsAtOnce unfinished("the picture is not finished");
    const auto image = page_image(source, moments, style);
    if (!image) return image.error();
    return to_png(*image);
}

template <int N>
void add_to_style(PageStyle<N>& style, const Scene<N>& scene, const Moment<N>& moment) {
    include(style.view.box, scene, moment);
    for (const double speed : moment.speeds) style.fastest = std::max(style.fastest, speed);
}

template <int N>
std::optional<PictureFault> draw_movie(const PictureOptions& options, const PictureSource<N>& source) {
    const double from = options.from.value_or(0), to = options.to.value_or(source.end);
    if (from > to || to > source.end) {
        return PictureFault{
            {fmt::format("carom: --from {:g} --to {:g}: the trajectory goes from 0 to {:.17g}", from, to,
                         source.end)},
            PictureFault::Cause::bad_input};
    }
    const double count = std::floor((to - from) * options.frames_per_second * (1 + 1e-12)) + 1;
    if (count > kMostFrames) {
        return PictureFault{
            {fmt::format("carom: this movie would have {:.0f} pictures, more than {:.0f}: choose "
                         "--from, --to and --fps",
                         count, kMostFrames)},
            PictureFault::Cause::bad_input};
    }
    if (const auto failure = make_directory(options.movie)) return file_fault(failure->message);
    const double bytes = count * options.width * options.height * kLeastBytesOfAPixel;
    if (const std::string why = why_no_room(options.movie, bytes, count); !why.empty()) {
        return PictureFault{{fmt::format("carom: {:.0f} pictures of {} x {} take {}", count, options.width,
                                         options.height, why)},
                            PictureFault::Cause::bad_input};
    }
    remove_earlier_frames(options.movie);
    if (auto fault = Movie<N>(options, source, from, static_cast<std::uint64_t>(count)).draw()) return fault;
    tell(stdout, "  {:<12}{} in {}\n", "pictures", with_separators(static_cast<std::uint64_t>(count)),
         options.movie.string());
    const auto movie = encoded(options);
    if (!movie) return movie.error();
    tell(stdout, "  {:<12}{}\n", "movie", *movie);
    return {};
}

template std::optional<std::size_t> ball_called(const std::string&, const Scene<2>&);
template std::optional<std::size_t> ball_called(const std::string&, const Scene<3>&);
template PageStyle<2> page_style(const PictureOptions&, const PictureSource<2>&);
template PageStyle<3> page_style(const PictureOptions&, const PictureSource<3>&);
template Result<std::string, PictureFault> page_png(const PictureSource<2>&, const std::vector<Moment<2>>&,
                                                    const PageStyle<2>&);
template Result<std::string, PictureFault> page_png(const PictureSource<3>&, const std::vector<Moment<3>>&,
                                                    const PageStyle<3>&);
template void add_to_style(PageStyle<2>&, const Scene<2>&, const Moment<2>&);
template void add_to_style(PageStyle<3>&, const Scene<3>&, const Moment<3>&);
template std::optional<PictureFault> draw_movie(const PictureOptions&, const PictureSource<2>&);
template std::optional<PictureFault> draw_movie(const PictureOptions&, const PictureSource<3>&);

}  // namespace carom::app

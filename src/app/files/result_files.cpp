#include "app/files/result_files.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <system_error>

#include "app/files/scene_source.hpp"
#include "carom/files/standard_streams.hpp"
#include "files/whole_file.hpp"
#include "text/wording.hpp"

namespace carom::app {

namespace fs = std::filesystem;

namespace {

bool is_standard_output(const fs::path& file) {
    struct stat output = {};
    struct stat status = {};
    return ::fstat(STDOUT_FILENO, &output) == 0 && ::stat(file.c_str(), &status) == 0 &&
           output.st_ino == status.st_ino && output.st_dev == status.st_dev;
}

}  // namespace

fs::path trajectory_in(const fs::path& directory) {
    return directory / "trajectory.carom";
}

fs::path checkpoint_in(const fs::path& directory) {
    return directory / "checkpoint.carom";
}

fs::path report_in(const fs::path& directory) {
    return directory / "report.json";
}

fs::path picture_in(const fs::path& directory) {
    return directory / "paths.svg";
}

fs::path page_in(const fs::path& directory) {
    return directory / "view.html";
}

fs::path measurements_in(const fs::path& directory) {
    return directory / "measurements";
}

std::optional<FileError> make_directory(const fs::path& directory) {
    std::error_code failure;
    fs::create_directories(directory, failure);
    if (!failure && fs::is_directory(directory, failure)) return {};
    const std::string why = failure ? failure.message() : "not a directory";
    return FileError{fmt::format("{}: cannot make this directory: {}", directory.string(), why)};
}

Result<fs::path, FileError> trajectory_named(const fs::path& path) {
    std::error_code ignored;
    if (!fs::is_directory(path, ignored)) return path;
    const fs::path whole = trajectory_in(path);
    const fs::path partial = partial_of(whole);
    const bool is_closed = fs::exists(whole, ignored), grows = fs::exists(partial, ignored);
    if (!grows) return whole;
    if (!is_closed) return partial;
    return FileError{fmt::format("{}: holds the trajectories of two runs, {} and {}: name one of the files",
                                 path.string(), whole.filename().string(), partial.filename().string())};
}

std::string run_of_scene(const fs::path& scene) {
    return fmt::format("carom run {} -o {}", shell_word(scene.string()),
                       shell_word("out/" + scene.stem().string()));
}

std::string scene_not_run(const fs::path& path) {
    std::error_code ignored;
    const bool is_bundled = bundled_scene(path) != nullptr && !fs::is_directory(path, ignored);
    if (path.extension() != ".toml" && !is_bundled) return {};
    return fmt::format("{} is a scene that was not run: {} records it, then give out/{}", path.string(),
                       run_of_scene(path), path.stem().string());
}

bool would_overwrite(const fs::path& target, const fs::path& source) {
    std::error_code missing;
    if (target == standard_output) return is_standard_output(source);
    return fs::equivalent(source, target, missing) || fs::equivalent(source, partial_of(target), missing);
}

std::string why_not_overwritten(const fs::path& target, std::initializer_list<fs::path> sources) {
    if (target.empty()) return "";
    for (const fs::path& source : sources) {
        if (!source.empty() && would_overwrite(target, source))
            return target.string() + " would overwrite what is read";
    }
    return "";
}

}  // namespace carom::app

#include "app/files/new_file.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <system_error>

#include "record/whole_file.hpp"
#include "text/wording.hpp"

namespace carom::app {

ExitCode write_new_file(const std::filesystem::path& path, std::string_view text) {
    std::error_code ignored;
    if (std::filesystem::exists(std::filesystem::symlink_status(path, ignored))) {
        fmt::print(stderr, "carom: {} is there already; nothing was written\n", path.string());
        return ExitCode::bad_input;
    }
    if (const auto failure = write_file_whole(path, text)) {
        print_error(*failure);
        return ExitCode::file_error;
    }
    return ExitCode::success;
}

}  // namespace carom::app

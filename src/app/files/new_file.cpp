#include "app/files/new_file.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <system_error>

#include "carom/files/standard_streams.hpp"
#include "files/whole_file.hpp"
#include "text/printing.hpp"
#include "text/wording.hpp"

namespace carom::app {

ExitCode write_new_file(const std::filesystem::path& path, std::string_view text) {
    std::error_code ignored;
    if (path != standard_output && std::filesystem::exists(std::filesystem::symlink_status(path, ignored))) {
        tell(stderr, "carom: {} is there already; nothing was written\n", path.string());
        return ExitCode::bad_input;
    }
    const auto failure = write_file_whole(path, text);
    return failure ? failed(*failure) : ExitCode::success;
}

}  // namespace carom::app

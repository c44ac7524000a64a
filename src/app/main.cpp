// The command `carom`.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <system_error>
#include <variant>

#include "app/command_line/command_line.hpp"
#include "app/commands/commands.hpp"
#include "text/printing.hpp"

namespace {

using carom::app::ExitCode;

ExitCode execute_command_line(int argc, const char* const* argv) {
    const auto options = carom::app::parse_command_line(argc, argv);
    if (!options) return options.error();
    return std::visit([](const auto& command) { return carom::app::execute(command); }, *options);
}

/// What was printed may still be on its way, to a full disk for instance.
ExitCode after_printing(ExitCode code) {
    const bool all_is_out = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
    if (all_is_out || code != ExitCode::success) return code;
    carom::app::tell(stderr, "carom: standard output: cannot write\n");
    return ExitCode::file_error;
}

ExitCode report_failure(const char* what, ExitCode code) {
    carom::app::tell(stderr, "carom: {}\n", what);
    return code;
}

/// Where one of the standard streams is closed, a file that is opened would take its number, and get its
/// text.
void hold_standard_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(stream, F_GETFD) >= 0) continue;
        // Not to be read where it is written, and the other way round: errors, as with a closed stream.
        if (::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) return;
    }
}

}  // namespace

int main(int argc, char** argv) {
    hold_standard_streams();
    std::signal(SIGXFSZ, SIG_IGN);  // a file that may grow no further is an error of its write
    ExitCode code = ExitCode::success;
    try {
        code = after_printing(execute_command_line(argc, argv));
    } catch (const std::bad_alloc&) {
        code = report_failure("not enough memory", ExitCode::internal_error);
    } catch (const std::system_error& error) {
        code = report_failure(error.what(), ExitCode::file_error);
    } catch (const std::exception& error) {
        code = report_failure(error.what(), ExitCode::internal_error);
    }
    return static_cast<int>(code);
}

#include "app/terminal/exit_code.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "text/printing.hpp"
#include "text/wording.hpp"

namespace carom::app {

ExitCode failed(const FileError& error, ExitCode code) {
    print_error(error);
    return code;
}

ExitCode stopped(const char* consequence) {
    tell(stderr, "carom: interrupted, {}\n", consequence);
    return ExitCode::interrupted;
}

}  // namespace carom::app

// The exit codes of the command, as docs/cli.md and `carom --help` list them.
#pragma once

#include "carom/files/file_error.hpp"

namespace carom::app {

enum class ExitCode : int {
    success = 0,
    faults_found = 1,    // a trajectory failed its check
    bad_input = 2,       // scene or command line
    file_error = 3,      // a file or directory could not be read or written
    internal_error = 4,  // out of memory, or a bug
    stuck = 5,           // a run ended before its limits: jammed, or nothing in sight
    partly_proved = 6,   // no fault, but rounding leaves something open
    interrupted = 130,   // as shells report Ctrl-C
};

/// Says on stderr what is wrong with a file.
ExitCode failed(const FileError& error, ExitCode code = ExitCode::file_error);

/// Says on stderr that a signal came, and what follows from it, as in "nothing was exported".
ExitCode stopped(const char* consequence);

}  // namespace carom::app

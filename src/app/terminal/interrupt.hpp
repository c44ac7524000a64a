// Ctrl-C and SIGTERM ask a run to stop after the current impact.
#pragma once

namespace carom::app {

/// From now on the first SIGINT or SIGTERM is only noted; a second one of the same kind ends the process as
/// usual. A signal that was ignored stays ignored.
void catch_interrupts();

/// True once such a signal has come.
bool interrupted();

}  // namespace carom::app

// Ctrl-C, SIGTERM and SIGHUP (a closed terminal) ask a command to stop: a run after the current impact.
#pragma once

namespace carom::app {

/// From now on these signals are only noted, however often they come. A second Ctrl-C alone, of an impatient
/// person, ends the process as usual. A signal that was ignored stays ignored.
void catch_interrupts();

/// True once such a signal has come.
bool interrupted();

}  // namespace carom::app

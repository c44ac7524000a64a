// Ctrl-C, SIGTERM and SIGHUP (a closed terminal) ask a command to stop: a run after the current impact.
#pragma once

namespace carom::app {

/// From now on these signals are only noted, however often they come. A second Ctrl-C alone, of an impatient
/// person, ends the process as usual. A signal that was ignored stays ignored.
void catch_interrupts();

/// True once such a signal has come.
bool interrupted();

/// While it lives, such a signal ends the process at once, with exit code 130 and a word on stderr: for long
/// work that leaves nothing behind. One that came before does so too.
class EndsAtOnce {
public:
    /// `consequence` as in "nothing was recorded".
    explicit EndsAtOnce(const char* consequence);
    EndsAtOnce(const EndsAtOnce&) = delete;
    EndsAtOnce& operator=(const EndsAtOnce&) = delete;
    ~EndsAtOnce();
};

}  // namespace carom::app

#include "app/terminal/interrupt.hpp"

#include <csignal>
#include <ctime>

namespace carom::app {
namespace {

volatile std::sig_atomic_t noted = 0;

/// When the first Ctrl-C came, on the monotonic clock; written in the handler only.
struct timespec first_press = {};

void note(int) {
    noted = 1;
}

double seconds_since(const struct timespec& then) {
    struct timespec now = {};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<double>(now.tv_sec - then.tv_sec) +
           1e-9 * static_cast<double>(now.tv_nsec - then.tv_nsec);
}

/// Nobody presses Ctrl-C twice within this time; programs that end others may send SIGINT twice at once.
constexpr double kTwoPresses = 0.1;

/// A second Ctrl-C ends the process as usual.
void note_press(int signal) {
    if (first_press.tv_sec == 0) {
        ::clock_gettime(CLOCK_MONOTONIC, &first_press);
    } else if (seconds_since(first_press) > kTwoPresses) {
        std::signal(signal, SIG_DFL);
        ::raise(signal);
    }
    noted = 1;
}

void catch_signal(int signal, void (*handler)(int)) {
    struct sigaction before = {};
    if (::sigaction(signal, nullptr, &before) != 0 || before.sa_handler == SIG_IGN) return;
    struct sigaction action = {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    ::sigaction(signal, &action, nullptr);
}

}  // namespace

void catch_interrupts() {
    catch_signal(SIGINT, note_press);
    catch_signal(SIGTERM, note);
    catch_signal(SIGHUP, note);
}

bool interrupted() {
    return noted != 0;
}

}  // namespace carom::app

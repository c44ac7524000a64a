#include "app/terminal/interrupt.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <ctime>
#include <string>

#include "app/terminal/exit_code.hpp"
#include "app/terminal/terminal.hpp"

namespace carom::app {
namespace {

volatile std::sig_atomic_t noted = 0;

/// When the first Ctrl-C came, on the monotonic clock; written in the handler only.
struct timespec first_press = {};

/// What to say when the process ends at once, with the length first; 0 when it does not.
volatile std::sig_atomic_t last_word_length = 0;
std::array<char, 128> last_word;

void end_if_at_once() {
    if (last_word_length == 0) return;
    // Nobody is left to be told that this failed.
    [[maybe_unused]] const ::ssize_t written =
        ::write(STDERR_FILENO, last_word.data(), static_cast<std::size_t>(last_word_length));
    ::_exit(static_cast<int>(ExitCode::interrupted));
}

void note(int) {
    noted = 1;
    end_if_at_once();
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
    note(signal);
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

EndsAtOnce::EndsAtOnce(const char* consequence) {
    const char* const clear = terminal_at(STDERR_FILENO).redraws ? "\r\033[K" : "";
    const auto text = fmt::format("{}carom: interrupted, {}\n", clear, consequence);
    text.copy(last_word.data(), last_word.size());
    last_word_length = static_cast<std::sig_atomic_t>(std::min(text.size(), last_word.size()));
    if (noted != 0) end_if_at_once();
}

EndsAtOnce::~EndsAtOnce() {
    last_word_length = 0;
}

bool interrupted() {
    return noted != 0;
}

}  // namespace carom::app

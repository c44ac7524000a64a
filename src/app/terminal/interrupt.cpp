#include "app/terminal/interrupt.hpp"

#include <csignal>

namespace carom::app {
namespace {

volatile std::sig_atomic_t noted = 0;

void note(int) {
    noted = 1;
}

void catch_signal(int signal) {
    struct sigaction before = {};
    if (::sigaction(signal, nullptr, &before) != 0 || before.sa_handler == SIG_IGN) return;
    struct sigaction action = {};
    action.sa_handler = note;
    action.sa_flags =
        static_cast<int>(static_cast<unsigned>(SA_RESTART) | static_cast<unsigned>(SA_RESETHAND));
    ::sigaction(signal, &action, nullptr);
}

}  // namespace

void catch_interrupts() {
    catch_signal(SIGINT);
    catch_signal(SIGTERM);
}

bool interrupted() {
    return noted != 0;
}

}  // namespace carom::app

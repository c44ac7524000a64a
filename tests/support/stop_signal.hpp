// Ctrl-C and a polite kill end a long program after what it is doing, with its figures.
#pragma once

#include <csignal>

namespace carom::test::stop_signal {

inline volatile std::sig_atomic_t seen = 0;

inline void watch() {
    const auto note = [](int) { seen = 1; };
    std::signal(SIGINT, note);
    std::signal(SIGTERM, note);
}

}  // namespace carom::test::stop_signal

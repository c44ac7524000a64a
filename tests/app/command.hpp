// Runs the command `carom` as a user does, from outside.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "support/directory.hpp"

namespace carom::test {

/// A directory of its own whose files go to a command line.
class WorkDirectory {
public:
    std::string operator/(const std::string& name) const { return (directory_ / name).string(); }

private:
    Directory directory_;
};

inline std::string text_of(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

inline void put_text(const std::filesystem::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
}

struct Outcome {
    int code = -1;  // exit code, or 128 + the signal that ended it
    std::string out, err;
};

/// What stderr is connected to.
enum class Stderr { file, terminal };

/// Pointers to the words, and none at the end, as exec wants them.
inline std::vector<char*> pointers_to(std::vector<std::string>& words) {
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    return pointers;
}

/// A running command; stdout goes to a file. Its environment is ours, after `settings` of the form
/// NAME=VALUE. A terminal is an xterm unless they say otherwise.
class Process {
public:
    Process(const std::vector<std::string>& arguments, Stderr kind, const std::string& out_file = {},
            std::vector<std::string> settings = {}, unsigned short columns = 80)
        : out_(out_file.empty() ? directory_ / "out" : out_file), kind_(kind) {
        std::vector<std::string> words = arguments;
        words.insert(words.begin(), CAROM_EXECUTABLE);
        const std::vector<char*> argv = pointers_to(words);
        if (kind == Stderr::terminal) settings.emplace_back("TERM=xterm");
        for (char** setting = environ; *setting != nullptr; ++setting) settings.emplace_back(*setting);
        const std::vector<char*> environment = pointers_to(settings);
        const std::string err = directory_ / "err";
        winsize size = {};
        size.ws_row = 24;
        size.ws_col = columns;
        int terminal = -1;
        if (kind == Stderr::terminal) {
            EXPECT_EQ(::openpty(&master_, &terminal, nullptr, nullptr, &size), 0);
        } else {
            terminal = ::open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        }
        const int out = ::open(out_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        pid_ = ::fork();
        if (pid_ == 0) {
            ::dup2(out, STDOUT_FILENO);
            ::dup2(terminal, STDERR_FILENO);
            ::execve(argv[0], argv.data(), environment.data());
            ::_exit(127);
        }
        ::close(out);
        ::close(terminal);
        if (master_ >= 0) ::fcntl(master_, F_SETFL, O_NONBLOCK);
    }
    ~Process() {
        if (pid_ > 0) {
            ::kill(pid_, SIGKILL);
            ::waitpid(pid_, nullptr, 0);
        }
        if (master_ >= 0) ::close(master_);
    }
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    void send(int signal) const { ::kill(pid_, signal); }

    /// Waits until `condition` holds, half a minute at most.
    template <class Condition>
    bool wait_until(Condition condition) {
        for (int tries = 0; tries < 3000; ++tries) {
            read_terminal();
            if (condition()) return true;
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        return false;
    }

    const std::string& on_terminal() const { return on_terminal_; }

    Outcome finish() {
        int status = 0;
        EXPECT_TRUE(wait_until([&] { return ::waitpid(pid_, &status, WNOHANG) == pid_; }));
        pid_ = -1;
        read_terminal();
        Outcome outcome;
        outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        if (std::filesystem::is_regular_file(out_)) outcome.out = text_of(out_);
        outcome.err = kind_ == Stderr::terminal ? on_terminal_ : text_of(directory_ / "err");
        return outcome;
    }

private:
    void read_terminal() {
        char buffer[4096];
        while (master_ >= 0) {
            const ::ssize_t got = ::read(master_, buffer, sizeof buffer);
            if (got <= 0) return;
            on_terminal_.append(buffer, static_cast<std::size_t>(got));
        }
    }

    WorkDirectory directory_;
    std::string out_;
    Stderr kind_;
    ::pid_t pid_ = -1;
    int master_ = -1;
    std::string on_terminal_;
};

inline Outcome carom_command(const std::vector<std::string>& arguments,
                             const std::vector<std::string>& settings = {}) {
    return Process(arguments, Stderr::file, {}, settings).finish();
}

inline std::string bundled(const std::string& name) {
    return std::string(CAROM_SOURCE_DIR) + "/scenes/" + name + ".toml";
}

inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace carom::test

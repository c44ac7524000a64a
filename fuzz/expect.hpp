// A promise that is not kept ends the process with the query, ready to be pasted into a test.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include "shown.hpp"

namespace carom::fuzz {

/// Thrown to give up a query when failures are collected.
struct NotKept {};

/// Ends the process. With CAROM_FUZZ_COLLECT=FILE in the environment it is appended to the file instead, a
/// few times for each `kind`, and only this query is given up.
[[noreturn]] inline void fail(const std::string& kind, const std::string& text) {
    const char* const path = std::getenv("CAROM_FUZZ_COLLECT");
    if (path == nullptr) {
        std::fputs(text.c_str(), stderr);
        std::abort();
    }
    static std::map<std::string, int> seen;
    if (++seen[kind] <= 3) {
        std::FILE* const file = std::fopen(path, "a");
        if (file == nullptr) std::abort();
        std::fputs(text.c_str(), file);
        std::fclose(file);
    }
    throw NotKept{};
}

/// `things` are the query and the answers.
template <class... Things>
void expect(bool kept, const char* promise, const Things&... things) {
    if (kept) return;
    std::string kind = promise;
    std::string text = std::string("NOT KEPT: ") + promise + "\n";
    const auto add = [&](const std::string& thing) {
        kind += thing.substr(0, thing.find('{'));
        text += "  " + thing + "\n";
    };
    (add(shown(things)), ...);
    fail(kind, text);
}

}  // namespace carom::fuzz

// A promise to a reader of texts or files that is not kept ends the process.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

namespace carom::fuzz {

/// `line` is what the reader said.
inline void expect(bool kept, const char* promise, const std::string& line) {
    if (kept) return;
    std::fprintf(stderr, "NOT KEPT: %s\n  %s\n", promise, line.c_str());
    std::abort();
}

}  // namespace carom::fuzz

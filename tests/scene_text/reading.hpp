// Shorthands for the tests of scene files.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "carom/scene_text/scene_file.hpp"

namespace carom::test {

/// The scene of a text that has to be sound.
template <int N>
Scene<N> scene_in(const std::string& text) {
    const auto file = parse_scene(text, "s.toml");
    if (!file) {
        for (const std::string& line : file.error().lines) ADD_FAILURE() << line;
        return {};
    }
    return std::get<Scene<N>>(file->scene);
}

/// The faults of a text that has to be refused.
inline std::vector<std::string> faults_in(const std::string& text) {
    const auto file = parse_scene(text, "s.toml");
    EXPECT_FALSE(file) << "accepted:\n" << text;
    return file ? std::vector<std::string>{} : file.error().lines;
}

inline std::string joined(const std::vector<std::string>& lines) {
    std::string result;
    for (const std::string& line : lines) result += line + "\n";
    return result;
}

/// Expects exactly one fault, which starts with `start` and contains `words`.
inline void expect_fault(const std::string& text, const std::string& start, const std::string& words) {
    const std::vector<std::string> lines = faults_in(text);
    ASSERT_EQ(lines.size(), 1U) << joined(lines) << "for:\n" << text;
    EXPECT_EQ(lines[0].substr(0, start.size()), start) << lines[0];
    EXPECT_NE(lines[0].find(words), std::string::npos) << lines[0] << "\nlacks: " << words;
}

}  // namespace carom::test

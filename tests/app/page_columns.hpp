// The numbers of a page of `carom view`, unpacked by the page's own code in Node.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "app/command.hpp"

namespace carom::test {

/// By name; whole numbers too are doubles here. `-0` and `0` differ as bits only: see `bits_of`.
using PageColumns = std::map<std::string, std::vector<double>>;

template <class Number>
std::vector<double> taken(const std::string& bytes, std::size_t& at, std::size_t count) {
    std::vector<Number> numbers(count);
    EXPECT_LE(at + count * sizeof(Number), bytes.size());
    if (count > 0) std::memcpy(numbers.data(), bytes.data() + at, count * sizeof(Number));
    at += count * sizeof(Number);
    return {numbers.begin(), numbers.end()};
}

inline PageColumns columns_of(const std::string& page) {
    const std::string output = page + ".columns";
    const std::string command =
        "node '" CAROM_SOURCE_DIR "/tests/page/read_page.mjs' '" + page + "' '" + output + "'";
    EXPECT_EQ(std::system(command.c_str()), 0);  // NOLINT(concurrency-mt-unsafe): one test, one thread
    const std::string bytes = text_of(output);
    std::size_t at = bytes.find("\n\n") + 2;
    std::istringstream lines(bytes.substr(0, at));
    PageColumns columns;
    std::string name, type;
    std::size_t count = 0;
    while (lines >> name >> type >> count) {
        columns[name] = type == "Float64Array"  ? taken<double>(bytes, at, count)
                        : type == "Uint32Array" ? taken<std::uint32_t>(bytes, at, count)
                                                : taken<std::uint8_t>(bytes, at, count);
    }
    EXPECT_EQ(at, bytes.size());
    return columns;
}

}  // namespace carom::test

// Pictures of scenes and runs, as files.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/command.hpp"

namespace carom::test {

class Picture : public testing::Test {
protected:
    /// The file that a picture of a scene or run becomes.
    std::string drawn(const std::string& source, std::vector<std::string> options,
                      const char* name = "p.png") {
        options.insert(options.begin(), {"picture", source, "-o", directory_ / name});
        const Outcome outcome = carom_command(options);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_EQ(outcome.err, "");
        return text_of(directory_ / name);
    }

    std::string scene(const std::string& text) {
        put_text(directory_ / "s.toml", text);
        return directory_ / "s.toml";
    }

    std::string run(const std::string& scene, std::vector<std::string> options = {}) {
        options.insert(options.begin(), {"run", scene, "-o", directory_ / "run", "--quiet"});
        EXPECT_EQ(carom_command(options).code, 0);
        return directory_ / "run";
    }

    WorkDirectory directory_;
};

}  // namespace carom::test

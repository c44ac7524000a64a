// Opens a page of `carom view` in a real browser, from disk, and hands back what a script found there.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "app/command.hpp"

namespace carom::test {

/// What a script reported, by name; `problems` are errors of the console and refused requests.
struct PageReport {
    std::map<std::string, std::string> values;
    std::string problems;

    double number(const std::string& name) const {
        const auto found = values.find(name);
        if (found == values.end()) {
            ADD_FAILURE() << "the page did not report " << name << "; problems: " << problems;
            return 0;
        }
        return std::strtod(found->second.c_str(), nullptr);
    }
};

inline std::filesystem::path browser() {
    for (const char* path : {"/usr/bin/chromium", "/usr/bin/google-chrome"}) {
        if (std::filesystem::exists(path)) return path;
    }
    return {};
}

/// In front of everything else in the page: notes what goes wrong. Without a screen, and in the virtual time
/// of these tests, nothing asks for pictures, so a timer does.
inline constexpr const char* kWatcher = R"(<script>
window.problems = [];
const note = text => problems.push(String(text).replace(/[<>&\n]/g, ' '));
addEventListener('error', e => note(e.message));
addEventListener('unhandledrejection', e => note(e.reason));
addEventListener('securitypolicyviolation', e => note('refused ' + e.blockedURI));
window.requestAnimationFrame = draw => setTimeout(() => draw(performance.now()), 16);
for (const kind of ['error', 'warn']) console[kind] = (...words) => note(words.join(' '));
</script>)";

/// At the end of the page: waits for it, runs the test, and writes down what it reports.
inline std::string driver(const std::string& script) {
    return R"(<script type="module">
const values = {};
const report = (name, value) => { values[name] = String(value).replace(/[<>&\n]/g, ' '); };
const rest = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));
while (!window.carom && problems.length === 0) await rest(5);
const key = (name, more = {}) => document.body.dispatchEvent(new KeyboardEvent('keydown', {key: name, bubbles: true, ...more}));
const click = id => document.getElementById(id).click();
const typed = (id, text, kind) => {
    const field = document.getElementById(id);
    field.value = text;
    field.dispatchEvent(new Event(kind, {bubbles: true}));
};
try {
    const {view, trajectory, player} = window.carom;
)" + script +
           R"(
} catch (error) { note('test: ' + error.message); }
const lines = Object.entries(values).map(([name, value]) => name + '=' + value);
const box = document.createElement('pre');
box.id = 'test_report';
box.textContent = [...lines, 'problems=' + problems.join('; ')].join('\n');
document.body.append(box);
</script>)";
}

inline std::string with_script(std::string page, const std::string& script) {
    page.insert(page.find("<head>") + 6, kWatcher);
    page.insert(page.rfind("</body>"), driver(script));
    return page;
}

inline PageReport parsed_report(const std::string& dump) {
    PageReport report;
    const std::string mark = "<pre id=\"test_report\">";
    const std::size_t begin = dump.find(mark);
    if (begin == std::string::npos) {
        ADD_FAILURE() << "the test in the page did not end";
        return report;
    }
    const std::size_t text = begin + mark.size();
    std::istringstream lines(dump.substr(text, dump.find("</pre>", text) - text));
    for (std::string line; std::getline(lines, line);) {
        const std::size_t equals = line.find('=');
        const std::string name = line.substr(0, equals), value = line.substr(equals + 1);
        (name == "problems" ? report.problems : report.values[name]) = value;
    }
    return report;
}

/// Runs `script` in the page; it may use `view`, `trajectory`, `player`, `report(name, value)`, `rest(ms)`,
/// `key`, `click` and `typed`. `fragment` follows "#" in the address.
inline PageReport in_page(const std::string& page, const std::string& script,
                          const std::string& fragment = {}, const std::string& window = "1200,800") {
    const WorkDirectory directory;
    put_text(directory / "page.html", with_script(text_of(page), script));
    const std::string command =
        "timeout 240 " + browser().string() +
        " --headless --no-sandbox --disable-gpu --disable-background-networking --no-first-run"
        " --host-resolver-rules='MAP * ~NOTFOUND' --virtual-time-budget=60000 --window-size=" +
        window + " --user-data-dir='" + directory / "profile" + "' --dump-dom 'file://" +
        (directory / "page.html") + (fragment.empty() ? "" : "#" + fragment) + "' > '" + directory / "dump" +
        "' 2> /dev/null";
    EXPECT_EQ(std::system(command.c_str()), 0);  // NOLINT(concurrency-mt-unsafe): one test, one thread
    return parsed_report(text_of(directory / "dump"));
}

/// A test that needs the browser; without one it is skipped, or fails when CAROM_READERS=required.
class BrowserTest : public ::testing::Test {
protected:
    void SetUp() override {
        if (!browser().empty()) return;
        const char* const wanted = std::getenv("CAROM_READERS");  // NOLINT(concurrency-mt-unsafe)
        if (wanted != nullptr && std::string(wanted) == "required") FAIL() << "chromium is not installed";
        GTEST_SKIP() << "chromium is not installed: the viewer page is NOT TESTED (apt-get install chromium)";
    }

    /// Runs a scene and gives its page.
    std::string page_of(const std::string& scene_file, const std::vector<std::string>& run = {},
                        const std::vector<std::string>& view = {}) {
        std::vector<std::string> words = {"run", scene_file, "-o", directory_ / "out"};
        words.insert(words.end(), run.begin(), run.end());
        EXPECT_EQ(carom_command(words).code, 0);
        words = {"view", directory_ / "out", "-o", directory_ / "page.html"};
        words.insert(words.end(), view.begin(), view.end());
        const Outcome outcome = carom_command(words);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return directory_ / "page.html";
    }

    std::string trajectory() const { return directory_ / "out/trajectory.carom"; }
    const WorkDirectory& directory() const { return directory_; }

private:
    WorkDirectory directory_;
};

}  // namespace carom::test

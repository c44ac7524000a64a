// carom new: a commented scene to start from.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <system_error>

#include "app/commands/commands.hpp"
#include "app/files/embedded_text.hpp"
#include "app/files/new_file.hpp"
#include "app/files/result_files.hpp"
#include "carom/files/standard_streams.hpp"
#include "text/printing.hpp"

namespace carom::app {
namespace {

namespace fs = std::filesystem;

/// The text in quotes, for TOML. It has no control characters.
std::string in_toml_quotes(const std::string& text) {
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') quoted += '\\';
        quoted += c;
    }
    return quoted + '"';
}

/// A line break, for instance.
bool is_control(char c) {
    return static_cast<unsigned char>(c) < 0x20U || c == '\x7F';
}

}  // namespace

ExitCode execute(const NewOptions& options) {
    fs::path file = options.name;
    const fs::path last = file.filename();
    if (last.empty() || last == ".toml" || last == "." || last == "..") {
        tell(stderr, "carom: '{}' does not name a file\n", options.name.string());
        return ExitCode::bad_input;
    }
    const std::string& path = file.native();
    if (std::any_of(path.begin(), path.end(), is_control)) {
        tell(stderr, "carom: the name of a scene must not have line breaks or other control characters\n");
        return ExitCode::bad_input;
    }
    const bool is_table = options.billiards || last.stem() == "table";
    const EmbeddedText& starter = *text_named(starter_scenes(), is_table ? "starter_table" : "starter");
    if (file == standard_output) return write_new_file(file, starter.text);
    if (file.extension() != ".toml") file += ".toml";
    std::string text(starter.text);
    const std::string name = in_toml_quotes(std::string(starter.name));
    text.replace(text.find(name), name.size(), in_toml_quotes(file.stem().string()));
    const ExitCode code = write_new_file(file, text);
    if (code != ExitCode::success) return code;
    tell(stdout, "{} written. Run it: {}\n", file.string(), run_of_scene(file));
    return code;
}

}  // namespace carom::app

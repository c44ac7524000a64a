#include "app/command_line/command_line_parts.hpp"

#include <cmath>
#include <limits>

#include "carom/core/version.hpp"

namespace carom::app {
namespace {

constexpr const char* kEnd = "end";

}  // namespace

CLI::Validator a_time_or_end() {
    return CLI::Validator(
        [](const std::string& text) -> std::string {
            const auto time = parse<double>(text);
            const bool good = text == kEnd || (time && std::isfinite(*time) && *time >= 0);
            return good ? "" : "'" + text + "' is not " + kMeasure + " or the word end";
        },
        "");
}

double time_or_end(const std::string& text) {
    return text == kEnd ? std::numeric_limits<double>::infinity() : parse<double>(text).value_or(0);
}

void add_version(CLI::App& app) {
    app.set_version_flag("--version", std::string("carom ") + version);
}

CLI::App& add_command(CLI::App& app, const char* name, const char* description) {
    CLI::App& command = *app.add_subcommand(name, description);
    add_version(command);
    command.footer(kFooter);
    return command;
}

}  // namespace carom::app

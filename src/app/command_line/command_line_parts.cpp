#include "app/command_line/command_line_parts.hpp"

#include <cmath>
#include <limits>

#include "carom/core/version.hpp"
#include "carom/files/standard_streams.hpp"

namespace carom::app {
namespace {

constexpr const char* kEnd = "end";

}  // namespace

CLI::Validator no_stream(const char* why) {
    return CLI::Validator(
        [=](const std::string& text) -> std::string { return text == standard_input ? why : ""; }, "");
}

void add_format(CLI::App& app, std::optional<PictureFormat>& format) {
    app.add_option_function<std::string>(
           "--format",
           [&format](const std::string& name) {
               format = name == "svg" ? PictureFormat::svg : PictureFormat::png;
           },
           "png or svg, of a picture that goes to standard output")
        ->type_name("FORMAT")
        ->check(CLI::Validator(
            [](const std::string& text) {
                return text == "png" || text == "svg" ? "" : "'" + text + "' is not png or svg";
            },
            ""));
}

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

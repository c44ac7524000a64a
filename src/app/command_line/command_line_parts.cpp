#include "app/command_line/command_line_parts.hpp"

#include "carom/core/version.hpp"

namespace carom::app {

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

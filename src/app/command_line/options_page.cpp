#include "app/command_line/options_page.hpp"

#include <map>
#include <utility>

namespace carom::app {
namespace {

/// Commands by the option as it is typed and its meaning; long names sort the rows.
using Rows = std::map<std::pair<std::string, std::string>, std::string>;

std::string typed(const OptionWords& option) {
    std::string text;
    for (const std::string& name : option.names) text += (text.empty() ? "`" : "`, `") + name;
    if (!option.value_name.empty()) text += " " + option.value_name;
    return text + "`";
}

void collect(const CommandWords& command, Rows& rows) {
    for (const OptionWords& option : command.options) {
        std::string& commands = rows[{typed(option), option.description}];
        commands += (commands.empty() ? "" : ", ") + (command.name.empty() ? "carom" : command.name);
    }
    for (const CommandWords& below : command.below) collect(below, rows);
}

/// Those of every command have no list.
std::string commands_of(const std::string& list) {
    return list.starts_with("carom,") ? "all" : list;
}

}  // namespace

std::string options_page(const CommandWords& carom) {
    Rows rows;
    collect(carom, rows);
    std::string page =
        "# All options\n\nMade by `carom help --options`; a test keeps it current. What the commands do: "
        "[cli.md](../cli.md).\n\n| option | commands | meaning |\n|---|---|---|\n";
    for (const auto& [option, commands] : rows)
        page += "| " + option.first + " | " + commands_of(commands) + " | " + option.second + " |\n";
    return page;
}

}  // namespace carom::app

#include <fmt/format.h>

#include <iterator>

#include "app/command_line/completion.hpp"

namespace carom::app {
namespace {

std::string in_fish_quotes(const std::string& text) {
    std::string result = "'";
    for (const char c : text) {
        if (c == '\'' || c == '\\') result += '\\';
        result += c;
    }
    return result + "'";
}

/// -f: no files; -F: files too; -x: a value that is no file; -r: a value that may be one.
std::string value_of(const OptionWords& option) {
    if (!option.takes_value) return "";
    if (option.value == Fill::nothing) return " -x";
    if (option.value == Fill::directory) return " -x -a '(__fish_complete_directories)'";
    return " -r -F";
}

std::string places_of(const CommandWords& command, const std::string& condition) {
    std::string text;
    for (const Fill fill : command.places) {
        if (fill == Fill::nothing) continue;
        const auto words = words_for(fill);
        const std::string choice =
            words.empty() ? "-F"
                          : fmt::format("-f -a {}", in_fish_quotes(fmt::format("{}", fmt::join(words, " "))));
        fmt::format_to(std::back_inserter(text), "complete -c carom -n {} {}\n", in_fish_quotes(condition),
                       choice);
    }
    return text;
}

/// True when the words so far are those of the command, and of none below it.
std::string condition_of(const CommandWords& command) {
    if (command.name.empty()) return "__fish_use_subcommand";
    const std::size_t space = command.name.find(' ');
    if (space == std::string::npos) return "__fish_seen_subcommand_from " + command.name;
    return "__fish_seen_subcommand_from " + command.name.substr(0, space) +
           "; and __fish_seen_subcommand_from " + command.name.substr(space + 1);
}

}  // namespace

std::string fish_completion(const std::vector<CommandWords>& commands) {
    std::string text =
        "# Completion of carom for fish:  carom completion fish > ~/.config/fish/completions/carom.fish\n"
        "complete -c carom -f\n";
    const auto out = std::back_inserter(text);
    for (const CommandWords& command : commands) {
        const std::string condition = condition_of(command);
        const std::size_t space = command.name.find(' ');
        if (!command.name.empty()) {
            const std::string above = space == std::string::npos
                                          ? "__fish_use_subcommand"
                                          : "__fish_seen_subcommand_from " + command.name.substr(0, space);
            fmt::format_to(out, "complete -c carom -n {} -a {} -d {}\n", in_fish_quotes(above),
                           command.name.substr(space == std::string::npos ? 0 : space + 1),
                           in_fish_quotes(command.description));
        }
        for (const OptionWords& option : command.options) {
            fmt::format_to(out, "complete -c carom -n {}", in_fish_quotes(condition));
            for (const std::string& name : option.names) {
                const bool is_long = name.starts_with("--");
                fmt::format_to(out, " -{} {}", is_long ? "l" : "s", name.substr(is_long ? 2 : 1));
            }
            fmt::format_to(out, "{} -d {}\n", value_of(option), in_fish_quotes(option.description));
        }
        text += places_of(command, condition);
    }
    return text;
}

}  // namespace carom::app

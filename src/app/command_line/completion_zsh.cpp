#include <fmt/format.h>

#include <iterator>

#include "app/command_line/completion.hpp"

namespace carom::app {
namespace {

/// The text within single quotes, without what `_arguments` takes for its own.
std::string quiet(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (c == '\'') {
            result += "'\\''";
        } else if (c == ':' || c == '[' || c == ']') {
            result += std::string("\\") + c;
        } else {
            result += c;
        }
    }
    return result;
}

std::string action(Fill fill) {
    switch (fill) {
        case Fill::file:
            return "_files";
        case Fill::directory:
            return "_files -/";
        case Fill::scene:
            return "_files -g \"*.toml\"";
        case Fill::trajectory:
            return "_files -g \"*.carom(-.) *(-/)\"";
        case Fill::nothing:
            return " ";
        case Fill::shell:
        case Fill::bundled:
            break;
    }
    return fmt::format("({})", fmt::join(words_for(fill), " "));
}

bool is_below(const CommandWords& command, const std::string& above) {
    return command.name.size() > above.size() && command.name.starts_with(above) &&
           (above.empty() || command.name[above.size()] == ' ') &&
           command.name.find(' ', above.empty() ? 0 : above.size() + 1) == std::string::npos;
}

std::string function_name(const std::string& command) {
    std::string name = command.empty() ? "_carom" : "_carom_" + command;
    for (char& c : name) c = c == ' ' ? '_' : c;
    return name;
}

std::string function_of(const CommandWords& command, const std::vector<CommandWords>& commands) {
    std::string specs, words, calls;
    for (const OptionWords& option : command.options) {
        const std::string value = option.takes_value ? ":value:" + action(option.value) : "";
        for (const std::string& name : option.names) {
            fmt::format_to(std::back_inserter(specs), " \\\n        '{}[{}]{}'", name,
                           quiet(option.description), value);
        }
    }
    for (const CommandWords& below : commands) {
        if (!is_below(below, command.name)) continue;
        const std::string word = below.name.substr(command.name.empty() ? 0 : command.name.size() + 1);
        fmt::format_to(std::back_inserter(words), " '{}:{}'", word, quiet(below.description));
        fmt::format_to(std::back_inserter(calls), "        {}) {} ;;\n", word, function_name(below.name));
    }
    std::size_t place = 0;
    for (const Fill fill : command.places) {
        fmt::format_to(std::back_inserter(specs), " \\\n        '{}:argument:{}'", ++place, action(fill));
    }
    if (words.empty()) {
        return fmt::format("{}() {{\n    _arguments{}\n}}\n\n", function_name(command.name), specs);
    }
    return fmt::format(
        "{0}() {{\n    local line state\n    local -a commands=({3})\n    _arguments -C{1} \\\n"
        "        '1: :{{_describe command commands}}' '*::argument:->rest'\n"
        "    case \"$line[1]\" in\n{2}    esac\n}}\n\n",
        function_name(command.name), specs, calls, words);
}

}  // namespace

std::string zsh_completion(const std::vector<CommandWords>& commands) {
    std::string text =
        "#compdef carom\n"
        "# Completion of carom for zsh: put this as _carom into a directory of $fpath, before compinit.\n\n";
    for (const CommandWords& command : commands) text += function_of(command, commands);
    return text + "if [ \"$funcstack[1]\" = _carom ]; then _carom \"$@\"; else compdef _carom carom; fi\n";
}

}  // namespace carom::app

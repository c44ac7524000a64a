#include <fmt/format.h>

#include "app/command_line/completion_printer.hpp"

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

/// A function that offers files, and the names of bundled scenes.
std::string scenes_function(const char* name, const char* files) {
    return fmt::format(
        "{}() {{\n    local found=1\n    _files \"$@\"{} && found=0\n    compadd \"$@\" -- {} && found=0\n"
        "    return found\n}}\n\n",
        name, files, fmt::join(words_for(Fill::scene), " "));
}

std::string action(Fill fill) {
    switch (fill) {
        case Fill::file:
            return "_files";
        case Fill::directory:
            return "_files -/";
        case Fill::scene:
            return "_carom__any_scene";
        case Fill::source:
            return "_carom__any_source";
        case Fill::trajectory:
            return "_files -g \"*.carom(-.) *(-/)\"";
        case Fill::nothing:
            return " ";
        case Fill::shell:
        case Fill::bundled:
        case Fill::picture_format:
            break;
    }
    return fmt::format("({})", fmt::join(words_for(fill), " "));
}

std::string function_name(const std::string& command) {
    std::string name = command.empty() ? "_carom" : "_carom_" + command;
    for (char& c : name) c = c == ' ' ? '_' : c;
    return name;
}

/// One function for each command.
class ZshPrinter : public CompletionPrinter {
public:
    void begin(const CommandWords&, const CommandWords*) override { specs_.clear(); }

    void option(const CommandWords&, const OptionWords& option) override {
        const std::string value = option.takes_value ? ":value:" + action(option.value) : "";
        for (const std::string& name : option.names) {
            specs_ += fmt::format(" \\\n        '{}[{}]{}'", name, quiet(option.description), value);
        }
    }

    void place(const CommandWords& command, std::size_t place) override {
        specs_ += fmt::format(" \\\n        '{}:argument:{}'", place + 1, action(command.places[place]));
    }

    void end(const CommandWords& command) override {
        const std::string name = function_name(command.name);
        if (command.below.empty()) {
            functions_ += fmt::format("{}() {{\n    _arguments{}\n}}\n\n", name, specs_);
            return;
        }
        std::string words, calls;
        for (const CommandWords& below : command.below) {
            words += fmt::format(" '{}:{}'", below.word, quiet(below.description));
            calls += fmt::format("        {}) {} ;;\n", below.word, function_name(below.name));
        }
        functions_ += fmt::format(
            "{0}() {{\n    local line state\n    local -a commands=({3})\n    _arguments -C{1} \\\n"
            "        '1: :{{_describe command commands}}' '*::argument:->rest'\n"
            "    case \"$line[1]\" in\n{2}    esac\n}}\n\n",
            name, specs_, calls, words);
    }

    std::string script() const override {
        return "#compdef carom\n"
               "# Completion of carom for zsh: put this as _carom into a directory of $fpath, before "
               "compinit.\n\n" +
               scenes_function("_carom__any_scene", " -g \"*.toml\"") +
               scenes_function("_carom__any_source", "") + functions_ +
               "if [ \"$funcstack[1]\" = _carom ]; then _carom \"$@\"; else compdef _carom carom; fi\n";
    }

private:
    std::string specs_;  // of this command
    std::string functions_;
};

}  // namespace

std::unique_ptr<CompletionPrinter> zsh_printer() {
    return std::make_unique<ZshPrinter>();
}

}  // namespace carom::app

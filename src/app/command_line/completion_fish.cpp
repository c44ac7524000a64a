#include <fmt/format.h>

#include <iterator>

#include "app/command_line/completion_printer.hpp"

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

/// Of those with words.
bool takes_files(Fill fill) {
    return fill == Fill::scene || fill == Fill::source;
}

/// -f: no files; -F: files too; -x: a value that is no file; -r: a value that may be one.
std::string value_of(const OptionWords& option) {
    if (!option.takes_value) return "";
    if (option.value == Fill::nothing) return " -x";
    if (option.value == Fill::directory) return " -x -a '(__fish_complete_directories)'";
    const auto words = words_for(option.value);
    if (!words.empty())
        return fmt::format(" {} -a {}", takes_files(option.value) ? "-r -F" : "-x",
                           in_fish_quotes(fmt::format("{}", fmt::join(words, " "))));
    return " -r -F";
}

/// True when the words so far are those of the command, and of none below it.
std::string condition_of(const CommandWords& command) {
    if (command.name.empty()) return "__fish_use_subcommand";
    const std::size_t space = command.name.find(' ');
    if (space == std::string::npos) return "__fish_seen_subcommand_from " + command.name;
    return "__fish_seen_subcommand_from " + command.name.substr(0, space) +
           "; and __fish_seen_subcommand_from " + command.name.substr(space + 1);
}

class FishPrinter : public CompletionPrinter {
public:
    void begin(const CommandWords& command, const CommandWords* above) override {
        if (above == nullptr) return;
        fmt::format_to(out_, "complete -c carom -n {} -a {} -d {}\n", in_fish_quotes(condition_of(*above)),
                       command.word, in_fish_quotes(command.description));
    }

    void option(const CommandWords& command, const OptionWords& option) override {
        fmt::format_to(out_, "complete -c carom -n {}", in_fish_quotes(condition_of(command)));
        for (const std::string& name : option.names) {
            const bool is_long = name.starts_with("--");
            fmt::format_to(out_, " -{} {}", is_long ? "l" : "s", name.substr(is_long ? 2 : 1));
        }
        fmt::format_to(out_, "{} -d {}\n", value_of(option), in_fish_quotes(option.description));
    }

    void place(const CommandWords& command, std::size_t place) override {
        const Fill fill = command.places[place];
        if (fill == Fill::nothing) return;
        const auto words = words_for(fill);
        const std::string choice =
            words.empty() ? "-F"
                          : fmt::format("{} -a {}", takes_files(fill) ? "-F" : "-f",
                                        in_fish_quotes(fmt::format("{}", fmt::join(words, " "))));
        fmt::format_to(out_, "complete -c carom -n {} {}\n", in_fish_quotes(condition_of(command)), choice);
    }

    void end(const CommandWords&) override {}

    std::string script() const override { return text_; }

private:
    std::string text_ =
        "# Completion of carom for fish:  carom completion fish > ~/.config/fish/completions/carom.fish\n"
        "complete -c carom -f\n";
    std::back_insert_iterator<std::string> out_ = std::back_inserter(text_);
};

}  // namespace

std::unique_ptr<CompletionPrinter> fish_printer() {
    return std::make_unique<FishPrinter>();
}

}  // namespace carom::app

#include <fmt/format.h>

#include <string_view>

#include "app/command_line/completion_printer.hpp"

namespace carom::app {
namespace {

/// How the script calls what may stand in a place.
const char* name_of(Fill fill) {
    constexpr const char* names[] = {"nothing", "file",  "directory", "toml", "file",
                                     "carom",   "words", "words",     "words"};
    return names[static_cast<std::size_t>(fill)];
}

std::string joined(const std::vector<std::string>& words, const char* separator) {
    return fmt::format("{}", fmt::join(words, separator));
}

/// "run -o": what comes after this option; "run 0": what comes in this place.
std::string fill_case(const std::string& pattern, Fill fill) {
    return fmt::format("        {}) fill={} words='{}' ;;\n", pattern, name_of(fill),
                       joined(words_for(fill), " "));
}

/// With places for what fills each place, the names of commands, and the options of each.
constexpr std::string_view kScript =
    R"script(# Completion of carom for bash. Try it:  source <(carom completion bash)
# For good:  carom completion bash > ~/.local/share/bash-completion/completions/carom

_carom_fill() {{  # COMMAND OPTION-OR-PLACE: sets fill and words
    fill= words=
    case "$1 $2" in
{}    esac
}}

_carom() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} command= place=0 k fill words options commands longer
    for ((k = 1; k < COMP_CWORD; ++k)); do
        longer="${{command:+$command }}${{COMP_WORDS[k]}}"
        case "$longer" in
            {}) command=$longer place=0; continue ;;
        esac
        case "${{COMP_WORDS[k]}}" in
            -?*)
                _carom_fill "$command" "${{COMP_WORDS[k]}}"
                if [ -n "$fill" ]; then ((++k)); fi
                ;;
            *) ((++place)) ;;
        esac
    done
    fill=
    if ((k > COMP_CWORD)); then
        _carom_fill "$command" "${{COMP_WORDS[COMP_CWORD - 1]}}"
    elif [[ $word != -* ]]; then
        _carom_fill "$command" "$place"
    fi
    case "$command" in
{}    esac
    COMPREPLY=()
    case "$fill" in
        file)
            compopt -o filenames
            mapfile -t COMPREPLY < <(compgen -f -- "$word"; compgen -W "$words" -- "$word")
            ;;
        directory) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
        toml | carom)
            compopt -o filenames
            mapfile -t COMPREPLY < <(
                compgen -d -- "$word"; compgen -f -X "!*.$fill" -- "$word"; compgen -W "$words" -- "$word"
            )
            ;;
        words) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word") ;;
        nothing) ;;
        *) mapfile -t COMPREPLY < <(compgen -W "$commands $options" -- "$word") ;;
    esac
}}

complete -F _carom carom
)script";

class BashPrinter : public CompletionPrinter {
public:
    void begin(const CommandWords& command, const CommandWords* above) override {
        if (above != nullptr) names_ += (names_.empty() ? "" : " | ") + fmt::format("\"{}\"", command.name);
        options_.clear();
    }

    void option(const CommandWords& command, const OptionWords& option) override {
        options_.insert(options_.end(), option.names.begin(), option.names.end());
        if (!option.takes_value) return;
        std::vector<std::string> patterns;
        for (const std::string& name : option.names)
            patterns.push_back(fmt::format("\"{} {}\"", command.name, name));
        fills_ += fill_case(joined(patterns, " | "), option.value);
    }

    void place(const CommandWords& command, std::size_t place) override {
        fills_ += fill_case(fmt::format("\"{} {}\"", command.name, place), command.places[place]);
    }

    void end(const CommandWords& command) override {
        std::vector<std::string> next;
        for (const CommandWords& below : command.below) next.push_back(below.word);
        choices_ += fmt::format("        \"{}\") options='{}' commands='{}' ;;\n", command.name,
                                joined(options_, " "), joined(next, " "));
    }

    std::string script() const override { return fmt::format(kScript, fills_, names_, choices_); }

private:
    std::vector<std::string> options_;  // of this command
    std::string names_, fills_, choices_;
};

}  // namespace

std::unique_ptr<CompletionPrinter> bash_printer() {
    return std::make_unique<BashPrinter>();
}

}  // namespace carom::app

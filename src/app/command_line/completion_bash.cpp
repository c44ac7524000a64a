#include <fmt/format.h>

#include <iterator>
#include <string_view>

#include "app/command_line/completion.hpp"

namespace carom::app {
namespace {

/// How the script calls what may stand in a place.
const char* name_of(Fill fill) {
    constexpr const char* names[] = {"nothing", "file", "directory", "toml", "carom", "words", "words"};
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

/// Commands that start with the one given, by their next word.
std::vector<std::string> next_words(const std::vector<CommandWords>& commands, const std::string& start) {
    std::vector<std::string> words;
    for (const CommandWords& command : commands) {
        if (!command.name.starts_with(start) || command.name.size() <= start.size()) continue;
        const std::string rest = command.name.substr(start.empty() ? 0 : start.size() + 1);
        if (rest.find(' ') == std::string::npos) words.push_back(rest);
    }
    return words;
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
            -*)
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
        file) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
        directory) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
        toml | carom)
            compopt -o filenames
            mapfile -t COMPREPLY < <(compgen -d -- "$word"; compgen -f -X "!*.$fill" -- "$word")
            ;;
        words) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word") ;;
        nothing) ;;
        *) mapfile -t COMPREPLY < <(compgen -W "$commands $options" -- "$word") ;;
    esac
}}

complete -F _carom carom
)script";

}  // namespace

std::string bash_completion(const std::vector<CommandWords>& commands) {
    std::string names, fills, options;
    for (const CommandWords& command : commands) {
        std::vector<std::string> all;
        for (const OptionWords& option : command.options) {
            all.insert(all.end(), option.names.begin(), option.names.end());
            if (!option.takes_value) continue;
            std::vector<std::string> patterns;
            for (const std::string& name : option.names) {
                patterns.push_back(fmt::format("\"{} {}\"", command.name, name));
            }
            fills += fill_case(joined(patterns, " | "), option.value);
        }
        for (std::size_t place = 0; place < command.places.size(); ++place) {
            fills += fill_case(fmt::format("\"{} {}\"", command.name, place), command.places[place]);
        }
        options += fmt::format("        \"{}\") options='{}' commands='{}' ;;\n", command.name,
                               joined(all, " "), joined(next_words(commands, command.name), " "));
        if (!command.name.empty())
            names += (names.empty() ? "" : " | ") + fmt::format("\"{}\"", command.name);
    }
    return fmt::format(kScript, fills, names, options);
}

}  // namespace carom::app

// The command line of carom new, scenes, completion, version and help, and what completion knows of all
// commands.
#include <array>
#include <string_view>
#include <utility>

#include "app/command_line/command_line_parts.hpp"
#include "app/command_line/man_page.hpp"
#include "app/command_line/options_page.hpp"
#include "scene_text/table_reader.hpp"

namespace carom::app {
namespace {

using PlaceholderFill = std::pair<std::string_view, Fill>;

/// What fills a place of this name, which is what help calls it.
constexpr std::array<PlaceholderFill, 8> kPlaces = {{{"SCENE", Fill::scene},
                                                     {"DIR", Fill::directory},
                                                     {"FILE", Fill::trajectory},
                                                     {"SOURCE", Fill::source},
                                                     {"A", Fill::scene},
                                                     {"TO", Fill::directory},
                                                     {"BUNDLED", Fill::bundled},
                                                     {"SHELL", Fill::shell}}};

/// What follows an option with a value of this name.
constexpr std::array<PlaceholderFill, 8> kValues = {{{"DIR", Fill::directory},
                                                     {"FILE", Fill::file},
                                                     {"CSV", Fill::file},
                                                     {"XYZ", Fill::file},
                                                     {"GSD", Fill::file},
                                                     {"PVD", Fill::file},
                                                     {"GLB", Fill::file},
                                                     {"FORMAT", Fill::picture_format}}};

template <std::size_t Count>
Fill fill_of(const std::array<PlaceholderFill, Count>& fills, const std::string& name) {
    for (const auto& [known, fill] : fills) {
        if (name == known) return fill;
    }
    return Fill::nothing;
}

std::optional<CommandShell> shell_named(const std::string& name) {
    if (name == "bash") return CommandShell::bash;
    if (name == "zsh") return CommandShell::zsh;
    if (name == "fish") return CommandShell::fish;
    return {};
}

/// The words of a command and of those below it.
CommandWords words_of(const CLI::App& app, const std::string& name, const std::string& word) {
    CommandWords words{name, word, app.get_description(), {}, {}, {}};
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_positional()) {
            words.places.push_back(fill_of(kPlaces, option->get_name()));
            continue;
        }
        OptionWords one{{}, option->get_description(), option->get_items_expected() > 0, Fill::nothing, {}};
        for (const std::string& letter : option->get_snames()) one.names.push_back("-" + letter);
        for (const std::string& longer : option->get_lnames()) one.names.push_back("--" + longer);
        if (one.takes_value) one.value_name = option->get_type_name();
        if (one.takes_value) one.value = fill_of(kValues, option->get_type_name());
        words.options.push_back(one);
    }
    for (const CLI::App* below : app.get_subcommands([](const CLI::App*) { return true; })) {
        const std::string last = below->get_name();
        std::string path = name;
        if (!path.empty()) path += ' ';
        path += last;
        words.below.push_back(words_of(*below, path, last));
    }
    return words;
}

/// The command that the words name, or the fault.
const CLI::App& command_named(const CLI::App& app, const std::vector<std::string>& words) {
    const CLI::App* command = &app;
    for (const std::string& word : words) {
        const auto found =
            command->get_subcommands([&](const CLI::App* one) { return one->get_name() == word; });
        if (found.empty()) throw CLI::ValidationError(no_such_command(*command, word));
        command = found.front();
    }
    return *command;
}

HelpOptions help_of(const CLI::App& app, const StartingTexts& texts) {
    if (texts.help_options) return {options_page(words_of(app, "", ""))};
    const CLI::App& command = command_named(app, texts.help_about);
    std::string name = command.get_name();
    for (const CLI::App* one = command.get_parent(); one != nullptr; one = one->get_parent())
        name.insert(0, one->get_name() + " ");
    if (texts.help_man) return {man_page(command, name)};
    return {command.get_formatter()->make_help(&command, name, CLI::AppFormatMode::Normal)};
}

}  // namespace

std::string no_such_command(const CLI::App& app, const std::string& word) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(command->get_name());
    return "there is no command '" + word + "'" + detail::suggestion(word, names);
}

void add_starting(CLI::App& app, StartingTexts& texts) {
    CLI::App& create = add_command(app, "new", "Write a commented scene to start from");
    create
        .add_option("NAME", texts.new_options.name,
                    "File to write; .toml may be left out; - is standard output")
        ->required()
        ->type_name("");
    create.add_flag("--billiards", texts.new_options.billiards, "A billiard table with a shot, not a box");
    CLI::App& scenes = add_command(app, "scenes", "List the bundled scenes, or copy one");
    CLI::App& copy = add_command(scenes, "copy", "Copy a bundled scene");
    copy.add_option("BUNDLED", texts.copy.name, "Name of the scene")->required()->type_name("");
    copy.add_option("TO", texts.copy.to, "File to write, or a directory; default here; - is standard output")
        ->type_name("");
    CLI::App& completion =
        add_command(app, "completion", "Print a script that makes a shell complete commands");
    completion.add_option("SHELL", texts.shell, "bash, zsh or fish")
        ->required()
        ->type_name("")
        ->check(CLI::Validator(
            [](const std::string& text) {
                return shell_named(text) ? "" : "'" + text + "' is not bash, zsh or fish";
            },
            ""));
    CLI::App& which = add_command(app, "version", "Print the version, or the licences");
    which.add_flag("--licences", texts.version.licences,
                   "Print the licences of Carom and of what it contains of others");
    CLI::App& help = add_command(app, "help", "Say what a command takes");
    help.add_option("COMMAND", texts.help_about, "The command, such as run or scenes copy; default all")
        ->type_name("");
    CLI::Option* const all = help.add_flag("--options", texts.help_options,
                                           "Print all options of all commands, as a table in Markdown");
    help.add_flag("--man", texts.help_man, "Print the page of the command for man")->excludes(all);
    help.callback([&app, &texts] { command_named(app, texts.help_about); });
}

Options finished(const CLI::App& app, const StartingTexts& texts) {
    if (app.got_subcommand("new")) return texts.new_options;
    if (app.got_subcommand("version")) return texts.version;
    if (app.got_subcommand("help")) return help_of(app, texts);
    if (app.got_subcommand("completion"))
        return CompletionOptions{shell_named(texts.shell).value_or(CommandShell::bash),
                                 words_of(app, "", "")};
    const bool copy = app.get_subcommand("scenes")->got_subcommand("copy");
    return copy ? Options(texts.copy) : Options(ListScenesOptions{});
}

}  // namespace carom::app

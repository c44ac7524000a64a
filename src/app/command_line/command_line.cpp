// What every command takes. CLI11 is known here and where the others take more.
#include "app/command_line/command_line.hpp"

#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <string>

#include "app/command_line/command_line_parts.hpp"
#include "app/terminal/terminal.hpp"
#include "app/terminal/wrapping.hpp"
#include "scene_text/table_reader.hpp"
#include "text/printing.hpp"

namespace carom::app {
namespace {

/// The texts of the numbers, which keep their own form for messages, and the rest of the options.
struct ExportTexts {
    ExportOptions options;
    std::vector<std::string> at;
    std::string every, count, from, to;
};

CLI::Option* add_number(CLI::App& app, const char* name, std::string& text, const char* description) {
    const auto is_finite = [](double x) { return std::isfinite(x) && x >= 0; };
    return app.add_option(name, text, description)
        ->type_name("T")
        ->check(number_that<double>(is_finite, kMeasure));
}

void add_state_files(CLI::App& app, ExportOptions& options) {
    const auto add = [&](const char* name, StateFormat format, const char* type, const char* description) {
        CLI::Option* const option = app.add_option_function<std::string>(
                                           name,
                                           [&options, format](const std::string& path) {
                                               options.states.push_back({format, path});
                                           },
                                           description)
                                        ->type_name(type);
        if (!is_one_file(format))
            option->check(no_stream("this format is many files: it cannot go to standard output"));
    };
    add("--states", StateFormat::csv, "CSV", "Table to write, one line per ball and instant");
    add("--xyz", StateFormat::extended_xyz, "XYZ", "Extended XYZ to write, for OVITO, ASE and [[import]]");
    add("--gsd", StateFormat::gsd, "GSD", "GSD file to write, for HOOMD-blue and OVITO");
    add("--vtk", StateFormat::vtk, "PVD", "Collection to write, for ParaView; its frames go to NAME_vtp/");
    add("--gltf", StateFormat::gltf, "GLB",
        "Binary glTF animation to write, for 3D viewers; 1,000 balls at most");
}

void add_instants(CLI::App& app, ExportTexts& texts) {
    CLI::Option* const at = app.add_option("--at", texts.at, kAt)
                                ->type_name("T")
                                ->delimiter(',')
                                ->allow_extra_args(false)
                                ->check(a_time_or_end());
    CLI::Option* const every =
        app.add_option("--every", texts.every, "An instant every so often")
            ->type_name("DT")
            ->check(number_that<double>([](double x) { return std::isfinite(x) && x > 0; },
                                        "a finite number > 0"))
            ->excludes(at);
    app.add_option("--instants", texts.count, "So many instants, equally far apart")
        ->type_name("N")
        ->check(number_that<std::uint64_t>([](std::uint64_t n) { return n > 0; }, kCount))
        ->excludes(at)
        ->excludes(every);
    add_number(app, "--from", texts.from, kFrom)->excludes(at);
    add_number(app, "--to", texts.to, kTo)->excludes(at);
}

void add_trajectory(CLI::App& command, std::filesystem::path& file) {
    command.add_option("FILE", file, "Trajectory file, or the directory of a run")
        ->required()
        ->type_name("")
        ->check(no_stream(kTrajectoryIsFile));
}

CLI::App& add_export(CLI::App& app, ExportTexts& texts) {
    CLI::App& command = add_command(app, "export", "Write a trajectory in formats of other programs");
    add_trajectory(command, texts.options.file);
    command.add_option("--events,--impacts", texts.options.events, "Table to write, one line per event")
        ->type_name("CSV");
    command.add_option("--shots", texts.options.shots, "Table to write, one line per shot on a table")
        ->type_name("CSV");
    add_state_files(command, texts.options);
    add_instants(command, texts);
    command.footer(std::string("A - in place of a file to write is standard output; it goes alone.\n\n") +
                   kFooter);
    return command;
}

Options finished(const ExportTexts& texts) {
    ExportOptions options = texts.options;
    for (const std::string& instant : texts.at) {
        options.instants.at.push_back(time_or_end(instant));
    }
    options.instants.every = parse<double>(texts.every);
    options.instants.count = parse<std::uint64_t>(texts.count);
    options.instants.from = parse<double>(texts.from);
    options.instants.to = parse<double>(texts.to);
    return options;
}

CLI::App& add_measure(CLI::App& app, MeasureOptions& options) {
    CLI::App& measure =
        add_command(app, "measure", "Say what a trajectory tells about temperature, pressure, diffusion");
    add_trajectory(measure, options.file);
    measure
        .add_option(
            "--plan", options.plan,
            "File whose table [measure] says what to measure; default: everything; - is standard input")
        ->type_name("TOML");
    measure
        .add_option("-o,--output", options.directory,
                    "Directory for measurements.json and tables; - writes the JSON to standard output")
        ->type_name("DIR");
    return measure;
}

/// The commands of the top level, for people.
std::string names_of_commands(const CLI::App& app) {
    std::string names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        names += (names.empty() ? "" : ", ") + command->get_name();
    }
    return names;
}

/// All names of the options of a command.
std::vector<std::string> names_of_options(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_snames()) names.push_back("-" + name);
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
    return names;
}

/// The first option that no command on the line knows; CLI11 would complain first of what is missing.
std::string unknown_option(const CLI::App& app) {
    for (const std::string& word : app.remaining()) {
        if (word.size() < 2 || word[0] != '-' || word == "--") continue;
        const std::string option = word.substr(0, word.find('='));
        const std::vector<std::string> known = names_of_options(app);
        if (std::find(known.begin(), known.end(), option) != known.end())
            return fmt::format("'{}' stands after --, where nothing is an option", option);
        const std::string name = app.get_parent() == nullptr ? "carom" : "carom " + app.get_name();
        return fmt::format("{} has no option '{}'{}", name, option, detail::suggestion(option, known));
    }
    for (const CLI::App* command : app.get_subcommands()) {
        std::string unknown = unknown_option(*command);
        if (!unknown.empty()) return unknown;
    }
    return {};
}

/// The first word that no command on the line takes. A command with commands of its own may lack that one.
std::string unknown_word(const CLI::App& app) {
    for (const CLI::App* command : app.get_subcommands()) {
        if (std::string unknown = unknown_word(*command); !unknown.empty()) return unknown;
    }
    const std::vector<std::string> words = app.remaining();
    const bool has_commands = !app.get_subcommands([](const CLI::App*) { return true; }).empty();
    if (words.empty() || !has_commands || !app.get_subcommands().empty()) return {};
    return (app.get_parent() == nullptr ? "" : "carom " + app.get_name() + ": ") +
           no_such_command(app, words.front());
}

/// CLI11 says "--until: At Most 1 required but received 2", and "--output: 1 required DIR missing".
std::string in_plain_words(const CLI::ParseError& error) {
    std::string what = error.what();
    const std::string most = ": At Most 1 required but received ", one = ": 1 required ",
                      missing = " missing";
    if (const std::size_t at = what.find(most); at != std::string::npos)
        return fmt::format("{} is given {} times, but counts once", what.substr(0, at),
                           what.substr(at + most.size()));
    const std::size_t at = what.find(one);
    if (at == std::string::npos || !what.ends_with(missing)) return what;
    const std::size_t type = at + one.size();
    return fmt::format("{} needs a value: {}", what.substr(0, at),
                       what.substr(type, what.size() - missing.size() - type));
}

/// CLI11 takes an unknown command for a missing one.
std::string complaint(const CLI::App& app, const CLI::ParseError& error, int argc, const char* const* argv) {
    if (std::string unknown = unknown_option(app); !unknown.empty()) return unknown;
    if (!app.get_subcommands().empty()) {
        const std::string unknown = unknown_word(app);
        return unknown.empty() ? in_plain_words(error) : unknown;
    }
    if (argc == 1) return "a command is needed, one of " + names_of_commands(app);
    return argv[1][0] == '-' ? error.what() : no_such_command(app, argv[1]);
}

/// `-o=x` would name the file "=x".
std::string assigned_letter(int argc, const char* const* argv) {
    for (int k = 1; k < argc && std::string_view(argv[k]) != "--"; ++k) {
        const std::string word = argv[k];
        if (word.size() < 3 || word[0] != '-' || word[1] == '-' || word[2] != '=') continue;
        std::string fault = "'" + word;
        fault.append("': write ").append(word, 0, 2).append(" ").append(word, 3);
        return fault + ", without the equals sign";
    }
    return {};
}

/// Only a title may be empty; a file without a name would be the current directory.
std::string empty_argument(int argc, const char* const* argv) {
    for (int k = 1; k < argc; ++k) {
        const std::string before = argv[k - 1];
        if (argv[k][0] != '\0' || before == "--title" || before == "--cue") continue;
        return k > 1 && before[0] == '-' ? before + ": '' is empty" : "'' does not name a file";
    }
    return {};
}

/// CLI11 would leave out an empty item of a list with commas.
std::string empty_item(const CLI::App& app, int argc, const char* const* argv) {
    const auto is_typed = [&](const CLI::App* command) { return argc > 1 && command->get_name() == argv[1]; };
    for (const CLI::App* command : app.get_subcommands(is_typed)) {
        for (int k = 2; k < argc && std::string_view(argv[k]) != "--"; ++k) {
            const std::string word = argv[k], name = word.substr(0, word.find('='));
            const CLI::Option* const option =
                word.starts_with("--") ? command->get_option_no_throw(name) : nullptr;
            if (option == nullptr || option->get_delimiter() != ',') continue;
            const bool is_joined = name.size() < word.size();
            const std::string list = is_joined      ? word.substr(name.size() + 1)
                                     : k + 1 < argc ? argv[k + 1]
                                                    : "";
            if ((',' + list + ',').find(",,") != std::string::npos && !list.empty())
                return fmt::format("{} '{}': a value is empty", name, list);
        }
    }
    return {};
}

ExitCode refuse(const std::string& why) {
    tell(stderr, "carom: {}\nSee carom --help.\n", why);
    return ExitCode::bad_input;
}

ExitCode explain(const CLI::App& app, const CLI::ParseError& error, int argc, const char* const* argv) {
    if (error.get_exit_code() == 0) {
        if (error.get_name() == "CallForHelp") {
            tell(stdout, "{}", fitted(app.help(), terminal_at(STDOUT_FILENO).width));
        } else {
            app.exit(error);
        }
        return ExitCode::success;
    }
    return refuse(complaint(app, error, argc, argv));
}

CLI::App& add_check(CLI::App& app, CheckOptions& options) {
    CLI::App& check =
        add_command(app, "check", "Prove that no overlap and no missed contact is in a trajectory");
    add_trajectory(check, options.file);
    check.add_flag_callback(
        "--brute-force", [&options] { options.search = PairSearch::all_pairs; },
        "Look at all pairs, not only at balls that come near: slower, with the same result");
    return check;
}

CLI::App& add_info(CLI::App& app, InfoOptions& options) {
    CLI::App& info = add_command(app, "info", "Say what a trajectory or a scene holds, or how far a run is");
    add_trajectory(info, options.file);
    return info;
}

/// The options of the commands about shots on a table, and of studies.
struct OtherTexts {
    ShotTexts shot;
    BreaksTexts breaks;
    AimTexts aim;
    FitTexts fit;
    StudyTexts study;
    PlayOptions play;
};

void add_other_commands(CLI::App& app, OtherTexts& texts) {
    add_shot(app, texts.shot);
    add_breaks(app, texts.breaks);
    add_aim(app, texts.aim);
    add_fit(app, texts.fit);
    add_study(app, texts.study);
    add_play(app, texts.play);
}

/// Of the one that was typed; empty if none was.
std::optional<Options> finished(const CLI::App& app, const OtherTexts& texts) {
    if (app.got_subcommand("shot")) return finished(texts.shot);
    if (app.got_subcommand("breaks")) return finished(texts.breaks);
    if (app.got_subcommand("aim")) return finished(texts.aim);
    if (app.got_subcommand("fit")) return finished(texts.fit);
    if (app.got_subcommand("study")) return finished(texts.study);
    if (app.got_subcommand("play")) return texts.play;
    return {};
}

}  // namespace

Result<Options, ExitCode> parse_command_line(int argc, const char* const* argv) {
    CLI::App app{"Carom: every collision of moving balls, from impact to impact, without a time step."};
    app.name("carom");
    app.require_subcommand(1);
    add_version(app);
    app.footer(kFooter);

    RunTexts run_texts;
    CLI::App& run = add_run(app, run_texts);

    ResumeTexts resume_texts;
    CLI::App& resume = add_resume(app, resume_texts);

    OtherTexts other_texts;
    add_other_commands(app, other_texts);

    CheckOptions check_options;
    CLI::App& check = add_check(app, check_options);
    InfoOptions info_options;
    CLI::App& info = add_info(app, info_options);
    ExportTexts export_texts;
    add_export(app, export_texts);

    PictureTexts picture_texts;
    CLI::App& picture = add_picture(app, picture_texts);
    ExplainTexts explain_texts;
    CLI::App& explainer = add_explain(app, explain_texts);
    ViewTexts view_texts;
    CLI::App& viewer = add_view(app, view_texts);
    StartingTexts starting_texts;
    add_starting(app, starting_texts);
    MeasureOptions measure_options;
    CLI::App& measure = add_measure(app, measure_options);

    if (const std::string fault = assigned_letter(argc, argv); !fault.empty()) return refuse(fault);
    if (const std::string fault = empty_argument(argc, argv); !fault.empty()) return refuse(fault);
    if (const std::string fault = empty_item(app, argc, argv); !fault.empty()) return refuse(fault);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return explain(app, error, argc, argv);
    }
    if (run.parsed()) return Options{finished(run_texts)};
    if (resume.parsed()) return Options{finished(resume_texts)};
    if (const auto options = finished(app, other_texts)) return *options;
    if (check.parsed()) return Options{check_options};
    if (info.parsed()) return Options{info_options};
    if (picture.parsed()) return Options{finished(picture_texts)};
    if (explainer.parsed()) return Options{finished(explain_texts)};
    if (viewer.parsed()) return Options{finished(view_texts)};
    if (measure.parsed()) return Options{measure_options};
    if (app.got_subcommand("export")) return finished(export_texts);
    return finished(app, starting_texts);
}

}  // namespace carom::app

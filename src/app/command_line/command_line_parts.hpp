// What commands have in common on the command line: numbers, help, exit codes.
#pragma once

#include <CLI/CLI.hpp>
#include <charconv>
#include <optional>
#include <string>
#include <vector>

#include "app/command_line/options.hpp"

namespace carom::app {

inline constexpr const char* kFooter =
    "Exit codes: 0 success, 1 a check found faults, 2 bad scene or command line, 3 a file could not be read "
    "or\n"
    "written, 4 out of memory or internal error, 5 the run ended before its limits,\n"
    "6 no faults, but a part is not proved, 130 interrupted.";

inline constexpr const char* kMeasure = "a finite number >= 0";
inline constexpr const char* kCount = "a whole number from 1 to 18446744073709551615";
inline constexpr const char* kSeed = "a whole number from 0 to 18446744073709551615";

/// What options of several commands mean, in the same words.
inline constexpr const char* kAt = "A time, or end; several with commas or repeated";
inline constexpr const char* kFrom = "Begin at this time (default 0)";
inline constexpr const char* kTo = "End at this time (default: the end of the trajectory)";
inline constexpr const char* kPicture =
    "Picture to write; its name ends in .png or .svg; - is standard output";
inline constexpr const char* kTrajectoryIsFile =
    "a trajectory is read more than once: name its file or directory, not standard input";
inline constexpr const char* kRunIsDirectory = "a run is many files: name a directory, not a standard stream";

template <class Number>
std::optional<Number> parse(const std::string& text) {
    Number number{};
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc{} || stop != end) return {};
    return number;
}

/// Accepts the text when it is a `Number` that `fits`; `wanted` is what the message asks for.
template <class Number, class Fits>
CLI::Validator number_that(Fits fits, const char* wanted) {
    const auto complaint = [=](const std::string& text) -> std::string {
        const auto number = parse<Number>(text);
        return number && fits(*number) ? "" : "'" + text + "' is not " + wanted;
    };
    return CLI::Validator(complaint, "");
}

/// Refuses `-`, for this reason.
CLI::Validator no_stream(const char* why);

/// --format, for a picture that goes to standard output.
void add_format(CLI::App& app, std::optional<PictureFormat>& format);

/// For --at: a time, or the word end.
CLI::Validator a_time_or_end();
/// What was accepted; infinite for the end.
double time_or_end(const std::string& text);

/// A command with help, a version and the exit codes.
CLI::App& add_command(CLI::App& app, const char* name, const char* description);

/// --version.
void add_version(CLI::App& app);

/// What the options that `carom run` and `carom resume` share say: numbers as texts, which keep their own
/// form for messages.
struct GoingOnTexts {
    std::string until, events, checkpoint_every;
};

/// The options of `carom run`.
struct RunTexts {
    RunOptions options;
    GoingOnTexts going_on;
    std::string seed;
};

CLI::App& add_run(CLI::App& app, RunTexts& texts);
RunOptions finished(const RunTexts& texts);

/// The options of `carom resume`.
struct ResumeTexts {
    ResumeOptions options;
    GoingOnTexts going_on;
};

CLI::App& add_resume(CLI::App& app, ResumeTexts& texts);
ResumeOptions finished(const ResumeTexts& texts);

/// What describes a shot, likewise.
struct ShotWords {
    std::string table = "9ft", rack = "nine-ball", gap, place, cue;
    std::vector<std::string> at;
    bool jumps = false;
};

/// The errors of a player, likewise.
struct ErrorTexts {
    std::string speed, direction, tip;
};

/// The options of `carom shot`.
struct ShotTexts {
    ShotOptions options;
    ShotWords words;
};

CLI::App& add_shot(CLI::App& app, ShotTexts& texts);
/// With the scene that they describe.
ShotOptions finished(const ShotTexts& texts);

/// The options of `carom breaks`, likewise.
struct BreaksTexts {
    BreaksOptions options;
    ShotWords words;
    ErrorTexts errors;
    std::string count, seed, rack_error, rack_tilt, region;
};

CLI::App& add_breaks(CLI::App& app, BreaksTexts& texts);
BreaksOptions finished(const BreaksTexts& texts);

/// The options of `carom aim`, likewise.
struct AimTexts {
    AimOptions options;
    ShotWords words;
    ErrorTexts errors;
    std::string pocket, step, trials, checks, count;
    std::vector<std::string> speeds;
};

CLI::App& add_aim(CLI::App& app, AimTexts& texts);
AimOptions finished(const AimTexts& texts);

/// The options of `carom fit`, likewise.
struct FitTexts {
    FitOptions options;
    std::string place_error;
};

CLI::App& add_fit(CLI::App& app, FitTexts& texts);
FitOptions finished(const FitTexts& texts);

/// The options of `carom study`, likewise.
struct StudyTexts {
    StudyOptions options;
    std::string until, events, after, jobs, part;
};

CLI::App& add_study(CLI::App& app, StudyTexts& texts);
StudyOptions finished(const StudyTexts& texts);

/// The options of `carom view`, likewise.
struct ViewTexts {
    ViewOptions options;
    std::string page, from, to, most_records;
};

CLI::App& add_view(CLI::App& app, ViewTexts& texts);
ViewOptions finished(const ViewTexts& texts);

CLI::App& add_play(CLI::App& app, PlayOptions& options);

/// The options of `carom picture`, likewise.
struct PictureTexts {
    PictureOptions options;
    std::vector<std::string> at;
    std::string sheet, from, to, fps, size, colour, azimuth, elevation;
};

CLI::App& add_picture(CLI::App& app, PictureTexts& texts);
PictureOptions finished(const PictureTexts& texts);

/// The options of `carom explain`, likewise.
struct ExplainTexts {
    ExplainOptions options;
    std::string mass_a, mass_b, restitution, frame, shot, event;
};

CLI::App& add_explain(CLI::App& app, ExplainTexts& texts);
ExplainOptions finished(const ExplainTexts& texts);

/// Of the commands that are about scenes, shells and the program: new, scenes, completion, version, help.
struct StartingTexts {
    NewOptions new_options;
    CopySceneOptions copy;
    std::string shell;
    VersionOptions version;
    std::vector<std::string> help_about;
    bool help_options = false;
    bool help_man = false;
};

/// The message for a word that names no command of `app`.
std::string no_such_command(const CLI::App& app, const std::string& word);

void add_starting(CLI::App& app, StartingTexts& texts);
/// The one of them that was typed. Completion and help are about all commands of `app`.
Options finished(const CLI::App& app, const StartingTexts& texts);

}  // namespace carom::app

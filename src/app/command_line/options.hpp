// What the command line asks for.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/aim/aim_rules.hpp"
#include "app/command_line/command_words.hpp"
#include "app/command_line/explain_options.hpp"
#include "app/shots/break_statistics.hpp"
#include "carom/export/export_states.hpp"
#include "carom/proof/check.hpp"
#include "picture/picture_options.hpp"
#include "view/excerpt.hpp"

namespace carom::app {

enum class Verbosity : unsigned char { normal, quiet };

/// How far to go, as far as the command line says so.
struct LimitOptions {
    std::optional<double> until;
    std::optional<std::uint64_t> events;
};

/// How often a run is saved.
struct Pace {
    double checkpoint_every = 60;  // seconds
};

/// Whether a page is written that plays the run.
enum class Page : unsigned char { none, written };

/// What a run is to do without.
struct Without {
    bool trajectory = false, proof = false;
};

struct RunOptions {
    std::filesystem::path scene;
    std::filesystem::path directory;
    LimitOptions limits;
    std::optional<std::uint64_t> seed;
    Pace pace;
    Page page = Page::none;
    Without without;
    Verbosity verbosity = Verbosity::normal;
};

struct ResumeOptions {
    std::filesystem::path directory;
    LimitOptions limits;
    Pace pace;
    Page page = Page::none;
    Without without;
    Verbosity verbosity = Verbosity::normal;
};

/// A shot that the command line describes.
struct ShotOptions {
    std::string scene;                // the text of its scene file
    std::filesystem::path directory;  // empty: its results are only told
    Page page = Page::none;
    bool print = false;  // the scene, instead of playing it
};

/// The same shot many times.
struct BreaksOptions {
    std::filesystem::path file;  // of a scene; empty: `scene`
    std::string scene;           // the text of a scene file
    BreakErrors errors;
    std::optional<TableRegion> region;  // where the cue ball is counted; none: the middle of the table
    std::uint64_t count = 100'000;
    std::uint64_t seed = 1;
    std::filesystem::path json;  // empty: the numbers are only told
    std::filesystem::path map;   // picture of where the cue ball rests; empty: none
};

/// Which shots do what is wanted?
struct AimOptions {
    std::filesystem::path file;  // of a scene; empty: `scene`
    std::string scene;           // the text of a scene file
    AimGoal goal;
    std::vector<double> speeds;  // of the cue; empty: that of the scene
    billiards::ShotErrors errors;
    double step = 0.02;           // degrees between the shots that are tried
    std::uint64_t trials = 1000;  // shots with errors for each that is told
    std::uint64_t checks = 999;   // shots inside each of its windows
    std::uint64_t count = 10;     // so many are told
    std::string fault;            // words that do not go together; empty: none
    bool only = false;            // the shot of the scene, not all directions
    bool safety = false;
    bool print = false;          // the scene of the best
    std::filesystem::path json;  // empty: they are only told
};

/// Which numbers of a scene describe recorded shots best?
struct FitOptions {
    std::filesystem::path scene;
    std::filesystem::path record;
    std::vector<std::string> parameters;
    double place_error = 0;      // of a recorded x or y [m]; 0: not known
    bool print = false;          // the scene with the numbers
    std::filesystem::path json;  // empty: they are only told
};

/// Many simulations of one scene.
struct StudyOptions {
    std::filesystem::path scene;
    std::vector<std::string> parameters;  // KEY=VALUES
    std::string seeds;                    // empty: that of the scene
    std::filesystem::path directory;
    LimitOptions limits;
    double after = 0;
    unsigned jobs = 0;                  // 0: one for each core
    std::uint64_t part = 1, parts = 1;  // the part that is done, of so many
    bool quiet = false;
};

struct CheckOptions {
    std::filesystem::path file;
    PairSearch search = PairSearch::in_space;
};

struct InfoOptions {
    std::filesystem::path file;
};

/// At which times? Either `at` or one of `every` and `count`.
struct InstantChoice {
    std::vector<double> at;  // infinite: the end
    std::optional<double> every;
    std::optional<std::uint64_t> count;
    std::optional<double> from, to;

    bool given() const { return !at.empty() || every || count; }
};

struct ExportOptions {
    std::filesystem::path file;    // or the directory of a run
    std::filesystem::path events;  // may be empty
    std::filesystem::path shots;   // may be empty
    std::vector<StateFile> states;
    InstantChoice instants;
};

struct ViewOptions {
    std::filesystem::path source;               // directory of results or trajectory file
    std::optional<std::filesystem::path> page;  // empty: beside the trajectory
    view::Window window;
};

struct PlayOptions {
    std::string scene;  // a file, or the name of a bundled scene; empty: a table with two balls
    std::filesystem::path page = "play.html";
    bool no_browser = false;
};

struct NewOptions {
    std::filesystem::path name;  // .toml may be left out
    bool billiards = false;      // a billiard table instead of a box
};

struct ListScenesOptions {};

struct CopySceneOptions {
    std::string name;
    std::filesystem::path to;  // a file or a directory; empty: here
};

enum class CommandShell : unsigned char { bash, zsh, fish };

struct CompletionOptions {
    CommandShell shell = CommandShell::bash;
    CommandWords carom;
};

struct MeasureOptions {
    std::filesystem::path file;       // a trajectory, or the directory of a run
    std::filesystem::path plan;       // a file with a table [measure]; empty: everything
    std::filesystem::path directory;  // for the results; empty: only print them
};

struct VersionOptions {
    bool licences = false;  // instead of the version
};

/// What `carom help` prints.
struct HelpOptions {
    std::string text;
};

using Options = std::variant<RunOptions, ResumeOptions, ShotOptions, BreaksOptions, AimOptions, FitOptions,
                             StudyOptions, CheckOptions, InfoOptions, ExportOptions, ViewOptions, PlayOptions,
                             PictureOptions, ExplainOptions, MeasureOptions, NewOptions, ListScenesOptions,
                             CopySceneOptions, CompletionOptions, VersionOptions, HelpOptions>;

}  // namespace carom::app

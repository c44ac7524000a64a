// carom fit: the numbers of a scene that describe recorded shots best.
#include <unistd.h>

#include "app/commands/commands.hpp"
#include "app/files/result_files.hpp"
#include "app/files/scene_source.hpp"
#include "app/fit/fit_telling.hpp"
#include "app/run/scene_faults.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/progress.hpp"
#include "files/whole_file.hpp"
#include "scene_text/changed_scene.hpp"
#include "text/printing.hpp"

namespace carom::app {
namespace {

ExitCode refused_faults(const SceneFaults& faults) {
    show(stderr, faults_text(faults, terminal_at(STDERR_FILENO)));
    return ExitCode::bad_input;
}

ExitCode refused_fit(const std::string& fault) {
    tell(stderr, "carom: {}\n", fault);
    return ExitCode::bad_input;
}

/// The scene file with the fitted numbers.
ExitCode print_scene(const FitOptions& options, const Fit& fit) {
    auto text = text_of_scene(options.scene, UINT64_MAX);
    if (!text) return failed(cannot_read(options.scene, text.error()));
    std::vector<FitParameter> parameters;
    for (const FittedParameter& one : fit.parameters) parameters.push_back(one.parameter);
    const std::string why = change_scene(*text, scene_changes(parameters, fit.fitted));
    if (!why.empty()) return refused_fit(options.scene.string() + ": " + why);
    if (has_lost_starts(fit.fitted))
        tell(
            stderr,
            "carom: note: where balls other than the cue ball lay before a later shot is not in the scene\n");
    show(stdout, *text);
    return ExitCode::success;
}

}  // namespace

ExitCode execute(const FitOptions& options) {
    const auto file = read_any_table_scene(options.scene);
    if (!file) return refused_faults(file.error());
    const auto record = read_shot_record(options.record, file->scene);
    if (!record) return refused_faults(record.error());
    const std::string why_not = why_not_overwritten(options.json, {options.scene, options.record});
    if (!why_not.empty()) return refused_fit(why_not);
    // Before the search, which takes long.
    std::optional<WholeFile> json;
    if (!options.json.empty()) {
        auto file_of_numbers = WholeFile::create(options.json, WhenAbandoned::remove);
        if (!file_of_numbers) return failed(file_of_numbers.error());
        json = std::move(*file_of_numbers);
    }
    const FitQuestion question{&file->scene, *record, options.parameters, options.place_error};
    catch_interrupts();
    std::string fault;
    Fit found;
    {
        ProgressLine line(Verbosity::normal);
        found = fit(
            question,
            [&](double share) {
                if (line.due()) line.draw(share, {});
                return !interrupted();
            },
            fault);
    }
    if (interrupted()) {
        tell(stderr, "carom: interrupted: nothing is fitted\n");
        return ExitCode::interrupted;
    }
    if (!fault.empty()) return refused_fit(fault);
    if (options.print) return print_scene(options, found);
    if (json) {
        auto failure = json->append(to_json(found, question));
        if (!failure) failure = json->commit();
        if (failure) return failed(*failure);
    }
    Sheet sheet(file->scene.name);
    add_fit(sheet, found, question);
    if (!options.json.empty()) sheet.line("files", options.json.string());
    show(stdout, sheet.text(terminal_at(STDOUT_FILENO)));
    return ExitCode::success;
}

}  // namespace carom::app

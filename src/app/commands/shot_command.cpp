// carom shot: a shot that the command line describes.
#include <unistd.h>

#include "app/commands/commands.hpp"
#include "app/run/scene_faults.hpp"
#include "app/shots/shot_report.hpp"
#include "app/shots/shot_run.hpp"
#include "app/shots/shot_story.hpp"
#include "app/terminal/interrupt.hpp"
#include "carom/scene_text/table_scene_file.hpp"
#include "text/printing.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

/// What messages call the scene that the command line describes.
constexpr const char* kName = "<the shot>";

/// Plays it, proves it, and tells what happened.
ExitCode tell_shot(const billiards::TableScene& scene) {
    billiards::ShotPlayer player(scene.setup);
    PlayedShot shot;
    shot.start = scene.start;
    const auto go_on = [] { return !interrupted(); };
    if (!player.play(scene.start, scene.shots[0].shot, billiards::Detail::every_motion, go_on))
        return ExitCode::interrupted;
    shot.events.assign(player.events().begin(), player.events().end());
    shot.end.assign(player.final_states().begin(), player.final_states().end());
    shot.duration = player.end_time();
    ShotChecker checker(scene);
    checker.take(shot);
    const ShotCheckReport proof = checker.report();
    Sheet sheet(scene.name);
    add_story(sheet, shot, scene);
    billiards::SceneReferee referee(scene);
    add_shots(sheet, {shot_summary(shot, scene, 0, referee)}, scene);
    sheet.line("proof", proof ? proved_in_words(proof) : "FAILED: " + counted(proof.fault_count, "fault"));
    show(stdout, sheet.text(terminal_at(STDOUT_FILENO)));
    for (const std::string& fault : proof.faults) tell(stderr, "carom: proof failed: {}\n", fault);
    return proof ? ExitCode::success : ExitCode::faults_found;
}

}  // namespace

ExitCode execute(const ShotOptions& options) {
    if (options.print) {
        show(stdout, options.scene);
        return ExitCode::success;
    }
    if (options.page == Page::written && options.directory.empty()) {
        tell(stderr, "carom: --view needs -o DIR, where the page is written\n");
        return ExitCode::bad_input;
    }
    const auto file = parse_table_scene(options.scene, kName);
    if (!file) {
        show(stderr, faults_text(file.error(), terminal_at(STDERR_FILENO)));
        tell(stderr, "carom: carom shot with --scene prints the lines that are named here\n");
        return ExitCode::bad_input;
    }
    if (const std::string fault = repeated_name(file->scene); !fault.empty()) {
        tell(stderr, "carom: {}\n", fault);
        return ExitCode::bad_input;
    }
    for (const std::string& note : file->notes) tell(stderr, "{}\n", note);
    catch_interrupts();
    if (options.directory.empty()) return tell_shot(file->scene);
    RunOptions run;
    run.scene = kName;
    run.directory = options.directory;
    run.page = options.page;
    return run_shots_of(run, file->scene);
}

}  // namespace carom::app

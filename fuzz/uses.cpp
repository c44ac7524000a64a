#include "uses.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "app/files/result_files.hpp"
#include "app/files/trajectory_summary.hpp"
#include "app/measure/measuring.hpp"
#include "app/picture/moments.hpp"
#include "app/run/checking.hpp"
#include "app/run/results_reading.hpp"
#include "app/run/saved_run_check.hpp"
#include "app/shots/shot_report.hpp"
#include "carom/export/export_csv.hpp"
#include "carom/export/export_shots.hpp"
#include "carom/export/export_states.hpp"
#include "carom/proof/check_shots.hpp"
#include "picture/paths_svg.hpp"
#include "picture/picture_page.hpp"
#include "picture/shot_paths.hpp"
#include "promise.hpp"
#include "view/page_file.hpp"

namespace carom::fuzz {
namespace {

namespace fs = std::filesystem;
using app::TrajectorySummary;
using app::Verbosity;

/// So far an interrupted run is taken up again, and no further.
constexpr int kResumedEvents = 100;
constexpr int kResumedStrides = 20;

void expect_place(const FileError& error, const fs::path& file) {
    expect(error.message.starts_with(file.string() + ": "), "an error names its file", error.message);
    expect(error.message.find('\n') == std::string::npos, "an error is one line", error.message);
}

fs::path page_beside(const fs::path& file) {
    return file.parent_path() / "view.html";
}

template <class Written>
void expect_page(const Written& page) {
    expect(bool(page), "a file that was read is shown", page ? "" : page.error().message);
}

/// A file that was opened, and what is in it.
template <int N>
struct Opened {
    fs::path file;
    TrajectorySummary summary;
    bool honest = false;

    TrajectoryReader<N> reader() const {
        auto trajectory = open_trajectory(file);
        expect(bool(trajectory), "a file that was opened opens again", file.string());
        return std::get<TrajectoryReader<N>>(std::move(*trajectory));
    }
    /// Of a file that is read to its end.
    void expect_fault(bool is_fault) const {
        expect(is_fault == bool(summary.fault), "a fault of a file is one for every command", file.string());
    }
};

template <int N>
double speed_of(const Vec<double, N>& velocity) {
    double size = 0;
    for (int k = 0; k < N; ++k) size = std::max(size, std::fabs(velocity[k]));
    return size;
}

/// A check of a flight across up to 2^23 boxes may take a minute, which is no fault. Longer ones are refused
/// at once. The boxes of the specimens are some lengths wide.
template <int N>
bool is_long_to_check(const Opened<N>& opened) {
    auto reader = opened.reader();
    double fastest = 0;
    for (const SceneBall<N>& ball : reader.start().scene.balls)
        fastest = std::max(fastest, speed_of(ball.velocity));
    while (const auto event = reader.next())
        fastest =
            std::max({fastest, speed_of(event->ball_after.velocity), speed_of(event->other_after.velocity)});
    const double way = fastest * opened.summary.end;
    return way > 1e4 && way < 1e9;
}

template <int N>
void use_check(const Opened<N>& opened) {
    if (is_long_to_check(opened)) return;
    AnyTrajectory trajectory = opened.reader();
    const auto report = app::check_with_progress(trajectory, opened.summary.records, Verbosity::quiet, {});
    expect(bool(report), "nothing interrupts a check", "");
    expect(report->faults.empty() == bool(*report), "a refuted file has a reason", "");
    expect(!opened.honest || *report, "an honest file is proved",
           report->faults.empty() ? "" : report->faults.front());
    expect(!opened.summary.fault || !*report, "a damaged file is not proved", "");
}

template <int N>
void use_measure(const Opened<N>& opened) {
    MeasurePlan plan;
    plan.quantities.assign(all_quantities.begin(), all_quantities.end());
    const auto results =
        app::measure_with_progress(opened.reader(), plan, opened.summary.records, Verbosity::quiet);
    opened.expect_fault(!results);
    expect(!results || *results, "nothing interrupts a measurement", "");
}

template <int N>
void use_export_of_events(const Opened<N>& opened) {
    auto reader = opened.reader();
    opened.expect_fault(bool(export_events_csv(reader, opened.file.parent_path() / "events.csv")));
}

template <int N>
void use_export_of_states(const Opened<N>& opened) {
    if (opened.summary.fault) return;  // the command refuses it before
    const fs::path directory = opened.file.parent_path();
    const std::vector<StateFile> files{{StateFormat::csv, directory / "s.csv"},
                                       {StateFormat::extended_xyz, directory / "s.xyz"},
                                       {StateFormat::gsd, directory / "s.gsd"},
                                       {StateFormat::vtk, directory / "s.pvd"},
                                       {StateFormat::gltf, directory / "s.gltf"}};
    for (const StateFile& file : files) {
        Playback<N> playback(opened.reader());
        const auto error = export_states(playback, Instants::evenly(3, 0, opened.summary.end), {file});
        if (error) expect(!opened.honest, "an honest file is exported", error->message);
    }
}

/// What `run` draws, and the numbers of the page.
template <int N>
void use_results(const Opened<N>& opened) {
    const auto results =
        app::read_results(opened.reader(), {false, true, opened.summary.records}, Verbosity::quiet);
    expect(!app::paths_svg(results.paths).empty(), "a picture is not empty", "");
    expect(bool(results.excerpt), "nothing interrupts a page", "");
    opened.expect_fault(!*results.excerpt);
    if (!*results.excerpt) return;
    expect_page(view::write_page(**results.excerpt, page_beside(opened.file)));
}

/// A later part of the trajectory.
template <int N>
void use_view(const Opened<N>& opened) {
    const view::Window window{opened.summary.end / 2, opened.summary.end, 10};
    const auto page = view::write_page(opened.file, page_beside(opened.file), window, {});
    if (!page) expect(!opened.honest, "a page shows an honest file", page.error().message);
}

template <int N>
app::PageStyle<N> style_for(const app::PictureSource<N>& source, const app::Moment<N>& moment) {
    app::PageStyle<N> style;
    style.view = {app::seen_box<N>(source.scene, {}), {}, {}};
    if (N == 2) style.view.paths = std::vector<std::size_t>{};
    app::include(style.view.box, source.scene, moment);
    for (const double speed : moment.speeds) style.fastest = std::max(style.fastest, speed);
    style.title = source.scene.name;
    style.width = 64;
    style.height = 48;
    return style;
}

template <int N>
void use_picture(const Opened<N>& opened) {
    if (opened.summary.fault) return;
    const app::PictureSource<N> source{opened.reader().start().scene, opened.summary.end, opened.file, {}};
    auto reader = app::MomentReader<N>::open(source);
    expect(bool(reader), "a file that was read is drawn", "");
    const app::Moment<N> moment = reader->at(source.end);
    const app::PageStyle<N> style = style_for(source, moment);
    const auto text = app::page_svg(source, {moment}, style);
    expect(!opened.honest || text, "an honest file is drawn", "");
    const auto image = app::page_image(source, {moment}, style);
    expect(bool(image) == bool(text), "pixels are drawn where lines are", "");
}

/// As `resume` does, and reads again what it has written.
template <int N>
void go_on(const Opened<N>& opened, const app::SavedRun& saved, const Checkpoint<N>& checkpoint) {
    const auto state = app::checked_state(saved, checkpoint, Verbosity::quiet);
    if (!state) return expect(!opened.honest, "an honest checkpoint is right", state.error().message);
    const TrajectoryStart<N> start = opened.reader().start();
    auto simulation = Simulation<N>::resume(start.scene, *state);
    if (!simulation) return;
    if (simulation->epoch_length() != start.epoch_length) return;
    auto writer = TrajectoryWriter<N>::reopen(opened.file, checkpoint.trajectory);
    if (!writer) return;
    double reach = simulation->seconds(simulation->now());
    double stride = 0x1p20 * simulation->epoch_length();
    std::uint32_t awaited = 0;  // parts of an impact of several contacts
    for (int events = 0, strides = 0;
         (events < kResumedEvents && strides < kResumedStrides) || awaited > 0;) {
        if (const auto event = simulation->next_event(reach)) {
            writer->write(*event);
            awaited = event->kind == EventKind::cluster ? event->other : 0;
            ++events;
            continue;
        }
        reach = std::min(reach + stride, saved.progress.request.limits.until);
        stride *= 2;
        ++strides;
    }
    const auto error = writer->close(simulation->now());
    expect(!error, "a run that goes on is written", error ? error->message : "");
    const auto again = app::summarise(opened.file);
    const bool whole = again && !again->fault && again->closed;
    expect(whole, "what was written can be read",
           !again ? again.error().message : again->fault.value_or(FileError{}).message);
    if (!whole) return;
    const auto measured = app::measure_with_progress(opened.reader(), saved.progress.request.measure,
                                                     again->records, Verbosity::quiet);
    expect(measured && *measured, "a run that goes on is measured", "");
}

template <int N>
void use_resume(const Opened<N>& opened) {
    const auto saved = app::load_run(opened.file.parent_path());
    if (!saved) return expect(!opened.honest, "an honest run is loaded", saved.error().message);
    const auto* const checkpoint = std::get_if<Checkpoint<N>>(&saved->checkpoint);
    if (checkpoint != nullptr) go_on(opened, *saved, *checkpoint);
}

template <int N>
void use_opened(const Opened<N>& opened, std::uint8_t use) {
    constexpr void (*uses[])(const Opened<N>&){
        use_check<N>,   use_measure<N>, use_export_of_events<N>, use_export_of_states<N>,
        use_results<N>, use_view<N>,    use_picture<N>,          use_resume<N>,
        use_check<N>};
    uses[use % std::size(uses)](opened);
}

/// The numbers that have no other rule.
bool is_finite(const billiards::TableScene& scene) {
    const billiards::ImpactLaws& laws = scene.setup.laws;
    bool finite = std::isfinite(scene.setup.cue.tip_radius) && std::isfinite(laws.omega_ratio);
    for (const double number : {laws.curve.a, laws.curve.b, laws.curve.c})
        finite = finite && std::isfinite(number);
    for (const billiards::PlannedShot& shot : scene.shots) {
        const Vec2d place = shot.place.value_or(Vec2d{});
        finite = finite && std::isfinite(place[0]) && std::isfinite(place[1]);
    }
    return finite;
}

/// Events, and states at some instants.
void export_tables(const fs::path& file, const fs::path& directory) {
    auto events = ShotFileReader::open(file);
    auto outcomes = ShotFileReader::open(file);
    auto states = ShotFileReader::open(file);
    if (!events || !outcomes || !states) return;
    export_shot_outcomes_csv(*outcomes, directory / "shots.csv");
    export_shot_events_csv(*events, directory / "events.csv");
    export_shot_states_csv(*states, Instants::evenly(4, 0, 2), directory / "states.csv");
}

}  // namespace

void use_trajectory(const fs::path& directory, std::uint8_t use, bool honest) {
    const fs::path file = app::trajectory_in(directory);
    const auto summary = app::summarise(file);
    if (!summary) {
        expect(!honest, "an honest file is opened", summary.error().message);
        return expect_place(summary.error(), file);
    }
    if (summary->fault) {
        expect(!honest, "an honest file is read", summary->fault->message);
        expect_place(*summary->fault, file);
    }
    expect(std::isfinite(summary->end) && summary->end >= 0, "the end is a time", "");
    if (summary->dimension == 2) return use_opened<2>({file, *summary, honest}, use);
    use_opened<3>({file, *summary, honest}, use);
}

void use_shots(const fs::path& directory, bool honest) {
    const fs::path file = app::trajectory_in(directory);
    auto reader = ShotFileReader::open(file);
    if (!reader) {
        expect(!honest, "an honest file of shots is opened", reader.error().message);
        return expect_place(reader.error(), file);
    }
    const billiards::TableScene& scene = reader->scene();
    expect(faults_of(scene).empty() && is_finite(scene), "a table that was read is valid", "");
    app::ShotRunReport report;
    ShotChecker checker(scene);
    billiards::SceneReferee referee(scene);
    while (const auto shot = reader->next()) {
        checker.take(*shot);
        report.shots.push_back(app::shot_summary(*shot, scene, report.shots.size(), referee));
        report.end = shot->end;
        expect(!app::paths_svg(app::shot_paths(scene, *shot)).empty(), "a picture is not empty", "");
    }
    if (const auto fault = reader->fault()) {
        expect(!honest, "an honest file of shots is read", fault->message);
        return expect_place(*fault, file);
    }
    report.proof = checker.report();
    expect(!honest || *report.proof, "honest shots are proved",
           report.proof->faults.empty() ? "" : report.proof->faults[0]);
    expect(!to_json(report, scene).empty(), "a report is not empty", "");
    export_tables(file, directory);
    expect_page(view::write_page(file, page_beside(file), {}, {}));
}

}  // namespace carom::fuzz

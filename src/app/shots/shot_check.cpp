#include "app/shots/shot_check.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>

#include "app/files/directory_lock.hpp"
#include "app/shots/shot_report.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/sheet.hpp"
#include "text/printing.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

std::string verdict(const ShotCheckReport& report) {
    if (!report) return counted(report.fault_count, "fault");
    return fmt::format("{} proved: {}", counted(report.shots, "shot"), proved_in_words(report));
}

void print_report(const ShotCheckReport& report, const std::filesystem::path& file) {
    const Terminal terminal = terminal_at(STDOUT_FILENO);
    const Tone tone = report ? Tone::good : Tone::bad;
    const std::string name = terminal.shown(file.string(), Tone::plain);
    show(stdout, fmt::format("{}: {}\n", name, terminal.shown(verdict(report), tone)));
    for (const std::string& fault : report.faults) tell(stdout, "  {}\n", fault);
    if (report.fault_count > report.faults.size())
        tell(stdout, "  and {} more\n", with_separators(report.fault_count - report.faults.size()));
    Sheet sheet("");
    sheet.line("events", with_separators(report.events));
    sheet.line("open",
               fmt::format("{}, {}", counted(report.impacts_open, "impact"),
                           counted(report.motions_open, "motion") + " of balls that press on others"));
    sheet.line("deepest", fmt::format("{:.3g} m of overlap", report.deepest_overlap));
    sheet.line("worst bound", fmt::format("{:.2f} of what rounding allows", report.worst_bound_share));
    sheet.line("closed", report.closed ? "yes"
                                       : fmt::format("no: {}; only what is in the file was checked",
                                                     why_not_closed(file)));
    show(stdout, sheet.text(terminal));
}

}  // namespace

bool is_quick_to_check_shots(const ShotCheckWork& work, const billiards::ImpactLaws& laws) {
    // milliseconds, measured
    constexpr double kEvent = 0.06;
    constexpr double kEventForABall = 0.00015;
    constexpr double kMathavanBalls = 7;
    constexpr double kMathavanCushion = 30;
    constexpr double kQuick = 3000;
    double time =
        (kEvent + kEventForABall * static_cast<double>(work.balls)) * static_cast<double>(work.events);
    if (laws.ball_ball >= billiards::BallBallModel::mathavan_2014)
        time += kMathavanBalls * static_cast<double>(work.ball_balls);
    if (laws.cushion == billiards::CushionModel::mathavan_2010)
        time += kMathavanCushion * static_cast<double>(work.cushions);
    return time <= kQuick;
}

Result<std::optional<ShotCheckReport>, FileError> check_shots_with_progress(const std::filesystem::path& file,
                                                                            std::uint64_t shots,
                                                                            Verbosity verbosity) {
    auto reader = ShotFileReader::open(file);
    if (!reader) return reader.error();
    ProgressLine progress(verbosity);
    const auto began = std::chrono::steady_clock::now();
    const auto go_on = [&](std::uint64_t done) {
        if (progress.due()) {
            const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - began;
            progress.draw(static_cast<double>(done) / static_cast<double>(shots),
                          {short_count(static_cast<double>(done) / taken.count()) + " shots/s",
                           fmt::format("{} of {} checked", with_separators(done), with_separators(shots))});
        }
        return !interrupted();
    };
    std::optional<ShotCheckReport> report = check_shots(*reader, go_on);
    if (interrupted()) report.reset();
    return report;
}

ExitCode check_shot_file(const std::filesystem::path& file) {
    auto reader = ShotFileReader::open(file);
    if (!reader) return failed(reader.error());
    std::uint64_t shots = 0;
    while (reader->next() && !interrupted()) ++shots;
    const auto report = check_shots_with_progress(file, shots, Verbosity::normal);
    if (!report) return failed(report.error());
    if (!*report) return stopped("nothing is proved");
    print_report(**report, file);
    if (!**report) return ExitCode::faults_found;
    const bool is_open = (*report)->impacts_open > 0 || (*report)->motions_open > 0;
    return is_open ? ExitCode::partly_proved : ExitCode::success;
}

}  // namespace carom::app

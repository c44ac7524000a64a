#include "app/shots/shot_export.hpp"

#include <optional>
#include <string>

#include "app/files/export_request.hpp"
#include "app/terminal/interrupt.hpp"
#include "carom/export/export_shots.hpp"
#include "text/printing.hpp"
#include "text/wording.hpp"

namespace carom::app {
namespace {

namespace fs = std::filesystem;

/// Of a line of the table of events.
constexpr double kBytesOfAnEvent = 400;
/// Of a line of the table of shots.
constexpr double kBytesOfAShot = 200;

struct ShotSurvey {
    std::uint64_t shots = 0;
    std::uint64_t events = 0;
    std::uint64_t balls = 0;
    double end = 0;  // all shots one after the other [s]
};

Result<ShotSurvey, FileError> survey(const fs::path& file) {
    auto reader = ShotFileReader::open(file);
    if (!reader) return reader.error();
    ShotSurvey found;
    found.balls = reader->scene().start.size();
    while (const auto shot = reader->next()) {
        ++found.shots;
        found.events += shot->events.size();
        found.end += shot->duration;
        if (interrupted()) return FileError{};
    }
    if (const auto fault = reader->fault()) return *fault;
    return found;
}

/// What shots have no format for; empty when they have.
std::string fault_of_formats(const ExportOptions& options) {
    for (const StateFile& file : options.states) {
        if (file.format != StateFormat::csv)
            return "shots on a table are exported with --events, --shots and --states only";
    }
    return {};
}

std::optional<FileError> export_tables(const fs::path& file, const ExportOptions& options,
                                       const ShotSurvey& found, const Instants& instants) {
    ProgressLine progress(verbosity_of(options));
    const auto write = [&](const fs::path& table, double bytes,
                           auto write_table) -> std::optional<FileError> {
        auto reader = ShotFileReader::open(file);
        if (!reader) return reader.error();
        ExportWatch watch({table}, bytes);
        const auto go_on = [&](std::uint64_t done) {
            const double share = static_cast<double>(done) / static_cast<double>(found.shots);
            if (progress.due()) {
                progress.draw(share, {fmt::format("{} of {} shots", with_separators(done),
                                                  with_separators(found.shots))});
            }
            return watch.go_on(share);
        };
        return watch.told(write_table(*reader, go_on));
    };
    if (!options.events.empty()) {
        const double bytes = kBytesOfAnEvent * static_cast<double>(found.events);
        auto failure = write(options.events, bytes, [&](ShotFileReader& reader, const auto& go_on) {
            return export_shot_events_csv(reader, options.events, go_on);
        });
        if (failure) return failure;
    }
    if (!options.shots.empty()) {
        const double bytes = kBytesOfAShot * static_cast<double>(found.shots);
        auto failure = write(options.shots, bytes, [&](ShotFileReader& reader, const auto& go_on) {
            return export_shot_outcomes_csv(reader, options.shots, go_on);
        });
        if (failure) return failure;
    }
    for (const StateFile& states : options.states) {
        const double bytes = size_of_states(states.format, found.balls, 3, instants.count()).bytes;
        auto failure = write(states.path, bytes, [&](ShotFileReader& reader, const auto& go_on) {
            return export_shot_states_csv(reader, instants, states.path, go_on);
        });
        if (failure) return failure;
    }
    return {};
}

}  // namespace

ExitCode export_shots(const fs::path& file, const ExportOptions& options) {
    if (const std::string fault = fault_of(options, file); !fault.empty()) return refused(fault);
    if (const std::string fault = fault_of_formats(options); !fault.empty()) return refused(fault);
    const auto found = survey(file);
    if (!found) return not_exported(found.error());
    const Instants instants = instants_of(options.instants, found->end);
    const std::string no_states = fault_of_states(options, instants, found->end, found->balls, 3);
    if (!no_states.empty()) return refused(no_states);
    std::optional<EndsAtOnce> incomplete;  // a pipe that nobody reads would not let it end later
    if (streams(options)) incomplete.emplace("the output is not complete");
    if (const auto failure = export_tables(file, options, *found, instants)) return not_exported(*failure);
    return ExitCode::success;
}

}  // namespace carom::app

#include "app/shots/shot_status.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "app/files/directory_lock.hpp"
#include "app/shots/shot_report.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/sheet.hpp"
#include "text/printing.hpp"
#include "text/wording.hpp"

namespace carom::app {

ExitCode print_shots(const std::filesystem::path& file) {
    auto reader = ShotFileReader::open(file);
    if (!reader) return failed(reader.error());
    const billiards::TableScene& scene = reader->scene();
    std::vector<ShotSummary> shots;
    billiards::SceneReferee referee(scene);
    while (const auto shot = reader->next()) {
        shots.push_back(shot_summary(*shot, scene, shots.size(), referee));
        if (interrupted()) break;
    }
    Sheet sheet(scene.name);
    sheet.line("table",
               fmt::format("{} straight and {} round cushions, {} pockets",
                           scene.setup.table.straight_cushions.size(),
                           scene.setup.table.round_cushions.size(), scene.setup.table.pockets.size()));
    sheet.line("balls", with_separators(scene.start.size()));
    add_shots(sheet, shots, scene);
    sheet.line("hash", fmt::format("{:016x}", reader->hash()));
    sheet.line("closed", reader->closed() ? "yes" : fmt::format("no: {}", why_not_closed(file)));
    show(stdout, sheet.text(terminal_at(STDOUT_FILENO)));
    return reader->fault() ? failed(*reader->fault()) : ExitCode::success;
}

}  // namespace carom::app

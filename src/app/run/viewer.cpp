#include "app/run/viewer.hpp"

#include <fmt/format.h>

#include <system_error>

#include "app/files/scene_source.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/progress.hpp"
#include "carom/files/standard_streams.hpp"
#include "text/wording.hpp"
#include "view/assets.hpp"

namespace carom::app {

namespace fs = std::filesystem;

Result<std::optional<view::PageSummary>, view::ExcerptFault> write_page_with_progress(
    const fs::path& trajectory, const fs::path& page, const view::Window& window, Verbosity verbosity) {
    ProgressLine progress(verbosity);
    const view::GoesOn goes_on = [&](double share) {
        if (progress.due()) progress.draw(share, {"reading the trajectory"});
        return !interrupted();
    };
    return view::write_page(trajectory, page, window, goes_on);
}

std::string text_for_page(const fs::path& scene) {
    constexpr std::uint64_t kMost = 100'000;
    if (view::page_engine().empty()) return "";
    const auto text = text_of_scene(scene, kMost);
    const bool fits = text && text->size() < kMost && text->find("[[import") == std::string::npos;
    return fits ? *text : "";
}

std::string page_in_words(const view::PageSummary& summary, const fs::path& page) {
    std::error_code failure;
    const auto size = fs::file_size(page, failure);
    const std::string place =
        page == standard_output
            ? "standard output"
            : fmt::format("{} ({})", page.string(), short_size(failure ? 0 : static_cast<double>(size)));
    return fmt::format("{}: {}, {}, time {:.6g} to {:.6g}{}", place, counted(summary.balls, "ball"),
                       counted(summary.impacts, "impact"), summary.from, summary.to,
                       summary.goes_on ? "; the run goes on, see --from and --most-records" : "");
}

}  // namespace carom::app

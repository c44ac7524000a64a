#include "app/run/viewer.hpp"

#include <fmt/format.h>

#include <chrono>
#include <system_error>
#include <utility>
#include <variant>

#include "app/files/scene_source.hpp"
#include "app/run/saved_run.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/progress.hpp"
#include "carom/files/standard_streams.hpp"
#include "scene/scene_hash.hpp"
#include "text/wording.hpp"
#include "view/assets.hpp"

namespace carom::app {

namespace fs = std::filesystem;

namespace {

/// The scene of a run, for visitors who change it on the page; empty where its file is no longer there, or
/// makes another start now, or makes it for seconds.
template <int N>
std::string text_of_run(const fs::path& trajectory, const Scene<N>& start) {
    const auto run = load_run(trajectory.parent_path());
    if (!run || run->trajectory != trajectory || run->progress.request.seed) return "";
    const fs::path& scene_file = run->progress.request.scene_file;
    std::string text = text_for_page(scene_file);
    if (text.empty()) return "";
    const auto began = std::chrono::steady_clock::now();
    const auto is_quick = [&](const GrowthProgress&) {
        return std::chrono::steady_clock::now() - began < std::chrono::seconds(5);
    };
    const auto file = read_any_scene(scene_file, {}, is_quick);
    const auto* scene = file ? std::get_if<Scene<N>>(&file->scene) : nullptr;
    const bool is_same = scene != nullptr && detail::scene_hash(*scene) == detail::scene_hash(start);
    return is_same ? text : "";
}

}  // namespace

Result<std::optional<view::PageSummary>, view::ExcerptFault> write_page_with_progress(
    const fs::path& trajectory, const fs::path& page, const view::Window& window, Verbosity verbosity) {
    ProgressLine progress(verbosity);
    const view::GoesOn goes_on = [&](double share) {
        if (progress.due()) progress.draw(share, {"reading the trajectory"});
        return !interrupted();
    };
    auto excerpt = view::read_excerpt(trajectory, window, goes_on);
    if (!excerpt) return excerpt.error();
    if (!*excerpt) return std::optional<view::PageSummary>();
    const auto written = std::visit(
        [&](auto& each) {
            if (each.scene_text.empty()) each.scene_text = text_of_run(trajectory, each.scene);
            return view::write_page(each, page);
        },
        **excerpt);
    if (!written) return view::ExcerptFault(written.error());
    return std::optional<view::PageSummary>(*written);
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

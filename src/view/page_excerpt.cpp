#include "view/page_excerpt.hpp"

#include <utility>

#include "view/shot_excerpt.hpp"

namespace carom::view {
namespace {

using MaybeExcerpt = Result<std::optional<AnyExcerpt>, ExcerptFault>;

MaybeExcerpt read_shots_excerpt(const std::filesystem::path& shots, const Window& window,
                                const GoesOn& goes_on) {
    if (window.from > 0 || window.to < Window{}.to) {
        return ExcerptFault(ExcerptFault::Cause::window,
                            "a page of shots has all of them: --from and --to are for other trajectories");
    }
    auto reader = ShotFileReader::open(shots);
    if (!reader) return ExcerptFault(reader.error());
    ShotExcerptCollector collector(reader->scene(), window);
    while (const auto shot = reader->next()) {
        if (!collector.take(*shot)) break;
        if (goes_on && !goes_on(0)) return std::optional<AnyExcerpt>();
    }
    if (const auto fault = reader->fault()) return ExcerptFault(*fault);
    return std::optional<AnyExcerpt>(collector.finish());
}

}  // namespace

Result<std::optional<AnyExcerpt>, ExcerptFault> read_excerpt(const std::filesystem::path& recording,
                                                             const Window& window, const GoesOn& goes_on) {
    if (is_shot_file(recording)) return read_shots_excerpt(recording, window, goes_on);
    auto opened = open_trajectory(recording);
    if (!opened) return ExcerptFault(opened.error());
    return std::visit(
        [&]<int N>(TrajectoryReader<N>& reader) -> MaybeExcerpt {
            Playback<N> playback(std::move(reader));
            auto excerpt = read_excerpt(playback, window, goes_on);
            if (!excerpt) return excerpt.error();
            if (!*excerpt) return std::optional<AnyExcerpt>();
            return std::optional<AnyExcerpt>(std::move(**excerpt));
        },
        *opened);
}

}  // namespace carom::view

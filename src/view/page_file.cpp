#include "view/page_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "files/whole_file.hpp"
#include "view/assets.hpp"
#include "view/base64.hpp"
#include "view/packed.hpp"
#include "view/page_frame.hpp"
#include "view/page_header.hpp"

namespace carom::view {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are written as they lie in memory");

/// A part of the data small enough for a string of a browser, and whole in base64.
constexpr std::size_t kPartSize = std::size_t{9} << 20;

/// Appends texts until the first error.
class PageOutput {
public:
    explicit PageOutput(WholeFile& file) : file_(file) {}
    void append(std::string_view text) {
        if (!error_) error_ = file_.append(text);
    }
    std::optional<FileError> error() const { return error_; }

private:
    WholeFile& file_;
    std::optional<FileError> error_;
};

void append_data(PageOutput& output, std::span<const unsigned char> bytes) {
    for (std::size_t at = 0; at < bytes.size(); at += kPartSize) {
        output.append("<script type=\"application/octet-stream\" class=\"data\">");
        output.append(base64(bytes.subspan(at, std::min(kPartSize, bytes.size() - at))));
        output.append("</script>\n");
    }
}

template <int N>
void append_page(PageOutput& output, const Excerpt<N>& excerpt) {
    const Packed data = packed(excerpt);
    std::string_view frame = page_frame();
    output.append(up_to_mark(frame, "style"));
    output.append(page_style());
    output.append(up_to_mark(frame, "header"));
    output.append(page_header(excerpt, data));
    output.append(up_to_mark(frame, "data"));
    append_data(output, data.bytes);
    output.append(up_to_mark(frame, "notice"));
    output.append(chart_notice());
    output.append(up_to_mark(frame, "library"));
    output.append(chart_library());
    output.append(up_to_mark(frame, "script"));
    output.append(page_script());
    output.append(frame);
}

}  // namespace

template <int N>
Result<PageSummary, FileError> write_page(const Excerpt<N>& excerpt, const std::filesystem::path& page) {
    auto file = WholeFile::create_or_stream(page);
    if (!file) return file.error();
    PageOutput output(*file);
    append_page(output, excerpt);
    if (const auto failure = output.error()) return *failure;
    if (const auto failure = file->commit()) return *failure;
    return PageSummary{excerpt.radius.size(), excerpt.impacts, excerpt.from, excerpt.from + excerpt.length,
                       excerpt.goes_on};
}

Result<std::optional<PageSummary>, ExcerptFault> write_page(const std::filesystem::path& trajectory,
                                                            const std::filesystem::path& page,
                                                            const Window& window, const GoesOn& goes_on) {
    using MaybeSummary = Result<std::optional<PageSummary>, ExcerptFault>;
    auto opened = open_trajectory(trajectory);
    if (!opened) return ExcerptFault(opened.error());
    return std::visit(
        [&]<int N>(TrajectoryReader<N>& reader) -> MaybeSummary {
            Playback<N> playback(std::move(reader));
            const auto excerpt = read_excerpt(playback, window, goes_on);
            if (!excerpt) return excerpt.error();
            if (!*excerpt) return std::optional<PageSummary>();
            const auto written = write_page(**excerpt, page);
            if (!written) return ExcerptFault(written.error());
            return std::optional<PageSummary>(*written);
        },
        *opened);
}

template Result<PageSummary, FileError> write_page(const Excerpt<2>&, const std::filesystem::path&);
template Result<PageSummary, FileError> write_page(const Excerpt<3>&, const std::filesystem::path&);

}  // namespace carom::view

#include "view/page_file.hpp"

#include <algorithm>
#include <bit>
#include <functional>
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

/// Takes the parts of a page one after the other.
using Output = std::function<void(std::string_view)>;

void append_data(const Output& append, std::span<const unsigned char> bytes) {
    for (std::size_t at = 0; at < bytes.size(); at += kPartSize) {
        append("<script type=\"application/octet-stream\" class=\"data\">");
        append(base64(bytes.subspan(at, std::min(kPartSize, bytes.size() - at))));
        append("</script>\n");
    }
}

/// Where this build has one.
void append_engine(const Output& append) {
    if (page_engine().empty()) return;
    append("<script type=\"application/octet-stream\" id=\"engine\">");
    append(page_engine());
    append("</script>\n");
}

template <int N>
void append_page(const Output& append, const Excerpt<N>& excerpt, WithEngine with_engine) {
    const Packed data = packed(excerpt);
    std::string_view frame = page_frame();
    append(up_to_mark(frame, "style"));
    append(page_style());
    append(up_to_mark(frame, "header"));
    append(page_header(excerpt, data));
    append(up_to_mark(frame, "data"));
    append_data(append, data.bytes);
    append(up_to_mark(frame, "engine"));
    if (with_engine == WithEngine::yes && !excerpt.scene_text.empty()) append_engine(append);
    append(up_to_mark(frame, "notice"));
    append(chart_notice());
    append(up_to_mark(frame, "library"));
    append(chart_library());
    append(up_to_mark(frame, "script"));
    append(page_script());
    append(frame);
}

}  // namespace

template <int N>
std::string page_text(const Excerpt<N>& excerpt, WithEngine with_engine) {
    std::string text;
    append_page([&](std::string_view part) { text += part; }, excerpt, with_engine);
    return text;
}

template <int N>
Result<PageSummary, FileError> write_page(const Excerpt<N>& excerpt, const std::filesystem::path& page) {
    auto file = WholeFile::create_or_stream(page);
    if (!file) return file.error();
    std::optional<FileError> failure;
    append_page(
        [&](std::string_view part) {
            if (!failure) failure = file->append(part);
        },
        excerpt, WithEngine::yes);
    if (failure) return *failure;
    if (auto error = file->commit()) return *error;
    return PageSummary{excerpt.radius.size(), excerpt.impacts, excerpt.from, excerpt.from + excerpt.length,
                       excerpt.goes_on};
}

Result<std::optional<PageSummary>, ExcerptFault> write_page(const std::filesystem::path& trajectory,
                                                            const std::filesystem::path& page,
                                                            const Window& window, const GoesOn& goes_on) {
    const auto excerpt = read_excerpt(trajectory, window, goes_on);
    if (!excerpt) return excerpt.error();
    if (!*excerpt) return std::optional<PageSummary>();
    const auto written = std::visit([&](const auto& each) { return write_page(each, page); }, **excerpt);
    if (!written) return ExcerptFault(written.error());
    return std::optional<PageSummary>(*written);
}

template std::string page_text(const Excerpt<2>&, WithEngine);
template std::string page_text(const Excerpt<3>&, WithEngine);
template Result<PageSummary, FileError> write_page(const Excerpt<2>&, const std::filesystem::path&);
template Result<PageSummary, FileError> write_page(const Excerpt<3>&, const std::filesystem::path&);

}  // namespace carom::view

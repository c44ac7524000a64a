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
#include "view/page_header.hpp"

namespace carom::view {
namespace {

static_assert(std::endian::native == std::endian::little, "columns are written as they lie in memory");

using Bytes = std::span<const unsigned char>;

/// A part of the data small enough for a string of a browser, and whole in base64.
constexpr std::size_t kPartSize = std::size_t{9} << 20;

template <class Number>
Bytes bytes_of(const std::vector<Number>& column) {
    return {reinterpret_cast<const unsigned char*>(column.data()), column.size() * sizeof(Number)};
}

/// The columns one after the other: wide numbers first, so that each begins at a multiple of its size.
class Data {
public:
    template <int N>
    explicit Data(const Excerpt<N>& excerpt) {
        add("start_time", "f64", excerpt.start_time);
        add("start_position", "f64", excerpt.start_position);
        add("start_velocity", "f64", excerpt.start_velocity);
        add("radius", "f64", excerpt.radius);
        add("mass", "f64", excerpt.mass);
        add("event_time", "f64", excerpt.event_time);
        add("restitution", "f64", excerpt.restitution);
        add("position", "f64", excerpt.position);
        add("velocity", "f64", excerpt.velocity);
        add("start_acceleration", "f64", excerpt.start_acceleration);
        add("acceleration", "f64", excerpt.acceleration);
        add("species", "u32", excerpt.species_of);
        add("ball", "u32", excerpt.ball);
        add("other", "u32", excerpt.other);
        add("kind", "u8", excerpt.kind);
    }

    const std::vector<Column>& columns() const { return columns_; }
    std::size_t size() const { return size_; }

    /// Bytes `at` to `at + count`, across columns.
    std::vector<unsigned char> part(std::size_t at, std::size_t count) const {
        std::vector<unsigned char> bytes;
        bytes.reserve(count);
        for (const Bytes column : contents_) {
            if (at < column.size() && bytes.size() < count) {
                const Bytes piece = column.subspan(at, std::min(count - bytes.size(), column.size() - at));
                bytes.insert(bytes.end(), piece.begin(), piece.end());
            }
            at -= std::min(at, column.size());
        }
        return bytes;
    }

private:
    template <class Number>
    void add(const char* name, const char* type, const std::vector<Number>& column) {
        columns_.push_back({name, type, size_, column.size()});
        contents_.push_back(bytes_of(column));
        size_ += contents_.back().size();
    }

    std::vector<Column> columns_;
    std::vector<Bytes> contents_;
    std::size_t size_ = 0;
};

/// Appends texts until the first error.
class Output {
public:
    explicit Output(WholeFile& file) : file_(file) {}
    void append(std::string_view text) {
        if (!error_) error_ = file_.append(text);
    }
    std::optional<FileError> error() const { return error_; }

private:
    WholeFile& file_;
    std::optional<FileError> error_;
};

void append_data(Output& output, const Data& data) {
    for (std::size_t at = 0; at < data.size(); at += kPartSize) {
        output.append("<script type=\"application/octet-stream\" class=\"data\">");
        output.append(base64(data.part(at, std::min(kPartSize, data.size() - at))));
        output.append("</script>\n");
    }
}

/// The frame of the page up to its next mark `<!--name-->`, which is taken off.
std::string_view up_to_mark(std::string_view& frame, std::string_view name) {
    const std::string mark = fmt::format("<!--{}-->", name);
    const std::size_t at = frame.find(mark);
    const std::string_view before = frame.substr(0, at);
    frame.remove_prefix(at + mark.size());
    return before;
}

template <int N>
void append_page(Output& output, const Excerpt<N>& excerpt) {
    const Data data(excerpt);
    std::string_view frame = page_frame();
    output.append(up_to_mark(frame, "style"));
    output.append(page_style());
    output.append(up_to_mark(frame, "header"));
    output.append(page_header(excerpt, data.columns(), data.size()));
    output.append(up_to_mark(frame, "data"));
    append_data(output, data);
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
    auto file = WholeFile::create(page, WhenAbandoned::remove);
    if (!file) return file.error();
    Output output(*file);
    append_page(output, excerpt);
    if (const auto failure = output.error()) return *failure;
    if (const auto failure = file->commit()) return *failure;
    return PageSummary{excerpt.radius.size(), excerpt.impacts, excerpt.from, excerpt.from + excerpt.length,
                       excerpt.goes_on};
}

Result<std::optional<PageSummary>, FileError> write_page(const std::filesystem::path& trajectory,
                                                         const std::filesystem::path& page,
                                                         const Window& window, const GoesOn& goes_on) {
    using MaybeSummary = Result<std::optional<PageSummary>, FileError>;
    auto opened = open_trajectory(trajectory);
    if (!opened) return opened.error();
    return std::visit(
        [&]<int N>(TrajectoryReader<N>& reader) -> MaybeSummary {
            Playback<N> playback(std::move(reader));
            const auto excerpt = read_excerpt(playback, window, goes_on);
            if (!excerpt) return excerpt.error();
            if (!*excerpt) return std::optional<PageSummary>();
            const auto written = write_page(**excerpt, page);
            if (!written) return written.error();
            return std::optional<PageSummary>(*written);
        },
        *opened);
}

template Result<PageSummary, FileError> write_page(const Excerpt<2>&, const std::filesystem::path&);
template Result<PageSummary, FileError> write_page(const Excerpt<3>&, const std::filesystem::path&);

}  // namespace carom::view

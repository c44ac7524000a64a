// A file that appears whole, behind a buffer: for writers that add a few bytes at a time.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "files/whole_file.hpp"

namespace carom::detail {

/// Appends a number with its lowest byte first, whatever the host's own order.
template <class Number>
void append_little_endian(std::string& bytes, Number number) {
    using Four = std::conditional_t<sizeof(Number) == 4, std::uint32_t, std::uint64_t>;
    using Small = std::conditional_t<sizeof(Number) == 1, std::uint8_t, std::uint16_t>;
    using Bits = std::conditional_t<(sizeof(Number) < 4), Small, Four>;
    const std::uint64_t bits = std::bit_cast<Bits>(number);
    std::array<char, sizeof(Number)> low{};
    for (std::size_t k = 0; k < low.size(); ++k) low[k] = static_cast<char>(bits >> (8 * k) & 0xFFU);
    bytes.append(low.data(), low.size());
}

/// To a file, or a stream to `standard_output`. The first failure is kept; after it nothing more is written.
class BufferedFile {
public:
    static Result<BufferedFile, FileError> create(const std::filesystem::path& path) {
        auto file = WholeFile::create_or_stream(path);
        if (!file) return file.error();
        return BufferedFile(std::move(*file));
    }

    /// To append text to; `settle` afterwards.
    std::string& text() { return buffer_; }
    /// Hands the buffer to the operating system once it is large.
    void settle() {
        if (buffer_.size() >= kLarge) hand_over();
    }

    template <class Number>
    void put(Number number) {
        append_little_endian(buffer_, number);
        settle();
    }
    void put_bytes(std::string_view bytes) {
        buffer_.append(bytes);
        settle();
    }
    void put_zeros(std::size_t count) {
        buffer_.append(count, '\0');
        settle();
    }

    const std::optional<FileError>& failure() const { return failure_; }

    /// Writes what is left and gives the file its name.
    std::optional<FileError> commit() {
        hand_over();
        if (failure_) return failure_;
        return file_.commit();
    }

private:
    explicit BufferedFile(WholeFile file) : file_(std::move(file)) {}

    void hand_over() {
        if (!failure_) failure_ = file_.append(buffer_);
        buffer_.clear();
    }

    static constexpr std::size_t kLarge = std::size_t{256} << 10U;

    WholeFile file_;
    std::string buffer_;
    std::optional<FileError> failure_;
};

}  // namespace carom::detail

// Little-endian numbers in and out of byte buffers, whatever the host's own order.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

namespace carom::detail {

/// Numbers one behind the other, where `Writer::room_for` a number of bytes says.
template <class Writer>
class NumberWriter {
public:
    void u8(std::uint8_t value) { put<1>(value); }
    void u16(std::uint16_t value) { put<2>(value); }
    void u32(std::uint32_t value) { put<4>(value); }
    void u64(std::uint64_t value) { put<8>(value); }
    void i64(std::int64_t value) { put<8>(static_cast<std::uint64_t>(value)); }
    void f64(double value) { put<8>(std::bit_cast<std::uint64_t>(value)); }

private:
    template <int Width>
    void put(std::uint64_t value) {
        char* const to = static_cast<Writer*>(this)->room_for(Width);
        if constexpr (std::endian::native == std::endian::little) {
            std::memcpy(to, &value, Width);
        } else {
            for (int k = 0; k < Width; ++k) to[k] = static_cast<char>(value >> (8 * k) & 0xFF);
        }
    }
};

/// Writes numbers to room that is there: much faster than to a buffer that may have to grow at each.
class PlacedWriter : public NumberWriter<PlacedWriter> {
public:
    explicit PlacedWriter(char* to) : at_(to) {}

    char* room_for(std::size_t count) { return std::exchange(at_, at_ + count); }

private:
    char* at_;
};

/// Appends numbers and texts to a buffer.
class ByteWriter : public NumberWriter<ByteWriter> {
public:
    /// A length of four bytes, then the bytes themselves.
    void text(std::string_view value) {
        u32(static_cast<std::uint32_t>(value.size()));
        std::copy(value.begin(), value.end(), room_for(value.size()));
    }

    /// Where so many bytes more are to be written.
    char* room_for(std::size_t count) {
        if (buffer_.size() - size_ < count) buffer_.resize(2 * buffer_.size() + count);
        size_ += count;
        return buffer_.data() + (size_ - count);
    }

    void clear() { size_ = 0; }
    std::size_t size() const { return size_; }
    std::string_view bytes() const { return {buffer_.data(), size_}; }

private:
    std::string buffer_;
    std::size_t size_ = 0;  // of what is written
};

/// Takes numbers and texts from a buffer. Past its end every number is 0 and `ok` is false for good.
class ByteReader {
public:
    ByteReader() = default;
    explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

    std::uint8_t u8() { return static_cast<std::uint8_t>(get<1>()); }
    std::uint16_t u16() { return static_cast<std::uint16_t>(get<2>()); }
    std::uint32_t u32() { return static_cast<std::uint32_t>(get<4>()); }
    std::uint64_t u64() { return get<8>(); }
    std::int64_t i64() { return static_cast<std::int64_t>(get<8>()); }
    double f64() { return std::bit_cast<double>(get<8>()); }
    std::string_view text() { return take(u32()); }

    /// The next `count` bytes; empty and not `ok` when there are fewer.
    std::string_view take(std::size_t count) {
        if (count > left()) {
            ok_ = false;
            at_ = bytes_.size();
            return {};
        }
        const std::string_view taken = bytes_.substr(at_, count);
        at_ += count;
        return taken;
    }

    bool ok() const { return ok_; }
    std::size_t at() const { return at_; }
    std::size_t left() const { return bytes_.size() - at_; }

private:
    template <int Width>
    std::uint64_t get() {
        const std::string_view bytes = take(Width);
        if (bytes.size() < Width) return 0;
        std::uint64_t value = 0;
        if constexpr (std::endian::native == std::endian::little) {
            std::memcpy(&value, bytes.data(), Width);
        } else {
            for (std::size_t k = 0; k < Width; ++k)
                value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[k])) << (8 * k);
        }
        return value;
    }

    std::string_view bytes_;
    std::size_t at_ = 0;
    bool ok_ = true;
};

}  // namespace carom::detail

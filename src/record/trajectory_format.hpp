// The bytes of trajectory files: docs/formats/trajectory.md says what each of them means.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "carom/core/result.hpp"
#include "carom/record/trajectory.hpp"
#include "record/bytes.hpp"

namespace carom::detail {

/// Not text, and damaged by every transfer that takes it for text.
inline constexpr std::string_view kMagic{
    "\x89"
    "CAROM\r\n",
    8};
/// The newest that is read.
inline constexpr std::uint32_t kFormatVersion = 4;
/// Files of shots on a table: another start state and other records in the same blocks.
inline constexpr std::uint32_t kShotsVersion = 4;
inline constexpr std::size_t kFileHeaderSize = 12;

/// Four letters, readable in a dump of the file.
enum class BlockType : std::uint32_t { head = 0x44414548, records = 0x53434552, end = 0x20444E45 };

inline constexpr std::size_t kBlockHeaderSize = 16;
inline constexpr std::size_t kChecksumSize = 8;
/// The writer ends a block of records once it is as large as this, and at no other time: the bytes of a file
/// follow from its records alone. So many bytes may be missing to who reads a growing file.
inline constexpr std::size_t kRecordsBlockTarget = std::size_t{8} << 10;
/// A reader refuses larger ones, so its memory is bounded.
inline constexpr std::size_t kRecordsBlockLimit = std::size_t{1} << 20;
inline constexpr std::size_t kEndPayloadSize = 32;

/// Kind and length in front of each record's content.
inline constexpr std::size_t kRecordHeaderSize = 4;
/// Kinds from here on change no ball's state: readers that do not know them skip them.
inline constexpr std::uint8_t kFirstOptionalKind = 128;

/// What is wrong in a piece of bytes, and how far from its beginning.
struct Malformed {
    std::size_t at = 0;
    std::string what;
};

/// The payload of the closing block.
struct Closing {
    std::uint64_t records = 0;
    std::uint64_t hash = 0;
    Time end;
};

/// Written for a scene: 3 with shear, 2 for other extended ones (`is_extended`), else 1.
template <int N>
std::uint32_t format_version(const Scene<N>& scene) {
    if (scene.world.shear) return 3;
    return is_extended(scene) ? 2 : 1;
}

template <int N>
void encode_start(ByteWriter& out, const TrajectoryStart<N>& start);
/// The dimension that a start's bytes begin with.
std::uint32_t dimension_of_start(std::string_view bytes);
template <int N>
Result<TrajectoryStart<N>, Malformed> decode_start(std::string_view bytes, std::uint32_t version);

/// Header and content of a record.
template <int N>
void encode_record(ByteWriter& to, const Event<N>& event, std::uint32_t version);
/// The event in a record's content, or why there is none.
template <int N>
Result<Event<N>, Malformed> decode_record(std::uint8_t kind, std::string_view content,
                                          const TrajectoryStart<N>& start);

void encode_closing(ByteWriter& out, const Closing& closing);
Closing decode_closing(std::string_view bytes);

/// True when `time` is normalised and not before the start.
bool is_proper(Time time, double epoch_length);

}  // namespace carom::detail

// The bytes of files of shots: docs/formats/shots.md says what each of them means.
#pragma once

#include <cstdint>
#include <string_view>

#include "carom/record/shot_file.hpp"
#include "record/bytes.hpp"
#include "record/trajectory_format.hpp"

namespace carom::billiards::detail {

using carom::detail::ByteReader;
using carom::detail::ByteWriter;
using carom::detail::Malformed;

/// Kinds of records.
enum class ShotRecord : std::uint8_t { begins = 1, event = 2, ends = 3 };

void encode_table_scene(ByteWriter& out, const TableScene& scene);
Result<TableScene, Malformed> decode_table_scene(std::string_view bytes);

void encode_state(ByteWriter& out, const BallState& state);
BallState decode_state(ByteReader& in);
void encode_event(ByteWriter& out, const ShotEvent& event);
ShotEvent decode_event(ByteReader& in);

/// Numbers of at most 1e100, and a phase that exists.
bool is_proper_state(const BallState& state);
/// The same, and indices of balls, cushions and pockets that exist.
bool is_proper_event(const ShotEvent& event, const TableScene& scene);

}  // namespace carom::billiards::detail

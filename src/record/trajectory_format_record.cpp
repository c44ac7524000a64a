// Records and the closing block as bytes.
#include <cmath>
#include <utility>

#include "motion/proper_state.hpp"
#include "record/trajectory_format.hpp"

namespace carom::detail {
namespace {

constexpr std::size_t kCommonSize = 32;

template <int N>
constexpr std::size_t content_size(EventKind kind, std::uint32_t version) {
    const std::size_t state_size = 24 * N + (version == 1 ? 0 : 4);
    return kCommonSize + (is_pair(kind) ? 2 : 1) * state_size;
}

bool is_known(EventKind kind, std::uint32_t version) {
    switch (kind) {
        case EventKind::ball_ball:
        case EventKind::ball_wall:
        case EventKind::cluster:
            return true;
        case EventKind::kick:
        case EventKind::rest:
        case EventKind::wake:
            return version > 1;
    }
    return false;
}

template <int N>
void put(PlacedWriter& out, const BallState<N>& state, std::uint32_t version) {
    for (int k = 0; k < N; ++k) out.f64(state.position[k]);
    for (int k = 0; k < N; ++k) out.f64(state.velocity[k]);
    for (int k = 0; k < N; ++k) out.i64(state.image[k]);
    if (version > 1) out.u32(state.phase.code());
}

template <int N>
BallState<N> get(ByteReader& in, Time time, std::uint32_t version) {
    BallState<N> state;
    for (int k = 0; k < N; ++k) state.position[k] = in.f64();
    for (int k = 0; k < N; ++k) state.velocity[k] = in.f64();
    for (int k = 0; k < N; ++k) state.image[k] = in.i64();
    if (version > 1) state.phase = MotionPhase::of_code(in.u32());
    state.time = time;
    return state;
}

template <int N>
std::string what_is_wrong(const Event<N>& event, const TrajectoryStart<N>& start) {
    const World<N>& world = start.scene.world;
    const std::size_t balls = start.scene.balls.size();
    if (!is_proper(event.time, start.epoch_length)) return "the time is not proper";
    if (!(event.restitution >= 0 && event.restitution <= 1)) return "the restitution is not in [0, 1]";
    if (event.ball >= balls) return "there is no such ball";
    if (!is_proper_state(event.ball_after, world)) return "a state is not proper";
    if (event.kind == EventKind::ball_wall)
        return has_wall(world, event.other) ? "" : "there is no such wall";
    if (event.kind == EventKind::cluster)
        return event.other < balls ? "" : "more balls follow than there are";
    if (!is_pair(event.kind)) return event.other == 0 ? "" : "its second number is not 0";
    if (event.other >= balls || event.other <= event.ball) return "there is no such pair of balls";
    return is_proper_state(event.other_after, world) ? "" : "a state is not proper";
}

}  // namespace

bool is_proper(Time time, double epoch_length) {
    return time.epoch >= 0 && time.offset >= 0 && time.offset < epoch_length;
}

template <int N>
void encode_record(ByteWriter& to, const Event<N>& event, std::uint32_t version) {
    const std::size_t size = content_size<N>(event.kind, version);
    PlacedWriter out(to.room_for(kRecordHeaderSize + size));
    out.u8(static_cast<std::uint8_t>(event.kind));
    out.u8(0);
    out.u16(static_cast<std::uint16_t>(size));
    out.i64(event.time.epoch);
    out.f64(event.time.offset);
    out.u32(event.ball);
    out.u32(event.other);
    out.f64(event.restitution);
    put(out, event.ball_after, version);
    if (is_pair(event.kind)) put(out, event.other_after, version);
}

template <int N>
Result<Event<N>, Malformed> decode_record(std::uint8_t kind, std::string_view content,
                                          const TrajectoryStart<N>& start) {
    Event<N> event;
    event.kind = static_cast<EventKind>(kind);
    const std::uint32_t version = format_version(start.scene);
    if (!is_known(event.kind, version)) {
        return Malformed{0, "record of unknown kind " + std::to_string(kind) + ": a newer carom is needed"};
    }
    if (content.size() != content_size<N>(event.kind, version)) return Malformed{0, "record of wrong length"};
    ByteReader in(content);
    event.time.epoch = in.i64();
    event.time.offset = in.f64();
    event.ball = in.u32();
    event.other = in.u32();
    event.restitution = in.f64();
    event.ball_after = get<N>(in, event.time, version);
    if (is_pair(event.kind)) event.other_after = get<N>(in, event.time, version);
    std::string wrong = what_is_wrong(event, start);
    if (!wrong.empty()) return Malformed{0, "record is damaged: " + wrong};
    return event;
}

void encode_closing(ByteWriter& out, const Closing& closing) {
    out.u64(closing.records);
    out.u64(closing.hash);
    out.i64(closing.end.epoch);
    out.f64(closing.end.offset);
}

Closing decode_closing(std::string_view bytes) {
    ByteReader in(bytes);
    Closing closing;
    closing.records = in.u64();
    closing.hash = in.u64();
    closing.end.epoch = in.i64();
    closing.end.offset = in.f64();
    return closing;
}

template void encode_record(ByteWriter&, const Event<2>&, std::uint32_t);
template void encode_record(ByteWriter&, const Event<3>&, std::uint32_t);
template Result<Event<2>, Malformed> decode_record(std::uint8_t, std::string_view, const TrajectoryStart<2>&);
template Result<Event<3>, Malformed> decode_record(std::uint8_t, std::string_view, const TrajectoryStart<3>&);

}  // namespace carom::detail

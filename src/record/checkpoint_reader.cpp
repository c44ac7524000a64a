// Checkpoints in: the whole file is proved by its checksum before anything in it is believed.
#include <fmt/format.h>

#include <utility>

#include "carom/core/version.hpp"
#include "carom/record/checkpoint.hpp"
#include "files/input_file.hpp"
#include "record/bytes.hpp"
#include "record/checkpoint_format.hpp"
#include "record/hash.hpp"

namespace carom {

using namespace detail;

namespace {

/// What is in the file, each a view of its bytes.
struct Sections {
    std::string_view trajectory;
    std::string_view simulation;
    std::vector<CheckpointSection> others;
};

Time get_time(ByteReader& in) {
    const std::int64_t epoch = in.i64();
    return {epoch, in.f64()};
}

TrajectoryMark decode_mark(ByteReader& in) {
    TrajectoryMark mark;
    mark.bytes = in.u64();
    mark.last_block = in.u64();
    mark.last_checksum = in.u64();
    mark.blocks = in.u32();
    mark.records = in.u64();
    mark.hash = in.u64();
    mark.hash_state = in.text();
    mark.unwritten = in.text();
    return mark;
}

template <int N>
typename SavedState<N>::Ball get_ball(ByteReader& in) {
    typename SavedState<N>::Ball ball;
    for (int k = 0; k < N; ++k) ball.state.position[k] = in.f64();
    for (int k = 0; k < N; ++k) ball.state.velocity[k] = in.f64();
    for (int k = 0; k < N; ++k) ball.state.image[k] = in.i64();
    ball.state.time = get_time(in);
    ball.impacts_in_epoch = in.u32();
    ball.state.phase = MotionPhase::of_code(in.u32());
    ball.slow_events_in_row = in.u8();
    return ball;
}

template <int N>
SimultaneousEvents<N> get_follow_ups(ByteReader& in) {
    SimultaneousEvents<N> next;
    next.bounces = in.u8() != 0;
    next.ball = in.u32();
    next.other = in.u32();
    for (int k = 0; k < N; ++k) next.shift[k] = in.i64();
    for (std::uint64_t left = in.u64(); left > 0 && in.ok(); --left) {
        const std::uint32_t ball = in.u32();
        next.resting.push_back({ball, in.u8() != 0});
    }
    for (std::uint64_t left = in.u64(); left > 0 && in.ok(); --left) next.waking.push_back(in.u32());
    for (std::uint64_t left = in.u64(); left > 0 && in.ok(); --left) {
        typename SimultaneousEvents<N>::Part part;
        part.ball = in.u32();
        for (int k = 0; k < N; ++k) part.velocity[k] = in.f64();
        next.cluster.push_back(part);
    }
    next.restitution = in.f64();
    return next;
}

template <int N>
SavedState<N> decode_state(ByteReader& in) {
    SavedState<N> state;
    state.scene = in.u64();
    state.now = get_time(in);
    state.jammed = in.u8() != 0;
    Counts& counts = state.counts;
    for (std::uint64_t* const count :
         {&counts.ball_ball, &counts.ball_wall, &counts.clusters, &counts.made_elastic, &counts.kicks,
          &counts.rests, &counts.wakes, &counts.list_rebuilds, &counts.predictions}) {
        *count = in.u64();
    }
    state.watch.ball = in.u32();
    state.watch.others = in.u32();
    state.watch.impacts = in.u64();
    state.watch.sum = in.f64();
    state.watch.usual = in.f64();
    state.watch.same = in.u32();
    const std::uint64_t balls = in.u64();
    if (balls > in.left() / kSavedBallSize<N>) {
        in.take(in.left() + 1);
        return state;
    }
    state.balls.reserve(balls);
    for (std::uint64_t i = 0; i < balls; ++i) state.balls.push_back(get_ball<N>(in));
    state.next = get_follow_ups<N>(in);
    return state;
}

/// Of bytes with a right checksum; what does not fit is a fault of the program that wrote them.
class Decoder {
public:
    explicit Decoder(std::string name) : name_(std::move(name)) {}

    Result<AnyCheckpoint, FileError> decode(std::string_view bytes) const {
        ByteReader in(bytes);
        if (in.take(kCheckpointMagic.size()) != kCheckpointMagic)
            return error("this is not a carom checkpoint");
        const std::uint32_t format = in.u32();
        if (in.ok() && format != kCheckpointVersion) {
            return error(
                fmt::format("format version {} is unknown, this carom reads version {}: resume with the "
                            "carom that wrote it",
                            format, kCheckpointVersion));
        }
        if (in.left() < kCheckpointChecksumSize) return error(kDamaged);
        const std::string_view content = bytes.substr(0, bytes.size() - kCheckpointChecksumSize);
        const std::uint64_t checksum = ByteReader(bytes.substr(content.size())).u64();
        if (checksum != hash_of(content)) return error(kDamaged);
        return decode_content(ByteReader(content.substr(in.at())));
    }

private:
    static constexpr const char* kDamaged = "the checkpoint is damaged: its checksum is wrong";

    FileError error(const std::string& what) const { return {name_ + ": " + what}; }
    FileError misfit() const { return error("the checkpoint is damaged: its sections are wrong"); }

    Result<AnyCheckpoint, FileError> decode_content(ByteReader in) const {
        const std::string_view writer = in.text();
        if (in.ok() && writer != version) {
            return error(
                fmt::format("written by carom {}, this is carom {}, which might go on with other bits: "
                            "resume with the carom that wrote it",
                            writer, version));
        }
        Sections sections;
        while (in.ok() && in.left() > 0) {
            const std::string_view name = in.text();
            const std::string_view bytes = in.take(in.u64());
            if (name == kTrajectorySection) {
                sections.trajectory = bytes;
            } else if (name == kSimulationSection) {
                sections.simulation = bytes;
            } else {
                sections.others.push_back({std::string(name), std::string(bytes)});
            }
        }
        if (!in.ok()) return misfit();
        switch (ByteReader(sections.simulation).u32()) {
            case 2:
                return decode_sections<2>(std::move(sections));
            case 3:
                return decode_sections<3>(std::move(sections));
            default:
                return misfit();
        }
    }

    template <int N>
    Result<AnyCheckpoint, FileError> decode_sections(Sections sections) const {
        ByteReader mark(sections.trajectory);
        ByteReader state(sections.simulation);
        state.u32();
        Checkpoint<N> checkpoint{decode_mark(mark), decode_state<N>(state), std::move(sections.others)};
        const bool fits = mark.ok() && mark.left() == 0 && state.ok() && state.left() == 0;
        if (!fits || checkpoint.trajectory.blocks == 0) return misfit();
        return AnyCheckpoint(std::move(checkpoint));
    }

    std::string name_;  // of what is decoded
};

}  // namespace

Result<AnyCheckpoint, FileError> read_checkpoint(const std::filesystem::path& path) {
    const auto bytes = bytes_of_file(path);
    if (!bytes) return cannot_read(path, bytes.error());
    return Decoder(path.string()).decode(*bytes);
}

Result<AnyCheckpoint, FileError> parse_checkpoint(std::string_view bytes, const std::string& name) {
    return Decoder(name).decode(bytes);
}

}  // namespace carom

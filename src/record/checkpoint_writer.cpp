// Checkpoints out, piece by piece, so that a large one does not stand in memory twice.
#include <functional>

#include "carom/core/version.hpp"
#include "carom/record/checkpoint.hpp"
#include "files/whole_file.hpp"
#include "record/bytes.hpp"
#include "record/checkpoint_format.hpp"
#include "record/hash.hpp"

namespace carom {

using namespace detail;

namespace {

/// Bytes that are gathered before they go to the file.
constexpr std::size_t kPiece = std::size_t{1} << 20;

/// Where the pieces go, to the end of those before.
using Append = std::function<std::optional<FileError>(std::string_view)>;

class CheckpointOutput {
public:
    explicit CheckpointOutput(Append to) : to_(std::move(to)) {}

    /// What is written next.
    ByteWriter& next() {
        if (piece_.size() >= kPiece) flush();
        return piece_;
    }

    void begin_section(std::string_view name, std::uint64_t size) {
        next().text(name);
        next().u64(size);
    }

    void section(std::string_view name, std::string_view bytes) {
        begin_section(name, bytes.size());
        flush();
        append(bytes);
    }

    /// With the checksum.
    std::optional<FileError> finish() {
        flush();
        ByteWriter checksum;
        checksum.u64(hash_.value());
        append(checksum.bytes());
        return error_;
    }

private:
    void flush() {
        append(piece_.bytes());
        piece_.clear();
    }

    void append(std::string_view bytes) {
        hash_.add(bytes);
        if (!error_) error_ = to_(bytes);
    }

    Append to_;
    ByteWriter piece_;
    Hash hash_;
    std::optional<FileError> error_;
};

void put(ByteWriter& out, Time time) {
    out.i64(time.epoch);
    out.f64(time.offset);
}

std::string encoded(const TrajectoryMark& mark) {
    ByteWriter out;
    out.u64(mark.bytes);
    out.u64(mark.last_block);
    out.u64(mark.last_checksum);
    out.u32(mark.blocks);
    out.u64(mark.records);
    out.u64(mark.hash);
    out.text(mark.hash_state);
    out.text(mark.unwritten);
    return std::string(out.bytes());
}

template <int N>
void put(ByteWriter& out, const typename SavedState<N>::Ball& ball) {
    for (int k = 0; k < N; ++k) out.f64(ball.state.position[k]);
    for (int k = 0; k < N; ++k) out.f64(ball.state.velocity[k]);
    for (int k = 0; k < N; ++k) out.i64(ball.state.image[k]);
    put(out, ball.state.time);
    out.u32(ball.impacts_in_epoch);
    out.u32(ball.state.phase.code());
    out.u8(ball.slow_events_in_row);
}

template <int N>
std::string encoded(const SimultaneousEvents<N>& next) {
    ByteWriter out;
    out.u8(next.bounces ? 1 : 0);
    out.u32(next.ball);
    out.u32(next.other);
    for (int k = 0; k < N; ++k) out.i64(next.shift[k]);
    out.u64(next.resting.size());
    for (const auto& resting : next.resting) {
        out.u32(resting.ball);
        out.u8(resting.confined ? 1 : 0);
    }
    out.u64(next.waking.size());
    for (const std::uint32_t ball : next.waking) out.u32(ball);
    out.u64(next.cluster.size());
    for (const auto& part : next.cluster) {
        out.u32(part.ball);
        for (int k = 0; k < N; ++k) out.f64(part.velocity[k]);
    }
    out.f64(next.restitution);
    return std::string(out.bytes());
}

template <int N>
void put(CheckpointOutput& out, const SavedState<N>& state) {
    const std::string next = encoded(state.next);
    out.begin_section(kSimulationSection,
                      kSavedStateHeadSize + state.balls.size() * kSavedBallSize<N> + next.size());
    ByteWriter& head = out.next();
    head.u32(N);
    head.u64(state.scene);
    put(head, state.now);
    head.u8(state.jammed ? 1 : 0);
    const Counts& counts = state.counts;
    for (const std::uint64_t count :
         {counts.ball_ball, counts.ball_wall, counts.clusters, counts.made_elastic, counts.kicks,
          counts.rests, counts.wakes, counts.list_rebuilds, counts.predictions}) {
        head.u64(count);
    }
    head.u32(state.watch.ball);
    head.u32(state.watch.others);
    head.u64(state.watch.impacts);
    head.f64(state.watch.sum);
    head.f64(state.watch.usual);
    head.u32(state.watch.same);
    head.u64(state.balls.size());
    for (const typename SavedState<N>::Ball& ball : state.balls) put<N>(out.next(), ball);
    ByteWriter& tail = out.next();
    for (const char c : next) tail.u8(static_cast<std::uint8_t>(c));
}

template <int N>
std::optional<FileError> write_all(const Checkpoint<N>& checkpoint, const Append& to) {
    CheckpointOutput out(to);
    ByteWriter& header = out.next();
    for (const char c : kCheckpointMagic) header.u8(static_cast<std::uint8_t>(c));
    header.u32(kCheckpointVersion);
    header.text(version);
    out.section(kTrajectorySection, encoded(checkpoint.trajectory));
    put(out, checkpoint.simulation);
    for (const CheckpointSection& section : checkpoint.sections) out.section(section.name, section.bytes);
    return out.finish();
}

}  // namespace

template <int N>
std::optional<FileError> write_checkpoint(const std::filesystem::path& path,
                                          const Checkpoint<N>& checkpoint) {
    auto file = WholeFile::create(path, WhenAbandoned::remove);
    if (!file) return file.error();
    auto error = write_all(checkpoint, [&](std::string_view bytes) { return file->append(bytes); });
    return error ? error : file->commit();
}

template <int N>
std::string checkpoint_bytes(const Checkpoint<N>& checkpoint) {
    std::string bytes;
    write_all(checkpoint, [&](std::string_view piece) -> std::optional<FileError> {
        bytes += piece;
        return {};
    });
    return bytes;
}

template std::optional<FileError> write_checkpoint(const std::filesystem::path&, const Checkpoint<2>&);
template std::optional<FileError> write_checkpoint(const std::filesystem::path&, const Checkpoint<3>&);
template std::string checkpoint_bytes(const Checkpoint<2>&);
template std::string checkpoint_bytes(const Checkpoint<3>&);

}  // namespace carom

// Trajectories in: one block at a time in memory, one record at a time out.
#include <fmt/format.h>

#include <utility>

#include "record/block_file.hpp"
#include "record/hash.hpp"
#include "record/trajectory_format.hpp"
#include "scene/scene_check.hpp"

namespace carom {

using namespace detail;

template <int N>
class TrajectoryReader<N>::Impl {
public:
    Impl(BlockFile file, TrajectoryStart<N> start, std::optional<TrajectoryMark> mark)
        : file_(std::move(file)), start_(std::move(start)), mark_(std::move(mark)) {
        hash_.add(file_.payload());
    }

    const TrajectoryStart<N>& start() const { return start_; }
    const std::optional<FileError>& fault() const { return fault_; }
    bool closed() const { return closed_; }
    std::uint64_t left_out() const { return file_.unfinished(); }
    Time end() const { return end_; }
    std::uint64_t hash() const { return hash_.value(); }
    std::uint64_t records() const { return records_; }

    std::optional<Event<N>> next() {
        while (!done_) {
            if (block_.left() == 0) {
                done_ = !next_block();
            } else if (auto event = next_record()) {
                return event;
            }
        }
        return {};
    }

private:
    bool fail(std::size_t at, const std::string& what) {
        fault_ = file_.error_in_payload(at, what);
        done_ = true;
        return false;
    }

    bool next_block() {
        if (mark_ && file_.at() >= mark_->bytes) return take_unwritten();
        if (!file_.next()) {
            if (file_.unfinished() == 0) fault_ = file_.fault();
            return false;
        }
        if (file_.type() == BlockType::end) return finish();
        if (file_.type() != BlockType::records) return fail(0, "a second start state");
        begin_block(file_.payload());
        return true;
    }

    void begin_block(std::string_view payload) {
        payload_ = payload;
        block_ = ByteReader(payload);
    }

    /// What the mark has behind the blocks of the file, once; then there is no block to go on with.
    bool take_unwritten() {
        if (!std::exchange(unwritten_taken_, true)) {
            begin_block(mark_->unwritten);
            return true;
        }
        const bool same = records_ == mark_->records && hash_.value() == mark_->hash;
        return !same && fail(0, "up to here these are not the records that the checkpoint was made after");
    }

    /// Takes the closing block; there is never a block to go on with.
    bool finish() {
        const Closing closing = decode_closing(file_.payload());
        if (closing.records != records_) {
            return fail(0, fmt::format("{} records were closed, {} are here", closing.records, records_));
        }
        if (closing.hash != hash_.value()) return fail(0, "the hash of start state and records is wrong");
        if (!is_proper(closing.end, start_.epoch_length) || closing.end < end_)
            return fail(0, "the end time is wrong");
        if (!file_.at_end())
            return fail(kEndPayloadSize + kChecksumSize, "the file goes on after its closing block");
        end_ = closing.end;
        closed_ = true;
        return false;
    }

    /// The record at the head of the block; empty after one to be skipped and after a fault.
    std::optional<Event<N>> next_record() {
        const std::size_t at = block_.at();
        const std::uint8_t kind = block_.u8();
        const std::uint8_t reserved = block_.u8();
        const std::string_view content = block_.take(block_.u16());
        if (!block_.ok() || reserved != 0) {
            fail(at, "record is damaged: its header is wrong");
            return {};
        }
        if (kind < kFirstOptionalKind) {
            auto event = decode_record(kind, content, start_);
            if (!event) {
                fail(at, event.error().what);
                return {};
            }
            take(at);
            if (event->time > end_) end_ = event->time;
            return *event;
        }
        take(at);
        return {};
    }

    void take(std::size_t record_at) {
        hash_.add(payload_.substr(record_at, block_.at() - record_at));
        ++records_;
    }

    BlockFile file_;
    TrajectoryStart<N> start_;
    std::optional<TrajectoryMark> mark_;  // to which it is read; empty: to the end
    bool unwritten_taken_ = false;
    std::string_view payload_;
    ByteReader block_;
    Hash hash_;
    std::uint64_t records_ = 0;
    Time end_;
    std::optional<FileError> fault_;
    bool closed_ = false;
    bool done_ = false;
};

template <int N>
TrajectoryReader<N>::TrajectoryReader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
template <int N>
TrajectoryReader<N>::TrajectoryReader(TrajectoryReader&&) noexcept = default;
template <int N>
TrajectoryReader<N>& TrajectoryReader<N>::operator=(TrajectoryReader&&) noexcept = default;
template <int N>
TrajectoryReader<N>::~TrajectoryReader() = default;

template <int N>
const TrajectoryStart<N>& TrajectoryReader<N>::start() const {
    return impl_->start();
}

template <int N>
std::optional<Event<N>> TrajectoryReader<N>::next() {
    return impl_->next();
}

template <int N>
std::optional<FileError> TrajectoryReader<N>::fault() const {
    return impl_->fault();
}

template <int N>
bool TrajectoryReader<N>::closed() const {
    return impl_->closed();
}

template <int N>
std::uint64_t TrajectoryReader<N>::left_out() const {
    return impl_->left_out();
}

template <int N>
Time TrajectoryReader<N>::end() const {
    return impl_->end();
}

template <int N>
std::uint64_t TrajectoryReader<N>::hash() const {
    return impl_->hash();
}

template <int N>
std::uint64_t TrajectoryReader<N>::records() const {
    return impl_->records();
}

class TrajectoryOpener {
public:
    template <int N>
    static Result<AnyTrajectory, FileError> open(BlockFile file, std::optional<TrajectoryMark> mark) {
        auto start = decode_start<N>(file.payload(), file.version());
        if (!start) return file.error_in_payload(start.error().at, start.error().what);
        // A right checksum says nothing of what was written. Overlapping balls are for the checker to find.
        const Validation found = validate_without(start->scene, {}, Overlaps::allowed);
        if (!found.faults.empty())
            return file.error_in_payload(0, "the start state is not valid: " + found.faults.front().message);
        auto impl = std::make_unique<typename TrajectoryReader<N>::Impl>(std::move(file), std::move(*start),
                                                                         std::move(mark));
        return AnyTrajectory(TrajectoryReader<N>(std::move(impl)));
    }
};

namespace {

Result<AnyTrajectory, FileError> open_as_far(const std::filesystem::path& path,
                                             std::optional<TrajectoryMark> mark) {
    auto file = BlockFile::open(path);
    if (!file) return file.error();
    if (!file->next()) {
        return file->fault() ? *file->fault()
                             : file->error_in_payload(0, "the file ends before the start state");
    }
    if (file->type() != BlockType::head) return file->error_in_payload(0, "the start state is missing");
    if (file->version() == kShotsVersion)
        return file->error_in_payload(0, "this file holds shots on a table, which this cannot read");
    switch (dimension_of_start(file->payload())) {
        case 2:
            return TrajectoryOpener::open<2>(std::move(*file), std::move(mark));
        case 3:
            return TrajectoryOpener::open<3>(std::move(*file), std::move(mark));
        default:
            return file->error_in_payload(0, "the dimension is neither 2 nor 3");
    }
}

}  // namespace

Result<AnyTrajectory, FileError> open_trajectory(const std::filesystem::path& path) {
    return open_as_far(path, {});
}

Result<AnyTrajectory, FileError> open_trajectory(const std::filesystem::path& path,
                                                 const TrajectoryMark& mark) {
    return open_as_far(path, mark);
}

template class TrajectoryReader<2>;
template class TrajectoryReader<3>;

}  // namespace carom

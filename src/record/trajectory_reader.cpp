// Trajectories in: one block at a time in memory, one record at a time out.
#include <utility>

#include "record/record_stream.hpp"
#include "record/trajectory_format.hpp"
#include "scene/scene_check.hpp"

namespace carom {

using namespace detail;

template <int N>
class TrajectoryReader<N>::Impl {
public:
    Impl(BlockFile file, TrajectoryStart<N> start, std::optional<TrajectoryMark> mark)
        : stream_(std::move(file), std::move(mark)), start_(std::move(start)) {}

    const RecordStream& stream() const { return stream_; }
    const TrajectoryStart<N>& start() const { return start_; }
    Time end() const { return end_; }

    std::optional<Event<N>> next() {
        while (const auto record = stream_.next()) {
            if (record->kind >= kFirstOptionalKind) {
                stream_.take(*record);
                continue;
            }
            const auto event = decode_record(record->kind, record->content, start_);
            if (!event) {
                stream_.fail(record->at, event.error().what);
                return {};
            }
            stream_.take(*record);
            if (event->time > end_) end_ = event->time;
            return *event;
        }
        check_end();
        return {};
    }

private:
    void check_end() {
        if (!stream_.closed()) return;
        const Time end = stream_.closing()->end;
        if (!is_proper(end, start_.epoch_length) || end < end_)
            return stream_.fail(0, "the end time is wrong");
        end_ = end;
    }

    RecordStream stream_;
    TrajectoryStart<N> start_;
    Time end_;
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
    return impl_->stream().fault();
}

template <int N>
bool TrajectoryReader<N>::closed() const {
    return impl_->stream().closed();
}

template <int N>
std::uint64_t TrajectoryReader<N>::left_out() const {
    return impl_->stream().left_out();
}

template <int N>
Time TrajectoryReader<N>::end() const {
    return impl_->end();
}

template <int N>
std::uint64_t TrajectoryReader<N>::hash() const {
    return impl_->stream().hash();
}

template <int N>
std::uint64_t TrajectoryReader<N>::records() const {
    return impl_->stream().records();
}

class TrajectoryOpener {
public:
    template <int N>
    static Result<AnyTrajectory, FileError> open(BlockFile file, std::optional<TrajectoryMark> mark) {
        auto start = decode_start<N>(file.payload(), file.version());
        if (!start) return file.error_in_payload(start.error().at, start.error().what);
        // A right checksum says nothing of what was written. Overlapping balls are for the checker to find.
        const Validation found = validate_without(start->scene, {}, Overlaps::allowed, {});
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
        return file->error_in_payload(
            0, "this file holds shots on a table: those are for carom check, info, view and export");
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

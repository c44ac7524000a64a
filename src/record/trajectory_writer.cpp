// Trajectories out.
#include <utility>

#include "record/block_file.hpp"
#include "record/block_writer.hpp"
#include "record/trajectory_format.hpp"

namespace carom {

using namespace detail;

template <int N>
class TrajectoryWriter<N>::Impl : public BlockWriter {
public:
    explicit Impl(std::optional<WholeFile> file) : BlockWriter(std::move(file)) {}

    /// Goes on at the end of the file.
    Impl(WholeFile file, std::uint32_t format, Hash hash, TrajectoryMark mark)
        : BlockWriter(std::move(file), std::move(hash), std::move(mark)), version_(format) {}

    void start(TrajectoryStart<N> start) {
        if (!start.scene.law.elastic_below) start.scene.law.elastic_below = elastic_below(start.scene);
        version_ = format_version(start.scene);
        encode_start(payload(), start);
        write_head(version_);
    }

    void write(const Event<N>& event) {
        encode_record(payload(), event, version_);
        end_record();
    }

private:
    std::uint32_t version_ = 1;
};

template <int N>
Result<TrajectoryWriter<N>, FileError> TrajectoryWriter<N>::create(const std::filesystem::path& path,
                                                                   const TrajectoryStart<N>& start) {
    auto file = WholeFile::create(path, WhenAbandoned::keep);
    if (!file) return file.error();
    auto impl = std::make_unique<Impl>(std::move(*file));
    impl->start(start);
    if (auto error = impl->flush()) return *error;
    return TrajectoryWriter(std::move(impl));
}

template <int N>
TrajectoryWriter<N> TrajectoryWriter<N>::without_file(const TrajectoryStart<N>& start) {
    auto impl = std::make_unique<Impl>(std::nullopt);
    impl->start(start);
    return TrajectoryWriter(std::move(impl));
}

template <int N>
Result<TrajectoryWriter<N>, FileError> TrajectoryWriter<N>::reopen(const std::filesystem::path& path,
                                                                   const TrajectoryMark& mark) {
    const auto found = find_trajectory(path, mark);
    if (!found) return found.error();
    const auto begun = BlockFile::open(*found);
    if (!begun) return begun.error();
    auto hash = Hash::restored(mark.hash_state);
    if (!hash || hash->value_with(mark.unwritten) != mark.hash) {
        return FileError{found->string() + ": cannot go on: the hash of the mark is wrong"};
    }
    auto file = WholeFile::reopen(path, *found, mark.bytes, WhenAbandoned::keep);
    if (!file) return file.error();
    return TrajectoryWriter(
        std::make_unique<Impl>(std::move(*file), begun->version(), std::move(*hash), mark));
}

template <int N>
TrajectoryWriter<N>::TrajectoryWriter(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
template <int N>
TrajectoryWriter<N>::TrajectoryWriter(TrajectoryWriter&&) noexcept = default;

template <int N>
TrajectoryWriter<N>& TrajectoryWriter<N>::operator=(TrajectoryWriter&& other) noexcept {
    std::swap(impl_, other.impl_);
    return *this;
}

template <int N>
TrajectoryWriter<N>::~TrajectoryWriter() {
    if (impl_) impl_->flush();
}

template <int N>
void TrajectoryWriter<N>::write(const Event<N>& event) {
    impl_->write(event);
}

template <int N>
std::optional<FileError> TrajectoryWriter<N>::flush() {
    return impl_->flush();
}

template <int N>
Result<TrajectoryMark, FileError> TrajectoryWriter<N>::mark() {
    return impl_->mark();
}

template <int N>
std::optional<FileError> TrajectoryWriter<N>::close(Time end) {
    return impl_->close(end);
}

template <int N>
std::uint64_t TrajectoryWriter<N>::size() const {
    return impl_->size();
}

template <int N>
std::uint64_t TrajectoryWriter<N>::hash() const {
    return impl_->hash();
}

template class TrajectoryWriter<2>;
template class TrajectoryWriter<3>;

}  // namespace carom

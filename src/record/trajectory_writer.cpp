// Trajectories out: records gather in one block, blocks go to the file.
#include <algorithm>
#include <utility>

#include "files/whole_file.hpp"
#include "record/block_file.hpp"
#include "record/hash.hpp"
#include "record/trajectory_format.hpp"

namespace carom {

using namespace detail;

template <int N>
class TrajectoryWriter<N>::Impl {
public:
    explicit Impl(std::optional<WholeFile> file) : file_(std::move(file)) {}

    /// Goes on at the end of the file.
    Impl(WholeFile file, std::uint32_t format, Hash hash, TrajectoryMark mark)
        : file_(std::move(file)), hash_(std::move(hash)), mark_(std::move(mark)), version_(format) {
        const std::string& begun = mark_.unwritten;
        std::copy(begun.begin(), begun.end(), payload_.room_for(begun.size()));
    }

    void start(TrajectoryStart<N> start) {
        if (!start.scene.law.elastic_below) start.scene.law.elastic_below = elastic_below(start.scene);
        ByteWriter header;
        version_ = format_version(start.scene);
        header.u32(version_);
        append(std::string(kMagic).append(header.bytes()));
        encode_start(payload_, start);
        hash_.add(payload_.bytes());
        write_block(BlockType::head);
    }

    void write(const Event<N>& event) {
        encode_record(payload_, event, version_);
        ++mark_.records;
        if (payload_.size() >= kRecordsBlockTarget) flush();
    }

    std::optional<FileError> flush() {
        if (payload_.size() == 0) return error_;
        hash_.add(payload_.bytes());
        write_block(BlockType::records);
        return error_;
    }

    Result<TrajectoryMark, FileError> mark() {
        if (!error_ && file_) error_ = file_->sync();
        if (error_) return *error_;
        mark_.hash = hash();
        mark_.hash_state = hash_.state();
        mark_.unwritten = payload_.bytes();
        return mark_;
    }

    std::optional<FileError> close(Time end) {
        if (std::exchange(closed_, true)) return error_;
        flush();
        encode_closing(payload_, {mark_.records, hash_.value(), end});
        write_block(BlockType::end);
        if (!error_ && file_) error_ = file_->commit();
        return error_;
    }

    std::uint64_t size() const { return mark_.bytes + payload_.size(); }
    std::uint64_t hash() const { return hash_.value_with(payload_.bytes()); }

private:
    void write_block(BlockType type) {
        ByteWriter header;
        header.u32(static_cast<std::uint32_t>(type));
        header.u32(mark_.blocks++);
        header.u64(payload_.size());
        Hash checksum;
        checksum.add(header.bytes());
        checksum.add(payload_.bytes());
        ByteWriter trailer;
        mark_.last_block = mark_.bytes;
        mark_.last_checksum = checksum.value();
        trailer.u64(mark_.last_checksum);
        append(header.bytes());
        append(payload_.bytes());
        append(trailer.bytes());
        payload_.clear();
    }

    void append(std::string_view bytes) {
        if (!error_ && file_) error_ = file_->append(bytes);
        mark_.bytes += bytes.size();
    }

    std::optional<WholeFile> file_;  // empty: only the hash is wanted
    ByteWriter payload_;
    Hash hash_;
    TrajectoryMark mark_;  // its hash is that of the last `mark`
    std::optional<FileError> error_;
    bool closed_ = false;
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

#include "record/block_writer.hpp"

#include <algorithm>
#include <utility>

namespace carom::detail {

BlockWriter::BlockWriter(WholeFile file, Hash hash, TrajectoryMark mark)
    : file_(std::move(file)), hash_(std::move(hash)), mark_(std::move(mark)) {
    const std::string& begun = mark_.unwritten;
    std::copy(begun.begin(), begun.end(), payload_.room_for(begun.size()));
}

void BlockWriter::write_head(std::uint32_t version) {
    ByteWriter header;
    header.u32(version);
    append(std::string(kMagic).append(header.bytes()));
    hash_.add(payload_.bytes());
    write_block(BlockType::head);
}

void BlockWriter::end_record() {
    ++mark_.records;
    if (payload_.size() >= kRecordsBlockTarget) flush();
}

std::optional<FileError> BlockWriter::flush() {
    if (payload_.size() == 0) return error_;
    hash_.add(payload_.bytes());
    write_block(BlockType::records);
    return error_;
}

Result<TrajectoryMark, FileError> BlockWriter::mark() {
    if (!error_ && file_) error_ = file_->sync();
    if (error_) return *error_;
    mark_.hash = hash();
    mark_.hash_state = hash_.state();
    mark_.unwritten = payload_.bytes();
    return mark_;
}

std::optional<FileError> BlockWriter::close(Time end) {
    if (std::exchange(closed_, true)) return error_;
    flush();
    encode_closing(payload_, {mark_.records, hash_.value(), end});
    write_block(BlockType::end);
    if (!error_ && file_) error_ = file_->commit();
    return error_;
}

void BlockWriter::write_block(BlockType type) {
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

void BlockWriter::append(std::string_view bytes) {
    if (!error_ && file_) error_ = file_->append(bytes);
    mark_.bytes += bytes.size();
}

}  // namespace carom::detail

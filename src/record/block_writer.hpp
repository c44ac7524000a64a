// Records gather in one block, blocks go to the file.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "files/whole_file.hpp"
#include "record/bytes.hpp"
#include "record/hash.hpp"
#include "record/trajectory_format.hpp"

namespace carom::detail {

class BlockWriter {
public:
    /// Without a file for the hash alone.
    explicit BlockWriter(std::optional<WholeFile> file) : file_(std::move(file)) {}
    /// Goes on at the end of the file.
    BlockWriter(WholeFile file, Hash hash, TrajectoryMark mark);

    /// Where the next record is to be encoded.
    ByteWriter& payload() { return payload_; }
    /// A new file: magic, version, and what is encoded so far as the first block.
    void write_head(std::uint32_t version);
    /// After each record.
    void end_record();
    std::optional<FileError> flush();
    Result<TrajectoryMark, FileError> mark();
    std::optional<FileError> close(Time end);

    std::uint64_t size() const { return mark_.bytes + payload_.size(); }
    std::uint64_t hash() const { return hash_.value_with(payload_.bytes()); }

private:
    void write_block(BlockType type);
    void append(std::string_view bytes);

    std::optional<WholeFile> file_;  // empty: only the hash is wanted
    ByteWriter payload_;
    Hash hash_;
    TrajectoryMark mark_;  // its hash is that of the last `mark`
    std::optional<FileError> error_;
    bool closed_ = false;
};

}  // namespace carom::detail

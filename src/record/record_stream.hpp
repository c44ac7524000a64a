// The records of a file one after the other, in front of what they mean.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "record/block_file.hpp"
#include "record/bytes.hpp"
#include "record/hash.hpp"

namespace carom::detail {

/// Counts and hashes the records that its owner takes, and compares both with the closing block.
class RecordStream {
public:
    struct Record {
        std::size_t at = 0;  ///< in its block
        std::uint8_t kind = 0;
        std::string_view content;
    };

    /// `file` has just read its first block. With a mark the file is read up to it, and its unwritten
    /// records.
    explicit RecordStream(BlockFile file, std::optional<TrajectoryMark> mark = {});

    /// The next record; empty at the end and after a fault.
    std::optional<Record> next();
    /// After each record that is sound, before the next one.
    void take(const Record& record);
    /// The file is wrong at `at` bytes of the present block. Nothing follows.
    void fail(std::size_t at, const std::string& what);

    const std::optional<FileError>& fault() const { return fault_; }
    /// The closing block, when it agrees with what was taken.
    const std::optional<Closing>& closing() const { return closing_; }
    bool closed() const { return closing_ && !fault_; }
    std::uint64_t left_out() const { return file_.unfinished(); }
    std::uint64_t hash() const { return hash_.value(); }
    std::uint64_t records() const { return records_; }

private:
    bool next_block();
    void begin_block(std::string_view payload);
    bool take_unwritten();
    void finish();

    BlockFile file_;
    std::optional<TrajectoryMark> mark_;  // to which it is read; empty: to the end
    bool unwritten_taken_ = false;
    std::string_view payload_;
    ByteReader block_;
    Hash hash_;
    std::uint64_t records_ = 0;
    std::optional<FileError> fault_;
    std::optional<Closing> closing_;
    bool done_ = false;
};

}  // namespace carom::detail

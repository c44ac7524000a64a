// Trajectory files as a sequence of checked blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "carom/core/result.hpp"
#include "carom/record/trajectory.hpp"
#include "files/input_file.hpp"
#include "record/trajectory_format.hpp"

namespace carom::detail {

/// Reads blocks one after the other and checks their order, their size and their checksum.
class BlockFile {
public:
    /// Opens the file and reads up to its first block.
    static Result<BlockFile, FileError> open(const std::filesystem::path& path);

    /// Goes on to the next block; false at the end of the file and at a fault.
    bool next();

    /// Of the format: 1 or 2.
    std::uint32_t version() const { return version_; }
    /// Goes to the block number `block`, which begins at byte `at`.
    void go_to(std::uint64_t at, std::uint32_t block);
    /// Where the last block read ends.
    std::uint64_t at() const { return file_.at(); }
    /// Of the last block read.
    std::uint64_t checksum() const { return checksum_; }

    BlockType type() const { return type_; }
    std::string_view payload() const { return payload_; }
    const std::optional<FileError>& fault() const { return fault_; }
    /// Not 0 when the fault is but that the file ends inside its last block: so many bytes of that are there.
    std::uint64_t unfinished() const { return unfinished_; }

    /// The error `what` at `at` bytes from the start of the payload.
    FileError error_in_payload(std::size_t at, const std::string& what) const;
    /// True when no byte follows the last block read, or none did when the file was opened.
    bool at_end() const { return at() >= file_.size(); }

private:
    BlockFile(std::filesystem::path path, InputFile file);
    bool fail(std::uint64_t at, const std::string& what);
    bool fail_inside(std::uint64_t block_at);
    bool read(std::uint64_t count, std::string& to);
    bool check_header(std::uint64_t block_at, std::uint64_t size);
    FileError error_at(std::uint64_t at, const std::string& what) const;

    std::filesystem::path path_;
    InputFile file_;
    std::uint64_t payload_at_ = 0;
    std::uint32_t blocks_ = 0;
    std::uint32_t version_ = 0;
    std::uint64_t checksum_ = 0;
    std::uint64_t unfinished_ = 0;
    BlockType type_ = BlockType::head;
    std::string header_;
    std::string payload_;
    std::string trailer_;
    std::optional<FileError> fault_;
};

}  // namespace carom::detail

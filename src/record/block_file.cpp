#include "record/block_file.hpp"

#include <fmt/format.h>

#include <utility>

#include "record/hash.hpp"

namespace carom::detail {
namespace {

/// The first bytes of a block after the start state: type and index.
std::string beginning_of(BlockType type, std::uint32_t index) {
    ByteWriter out;
    out.u32(static_cast<std::uint32_t>(type));
    out.u32(index);
    return std::string(out.bytes());
}

/// Is this what a writer leaves that was cut off in the block `index`? With a further block in it a size is
/// damaged.
bool is_unfinished(const std::string& rest, std::uint32_t index) {
    const auto begins = [&](BlockType type) {
        const std::string whole = beginning_of(type, index);
        return whole.starts_with(std::string_view(rest).substr(0, whole.size()));
    };
    const auto has_next = [&](BlockType type) {
        return rest.find(beginning_of(type, index + 1)) != std::string::npos;
    };
    return (begins(BlockType::records) || begins(BlockType::end)) && !has_next(BlockType::records) &&
           !has_next(BlockType::end);
}

}  // namespace

BlockFile::BlockFile(std::filesystem::path path, InputFile file)
    : path_(std::move(path)), file_(std::move(file)) {}

FileError BlockFile::error_at(std::uint64_t at, const std::string& what) const {
    return {fmt::format("{}: byte {}: {}", path_.string(), at, what)};
}

FileError BlockFile::error_in_payload(std::size_t at, const std::string& what) const {
    return error_at(payload_at_ + at, what);
}

bool BlockFile::fail(std::uint64_t at, const std::string& what) {
    fault_ = error_at(at, what);
    return false;
}

/// The file ends where the block that starts here goes on.
bool BlockFile::fail_inside(std::uint64_t block_at) {
    if (fault_) return false;
    const std::string rest = header_ + payload_ + trailer_;
    if (is_unfinished(rest, blocks_)) unfinished_ = rest.size();
    return fail(block_at, "the file ends inside the block that starts here");
}

/// False when the file ends before; `to` then holds what there was.
bool BlockFile::read(std::uint64_t count, std::string& to) {
    to.clear();
    const std::uint64_t begin = at();
    if (const auto failure = file_.read(count, to)) return fail(begin, "cannot read: " + failure->why);
    return to.size() == count;
}

Result<BlockFile, FileError> BlockFile::open(const std::filesystem::path& path) {
    auto opened = InputFile::open(path);
    if (!opened) return cannot_read(path, opened.error());
    BlockFile file(path, std::move(*opened));
    std::string header;
    const bool whole = file.read(kFileHeaderSize, header);
    if (!whole || header.substr(0, kMagic.size()) != kMagic) {
        return file.error_at(0, "this is not a carom trajectory");
    }
    const std::uint32_t version = ByteReader(std::string_view(header).substr(kMagic.size())).u32();
    if (version < 1 || version > kFormatVersion) {
        const std::string what = fmt::format(
            "format version {} is unknown, this carom reads versions 1 to {}", version, kFormatVersion);
        return file.error_at(kMagic.size(), what);
    }
    file.version_ = version;
    return file;
}

void BlockFile::go_to(std::uint64_t at, std::uint32_t block) {
    file_.go_to(at);
    blocks_ = block;
}

bool BlockFile::check_header(std::uint64_t block_at, std::uint64_t size) {
    switch (type_) {
        case BlockType::head:
            return true;
        case BlockType::records:
            return size <= kRecordsBlockLimit ||
                   fail(block_at, fmt::format("a block of {} bytes is too large", size));
        case BlockType::end:
            return size == kEndPayloadSize || fail(block_at, "the closing block has a wrong size");
    }
    return fail(block_at, "unknown type of block");
}

bool BlockFile::next() {
    if (fault_) return false;
    const std::uint64_t block_at = payload_at_ = at();
    payload_.clear();
    trailer_.clear();
    if (!read(kBlockHeaderSize, header_)) return !header_.empty() && fail_inside(block_at);
    ByteReader header(header_);
    type_ = static_cast<BlockType>(header.u32());
    const std::uint32_t index = header.u32();
    const std::uint64_t size = header.u64();
    payload_at_ = at();
    if (!check_header(block_at, size)) return false;
    if (!read(size, payload_) || !read(kChecksumSize, trailer_)) return fail_inside(block_at);
    Hash checksum;
    checksum.add(header_);
    checksum.add(payload_);
    checksum_ = checksum.value();
    if (ByteReader(trailer_).u64() != checksum_) return fail(block_at, "the block's checksum is wrong");
    if (index != blocks_++) return fail(block_at, "blocks are missing or out of order");
    return true;
}

}  // namespace carom::detail

#include "record/block_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "record/hash.hpp"

namespace carom::detail {
namespace {

/// Memory grows only by what the file really holds, whatever size its blocks claim.
constexpr std::uint64_t kReadStep = std::uint64_t{1} << 20;

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

BlockFile::BlockFile(std::filesystem::path path, std::ifstream stream)
    : path_(std::move(path)), stream_(std::move(stream)) {}

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
    if (stream_.bad()) return fail(block_at, "cannot read");
    const std::string rest = header_ + payload_ + trailer_;
    if (is_unfinished(rest, blocks_)) unfinished_ = rest.size();
    return fail(block_at, "the file ends inside the block that starts here");
}

/// False when the file ends before; `to` then holds what there was.
bool BlockFile::read(std::uint64_t count, std::string& to) {
    to.clear();
    while (to.size() < count) {
        const std::size_t before = to.size();
        const std::uint64_t step = std::min(kReadStep, count - before);
        to.resize(before + step);
        stream_.read(to.data() + before, static_cast<std::streamsize>(step));
        const auto got = static_cast<std::size_t>(stream_.gcount());
        at_ += got;
        to.resize(before + got);
        if (got < step) return false;
    }
    return true;
}

Result<BlockFile, FileError> BlockFile::open(const std::filesystem::path& path) {
    std::error_code ignored;
    const bool is_directory = std::filesystem::is_directory(path, ignored);
    errno = is_directory ? EISDIR : 0;
    std::ifstream stream;
    if (!is_directory) stream.open(path, std::ios::binary);
    if (!stream.is_open()) {
        const std::string reason = std::generic_category().message(errno != 0 ? errno : ENOENT);
        return FileError{fmt::format("{}: cannot read: {}", path.string(), reason)};
    }
    BlockFile file(path, std::move(stream));
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
    stream_.seekg(static_cast<std::streamoff>(at));
    at_ = at;
    blocks_ = block;
}

bool BlockFile::at_end() {
    return stream_.peek() == std::ifstream::traits_type::eof();
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
    const std::uint64_t block_at = payload_at_ = at_;
    payload_.clear();
    trailer_.clear();
    if (!read(kBlockHeaderSize, header_))
        return !header_.empty() || stream_.bad() ? fail_inside(block_at) : false;
    ByteReader header(header_);
    type_ = static_cast<BlockType>(header.u32());
    const std::uint32_t index = header.u32();
    const std::uint64_t size = header.u64();
    payload_at_ = at_;
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

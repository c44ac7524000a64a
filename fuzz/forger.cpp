#include "forger.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>
#include <utility>

#include "carom/core/version.hpp"
#include "record/bytes.hpp"
#include "record/checkpoint_format.hpp"
#include "record/hash.hpp"
#include "record/trajectory_format.hpp"

namespace carom::fuzz {
namespace {

using detail::BlockType;
using detail::ByteReader;
using detail::ByteWriter;

constexpr std::size_t kEditSize = 6;
constexpr std::size_t kMostEdits = 24;

/// More than any specimen; what edits make of it stays small.
constexpr std::size_t kLargestPiece = 4096;
constexpr std::size_t kMostRecords = 256;

constexpr double kNumbers[] = {0.0,
                               -0.0,
                               1,
                               -1,
                               0.5,
                               2,
                               1e-12,
                               1e-100,
                               1e100,
                               1e-300,
                               1e300,
                               0x1p-20,
                               0x1p61,
                               0x1p63,
                               std::numeric_limits<double>::denorm_min(),
                               std::numeric_limits<double>::min(),
                               std::numeric_limits<double>::max(),
                               -std::numeric_limits<double>::max(),
                               std::numeric_limits<double>::infinity(),
                               -std::numeric_limits<double>::infinity(),
                               std::numeric_limits<double>::quiet_NaN()};

constexpr std::uint64_t kWholes[] = {0,
                                     1,
                                     2,
                                     3,
                                     0x7F,
                                     0xFF,
                                     0xFFFF,
                                     0x7FFFFFFF,
                                     0xFFFFFFFF,
                                     std::uint64_t{1} << 25,
                                     std::uint64_t{1} << 32,
                                     std::uint64_t{1} << 53,
                                     std::uint64_t{1} << 61,
                                     (std::uint64_t{1} << 61) + 1,
                                     std::uint64_t{1} << 62,
                                     ~std::uint64_t{0} >> 1,
                                     std::uint64_t{1} << 63,
                                     ~std::uint64_t{0}};

/// The eight bytes at `at`, or as many as there are, as a number that may be changed.
class Field {
public:
    Field(std::string& piece, std::size_t at, std::size_t width = 8)
        : piece_(piece), at_(at), width_(std::min(width, piece.size() - at)) {}

    std::uint64_t whole() const {
        std::uint64_t bits = 0;
        std::memcpy(&bits, piece_.data() + at_, width_);
        return bits;
    }
    double number() const { return std::bit_cast<double>(whole()); }
    void set(std::uint64_t bits) { std::memcpy(piece_.data() + at_, &bits, width_); }
    void set(double number) { set(std::bit_cast<std::uint64_t>(number)); }

private:
    std::string& piece_;
    std::size_t at_, width_;
};

int signed_value(const Edit& edit) {
    return static_cast<std::int16_t>(edit.value);
}

/// Changes a number, which keeps the piece's size.
void change_number(std::string& piece, std::size_t at, const Edit& edit) {
    Field field(piece, at);
    switch (edit.action % 8) {
        case 0:
            piece[at] = static_cast<char>(edit.value);
            break;
        case 1:
            field.set(kNumbers[edit.value % std::size(kNumbers)]);
            break;
        case 2:
            field.set(kWholes[edit.value % std::size(kWholes)]);
            break;
        case 3:
            field.set(field.whole() + static_cast<std::uint64_t>(std::int64_t{signed_value(edit)}));
            break;
        case 4:
            field.set(std::ldexp(field.number(), signed_value(edit) % 64));
            break;
        case 5:
            field.set(field.number() + signed_value(edit) / 256.0);
            break;
        case 6:
            field.set(-field.number());
            break;
        default:
            field.set(Field(piece, edit.value % piece.size()).whole());
            break;
    }
}

void apply(const Edit& edit, std::string& piece) {
    if (piece.empty()) return;
    const std::size_t at = edit.at % piece.size();
    switch (edit.action % 16) {
        case 8:
            Field(piece, at, 4).set(kWholes[edit.value % std::size(kWholes)]);
            break;
        case 9:
            Field(piece, at, 4).set(std::uint64_t{edit.value});
            break;
        case 10:
            piece.insert(at, edit.value % 64, '\0');
            break;
        case 11:
            piece.erase(at, edit.value % 64);
            break;
        case 12:
            piece.resize(at);
            break;
        case 13:
            piece.insert(at, piece.substr(edit.value % piece.size(), 40));
            break;
        default:
            change_number(piece, at, edit);
    }
    piece.resize(std::min(piece.size(), kLargestPiece));
}

/// Records can also be left out, come twice, or change their places.
void apply_to_records(const Edit& edit, std::vector<std::string>& records) {
    if (records.empty()) return;
    const std::size_t k = edit.record % records.size();
    const auto place = records.begin() + static_cast<std::ptrdiff_t>(k);
    switch (edit.action) {
        case 0xF0:
            records.erase(place);
            break;
        case 0xF1:
            if (records.size() < kMostRecords) records.insert(place, std::string(records[k]));
            break;
        case 0xF2:
            std::swap(records[k], records[edit.value % records.size()]);
            break;
        case 0xF3:
            records.resize(k);
            break;
        default:
            apply(edit, records[k]);
    }
}

/// The target of an edit: a quarter of all numbers is the head, half of them are the records.
Edit::Target target_of(std::uint8_t number) {
    using Target = Edit::Target;
    constexpr Target others[] = {Target::version, Target::end, Target::mark, Target::state,
                                 Target::state,   Target::run, Target::file, Target::checkpoint};
    if (number < 64) return Target::head;
    return number < 128 ? others[number % std::size(others)] : Target::record;
}

/// Blocks with right checksums around any content.
class BlockForger {
public:
    explicit BlockForger(std::string_view version) : bytes_(std::string(detail::kMagic).append(version)) {}

    void block(BlockType type, std::string_view payload) {
        ByteWriter header;
        header.u32(static_cast<std::uint32_t>(type));
        header.u32(mark_.blocks++);
        header.u64(payload.size());
        const std::string block = std::string(header.bytes()).append(payload);
        mark_.last_block = bytes_.size();
        mark_.last_checksum = detail::hash_of(block);
        ByteWriter checksum;
        checksum.u64(mark_.last_checksum);
        bytes_.append(block).append(checksum.bytes());
        mark_.bytes = bytes_.size();
    }

    const std::string& bytes() const { return bytes_; }
    const TrajectoryMark& mark() const { return mark_; }

private:
    std::string bytes_;
    TrajectoryMark mark_;
};

std::string joined(std::span<const std::string> records) {
    std::string all;
    for (const std::string& record : records) all += record;
    return all;
}

std::string encoded(const TrajectoryMark& mark) {
    ByteWriter out;
    for (const std::uint64_t number : {mark.bytes, mark.last_block, mark.last_checksum}) out.u64(number);
    out.u32(mark.blocks);
    out.u64(mark.records);
    out.u64(mark.hash);
    out.text(mark.hash_state);
    out.text(mark.unwritten);
    return std::string(out.bytes());
}

std::string sealed(std::string bytes) {
    ByteWriter checksum;
    checksum.u64(detail::hash_of(bytes));
    return bytes.append(checksum.bytes());
}

std::string checkpoint_of(const std::string& mark, const Specimen& specimen) {
    ByteWriter out;
    out.u32(detail::kCheckpointVersion);
    out.text(version);
    for (const auto& [name, content] : {std::pair<std::string_view, std::string_view>("trajectory", mark),
                                        {"simulation", specimen.state},
                                        {"run", specimen.run}}) {
        out.text(name);
        out.u64(content.size());
        std::copy(content.begin(), content.end(), out.room_for(content.size()));
    }
    return std::string(detail::kCheckpointMagic).append(out.bytes());
}

class Forger {
public:
    explicit Forger(const Request& request) : request_(request), specimen_(*request.specimen) {
        ByteWriter out;
        out.u32(specimen_.version);
        version_ = out.bytes();
        for (const Edit& edit : request.edits) apply_to_specimen(edit);
    }

    Forgery forge() {
        BlockForger blocks(version_);
        blocks.block(BlockType::head, specimen_.head);
        const std::span<const std::string> records = specimen_.records;
        const std::string first = joined(records.first(records.size() / 2));
        const std::string second = joined(records.subspan(records.size() / 2));
        if (!first.empty()) blocks.block(BlockType::records, first);
        const bool keeps = request_.saved_early || second.empty();
        if (!keeps) blocks.block(BlockType::records, second);
        const TrajectoryMark mark =
            mark_of(blocks.mark(), keeps ? first : first + second, keeps ? second : "");
        if (keeps && !second.empty()) blocks.block(BlockType::records, second);
        if (request_.closed) blocks.block(BlockType::end, closing(mark));
        Forgery forgery{blocks.bytes(), {}};
        if (!specimen_.state.empty()) forgery.checkpoint = checkpoint(mark);
        apply_to(Edit::Target::file, forgery.file);
        return forgery;
    }

private:
    void apply_to_specimen(const Edit& edit) {
        if (edit.target == Edit::Target::head) apply(edit, specimen_.head);
        if (edit.target == Edit::Target::record) apply_to_records(edit, specimen_.records);
        if (edit.target == Edit::Target::version) apply(edit, version_);
        if (edit.target == Edit::Target::end) apply(edit, specimen_.end);
        if (edit.target == Edit::Target::state) apply(edit, specimen_.state);
        if (edit.target == Edit::Target::run) apply(edit, specimen_.run);
    }

    void apply_to(Edit::Target target, std::string& piece) const {
        for (const Edit& edit : request_.edits) {
            if (edit.target == target) apply(edit, piece);
        }
    }

    TrajectoryMark mark_of(TrajectoryMark mark, const std::string& written, const std::string& unwritten) {
        detail::Hash hash;
        hash.add(specimen_.head);
        hash.add(written);
        mark.records = specimen_.records.size();
        mark.hash = hash.value_with(unwritten);
        mark.hash_state = hash.state();
        mark.unwritten = unwritten;
        return mark;
    }

    std::string closing(const TrajectoryMark& mark) const {
        ByteWriter out;
        out.u64(mark.records);
        out.u64(mark.hash ^ (request_.wrong_closing ? 1 : 0));
        return std::string(out.bytes()) + specimen_.end;
    }

    std::string checkpoint(const TrajectoryMark& mark) const {
        std::string bytes = encoded(mark);
        apply_to(Edit::Target::mark, bytes);
        bytes = checkpoint_of(bytes, specimen_);
        apply_to(Edit::Target::checkpoint, bytes);
        return sealed(std::move(bytes));
    }

    const Request& request_;
    Specimen specimen_;
    std::string version_;
};

}  // namespace

Request::Request(std::span<const std::uint8_t> input) {
    ByteReader in(std::string_view(reinterpret_cast<const char*>(input.data()), input.size()));
    specimen = &specimens()[in.u8() % specimens().size()];
    use = in.u8();
    const std::uint8_t frame = in.u8();
    closed = (frame & 1) == 0;
    wrong_closing = (frame & 2) != 0;
    saved_early = (frame & 4) != 0;
    while (in.left() >= kEditSize && edits.size() < kMostEdits) {
        const std::uint8_t target = in.u8();
        edits.push_back({target_of(target), target, in.u16(), in.u8(), in.u16()});
    }
}

Forgery forged(const Request& request) {
    return Forger(request).forge();
}

}  // namespace carom::fuzz

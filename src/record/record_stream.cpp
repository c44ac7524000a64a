#include "record/record_stream.hpp"

#include <fmt/format.h>

#include <utility>

namespace carom::detail {

RecordStream::RecordStream(BlockFile file, std::optional<TrajectoryMark> mark)
    : file_(std::move(file)), mark_(std::move(mark)) {
    hash_.add(file_.payload());
}

std::optional<RecordStream::Record> RecordStream::next() {
    while (!done_ && block_.left() == 0) done_ = !next_block();
    if (done_) return {};
    Record record;
    record.at = block_.at();
    record.kind = block_.u8();
    const std::uint8_t reserved = block_.u8();
    record.content = block_.take(block_.u16());
    if (block_.ok() && reserved == 0) return record;
    fail(record.at, "record is damaged: its header is wrong");
    return {};
}

void RecordStream::take(const Record& record) {
    hash_.add(payload_.substr(record.at, block_.at() - record.at));
    ++records_;
}

void RecordStream::fail(std::size_t at, const std::string& what) {
    fault_ = file_.error_in_payload(at, what);
    done_ = true;
}

bool RecordStream::next_block() {
    if (mark_ && file_.at() >= mark_->bytes) return take_unwritten();
    if (!file_.next()) {
        if (file_.unfinished() == 0) fault_ = file_.fault();
        return false;
    }
    if (file_.type() == BlockType::records) {
        begin_block(file_.payload());
        return true;
    }
    if (file_.type() == BlockType::end) {
        finish();
    } else {
        fail(0, "a second start state");
    }
    return false;
}

void RecordStream::begin_block(std::string_view payload) {
    payload_ = payload;
    block_ = ByteReader(payload);
}

/// What the mark has behind the blocks of the file, once; then there is no block to go on with.
bool RecordStream::take_unwritten() {
    if (!std::exchange(unwritten_taken_, true)) {
        begin_block(mark_->unwritten);
        return true;
    }
    if (records_ != mark_->records || hash_.value() != mark_->hash)
        fail(0, "up to here these are not the records that the checkpoint was made after");
    return false;
}

void RecordStream::finish() {
    const Closing closing = decode_closing(file_.payload());
    if (closing.records != records_)
        return fail(0, fmt::format("{} records were closed, {} are here", closing.records, records_));
    if (closing.hash != hash_.value()) return fail(0, "the hash of start state and records is wrong");
    if (!file_.at_end())
        return fail(kEndPayloadSize + kChecksumSize, "the file goes on after its closing block");
    closing_ = closing;
}

}  // namespace carom::detail

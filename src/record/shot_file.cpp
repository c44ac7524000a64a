#include "carom/record/shot_file.hpp"

#include <utility>

#include "record/block_writer.hpp"
#include "record/record_stream.hpp"
#include "record/shot_format.hpp"

namespace carom {

using namespace detail;
using namespace billiards::detail;

class ShotFileWriter::Impl : public BlockWriter {
public:
    explicit Impl(WholeFile file) : BlockWriter(std::move(file)) {}

    void start(const billiards::TableScene& scene) {
        encode_table_scene(payload(), scene);
        write_head(kShotsVersion);
    }

    void write(const PlayedShot& shot) {
        write_states(ShotRecord::begins, 0, shot.start);
        for (const billiards::ShotEvent& event : shot.events) {
            record_.clear();
            encode_event(record_, event);
            end(ShotRecord::event);
        }
        write_states(ShotRecord::ends, shot.duration, shot.end);
        total_ += shot.duration;
    }

    std::optional<FileError> close() { return BlockWriter::close({0, total_}); }

private:
    void write_states(ShotRecord kind, double time, const std::vector<billiards::BallState>& states) {
        for (const billiards::BallState& state : states) {
            record_.clear();
            record_.f64(time);
            encode_state(record_, state);
            end(kind);
        }
    }

    void end(ShotRecord kind) {
        payload().u8(static_cast<std::uint8_t>(kind));
        payload().u8(0);
        payload().u16(static_cast<std::uint16_t>(record_.size()));
        const std::string_view bytes = record_.bytes();
        std::copy(bytes.begin(), bytes.end(), payload().room_for(bytes.size()));
        end_record();
    }

    ByteWriter record_;
    double total_ = 0;
};

Result<ShotFileWriter, FileError> ShotFileWriter::create(const std::filesystem::path& path,
                                                         const billiards::TableScene& scene) {
    auto file = WholeFile::create(path, WhenAbandoned::keep);
    if (!file) return file.error();
    auto impl = std::make_unique<Impl>(std::move(*file));
    impl->start(scene);
    if (auto error = impl->flush()) return *error;
    return ShotFileWriter(std::move(impl));
}

ShotFileWriter::ShotFileWriter(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ShotFileWriter::ShotFileWriter(ShotFileWriter&&) noexcept = default;
ShotFileWriter& ShotFileWriter::operator=(ShotFileWriter&&) noexcept = default;
ShotFileWriter::~ShotFileWriter() {
    if (impl_) impl_->flush();
}

void ShotFileWriter::write(const PlayedShot& shot) {
    impl_->write(shot);
}

std::optional<FileError> ShotFileWriter::close() {
    return impl_->close();
}

std::uint64_t ShotFileWriter::hash() const {
    return impl_->hash();
}

std::uint64_t ShotFileWriter::size() const {
    return impl_->size();
}

class ShotFileReader::Impl {
public:
    Impl(BlockFile file, billiards::TableScene scene) : stream_(std::move(file)), scene_(std::move(scene)) {}

    const RecordStream& stream() const { return stream_; }
    const billiards::TableScene& scene() const { return scene_; }

    std::optional<PlayedShot> next() {
        PlayedShot shot;
        while (const auto record = stream_.next()) {
            ByteReader in(record->content);
            const std::string wrong = take(shot, static_cast<ShotRecord>(record->kind), in);
            if (!wrong.empty()) {
                stream_.fail(record->at, "record is damaged: " + wrong);
                return {};
            }
            stream_.take(*record);
            if (shot.end.size() == scene_.start.size()) return shot;
        }
        check_end(shot);
        return {};
    }

private:
    void check_end(const PlayedShot& unfinished) {
        if (!stream_.closed()) return;
        const Time end = stream_.closing()->end;
        if (!unfinished.start.empty()) return stream_.fail(0, "the last shot is not whole");
        if (end.epoch != 0 || end.offset != total_) stream_.fail(0, "the end time is wrong");
    }

    std::string take(PlayedShot& shot, ShotRecord kind, ByteReader& in) {
        const std::size_t balls = scene_.start.size();
        if (kind == ShotRecord::event) {
            const billiards::ShotEvent event = decode_event(in);
            if (!in.ok() || in.left() > 0 || !is_proper_event(event, scene_)) return "an event is not proper";
            if (shot.start.size() != balls || !shot.end.empty()) return "an event is out of place";
            if (!shot.events.empty() && event.time < shot.events.back().time) return "time goes back";
            shot.events.push_back(event);
            return "";
        }
        const double time = in.f64();
        const billiards::BallState state = decode_state(in);
        if (!in.ok() || in.left() > 0 || !is_proper_state(state)) return "a state is not proper";
        return kind == ShotRecord::begins ? begin(shot, time, state) : end(shot, kind, time, state);
    }

    std::string begin(PlayedShot& shot, double time, const billiards::BallState& state) {
        if (time != 0 || shot.start.size() == scene_.start.size()) return "a start state is out of place";
        shot.start.push_back(state);
        return "";
    }

    std::string end(PlayedShot& shot, ShotRecord kind, double time, const billiards::BallState& state) {
        if (kind != ShotRecord::ends) return "its kind is unknown: a newer carom is needed";
        const double last = shot.events.empty() ? 0 : shot.events.back().time;
        const bool same = shot.end.empty() ? time >= last && time <= 1e100 : time == shot.duration;
        if (!same || shot.start.size() != scene_.start.size()) return "an end state is out of place";
        shot.duration = time;
        shot.end.push_back(state);
        if (shot.end.size() == scene_.start.size()) total_ += time;
        return "";
    }

    RecordStream stream_;
    billiards::TableScene scene_;
    double total_ = 0;
};

Result<ShotFileReader, FileError> ShotFileReader::open(const std::filesystem::path& path) {
    auto file = BlockFile::open(path);
    if (!file) return file.error();
    if (file->version() != kShotsVersion) return FileError{path.string() + ": this is no file of shots"};
    if (!file->next())
        return file->fault() ? *file->fault() : file->error_in_payload(0, "the file ends before the scene");
    if (file->type() != BlockType::head) return file->error_in_payload(0, "the scene is missing");
    auto scene = decode_table_scene(file->payload());
    if (!scene) return file->error_in_payload(scene.error().at, scene.error().what);
    return ShotFileReader(std::make_unique<Impl>(std::move(*file), std::move(*scene)));
}

ShotFileReader::ShotFileReader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ShotFileReader::ShotFileReader(ShotFileReader&&) noexcept = default;
ShotFileReader& ShotFileReader::operator=(ShotFileReader&&) noexcept = default;
ShotFileReader::~ShotFileReader() = default;

const billiards::TableScene& ShotFileReader::scene() const {
    return impl_->scene();
}

std::optional<PlayedShot> ShotFileReader::next() {
    return impl_->next();
}

std::optional<FileError> ShotFileReader::fault() const {
    return impl_->stream().fault();
}

bool ShotFileReader::closed() const {
    return impl_->stream().closed();
}

std::uint64_t ShotFileReader::hash() const {
    return impl_->stream().hash();
}

bool is_shot_file(const std::filesystem::path& path) {
    const auto file = BlockFile::open(path);
    return file && file->version() == kShotsVersion;
}

}  // namespace carom

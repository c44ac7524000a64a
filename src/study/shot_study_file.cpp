#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <string_view>

#include "carom/core/version.hpp"
#include "carom/study/shot_study.hpp"
#include "files/input_file.hpp"
#include "files/whole_file.hpp"
#include "record/hash.hpp"
#include "study/study_identity.hpp"

namespace carom {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTable = "shots.csv";
constexpr const char* kSums = "shots.sums";

nlohmann::ordered_json identity_of_shots(const StudyPlan& plan) {
    std::string values;
    for (const StudyParameter& parameter : plan.parameters) {
        values += parameter.key;
        for (const std::string& value : parameter.values) values += "\n" + value;
        values += "\n\n";
    }
    return {{"carom_version", version},
            {"scene", fmt::format("{:016x}", detail::hash_of(plan.scene))},
            {"values", fmt::format("{:016x}", detail::hash_of(values))}};
}

/// The lines of a file, one after the other.
class Lines {
public:
    explicit Lines(InputFile file) : file_(std::move(file)) {}

    /// With its end; empty when there is no further whole line, or the file cannot be read.
    std::string_view next() {
        constexpr std::uint64_t kPiece = std::uint64_t{1} << 20;
        for (;;) {
            const std::size_t end = buffer_.find('\n', at_);
            if (end != std::string::npos) {
                const std::string_view line(buffer_.data() + at_, end + 1 - at_);
                at_ = end + 1;
                return line;
            }
            buffer_.erase(0, at_);
            at_ = 0;
            const std::size_t before = buffer_.size();
            if (file_.read(kPiece, buffer_) || buffer_.size() == before) return {};
        }
    }

private:
    InputFile file_;
    std::string buffer_;
    std::size_t at_ = 0;
};

/// The cell at the start of a text.
std::string_view first_cell(std::string_view text) {
    if (!text.starts_with('"')) return text.substr(0, text.find(','));
    std::size_t end = 1;
    while (end < text.size() && (text[end] != '"' || text.substr(end).starts_with("\"\"")))
        end += text[end] == '"' ? 2 : 1;
    return text.substr(0, end + 1);
}

/// The text of a cell.
std::string text_in(std::string_view cell) {
    if (!cell.starts_with('"')) return std::string(cell);
    std::string text;
    for (std::size_t k = 1; k + 1 < cell.size(); ++k) {
        text += cell[k];
        if (cell[k] == '"') ++k;
    }
    return text;
}

/// What is right in a table, from its beginning.
struct SoundPart {
    std::vector<std::string> sums;    // of each whole block
    std::uint64_t bytes = 0;          // of the head and these blocks
    std::uint64_t end_line = 1;       // behind them and further right rows, from 1 on
    bool ends_with_the_file = false;  // no whole line is there

    std::uint64_t blocks() const { return sums.size(); }
};

std::string sum_of(std::string_view block) {
    return fmt::format("{:016x}", detail::hash_of(block));
}

/// Hands over what fell in each row, up to the first one that is not of this study.
SoundPart read_table(InputFile file, const ShotStudy& study,
                     const std::function<void(std::string_view)>& on_row) {
    Lines lines(std::move(file));
    std::string_view line = lines.next();
    SoundPart part;
    part.ends_with_the_file = line.empty();
    if (line != study.columns()) return part;
    part.bytes = line.size();
    std::string block;
    const std::uint64_t rows = member_count(study.plan());
    for (std::uint64_t row = 0; row < rows; ++row) {
        part.end_line = row + 2;
        line = lines.next();
        const std::string settings = study.settings(row);
        if (!line.starts_with(settings)) {
            part.ends_with_the_file = line.empty();
            return part;
        }
        if (on_row) on_row(first_cell(line.substr(settings.size())));
        block += line;
        if (row + 1 < study.first_row(part.blocks() + 1)) continue;
        part.bytes += block.size();
        part.sums.push_back(sum_of(block));
        block.clear();
    }
    return part;
}

/// The sums of the blocks that were played.
std::vector<std::string> read_sums(const fs::path& file) {
    std::vector<std::string> sums;
    auto input = InputFile::open(file);
    if (!input) return sums;
    Lines lines(std::move(*input));
    for (std::string_view line = lines.next(); line.size() == 17; line = lines.next())
        sums.emplace_back(line.substr(0, 16));
    return sums;
}

/// The first line of a block that is not what is played again.
std::uint64_t wrong_line(InputFile file, const ShotStudy& study, std::uint64_t block) {
    const std::uint64_t first = study.first_row(block) + 2;
    const auto rows = study.play(block);
    if (!rows || !*rows) return first;
    Lines lines(std::move(file));
    for (std::uint64_t line = 1; line < first; ++line) lines.next();
    std::string_view right = **rows;
    for (std::uint64_t line = first; !right.empty(); ++line) {
        const std::string_view there = lines.next();
        if (there.empty() || !right.starts_with(there)) return line;
        right.remove_prefix(there.size());
    }
    return first;
}

/// The line from which a table is not as it was written; 0 if all is well. The last block may not be whole.
std::uint64_t damaged_line(const fs::path& table, const ShotStudy& study, const SoundPart& part,
                           const std::vector<std::string>& sums, bool is_finished) {
    if (sums.empty()) return 0;
    const auto same = std::mismatch(part.sums.begin(), part.sums.end(), sums.begin(), sums.end());
    const auto block = static_cast<std::uint64_t>(same.first - part.sums.begin());
    const bool differs = block < part.blocks() && block < sums.size();
    const bool is_short = is_finished || part.blocks() + 1 < sums.size() || !part.ends_with_the_file;
    if (!differs && (part.blocks() == study.block_count() || !is_short)) return 0;
    auto file = InputFile::open(table);
    return file ? wrong_line(std::move(*file), study, block) : part.end_line;
}

}  // namespace

class ShotStudyFile::Impl {
public:
    std::optional<WholeFile> file;  // nothing when the table is finished
    fs::path sums_file;
    std::vector<std::string> sums;  // of the blocks that are there
};

ShotStudyFile::ShotStudyFile(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ShotStudyFile::ShotStudyFile(ShotStudyFile&&) noexcept = default;
ShotStudyFile& ShotStudyFile::operator=(ShotStudyFile&&) noexcept = default;
ShotStudyFile::~ShotStudyFile() = default;

Result<ShotStudyFile, FileError> ShotStudyFile::open(const fs::path& directory, const ShotStudy& study) {
    if (auto error = detail::claim_study_folder(directory, identity_of_shots(study.plan()))) return *error;
    auto impl = std::make_unique<Impl>();
    const fs::path table = directory / kTable;
    impl->sums_file = directory / kSums;
    const auto sums = read_sums(impl->sums_file);
    for (const fs::path& from : {table, partial_of(table)}) {
        auto input = InputFile::open(from);
        if (!input) continue;
        const SoundPart part = read_table(std::move(*input), study, {});
        if (const std::uint64_t line = damaged_line(from, study, part, sums, from == table))
            return FileError{fmt::format(
                "{}: line {} is damaged. Put the file back as it was, or delete it to play all shots again",
                from.string(), line)};
        if (part.blocks() == 0 || part.blocks() > sums.size()) continue;
        impl->sums = part.sums;
        if (part.blocks() == study.block_count() && from == table) return ShotStudyFile(std::move(impl));
        auto file = WholeFile::reopen(table, from, part.bytes, WhenAbandoned::keep);
        if (!file) return file.error();
        impl->file = std::move(*file);
        return ShotStudyFile(std::move(impl));
    }
    auto file = WholeFile::create(table, WhenAbandoned::keep);
    if (!file) return file.error();
    if (auto error = file->append(study.columns())) return *error;
    impl->file = std::move(*file);
    return ShotStudyFile(std::move(impl));
}

std::uint64_t ShotStudyFile::blocks() const {
    return impl_->sums.size();
}

/// The sum first: a table has one for each of its blocks.
std::optional<FileError> ShotStudyFile::append(const std::string& rows) {
    impl_->sums.push_back(sum_of(rows));
    std::string text;
    for (const std::string& sum : impl_->sums) text += sum + "\n";
    if (auto error = write_file_whole(impl_->sums_file, text)) return error;
    return impl_->file->append(rows);
}

std::optional<FileError> ShotStudyFile::close() {
    return impl_->file ? impl_->file->commit() : std::nullopt;
}

Result<ShotOutcomes, FileError> read_shot_outcomes(const fs::path& directory, const ShotStudy& study) {
    auto input = InputFile::open(directory / kTable);
    if (!input) return cannot_read(directory / kTable, input.error());
    std::map<std::string, std::uint32_t, std::less<>> known;
    ShotOutcomes found;
    const SoundPart part = read_table(std::move(*input), study, [&](std::string_view fell) {
        auto at = known.find(fell);
        if (at == known.end()) {
            at = known.emplace(fell, static_cast<std::uint32_t>(found.names.size())).first;
            found.names.emplace_back(fell);
            found.counts.push_back(0);
        }
        ++found.counts[at->second];
        found.of_row.push_back(at->second);
    });
    if (part.blocks() < study.block_count())
        return FileError{fmt::format("{}: line {} is damaged", (directory / kTable).string(), part.end_line)};
    std::vector<std::uint32_t> order(found.names.size()), rank(found.names.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return found.counts[a] > found.counts[b]; });
    ShotOutcomes sorted;
    for (std::uint32_t k = 0; k < order.size(); ++k) {
        rank[order[k]] = k;
        sorted.names.push_back(text_in(found.names[order[k]]));
        sorted.counts.push_back(found.counts[order[k]]);
    }
    sorted.of_row = std::move(found.of_row);
    for (std::uint32_t& outcome : sorted.of_row) outcome = rank[outcome];
    return sorted;
}

}  // namespace carom

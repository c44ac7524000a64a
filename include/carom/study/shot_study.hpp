/// \file
/// Studies of a shot: one strike with many values of its numbers, or of the table's, and what falls.
/// How-to: docs/how_to/study.md. Tests: tests/study.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "carom/billiards/table_scene.hpp"
#include "carom/core/result.hpp"
#include "carom/files/file_error.hpp"
#include "carom/study/study.hpp"

namespace carom {

/// All combinations of values of a scene with a table and one shot. Rows are numbered like the members of
/// `plan()`, and played in blocks.
class ShotStudy {
public:
    /// Of a plan whose scene has a table. Its seeds and limits are not used. Those parameters that are
    /// numbers of the strike (`speed`, `direction`, `elevation`, `left` and `up` of `shots`) are put last:
    /// they cost nothing but the shot.
    static Result<ShotStudy, SceneFaults> create(StudyPlan plan);

    /// With the parameters of the strike last.
    const StudyPlan& plan() const { return plan_; }
    /// How many parts the rows are played in: at most 20,000 rows each, on the same table.
    std::uint64_t block_count() const;
    /// The first row of a block; of `block_count()`, the number of all rows.
    std::uint64_t first_row(std::uint64_t block) const;

    /// The first line of the table: keys, and what became of the shot.
    std::string columns() const;
    /// What a row begins with: the values, each with a comma.
    std::string settings(std::uint64_t row) const;
    /// The rows of a block as lines of CSV; nothing when `goes_on`, asked before each shot, says no. The bits
    /// depend on the plan and the row only.
    Result<std::optional<std::string>, SceneFaults> play(std::uint64_t block,
                                                         const std::function<bool()>& goes_on = {}) const;

private:
    explicit ShotStudy(StudyPlan plan) : plan_(std::move(plan)) {}
    Result<billiards::TableScene, SceneFaults> scene_of(std::uint64_t table) const;
    std::vector<std::string> faults_of_strikes(const billiards::TableScene& scene) const;
    billiards::Strike strike_of(const billiards::Strike& planned, std::uint64_t row) const;
    std::uint64_t blocks_per_table() const;

    StudyPlan plan_;
    std::vector<std::vector<double>> strikes_;  // the values of each parameter of the strike
    std::uint64_t tables_ = 1, rows_per_table_ = 1;
};

/// The table of a study of shots, `shots.csv` in its folder. It grows block by block as
/// `shots.csv.partial`, and a process that is killed loses only the blocks that it was playing.
class ShotStudyFile {
public:
    /// Makes the folder and its table, or goes on with them. A folder of another study is refused, and so is
    /// a table in which something has changed since; the error names the line.
    static Result<ShotStudyFile, FileError> open(const std::filesystem::path& directory,
                                                 const ShotStudy& study);
    ShotStudyFile(ShotStudyFile&&) noexcept;             ///< leaves the other unusable
    ShotStudyFile& operator=(ShotStudyFile&&) noexcept;  ///< leaves the other unusable
    ~ShotStudyFile();

    /// How many blocks it has.
    std::uint64_t blocks() const;
    /// The rows of the next block.
    std::optional<FileError> append(const std::string& rows);
    /// With all blocks: the file takes its name.
    std::optional<FileError> close();

private:
    class Impl;
    explicit ShotStudyFile(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// What fell in each shot.
struct ShotOutcomes {
    std::vector<std::string> names;     ///< sets of balls that fell, by how often; "" for none
    std::vector<std::uint64_t> counts;  ///< rows of each set
    std::vector<std::uint32_t> of_row;  ///< index into `names`
};

/// Reads it from the finished table of a study.
Result<ShotOutcomes, FileError> read_shot_outcomes(const std::filesystem::path& directory,
                                                   const ShotStudy& study);

}  // namespace carom

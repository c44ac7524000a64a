/// \file
/// The folder of a study: one file for each member that is done, and tables of all of them.
/// Format: docs/formats/study.md.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "carom/files/file_error.hpp"
#include "carom/study/study.hpp"

namespace carom {

/// Keeps what members gave. A process that is killed loses nothing that was kept, and several may write at
/// once.
class StudyFolder {
public:
    /// Makes the folder, or takes up one of the same scene, limits and version, whose imported files have the
    /// same contents. One of another study is refused. More values and more seeds may be asked of the same
    /// folder later.
    static Result<StudyFolder, FileError> open(const std::filesystem::path& directory, const StudyPlan& plan);

    /// What was kept of a member; nothing when there is none, or its file is damaged.
    std::optional<StudyResult> result(const StudyMember& member) const;
    /// The file of a member, if it is there and damaged.
    std::optional<std::filesystem::path> damaged_file(const StudyMember& member) const;
    /// Writes the file of a member, whole or not at all.
    std::optional<FileError> keep(const StudyMember& member, const StudyResult& result) const;

private:
    StudyFolder(std::filesystem::path directory, std::vector<std::string> keys)
        : directory_(std::move(directory)), keys_(std::move(keys)) {}
    std::filesystem::path file_of(const StudyMember& member) const;

    std::filesystem::path directory_;
    std::vector<std::string> keys_;
};

/// A mean over the seeds of one combination of values.
struct StudyMean {
    std::vector<std::string> values;  ///< one for each parameter
    std::string quantity;             ///< the name of the number
    double mean = 0;                  ///< over the seeds that have it
    /// Standard error: of the mean over seeds, or within the run where there is only one.
    std::optional<double> error;
    std::uint64_t seeds = 0;  ///< how many have it
};

/// Of all quantities and combinations, in the order of members. `results` has one entry for each member.
std::vector<StudyMean> means_of(const StudyPlan& plan, const std::vector<StudyResult>& results);

/// A row for each member: parameters, seed, events, time, and each number with its error.
std::string members_csv(const StudyPlan& plan, const std::vector<StudyResult>& results);
/// A row for each combination of values and quantity.
std::string means_csv(const StudyPlan& plan, const std::vector<StudyMean>& means);
/// A picture, as the text of an SVG file: each quantity over the first key whose values are several numbers,
/// with bars of one standard error, a line of points for each combination of the other keys, and theory
/// dashed. Where no key is such a number, the combinations stand side by side.
std::string curves_svg(const StudyPlan& plan, const std::vector<StudyMean>& means);

}  // namespace carom

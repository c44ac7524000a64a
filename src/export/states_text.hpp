// The text formats for states at instants: CSV and extended XYZ. Numbers are the shortest decimals that read
// back as the same bits.
#pragma once

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <vector>

#include "carom/export/instants.hpp"
#include "carom/record/playback.hpp"
#include "files/buffered_file.hpp"
#include "record/ball_kinds.hpp"

namespace carom::detail {

/// A line for each ball and instant. docs/formats/csv.md
template <int N>
class CsvStates {
public:
    static Result<CsvStates, FileError> create(const std::filesystem::path& path,
                                               const TrajectoryStart<N>& start, const Instants& instants);
    void add(const Playback<N>& playback, double seconds);
    const std::optional<FileError>& failure() const { return file_.failure(); }
    std::optional<FileError> commit() { return file_.commit(); }

private:
    explicit CsvStates(BufferedFile file) : file_(std::move(file)) {}
    BufferedFile file_;
};

/// A frame for each instant. docs/formats/xyz.md
template <int N>
class XyzStates {
public:
    static Result<XyzStates, FileError> create(const std::filesystem::path& path,
                                               const TrajectoryStart<N>& start, const Instants& instants);
    void add(const Playback<N>& playback, double seconds);
    const std::optional<FileError>& failure() const { return file_.failure(); }
    std::optional<FileError> commit() { return file_.commit(); }

private:
    XyzStates(BufferedFile file, const Scene<N>& scene);
    BufferedFile file_;
    BallKinds kinds_;
    bool named_ = false;   ///< some ball has a name
    std::string comment_;  ///< of every frame, but for the time
};

}  // namespace carom::detail

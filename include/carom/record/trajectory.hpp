/// \file
/// Trajectory files: the start state and one record per velocity change. Format: docs/formats/trajectory.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "carom/core/result.hpp"
#include "carom/files/file_error.hpp"
#include "carom/scene/scene.hpp"
#include "carom/sim/event.hpp"

namespace carom {

/// What a trajectory starts with.
template <int N>
struct TrajectoryStart {
    Scene<N> scene;           ///< `law.elastic_below` is set to the speed in force
    double epoch_length = 1;  ///< unit of `Time::epoch`
};

/// How far a trajectory file was written: what a writer needs to go on from there.
struct TrajectoryMark {
    std::uint64_t bytes = 0;          ///< size of the file, whole blocks all of it
    std::uint64_t last_block = 0;     ///< where its last block begins
    std::uint64_t last_checksum = 0;  ///< of that block
    std::uint32_t blocks = 0;         ///< number of blocks
    std::uint64_t records = 0;        ///< number of records, `unwritten` ones included
    std::uint64_t hash = 0;           ///< of start state and records
    std::string hash_state;           ///< what the hash goes on from: that of the records in the file
    std::string unwritten;            ///< the records since then: they do not fill a block yet
};

/// The file that `mark` is a mark of: `path` + ".partial", or `path` when that was closed. It is known by
/// the last block before the mark; what comes before that block is not looked at.
Result<std::filesystem::path, FileError> find_trajectory(const std::filesystem::path& path,
                                                         const TrajectoryMark& mark);

/// Writes a trajectory: blocks are appended to `path` + ".partial", which `close` renames to `path`.
///
/// Whatever was handed over before a crash is readable up to the last whole block.
template <int N>
class TrajectoryWriter {
public:
    /// Starts a new file with its start block; an existing file is replaced on `close`.
    static Result<TrajectoryWriter, FileError> create(const std::filesystem::path& path,
                                                      const TrajectoryStart<N>& start);
    /// Goes on with the file that `find_trajectory` finds, which is then called `path` + ".partial". What
    /// follows the mark, a closing block for instance, is cut off.
    static Result<TrajectoryWriter, FileError> reopen(const std::filesystem::path& path,
                                                      const TrajectoryMark& mark);
    /// Writes no file: for the hash alone.
    static TrajectoryWriter without_file(const TrajectoryStart<N>& start);
    /// The other may only be assigned to or destroyed afterwards.
    TrajectoryWriter(TrajectoryWriter&&) noexcept;
    /// The other may only be assigned to or destroyed afterwards.
    TrajectoryWriter& operator=(TrajectoryWriter&&) noexcept;
    /// Without `close` before it, leaves the `.partial` file with every record handed over so far, as far as
    /// the disk allows.
    ~TrajectoryWriter();

    /// Appends one record; not after `close`. An error is kept and told by `flush` and `close`.
    void write(const Event<N>& event);
    /// Hands all records over to the operating system, which ends a block: without it blocks are ended by
    /// their size alone, and equal trajectories are files of equal bytes.
    std::optional<FileError> flush();
    /// Brings all whole blocks to the disk, and says where the file stands. Not after `close`.
    Result<TrajectoryMark, FileError> mark();
    /// Writes the closing block with the end time and renames the file.
    std::optional<FileError> close(Time end);

    /// Bytes of the file so far, with those that it will get for the records handed over.
    std::uint64_t size() const;
    /// Hash of the start state and all records so far: equal trajectories have equal hashes, however they
    /// were cut into blocks.
    std::uint64_t hash() const;

private:
    class Impl;
    explicit TrajectoryWriter(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// Reads a trajectory record by record. Every record it hands over has valid indices and finite numbers.
template <int N>
class TrajectoryReader {
public:
    /// The other may only be assigned to or destroyed afterwards.
    TrajectoryReader(TrajectoryReader&&) noexcept;
    /// The other may only be assigned to or destroyed afterwards.
    TrajectoryReader& operator=(TrajectoryReader&&) noexcept;
    ~TrajectoryReader();

    /// The start state.
    const TrajectoryStart<N>& start() const;

    /// The next record; empty at the end and at the first fault, which `fault` tells apart.
    std::optional<Event<N>> next();

    /// Why reading stopped before a closing block: empty after a clean end. A `.partial` file that simply
    /// ends, after a whole block or inside its last one, has no fault, but is not `closed` either.
    std::optional<FileError> fault() const;
    /// True once the closing block was read and its record count and hash agree with what was read.
    bool closed() const;
    /// Bytes at the end of a file that was not closed that are no whole block, and were left out.
    std::uint64_t left_out() const;
    /// The end time: of the closing block, or of the last record in a file that was not closed.
    Time end() const;
    /// Hash of what was read so far, as the writer's.
    std::uint64_t hash() const;
    /// Number of records read so far.
    std::uint64_t records() const;

private:
    friend class TrajectoryOpener;
    class Impl;
    explicit TrajectoryReader(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// A trajectory of either dimension.
using AnyTrajectory = std::variant<TrajectoryReader<2>, TrajectoryReader<3>>;

/// Opens a trajectory file and reads its start state.
Result<AnyTrajectory, FileError> open_trajectory(const std::filesystem::path& path);

/// The same as far as a mark of the file, with the records that the mark has and the file perhaps has not.
/// Records that are not those of the mark are a fault at the end.
Result<AnyTrajectory, FileError> open_trajectory(const std::filesystem::path& path,
                                                 const TrajectoryMark& mark);

}  // namespace carom

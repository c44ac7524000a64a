/// \file
/// Files of shots: a table scene and everything that its shots did. Format: docs/formats/shots.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "carom/billiards/table_scene.hpp"
#include "carom/core/result.hpp"
#include "carom/files/file_error.hpp"

namespace carom {

/// What one shot did.
struct PlayedShot {
    std::vector<billiards::BallState> start;   ///< before the strike, the cue ball in its place
    std::vector<billiards::ShotEvent> events;  ///< with every motion (billiards::Detail::every_motion)
    std::vector<billiards::BallState> end;     ///< when all balls rest
    double duration = 0;                       ///< [s]
};

/// Writes shots: blocks are appended to `path` + ".partial", which `close` renames to `path`. Whatever was
/// handed over before a crash is readable up to the last whole shot in a whole block.
class ShotFileWriter {
public:
    /// Starts a new file; an existing one is replaced on `close`.
    static Result<ShotFileWriter, FileError> create(const std::filesystem::path& path,
                                                    const billiards::TableScene& scene);
    ShotFileWriter(ShotFileWriter&&) noexcept;             ///< leaves the other unusable
    ShotFileWriter& operator=(ShotFileWriter&&) noexcept;  ///< leaves the other unusable
    /// Without `close` before it, leaves the `.partial` file with every shot handed over so far.
    ~ShotFileWriter();

    /// Appends one shot; not after `close`. An error is kept and told by `close`.
    void write(const PlayedShot& shot);
    /// Writes the closing block and renames the file.
    std::optional<FileError> close();
    /// Hash of the scene and all shots so far.
    std::uint64_t hash() const;
    /// Bytes of the file so far.
    std::uint64_t size() const;

private:
    class Impl;
    explicit ShotFileWriter(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// Reads shots one after the other. Every number it hands over is finite, at most 1e100, and every index
/// valid.
class ShotFileReader {
public:
    /// Opens a file and reads its scene.
    static Result<ShotFileReader, FileError> open(const std::filesystem::path& path);
    ShotFileReader(ShotFileReader&&) noexcept;             ///< leaves the other unusable
    ShotFileReader& operator=(ShotFileReader&&) noexcept;  ///< leaves the other unusable
    ~ShotFileReader();

    /// The scene; its faults are none.
    const billiards::TableScene& scene() const;
    /// The next shot; empty at the end and at the first fault. A shot that was not written whole is left out.
    std::optional<PlayedShot> next();
    /// Why reading stopped before the closing block; empty after a clean end, and where a `.partial` file
    /// simply ends.
    std::optional<FileError> fault() const;
    /// True once the closing block was read and agrees with what was read.
    bool closed() const;
    /// Hash of what was read so far, as the writer's.
    std::uint64_t hash() const;

private:
    class Impl;
    explicit ShotFileReader(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// True for a file of shots, false for other files and where there is none.
bool is_shot_file(const std::filesystem::path& path);

}  // namespace carom

// Trajectories for tests: made in memory, changed at will, written and read back.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "carom/proof/check.hpp"
#include "carom/record/trajectory.hpp"
#include "support/directory.hpp"
#include "support/file_bytes.hpp"

namespace carom::test {

/// All that a closed trajectory file says.
template <int N>
struct Recording {
    TrajectoryStart<N> start;
    std::vector<Event<N>> events;
    Time end;
};

template <int N>
std::uint64_t write(const Recording<N>& recording, const std::filesystem::path& path) {
    auto writer = TrajectoryWriter<N>::create(path, recording.start);
    EXPECT_TRUE(writer) << writer.error().message;
    for (const Event<N>& event : recording.events) writer->write(event);
    const std::uint64_t hash = writer->hash();
    const auto error = writer->close(recording.end);
    EXPECT_FALSE(error) << error->message;
    return hash;
}

/// What reading a file to its end gives, whatever becomes of it.
template <int N>
struct Reading {
    bool opened = false;
    bool closed = false;
    std::string fault;
    std::uint64_t left_out = 0;
    std::uint64_t hash = 0;
    Recording<N> recording;
};

template <int N>
Reading<N> read(const std::filesystem::path& path) {
    Reading<N> reading;
    auto file = open_trajectory(path);
    if (!file) {
        reading.fault = file.error().message;
        return reading;
    }
    auto* reader = std::get_if<TrajectoryReader<N>>(&*file);
    if (reader == nullptr) {
        reading.fault = "other dimension";
        return reading;
    }
    reading.opened = true;
    reading.recording.start = reader->start();
    while (auto event = reader->next()) reading.recording.events.push_back(*event);
    reading.recording.end = reader->end();
    reading.closed = reader->closed();
    reading.left_out = reader->left_out();
    reading.hash = reader->hash();
    if (const auto fault = reader->fault()) reading.fault = fault->message;
    EXPECT_FALSE(reader->next());
    return reading;
}

/// One fault for a file that cannot be opened.
template <int N>
CheckReport check_file(const std::filesystem::path& path, PairSearch search = PairSearch::in_space) {
    auto file = open_trajectory(path);
    if (file) return check(std::get<TrajectoryReader<N>>(*file), {}, {search});
    CheckReport refused;
    refused.fault_count = 1;
    refused.faults.push_back(file.error().message.substr(path.string().size()));
    return refused;
}

template <int N>
CheckReport check_recording(const Recording<N>& recording) {
    const Directory directory;
    write(recording, directory / "t.carom");
    return check_file<N>(directory / "t.carom");
}

inline std::string all_faults(const CheckReport& report) {
    std::string text;
    for (const std::string& fault : report.faults) text += fault + "\n";
    return text;
}

}  // namespace carom::test

#include "recording_costs.hpp"

#include <fmt/format.h>

#include <fstream>
#include <stdexcept>
#include <string>
#include <variant>

#include "carom/record/trajectory.hpp"
#include "cpu_seconds.hpp"
#include "engine_drive.hpp"
#include "passing_file.hpp"

namespace carom::engine_runs {
namespace {

template <class Work>
double cost_of(Work work) {
    const double start = bench::cpu_seconds();
    work();
    return bench::cpu_seconds() - start;
}

/// So many bytes in pieces of 64 KiB, as the writer hands them over.
void write_bytes(const std::filesystem::path& path, double bytes) {
    const std::string piece(std::size_t{1} << 16, 'x');
    std::ofstream file(path, std::ios::binary);
    for (double done = 0; done < bytes; done += static_cast<double>(piece.size()))
        file.write(piece.data(), static_cast<std::streamsize>(piece.size()));
    if (!file.flush()) throw std::runtime_error(path.string() + ": cannot write");
}

/// Both gases have made the same impacts, and the file holds them.
template <int N>
void verify(const Simulation<N>& bare, const Simulation<N>& recorded, const std::filesystem::path& path,
            std::uint64_t hash) {
    for (std::size_t ball = 0; ball < bare.ball_count(); ++ball) {
        const BallState<N> one = bare.state(ball);
        const BallState<N> other = recorded.state(ball);
        if (!(one.position == other.position && one.velocity == other.velocity && one.image == other.image))
            throw bench::Wrong(fmt::format("ball {} is elsewhere when it is recorded", ball));
    }
    auto opened = open_trajectory(path);
    if (!opened) throw std::runtime_error(opened.error().message);
    auto& reader = std::get<TrajectoryReader<N>>(*opened);
    while (reader.next()) continue;
    if (!reader.closed() || reader.records() != recorded.counts().ball_ball || reader.hash() != hash)
        throw bench::Wrong("the file does not hold what was recorded");
}

}  // namespace

Costs recording_costs(const Scene<3>& scene, std::uint64_t collisions, std::size_t repeat,
                      const std::filesystem::path& directory) {
    const bench::PassingFile record(directory / "carom_bench.carom");
    const bench::PassingFile beside(directory / "carom_bench.bytes");
    Simulation<3> bare = created(scene);
    Simulation<3> recorded = created(scene);
    TrajectoryWriter<3> writer = bench::writer_for(record.path(), scene, recorded);
    Costs costs;
    for (std::size_t run = 0; run < repeat; ++run) {
        costs.bare.push_back(cost_of([&] { collide(bare, collisions, "bare"); }));
        costs.recorded.push_back(cost_of([&] {
            bench::Progress progress("recorded", static_cast<double>(collisions), "collisions");
            for (std::uint64_t i = 0; i < collisions; ++i) {
                writer.write(next_of(recorded));
                if (i % 65536 == 0) progress.done(static_cast<double>(i));
            }
        }));
        costs.bytes = static_cast<double>(std::filesystem::file_size(partial_of(record.path()))) /
                      static_cast<double>(recorded.counts().ball_ball);
        costs.written.push_back(
            cost_of([&] { write_bytes(beside.path(), costs.bytes * static_cast<double>(collisions)); }));
    }
    const std::uint64_t hash = writer.hash();
    if (auto error = writer.close(recorded.now())) throw std::runtime_error(error->message);
    verify(bare, recorded, record.path(), hash);
    return costs;
}

}  // namespace carom::engine_runs

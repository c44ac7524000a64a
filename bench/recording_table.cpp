// What does recording cost? The same gas runs twice in turns, with every impact written to a file and with
// none, beside the same bytes written with nothing else done. Ends with exit code 1 when recording changes a
// ball, or the file does not hold what happened.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include "bench_options.hpp"
#include "carom/record/trajectory.hpp"
#include "engine_measure.hpp"
#include "engine_xyz.hpp"

namespace carom::engine_runs {
namespace {

struct Asked {
    std::size_t n = 10'976;
    double packing = 0.30;
    std::uint64_t collisions = 500'000;
    std::size_t repeat = 5;
    std::uint64_t seed = 1;
    std::string directory = std::filesystem::temp_directory_path().string();
    std::string json;
};

struct BadTrajectory : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// CPU seconds of each of the runs in turns, the system's time included.
struct Costs {
    std::vector<double> bare, recorded, written;
    double bytes = 0;  ///< of a collision

    static double least(const std::vector<double>& seconds) {
        return *std::min_element(seconds.begin(), seconds.end());
    }
};

/// A file that is there for a while.
class Passing {
public:
    explicit Passing(std::filesystem::path path) : path_(std::move(path)) {}
    Passing(const Passing&) = delete;
    Passing& operator=(const Passing&) = delete;
    ~Passing() {
        std::error_code ignored;
        std::filesystem::remove(path_, ignored);
        std::filesystem::remove(unfinished(), ignored);
    }

    const std::filesystem::path& path() const { return path_; }
    std::filesystem::path unfinished() const { return path_.string() + ".partial"; }

private:
    std::filesystem::path path_;
};

template <class Work>
double cost_of(Work work) {
    const double start = cpu_seconds();
    work();
    return cpu_seconds() - start;
}

template <int N>
TrajectoryWriter<N> writer_for(const std::filesystem::path& path, Scene<N> scene,
                               const Simulation<N>& simulation) {
    scene.law.elastic_below = simulation.elastic_below();
    auto writer = TrajectoryWriter<N>::create(path, {scene, simulation.epoch_length()});
    if (!writer) throw BadFile(writer.error().message);
    return std::move(*writer);
}

/// So many bytes in pieces of 64 KiB, as the writer hands them over.
void write_bytes(const std::filesystem::path& path, double bytes) {
    const std::string piece(std::size_t{1} << 16, 'x');
    std::ofstream file(path, std::ios::binary);
    for (double done = 0; done < bytes; done += static_cast<double>(piece.size()))
        file.write(piece.data(), static_cast<std::streamsize>(piece.size()));
    if (!file.flush()) throw BadFile(path.string() + ": cannot write");
}

/// Both gases have made the same impacts, and the file holds them.
template <int N>
void verify(const Simulation<N>& bare, const Simulation<N>& recorded, const std::filesystem::path& path,
            std::uint64_t hash) {
    for (std::size_t ball = 0; ball < bare.ball_count(); ++ball) {
        const BallState<N> one = bare.state(ball);
        const BallState<N> other = recorded.state(ball);
        if (!(one.position == other.position && one.velocity == other.velocity && one.image == other.image))
            throw BadTrajectory(fmt::format("ball {} is elsewhere when it is recorded", ball));
    }
    auto opened = open_trajectory(path);
    if (!opened) throw BadFile(opened.error().message);
    auto& reader = std::get<TrajectoryReader<N>>(*opened);
    while (reader.next()) continue;
    if (!reader.closed() || reader.records() != recorded.counts().ball_ball || reader.hash() != hash)
        throw BadTrajectory("the file does not hold what was recorded");
}

Costs costs(const Asked& asked) {
    const Scene<3> scene = melted<3>(asked.n, asked.packing, asked.seed);
    const std::filesystem::path directory(asked.directory);
    const Passing record(directory / "recording_table.carom");
    const Passing beside(directory / "recording_table.bytes");
    Simulation<3> bare = created(scene);
    Simulation<3> recorded = created(scene);
    TrajectoryWriter<3> writer = writer_for(record.path(), scene, recorded);
    Costs costs;
    for (std::size_t run = 0; run < asked.repeat; ++run) {
        costs.bare.push_back(cost_of([&] { collide(bare, asked.collisions, "bare"); }));
        costs.recorded.push_back(cost_of([&] {
            Progress progress("recorded");
            for (std::uint64_t i = 0; i < asked.collisions; ++i) {
                writer.write(next_of(recorded));
                if (i % 65536 == 0)
                    progress.done(static_cast<double>(i) / static_cast<double>(asked.collisions));
            }
        }));
        costs.bytes = static_cast<double>(std::filesystem::file_size(record.unfinished())) /
                      static_cast<double>(recorded.counts().ball_ball);
        costs.written.push_back(cost_of(
            [&] { write_bytes(beside.path(), costs.bytes * static_cast<double>(asked.collisions)); }));
    }
    const std::uint64_t hash = writer.hash();
    if (auto error = writer.close(recorded.now())) throw BadFile(error->message);
    verify(bare, recorded, record.path(), hash);
    return costs;
}

int run(const Asked& asked) {
    fmt::print(
        "# {} spheres, packing {:.4f}, seed {}, {} runs of {} collisions, CPU time with the system's\n",
        asked.n, asked.packing, asked.seed, asked.repeat, asked.collisions);
    const Costs found = costs(asked);
    const auto nanoseconds = [&](const std::vector<double>& seconds) {
        return 1e9 * Costs::least(seconds) / static_cast<double>(asked.collisions);
    };
    const double bare = nanoseconds(found.bare);
    const double recorded = nanoseconds(found.recorded);
    const double written = nanoseconds(found.written);
    fmt::print("nanoseconds per collision         {:.1f} bare, {:.1f} recorded\n", bare, recorded);
    fmt::print("recording costs                   {:.1f} ns a collision, {:.1f} %\n", recorded - bare,
               100 * (recorded / bare - 1));
    fmt::print("the same bytes with nothing else  {:.1f} ns a collision, {:.0f} bytes\n", written,
               found.bytes);
    const nlohmann::json json = {{"balls", asked.n},
                                 {"packing", asked.packing},
                                 {"nanoseconds_bare", bare},
                                 {"nanoseconds_recorded", recorded},
                                 {"nanoseconds_written", written},
                                 {"bytes_per_collision", found.bytes}};
    if (!asked.json.empty()) {
        if (const auto failure = write_file_whole(asked.json, json.dump(1) + '\n'))
            throw BadFile(failure->message);
    }
    return 0;
}

}  // namespace
}  // namespace carom::engine_runs

int main(int argc, char** argv) {
    using namespace carom::engine_runs;
    try {
        Asked asked;
        CLI::App app("Measures what recording a gas of spheres costs, and checks the record.");
        app.add_option("--n", asked.n, "spheres, 4 k^3")
            ->check(CLI::Range(std::size_t{64}, std::size_t{10'000'000}))
            ->capture_default_str();
        app.add_option("--packing", asked.packing, "share of the box that they fill")
            ->check(carom::bench::within(0.001, 0.49))
            ->capture_default_str();
        app.add_option("--collisions", asked.collisions, "of each run")
            ->check(CLI::Range(std::uint64_t{1000}, std::uint64_t{1'000'000'000}))
            ->capture_default_str();
        app.add_option("--repeat", asked.repeat, "runs of either kind")
            ->check(CLI::Range(std::size_t{1}, std::size_t{1000}))
            ->capture_default_str();
        app.add_option("--seed", asked.seed, "another seed makes another start")
            ->check(carom::bench::whole_number())
            ->capture_default_str();
        app.add_option("--directory", asked.directory, "where the record is written, and removed again")
            ->check(CLI::ExistingDirectory)
            ->capture_default_str();
        app.add_option("--json", asked.json, "also write the figures to this file")
            ->check(carom::bench::writable_file());
        if (const auto code = carom::bench::ended_by_options(app, argc, argv)) return *code;
        return run(asked);
    } catch (const BadTrajectory& error) {
        std::fprintf(stderr, "recording_table: WRONG: %s\n", error.what());
        return 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "recording_table: %s\n", error.what());
        return 2;
    }
}

// carom_bench recording: what does recording cost? It is checked that recording changes no ball, and that the
// file holds what happened.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>
#include <vector>

#include "engine_scenes.hpp"
#include "options.hpp"
#include "recording_costs.hpp"
#include "verbs.hpp"

namespace carom::engine_runs {
namespace {

struct Recording {
    bench::GasOptions gas;
    std::uint64_t collisions = 500'000;
    std::size_t repeat = 5;
    std::string directory;
    std::string json;
};

int run(const Recording& asked) {
    const auto& [n, packing, seed] = asked.gas;
    fmt::print(
        "# {} spheres, packing {:.4f}, seed {}, {} runs of {} collisions, CPU time with the system's\n", n,
        packing, seed, asked.repeat, asked.collisions);
    const Costs found =
        recording_costs(fluid<3>(n, packing, seed), asked.collisions, asked.repeat, asked.directory);
    const auto nanoseconds = [&](const std::vector<double>& seconds) {
        return 1e9 * *std::min_element(seconds.begin(), seconds.end()) /
               static_cast<double>(asked.collisions);
    };
    const double bare = nanoseconds(found.bare);
    const double recorded = nanoseconds(found.recorded);
    const double written = nanoseconds(found.written);
    fmt::print("nanoseconds per collision         {:.1f} bare, {:.1f} recorded\n", bare, recorded);
    fmt::print("recording costs                   {:.1f} ns a collision, {:.1f} %\n", recorded - bare,
               100 * (recorded / bare - 1));
    fmt::print("the same bytes with nothing else  {:.1f} ns a collision, {:.0f} bytes\n", written,
               found.bytes);
    bench::write_json(asked.json, {{"balls", n},
                                   {"packing", packing},
                                   {"nanoseconds_bare", bare},
                                   {"nanoseconds_recorded", recorded},
                                   {"nanoseconds_written", written},
                                   {"bytes_per_collision", found.bytes}});
    return 0;
}

}  // namespace
}  // namespace carom::engine_runs

carom::bench::Work carom::bench::recording_verb(CLI::App& app) {
    const auto asked = std::make_shared<engine_runs::Recording>();
    std::error_code ignored;
    asked->directory = std::filesystem::temp_directory_path(ignored).string();
    add_gas(app, asked->gas, 64, 10'000'000);
    add_count<std::uint64_t>(app, "--collisions", asked->collisions, "of each run", 1000, 1'000'000'000);
    add_count<std::size_t>(app, "--repeat", asked->repeat, "runs of either kind", 1, 1000);
    app.add_option("--directory", asked->directory, "where the record is written, and removed again")
        ->check(CLI::ExistingDirectory)
        ->capture_default_str();
    add_json(app, asked->json);
    return [asked] { return engine_runs::run(*asked); };
}

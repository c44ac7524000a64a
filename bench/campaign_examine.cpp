#include "campaign_examine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <variant>

#include "campaign_energy.hpp"
#include "carom/proof/check.hpp"
#include "carom/record/trajectory.hpp"
#include "support/lockstep.hpp"

namespace carom::campaign {
namespace {

template <int N>
class Examination {
public:
    Examination(const DrawnScene<N>& drawn, const Limits& limits, const test::Directory& directory)
        : drawn_(drawn), limits_(limits), path_(directory / "t.carom") {}

    /// The first fault, if there is one.
    std::optional<std::string> fault(Tally& tally) {
        ++tally.scenes;
        ++tally.of_family[static_cast<std::size_t>(drawn_.family)];
        auto simulation = Simulation<N>::create(drawn_.scene, Tuning{drawn_.thickness});
        if (!simulation) return "refused: " + simulation.error().faults.front().message;
        auto found = run(*simulation, tally);
        tally.events += events_;
        if (!found) found = proof(tally);
        if (found) ++tally.faults;
        return found;
    }

private:
    std::optional<std::string> run(Simulation<N>& simulation, Tally& tally) {
        TrajectoryStart<N> start{drawn_.scene, simulation.epoch_length()};
        start.scene.law.elastic_below = simulation.elastic_below();
        auto writer = TrajectoryWriter<N>::create(path_, start);
        if (!writer) return writer.error().message;
        EnergyWatch<N> energy(drawn_.scene, simulation);
        tally.with_source += energy.has_source() ? 1 : 0;
        test::Lockstep<N> both(drawn_.scene, simulation);
        bool records = true;
        bool is_open = false;
        Time last;  // of the events so far
        for (;; ++events_) {
            const auto [event, same] = next(both, simulation);
            if (!same) return fmt::format("event {} is not that of the plain engine", events_);
            if (event && events_ < limits_.compared) ++tally.compared;
            if (records && (!event || (events_ >= limits_.recorded && !is_open))) {
                records = false;
                is_whole_ = !event;
                const Time end = event ? last : simulation.now();
                if (const auto failure = writer->close(end)) return failure->message;
            }
            if (!event) break;
            if (records) writer->write(*event);
            last = event->time;
            // Of an impact of several contacts the energy counts when all balls have taken their parts.
            is_open = event->kind == EventKind::cluster && event->other > 0;
            if (!is_open && !energy.allows(*event)) return fmt::format("event {} makes energy", events_);
            if (events_ == limits_.patience) return "the run does not end";
            if (limits_.followed > 0 && events_ >= limits_.followed && !records) break;
        }
        tally.clusters += simulation.counts().clusters;
        ++tally.ended[static_cast<std::size_t>(simulation.stop_reason())];
        return {};
    }

    test::LockstepEvent<N> next(test::Lockstep<N>& both, Simulation<N>& simulation) const {
        if (events_ < limits_.compared) return both.next(drawn_.end, drawn_.step);
        return {simulation.next_event(drawn_.end), true};
    }

    std::optional<std::string> proof(Tally& tally) const {
        auto opened = open_trajectory(path_);
        if (!opened) return opened.error().message;
        const CheckReport report = check(std::get<TrajectoryReader<N>>(*opened));
        if (!report) return "not proved: " + report.faults.front();
        tally.proved += report.records;
        tally.proved_whole += is_whole_ ? 1 : 0;
        tally.worst_bound_share = std::max(tally.worst_bound_share, report.worst_bound_share);
        return {};
    }

    const DrawnScene<N>& drawn_;
    Limits limits_;
    std::filesystem::path path_;
    std::uint64_t events_ = 0;
    bool is_whole_ = false;
};

}  // namespace

std::optional<std::string> examine(std::uint64_t seed, std::optional<Family> family, const Limits& limits,
                                   const test::Directory& directory, Tally& tally) {
    std::mt19937_64 random(seed ^ 0x9e3779b97f4a7c15U);
    const auto look = [&](const auto& drawn, int dimension) -> std::optional<std::string> {
        auto found = Examination(drawn, limits, directory).fault(tally);
        if (!found) return {};
        return fmt::format("seed {}, {}D, {}: {}", seed, dimension,
                           family_names[static_cast<std::size_t>(drawn.family)], *found);
    };
    return random() % 2 == 0 ? look(drawn_scene<2>(seed, random, family), 2)
                             : look(drawn_scene<3>(seed, random, family), 3);
}

}  // namespace carom::campaign

#include "app/run/saved_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "files/whole_file.hpp"
#include "record/bytes.hpp"

namespace carom::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSection = "run";

/// In place of a reason to have stopped.
constexpr std::uint8_t kGoesOn = 255;

/// In place of the axis of a profile.
constexpr std::uint8_t kNoAxis = 255;

void put(detail::ByteWriter& out, const std::optional<double>& number) {
    out.u8(number ? 1 : 0);
    out.f64(number.value_or(0));
}

std::optional<double> get_optional(detail::ByteReader& in) {
    const bool is_given = in.u8() != 0;
    const double number = in.f64();
    return is_given ? std::optional(number) : std::nullopt;
}

void put(detail::ByteWriter& out, const MeasurePlan& plan) {
    out.u32(static_cast<std::uint32_t>(plan.quantities.size()));
    for (const Quantity quantity : plan.quantities) out.u8(static_cast<std::uint8_t>(quantity));
    out.f64(plan.after);
    for (const auto& number :
         {plan.interval, plan.window, plan.snapshot_interval, plan.radial_range, plan.speed_range})
        put(out, number);
    out.u64(plan.bins);
    out.u8(plan.axis ? static_cast<std::uint8_t>(*plan.axis) : kNoAxis);
    out.u8(static_cast<std::uint8_t>(plan.species_by));
}

/// False when a number stands for nothing.
bool get(detail::ByteReader& in, MeasurePlan& plan) {
    bool known = true;
    for (std::uint32_t left = in.u32(); left > 0 && in.ok(); --left) {
        const std::uint8_t quantity = in.u8();
        known = known && quantity < all_quantities.size();
        plan.quantities.push_back(static_cast<Quantity>(quantity));
    }
    plan.after = in.f64();
    for (auto* const number :
         {&plan.interval, &plan.window, &plan.snapshot_interval, &plan.radial_range, &plan.speed_range})
        *number = get_optional(in);
    plan.bins = in.u64();
    const std::uint8_t axis = in.u8();
    if (axis != kNoAxis) plan.axis = axis;
    const std::uint8_t by = in.u8();
    plan.species_by = static_cast<SpeciesBy>(by);
    return known && (axis < 3 || axis == kNoAxis) && by <= static_cast<std::uint8_t>(SpeciesBy::name);
}

/// What is in the section; empty when the bytes do not fit.
std::optional<RunProgress> decoded(std::string_view bytes) {
    detail::ByteReader in(bytes);
    RunProgress progress;
    RunRequest& request = progress.request;
    request.scene_file = fs::path(std::string(in.text()));
    const bool has_seed = in.u8() != 0;
    const std::uint64_t seed = in.u64();
    if (has_seed) request.seed = seed;
    request.limits.until = in.f64();
    request.limits.events = in.u64();
    const std::uint8_t source = in.u8();
    request.limits.source = static_cast<LimitSource>(source);
    request.contacts_taken_as_touching = in.u64();
    request.start.kinetic_energy = in.f64();
    request.start.potential_energy = in.f64();
    for (std::uint32_t axes = std::min<std::uint32_t>(in.u32(), 3); axes > 0; --axes)
        request.start.momentum.push_back(in.f64());
    const bool is_plan = get(in, request.measure);
    progress.wall_seconds = in.f64();
    const std::uint8_t stopped = in.u8();
    if (stopped != kGoesOn) progress.stopped = static_cast<StoppedBecause>(stopped);
    const bool known =
        is_plan && source <= static_cast<std::uint8_t>(LimitSource::fallback) &&
        (stopped == kGoesOn || stopped <= static_cast<std::uint8_t>(StoppedBecause::disk_almost_full));
    if (!in.ok() || in.left() != 0 || !known) return {};
    return progress;
}

FileError damaged(const fs::path& checkpoint, const std::string& what) {
    return {fmt::format("{}: {}", checkpoint.string(), what)};
}

/// There is one section of ours; those of a newer carom must not be dropped in silence.
Result<RunProgress, FileError> progress_in(const AnyCheckpoint& checkpoint, const fs::path& file) {
    const auto& sections = std::visit(
        [](const auto& c) -> const auto& { return c.sections; }, checkpoint);
    std::optional<RunProgress> progress;
    for (const CheckpointSection& section : sections) {
        if (section.name != kSection) return damaged(file, "unknown section \"" + section.name + "\"");
        progress = decoded(section.bytes);
    }
    if (!progress) return damaged(file, "the checkpoint is damaged: section \"run\" is wrong");
    return *progress;
}

}  // namespace

CheckpointSection section_of(const RunProgress& progress) {
    const RunRequest& request = progress.request;
    detail::ByteWriter out;
    out.text(request.scene_file.string());
    out.u8(request.seed ? 1 : 0);
    out.u64(request.seed.value_or(0));
    out.f64(request.limits.until);
    out.u64(request.limits.events);
    out.u8(static_cast<std::uint8_t>(request.limits.source));
    out.u64(request.contacts_taken_as_touching);
    out.f64(request.start.kinetic_energy);
    out.f64(request.start.potential_energy);
    out.u32(static_cast<std::uint32_t>(request.start.momentum.size()));
    for (const double component : request.start.momentum) out.f64(component);
    put(out, request.measure);
    out.f64(progress.wall_seconds);
    out.u8(progress.stopped ? static_cast<std::uint8_t>(*progress.stopped) : kGoesOn);
    return {kSection, std::string(out.bytes())};
}

std::uint64_t SavedRun::impacts() const {
    return std::visit([](const auto& c) { return c.simulation.counts.impacts(); }, checkpoint);
}

bool SavedRun::is_finished() const {
    return has_results && progress.stopped && !is_put_off(*progress.stopped);
}

Result<SavedRun, FileError> load_run(const fs::path& directory) {
    const fs::path file = checkpoint_in(directory);
    std::error_code ignored;
    if (!fs::exists(file, ignored)) {
        return FileError{
            directory.string() +
            ": no run to go on with: there is no checkpoint.carom here. A run that ended within its "
            "first moments has none; start it again with carom run"};
    }
    auto checkpoint = read_checkpoint(file);
    if (!checkpoint) return checkpoint.error();
    auto progress = progress_in(*checkpoint, file);
    if (!progress) return progress.error();
    const TrajectoryMark& mark =
        std::visit([](const auto& c) -> const TrajectoryMark& { return c.trajectory; }, *checkpoint);
    auto trajectory = find_trajectory(trajectory_in(directory), mark);
    if (!trajectory) return trajectory.error();
    const bool partial = trajectory->extension() == ".partial";
    const bool has_results = !partial && fs::exists(report_in(directory), ignored);
    return SavedRun{std::move(*checkpoint), std::move(*progress), std::move(*trajectory), has_results};
}

}  // namespace carom::app

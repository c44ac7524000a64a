#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "carom/measure/measurements.hpp"
#include "carom/measure/named_estimates.hpp"
#include "carom/sim/simulation.hpp"
#include "carom/study/study.hpp"
#include "measure/hard_ball_theory.hpp"
#include "study/member_scene.hpp"

namespace carom {
namespace {

constexpr double kFallbackUntil = 10;

/// What gives single numbers in this scene.
template <int N>
MeasurePlan plan_of(const SceneFile& file, const Scene<N>& scene, const StudyPlan& study, double until) {
    MeasurePlan plan = file.measure;
    plan.after = std::max(plan.after, study.after);
    if (std::isfinite(until)) plan.until = until;
    if (!plan.quantities.empty()) return plan;
    for (const Quantity quantity : {Quantity::temperature, Quantity::pressure, Quantity::mean_free_time,
                                    Quantity::energy_loss, Quantity::diffusion}) {
        if (!why_not(quantity, scene, plan)) plan.quantities.push_back(quantity);
    }
    return plan;
}

const char* name_of(StopReason reason) {
    switch (reason) {
        case StopReason::no_more_events:
            return "no more events";
        case StopReason::jammed:
            return "jammed";
        case StopReason::nothing_in_sight:
            return "nothing in sight";
        case StopReason::none:
        case StopReason::time_reached:
            break;
    }
    return "time";
}

/// Follows one simulation from its start to a limit.
template <int N>
class MemberRun {
public:
    MemberRun(Simulation<N>& simulation, Measurements<N>& measurements, RunLimits limits)
        : simulation_(simulation),
          measurements_(measurements),
          until_(limits.until.value_or(HUGE_VAL)),
          events_(limits.events.value_or(std::numeric_limits<std::uint64_t>::max())) {}

    /// Why it ended; empty when `goes_on` said no.
    std::string run(const std::function<bool(double)>& goes_on) {
        const auto still = [&] { return !goes_on || goes_on(share()); };
        for (std::uint64_t step = 0;; ++step) {
            if (step % 1024 == 0 && !still()) return "";
            if (impacts_ >= events_) return "events";
            const double stop = measurements_.next_stop();
            const double reach = std::min(until_, stop);
            if (const auto event = simulation_.next_event(reach, still)) {
                measurements_.observe(simulation_.seconds(event->time), *event);
                ++impacts_;
                continue;
            }
            const StopReason reason = simulation_.stop_reason();
            if (reason == StopReason::none) return "";
            const bool stays_alone = reason == StopReason::no_more_events && !std::isfinite(until_);
            if (stop > until_ || stays_alone || !is_usual(reason)) return name_of(reason);
            measurements_.look([&](std::size_t ball) { return simulation_.position_now(ball); });
        }
    }

    std::uint64_t impacts() const { return impacts_; }

private:
    static bool is_usual(StopReason reason) {
        return reason == StopReason::time_reached || reason == StopReason::no_more_events;
    }
    double share() const {
        const double by_time =
            std::isfinite(until_) && until_ > 0 ? simulation_.seconds(simulation_.now()) / until_ : 0;
        return std::clamp(std::max(by_time, static_cast<double>(impacts_) / static_cast<double>(events_)), 0.,
                          1.);
    }

    Simulation<N>& simulation_;
    Measurements<N>& measurements_;
    double until_;
    std::uint64_t events_;
    std::uint64_t impacts_ = 0;
};

/// Equal elastic balls in a periodic box, without forces: what is known of their fluid.
template <int N>
void add_theory(const Scene<N>& scene, std::vector<StudyNumber>& numbers) {
    const auto& balls = scene.balls;
    bool is_fluid =
        balls.size() > 1 && scene.world.walls.empty() && !is_extended(scene) && !is_lossy(scene.law);
    for (const Boundary boundary : scene.world.boundary)
        is_fluid = is_fluid && boundary == Boundary::periodic;
    if (!is_fluid) return;
    for (const auto& ball : balls) {
        if (ball.radius != balls[0].radius || ball.mass != balls[0].mass || !std::isfinite(ball.mass)) return;
    }
    double volume = 1;
    for (int k = 0; k < N; ++k) volume *= scene.world.box.upper[k] - scene.world.box.lower[k];
    const double radius = balls[0].radius;
    const double count = static_cast<double>(balls.size());
    const double ball = std::numbers::pi * (N == 2 ? radius * radius : 4 * radius * radius * radius / 3);
    const double packing = count * ball / volume;
    if (packing > (N == 2 ? 0.65 : 0.49)) return;
    const auto z = [](double at) { return N == 2 ? detail::disc_z(at) : detail::sphere_z(at); };
    const double correction = detail::finite_size_z(z, packing, count);
    for (const char* const way : {"pressure.z_virial", "pressure.z_rate"}) {
        const auto found = std::find_if(numbers.begin(), numbers.end(),
                                        [&](const StudyNumber& number) { return number.name == way; });
        if (found == numbers.end()) continue;
        const StudyNumber measured = *found;
        numbers.push_back({std::string(way) + ".infinite", measured.value - correction, measured.error});
    }
    numbers.push_back({"theory.z", z(packing), {}});
}

template <int N>
Result<std::optional<StudyResult>, SceneFaults> simulate(const StudyPlan& study, const SceneFile& file,
                                                         const Scene<N>& scene,
                                                         Result<Simulation<N>, Validation> simulation,
                                                         const std::function<bool(double)>& goes_on) {
    if (!simulation) {
        SceneFaults faults;
        for (const Finding& fault : simulation.error().faults)
            faults.lines.push_back(study.name + ": " + fault.message);
        return faults;
    }
    RunLimits limits = study.limits;
    if (!limits.until && !limits.events) limits = file.limits;
    if (!limits.until && !limits.events) limits.until = kFallbackUntil;
    const MeasurePlan plan = plan_of(file, scene, study, limits.until.value_or(HUGE_VAL));
    Measurements<N> measurements(scene, plan);
    MemberRun<N> run(*simulation, measurements, limits);
    StudyResult result;
    result.ended = run.run(goes_on);
    if (result.ended.empty()) return std::optional<StudyResult>();
    result.events = run.impacts();
    result.simulated_time = simulation->seconds(simulation->now());
    for (const NamedEstimate& each : named_estimates(measurements.results())) {
        if (each.estimate.count > 0)
            result.numbers.push_back({each.name, each.estimate.value, each.estimate.error});
    }
    add_theory(scene, result.numbers);
    return std::optional(std::move(result));
}

}  // namespace

Result<std::optional<StudyResult>, SceneFaults> run_member(const StudyPlan& plan, const StudyMember& member,
                                                           const std::function<bool(double)>& goes_on) {
    std::string text = plan.scene;
    const std::string why = detail::change_scene(text, detail::changes_of(plan, member));
    if (!why.empty()) return SceneFaults{{plan.name + ": " + why}, {}};
    bool stopped = false;
    const std::function<bool()> while_made = [&] {
        stopped = stopped || (goes_on && !goes_on(0));
        return !stopped;
    };
    const auto file =
        parse_scene(text, plan.name, member.seed, [&](const GrowthProgress&) { return while_made(); });
    if (stopped) return std::optional<StudyResult>();
    if (!file) return file.error();
    return std::visit(
        [&]<int N>(const Scene<N>& scene) -> Result<std::optional<StudyResult>, SceneFaults> {
            auto simulation = Simulation<N>::create(scene, {}, while_made);
            if (stopped) return std::optional<StudyResult>();
            return simulate(plan, *file, scene, std::move(simulation), goes_on);
        },
        file->scene);
}

}  // namespace carom

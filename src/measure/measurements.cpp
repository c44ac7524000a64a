#include "carom/measure/measurements.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/float_environment.hpp"
#include "measure/diffusion.hpp"
#include "measure/doubts.hpp"
#include "measure/inside.hpp"
#include "measure/motion.hpp"
#include "measure/pressure.hpp"
#include "measure/profile.hpp"
#include "measure/radial.hpp"
#include "measure/rates.hpp"
#include "measure/remarks.hpp"
#include "measure/schedule.hpp"
#include "measure/series.hpp"
#include "measure/speeds.hpp"
#include "measure/start_scales.hpp"

namespace carom {

using namespace detail;

template <int N>
class Measurements<N>::Impl {
public:
    Impl(const Scene<N>& scene, const MeasurePlan& plan);
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    void observe(double time, const Event<N>& event);
    double next_stop() const { return next_stop_; }
    void look(const std::function<Vec<double, N>(std::size_t)>& position);
    MeasureResults results() const;

private:
    bool wants(Quantity quantity) const {
        return std::find(plan_.quantities.begin(), plan_.quantities.end(), quantity) !=
               plan_.quantities.end();
    }
    Schedule schedule(const std::optional<double>& asked, double step, double usual) const {
        return {plan_.after, step, asked.value_or(usual), freedom_.balls};
    }
    void settle_quantities();
    void make_meters();
    std::vector<std::string> series_columns() const;
    void begin(double time);
    void close_interval();
    double next_snapshot() const;
    double earliest_stop() const;
    void add(const MeasuredImpact<N>& impact);
    void take_snapshot(double now, std::span<const MeasuredBall<N>> bodies);

    Scene<N> scene_;
    MeasurePlan plan_;
    std::vector<std::string> left_out_;
    SpeciesTable<N> census_;
    DegreesOfFreedom<N> freedom_;
    Motion<N> motion_;
    Schedule intervals_, looks_;
    std::uint64_t snapshots_ = 0, events_ = 0, clusters_ = 0;
    double next_stop_ = HUGE_VAL;
    std::vector<Vec<double, N>> positions_, inside_;

    std::optional<KineticTally<N>> kinetic_;  // once `plan_.after` is over
    TemperatureMeter temperature_;
    std::optional<PressureMeter<N>> pressure_;
    std::optional<RateMeter<N>> rates_;
    std::optional<LossMeter<N>> loss_;
    std::optional<DiffusionMeter<N>> diffusion_;
    std::optional<RadialMeter<N>> radial_;
    std::optional<VelocityMeter<N>> velocities_;
    std::optional<ImpactSpeedMeter<N>> impact_speeds_;
    std::optional<ProfileMeter<N>> profile_;
    Series series_;
};

template <int N>
Measurements<N>::Impl::Impl(const Scene<N>& scene, const MeasurePlan& plan)
    : scene_(scene),
      plan_(settled(plan, scene)),
      census_(take_census(scene, plan.species_by)),
      freedom_(freedom_of(scene, census_)),
      motion_(scene_, freedom_, census_.bodies),
      intervals_(schedule(plan.interval, *plan_.interval, usual_interval(scene))),
      looks_(schedule(plan.snapshot_interval, *plan_.snapshot_interval, usual_snapshot_interval(scene))),
      temperature_(census_.species.size()),
      series_({}) {
    settle_quantities();
    make_meters();
    series_ = Series(series_columns());
    next_stop_ = earliest_stop();
}

template <int N>
void Measurements<N>::Impl::settle_quantities() {
    const std::vector<Quantity> asked = std::exchange(plan_.quantities, {});
    for (const Quantity quantity : asked) {
        if (const auto reason = why_not(quantity, scene_, plan_)) {
            left_out_.push_back(*reason);
        } else {
            plan_.quantities.push_back(quantity);
        }
    }
}

template <int N>
void Measurements<N>::Impl::make_meters() {
    SpeedScale scale{kt_of_baths(scene_), fall_speed(scene_)};
    double kt = 0;
    for (const MeasuredBall<N>& body : motion_.bodies()) {
        if (body.moves())
            kt += body.mass * dot(body.velocity, body.velocity) / std::max(1.0, freedom_.degrees);
    }
    scale.kt = std::max(scale.kt, kt);
    if (wants(Quantity::pressure)) pressure_.emplace(scene_, freedom_);
    if (wants(Quantity::mean_free_time)) rates_.emplace(scene_, census_);
    if (wants(Quantity::energy_loss)) loss_.emplace();
    if (wants(Quantity::diffusion)) diffusion_.emplace(census_, freedom_, plan_, free_axes(scene_.world));
    if (wants(Quantity::radial_distribution)) radial_.emplace(scene_, census_, plan_);
    if (wants(Quantity::velocities)) velocities_.emplace(census_, plan_, scale);
    if (wants(Quantity::impact_speeds)) impact_speeds_.emplace(census_, plan_, scale);
    if (wants(Quantity::profile)) profile_.emplace(scene_, census_, plan_);
}

template <int N>
std::vector<std::string> Measurements<N>::Impl::series_columns() const {
    std::vector<std::string> columns;
    if (wants(Quantity::temperature)) columns.emplace_back("temperature");
    if (pressure_) columns.emplace_back("pressure");
    if (rates_) columns.emplace_back("impacts_per_time");
    if (loss_) columns.emplace_back("energy_loss_per_time");
    return columns;
}

/// Nothing is summed before `plan_.after`.
template <int N>
void Measurements<N>::Impl::begin(double time) {
    if (!kinetic_ && time > plan_.after) kinetic_.emplace(freedom_, plan_.after);
}

template <int N>
void Measurements<N>::Impl::close_interval() {
    const double from = intervals_.last();
    const double to = intervals_.next();
    for (std::size_t i = 0; i < motion_.bodies().size(); ++i) motion_.add_flight(i, to, *kinetic_);
    const MeanMotion<N>& motion = kinetic_->close(to, intervals_.weight());
    std::vector<double> row;
    if (wants(Quantity::temperature)) {
        temperature_.close(motion, freedom_);
        row.push_back(motion.kt);
    }
    if (pressure_) {
        pressure_->close(motion, from, to);
        row.push_back(pressure_->pressure());
    }
    if (rates_) {
        rates_->close(motion, freedom_);
        row.push_back(rates_->rate());
    }
    if (loss_) {
        loss_->close(motion.length, motion.weight);
        row.push_back(loss_->rate());
    }
    series_.add(from, to, row, motion.weight);
    intervals_.look(events_);
}

template <int N>
void Measurements<N>::Impl::observe(double time, const Event<N>& event) {
    if (plan_.quantities.empty()) return;
    begin(time);
    ++events_;
    if (kinetic_) {
        motion_.add_flight(event.ball, time, *kinetic_);
        if (is_pair(event.kind)) motion_.add_flight(event.other, time, *kinetic_);
    }
    const MeasuredImpact<N>& impact = motion_.take(time, event);
    if (!kinetic_) return;
    switch (event.kind) {
        case EventKind::ball_ball:
        case EventKind::ball_wall:
            return add(impact);
        case EventKind::cluster:
            clusters_ += event.other == 0 ? 1 : 0;
            // In shear a part of it is work of the flow, which depends on where the balls hang together.
            if (loss_ && !scene_.world.shear) loss_->add_part(impact);
            return;
        case EventKind::rest:
        case EventKind::wake:
            if (loss_) loss_->add_rest(impact);
            return;
        case EventKind::kick:
            return;
    }
}

template <int N>
void Measurements<N>::Impl::add(const MeasuredImpact<N>& impact) {
    if (pressure_) pressure_->add(impact);
    if (rates_) rates_->add(impact);
    if (loss_) loss_->add(impact);
    if (impact_speeds_) impact_speeds_->add(impact);
}

template <int N>
double Measurements<N>::Impl::next_snapshot() const {
    if (!radial_ && !velocities_ && !impact_speeds_ && !profile_) return HUGE_VAL;
    return looks_.next();
}

template <int N>
double Measurements<N>::Impl::earliest_stop() const {
    if (plan_.quantities.empty()) return HUGE_VAL;
    const double next = std::min(intervals_.next(), next_snapshot());
    return diffusion_ ? std::min(next, diffusion_->next()) : next;
}

template <int N>
void Measurements<N>::Impl::look(const std::function<Vec<double, N>(std::size_t)>& position) {
    const double now = next_stop();
    const bool for_diffusion = diffusion_ && diffusion_->next() == now;
    const bool for_snapshot = next_snapshot() == now;
    begin(now);
    if (intervals_.next() == now) close_interval();
    if (for_diffusion || for_snapshot) {
        positions_.clear();
        for (std::size_t i = 0; i < census_.bodies.size(); ++i) positions_.push_back(position(i));
        const std::span<const MeasuredBall<N>> bodies = motion_.at(now);
        if (for_diffusion) diffusion_->look(bodies, positions_, events_);
        if (for_snapshot) take_snapshot(now, bodies);
    }
    next_stop_ = earliest_stop();
}

template <int N>
void Measurements<N>::Impl::take_snapshot(double now, std::span<const MeasuredBall<N>> bodies) {
    const double weight = looks_.weight();
    ++snapshots_;
    looks_.look(events_);
    if (velocities_) velocities_->look(bodies, weight);
    if (impact_speeds_) impact_speeds_->close(weight);
    if (!radial_ && !profile_) return;
    const Inside<N> inside(scene_.world, now);
    inside_.clear();
    for (const Vec<double, N>& position : positions_) inside_.push_back(inside(position));
    if (radial_) radial_->look(now, bodies, inside_, weight);
    if (profile_) profile_->look(bodies, inside_, weight);
}

template <int N>
MeasureResults Measurements<N>::Impl::results() const {
    MeasureResults results;
    results.plan = plan_;
    results.dimension = N;
    results.measured_time = intervals_.last() - plan_.after;
    results.plan.interval = intervals_.step();
    results.plan.snapshot_interval = looks_.step();
    results.snapshots = snapshots_;
    results.species = census_.species;
    results.left_out = left_out_;
    results.unmeasured = unmeasured(
        results.plan, {intervals_.last() > plan_.after, diffusion_ && diffusion_->has_window(), snapshots_});
    results.notes = remarks_on(scene_, plan_, events_);
    if (clusters_ > 0) {
        results.left_out.push_back("impacts of several contacts at once, " + std::to_string(clusters_) +
                                   ": they are in the temperature" +
                                   (scene_.world.shear ? "" : ", the energy loss") +
                                   " and what is looked at, and not in pressure, mean free time" +
                                   (scene_.world.shear ? ", energy loss" : "") + " and impact speeds");
    }
    if (wants(Quantity::temperature)) results.temperature = temperature_.result();
    if (pressure_) results.pressure = pressure_->result();
    if (rates_) results.mean_free_time = rates_->result();
    if (loss_) results.energy_loss = loss_->result();
    if (diffusion_) results.diffusion = diffusion_->result();
    if (radial_) results.radial_distribution = radial_->result();
    if (velocities_) results.velocities = velocities_->result();
    if (impact_speeds_) results.impact_speeds = impact_speeds_->result();
    if (profile_) results.profile = profile_->result();
    results.series = series_.result();
    const auto append = [](std::vector<std::string>& list, const std::vector<std::string>& more) {
        list.insert(list.end(), more.begin(), more.end());
    };
    append(results.unmeasured, empty_curves(results));
    append(results.notes, remarks_on_curves(results));
    doubt_slow_structure(scene_, results);
    return results;
}

template <int N>
Measurements<N>::Measurements(const Scene<N>& scene, const MeasurePlan& plan) {
    const DefaultFloatEnvironment environment;
    impl_ = std::make_unique<Impl>(scene, plan);
}
template <int N>
Measurements<N>::Measurements(Measurements&&) noexcept = default;
template <int N>
Measurements<N>& Measurements<N>::operator=(Measurements&&) noexcept = default;
template <int N>
Measurements<N>::~Measurements() = default;

template <int N>
void Measurements<N>::observe(double time, const Event<N>& event) {
    const DefaultFloatEnvironment environment;
    impl_->observe(time, event);
}

template <int N>
double Measurements<N>::next_stop() const {
    return impl_->next_stop();
}

template <int N>
void Measurements<N>::look(const std::function<Vec<double, N>(std::size_t)>& position) {
    const DefaultFloatEnvironment environment;
    impl_->look(position);
}

template <int N>
MeasureResults Measurements<N>::results() const {
    const DefaultFloatEnvironment environment;
    return impl_->results();
}

template class Measurements<2>;
template class Measurements<3>;

}  // namespace carom

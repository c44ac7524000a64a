// Recorded runs: states, proof, measurements.
#include <cmath>
#include <limits>
#include <variant>

#include "carom/measure/named_curves.hpp"
#include "carom/measure/named_estimates.hpp"
#include "carom/proof/check.hpp"
#include "carom/proof/check_shots.hpp"
#include "carom/record/measure_trajectory.hpp"
#include "carom/record/playback.hpp"
#include "common.hpp"

namespace carom::python {
namespace {

AnyTrajectory opened(const std::string& path) {
    auto trajectory = open_trajectory(path);
    if (!trajectory) raise_file_error(trajectory.error());
    return std::move(*trajectory);
}

template <int N>
double end_of(TrajectoryReader<N>& reader, Signals& signals) {
    for (std::uint64_t k = 0; reader.next(); ++k) {
        if (k % 1024 == 0 && !signals.go_on()) break;
    }
    const Time end = reader.end();
    return static_cast<double>(end.epoch) * reader.start().epoch_length + end.offset;
}

/// What a file is about. The end needs all of it to be read.
py::dict describe(const std::string& path) {
    AnyTrajectory trajectory = opened(path);
    Signals signals;
    double end = 0;
    {
        const py::gil_scoped_release release;
        end = std::visit([&](auto& reader) { return end_of(reader, signals); }, trajectory);
    }
    signals.raise();
    return std::visit(
        [&]<int N>(TrajectoryReader<N>& reader) {
            if (const auto fault = reader.fault()) raise_file_error(*fault);
            py::dict result;
            result["dimension"] = N;
            result["balls"] = reader.start().scene.balls.size();
            result["name"] = reader.start().scene.name;
            result["end"] = end;
            result["records"] = reader.records();
            result["closed"] = reader.closed();
            return result;
        },
        trajectory);
}

/// Positions and velocities at times that do not decrease: arrays of time, ball and axis.
template <int N>
py::tuple states_of(TrajectoryReader<N> reader, const Doubles& times) {
    Playback<N> playback(std::move(reader));
    const auto instants = static_cast<std::size_t>(times.size());
    const std::size_t balls = playback.ball_count();
    const std::vector<py::ssize_t> shape{static_cast<py::ssize_t>(instants), static_cast<py::ssize_t>(balls),
                                         N};
    py::array_t<double> positions(shape), velocities(shape);
    double* position = positions.mutable_data();
    double* velocity = velocities.mutable_data();
    const double* const time = times.data();
    Signals signals;
    {
        const py::gil_scoped_release release;
        for (std::size_t i = 0; i < instants && signals.go_on(); ++i) {
            for (std::uint64_t k = 1; playback.next_until(time[i]); ++k) {
                if (k % 1024 == 0 && !signals.go_on()) break;
            }
            for (std::size_t ball = 0; ball < balls; ++ball) {
                const Vec<double, N> place = playback.unwrapped_position(ball);
                const Vec<double, N> speed = playback.velocity(ball);
                for (int k = 0; k < N; ++k) {
                    *position++ = place[k];
                    *velocity++ = speed[k];
                }
            }
        }
    }
    signals.raise();
    if (const auto fault = playback.fault()) raise_file_error(*fault);
    return py::make_tuple(positions, velocities);
}

py::tuple states(const std::string& path, const Doubles& times) {
    AnyTrajectory trajectory = opened(path);
    return std::visit([&](auto& reader) { return states_of(std::move(reader), times); }, trajectory);
}

py::dict check_file(const std::string& path) {
    Signals signals;
    const auto go_on = [&](std::uint64_t) { return signals.go_on(); };
    py::dict result;
    if (is_shot_file(path)) {
        auto reader = ShotFileReader::open(path);
        if (!reader) raise_file_error(reader.error());
        ShotCheckReport report;
        {
            const py::gil_scoped_release release;
            report = check_shots(*reader, go_on);
        }
        signals.raise();
        result["faults"] = report.faults;
        result["fault_count"] = report.fault_count;
        result["records"] = report.events;
        result["open"] = report.impacts_open + report.motions_open;
        result["worst_bound_share"] = report.worst_bound_share;
        result["closed"] = report.closed;
        return result;
    }
    AnyTrajectory trajectory = opened(path);
    CheckReport report;
    {
        const py::gil_scoped_release release;
        report = std::visit([&](auto& reader) { return check(reader, go_on); }, trajectory);
    }
    signals.raise();
    result["faults"] = report.faults;
    result["fault_count"] = report.fault_count;
    result["records"] = report.records;
    result["open"] = report.open();
    result["worst_bound_share"] = report.worst_bound_share;
    result["closed"] = report.closed;
    return result;
}

/// Everything that is measured in a file. Ctrl-C ends it.
MeasureResults measured(const std::string& path, double after, double end) {
    AnyTrajectory trajectory = opened(path);
    MeasurePlan plan;
    plan.quantities.assign(all_quantities.begin(), all_quantities.end());
    plan.after = after;
    plan.until = end;
    Signals signals;
    const auto go_on = [&](std::uint64_t) { return signals.go_on(); };
    auto results = [&] {
        const py::gil_scoped_release release;
        return std::visit([&](auto& reader) { return measure_trajectory(std::move(reader), plan, go_on); },
                          trajectory);
    }();
    signals.raise();
    if (!results) raise_file_error(results.error());
    return std::move(**results);
}

/// Names with (value, error, converged).
py::dict measure(const std::string& path, double after, double end) {
    py::dict numbers;
    for (const NamedEstimate& each : named_estimates(measured(path, after, end))) {
        numbers[each.name.c_str()] =
            py::make_tuple(each.estimate.value, each.estimate.error, each.estimate.converged);
    }
    return numbers;
}

/// Names with (start, end, value, error): arrays, with NaN where nothing is known.
py::dict measure_curves(const std::string& path, double after, double end) {
    constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
    py::dict curves;
    for (const NamedCurve& each : named_curves(measured(path, after, end))) {
        const auto points = static_cast<py::ssize_t>(each.points.size());
        py::array_t<double> starts(points), ends(points), values(points), errors(points);
        for (py::ssize_t k = 0; k < points; ++k) {
            const CurvePoint& point = each.points[static_cast<std::size_t>(k)];
            starts.mutable_at(k) = point.from;
            ends.mutable_at(k) = point.to;
            values.mutable_at(k) = point.estimate.count == 0 ? nothing : point.estimate.value;
            errors.mutable_at(k) = point.estimate.error.value_or(nothing);
        }
        curves[each.name.c_str()] = py::make_tuple(starts, ends, values, errors);
    }
    return curves;
}

}  // namespace

void add_trajectories(py::module_& module) {
    module.def("describe", &describe);
    module.def("states", &states);
    module.def("check", &check_file);
    module.def("measure", &measure);
    module.def("measure_curves", &measure_curves);
}

}  // namespace carom::python

// What recorded runs tell: numbers and curves.
#include <cmath>
#include <limits>
#include <optional>

#include "c/call.hpp"
#include "c/columns.hpp"
#include "c/trajectory_file.hpp"
#include "carom/c/trajectories.h"
#include "carom/measure/named_curves.hpp"
#include "carom/measure/named_estimates.hpp"
#include "carom/record/measure_trajectory.hpp"

namespace carom::c {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

carom_measurement c_measurement(const NamedEstimate& from) {
    carom_measurement to{};
    to.name[from.name.copy(to.name, sizeof(to.name) - 1)] = '\0';
    to.value = from.estimate.value;
    to.error = from.estimate.error.value_or(kNothing);
    to.converged = from.estimate.converged ? 1 : 0;
    return to;
}

/// Measures everything in a file, and gives it to `take`.
template <class Take>
carom_status measure_file(const char* path, double after, carom_go_on go_on, void* context, Take take) {
    if (!(after >= 0) || !std::isfinite(after)) return bad("after: it must be finite and >= 0");
    const auto extent = extent_at(path);
    if (!extent) return say(extent.error());
    if (after >= extent->end) return bad("after: the trajectory ends before");
    auto opened = open_trajectory(path);
    if (!opened) return say(opened.error());
    Asked asked(go_on, context, extent->records);
    MeasurePlan plan;
    plan.quantities.assign(all_quantities.begin(), all_quantities.end());
    plan.after = after;
    plan.until = extent->end;
    const auto go = [&](std::uint64_t done) { return asked(done); };
    const auto results =
        std::visit([&](auto& reader) { return measure_trajectory(std::move(reader), plan, go); }, *opened);
    if (!results) return say(results.error());
    return *results ? take(**results) : stopped_by_caller();
}

struct CurvesObject : Object {
    static constexpr const char* kName = "set of curves";
    std::vector<NamedCurve> curves;
};

/// Calls `question` with one of the curves.
template <class Question>
carom_status with_curve(carom_curves* curves, size_t index, Question question) {
    return with<CurvesObject>(curves, [&](const CurvesObject& object) -> carom_status {
        if (index >= object.curves.size())
            return bad("there are only " + std::to_string(object.curves.size()) + " curves");
        return question(object.curves[index]);
    });
}

}  // namespace
}  // namespace carom::c

using namespace carom::c;

carom_status carom_measure(const char* path, double after, carom_go_on go_on, void* context, size_t capacity,
                           carom_measurement* measurements, size_t* count) {
    return guarded([&]() -> carom_status {
        if (path == nullptr || count == nullptr || (measurements == nullptr && capacity > 0))
            return bad(kNullPointer);
        return measure_file(path, after, go_on, context, [&](const carom::MeasureResults& results) {
            const auto numbers = carom::named_estimates(results);
            *count = numbers.size();
            std::transform(numbers.begin(),
                           numbers.begin() + static_cast<std::ptrdiff_t>(std::min(capacity, numbers.size())),
                           measurements, c_measurement);
            return CAROM_OK;
        });
    });
}

carom_status carom_measure_curves(const char* path, double after, carom_go_on go_on, void* context,
                                  carom_curves** curves) {
    return guarded([&]() -> carom_status {
        if (path == nullptr || curves == nullptr) return bad(kNullPointer);
        return measure_file(path, after, go_on, context, [&](const carom::MeasureResults& results) {
            auto object = std::make_shared<CurvesObject>();
            object->curves = carom::named_curves(results);
            return give(curves, std::move(object));
        });
    });
}

carom_status carom_curves_free(carom_curves* curves) {
    return close<CurvesObject>(curves);
}

carom_status carom_curves_count(carom_curves* curves, size_t* count) {
    return with<CurvesObject>(curves, [&](const CurvesObject& object) -> carom_status {
        if (count == nullptr) return bad(kNullPointer);
        *count = object.curves.size();
        return CAROM_OK;
    });
}

carom_status carom_curves_describe(carom_curves* curves, size_t index, carom_curve_info* info) {
    return with_curve(curves, index, [&](const carom::NamedCurve& curve) -> carom_status {
        if (info == nullptr) return bad(kNullPointer);
        *info = {};
        curve.name.copy(info->name, sizeof(info->name) - 1);
        info->points = curve.points.size();
        return CAROM_OK;
    });
}

carom_status carom_curves_points(carom_curves* curves, size_t index, carom_doubles_out from,
                                 carom_doubles_out to, carom_doubles_out value, carom_doubles_out error) {
    return with_curve(curves, index, [&](const carom::NamedCurve& curve) -> carom_status {
        const std::size_t points = curve.points.size();
        for (const std::string& fault :
             {fault_of(from, "from", points, false), fault_of(to, "to", points, false),
              fault_of(value, "value", points, false), fault_of(error, "error", points, false)}) {
            if (!fault.empty()) return bad(fault);
        }
        const auto write = [](const carom_doubles_out& column, std::size_t k, double number) {
            if (column.data != nullptr) put(column, k, number);
        };
        for (std::size_t k = 0; k < points; ++k) {
            const carom::CurvePoint& point = curve.points[k];
            write(from, k, point.from);
            write(to, k, point.to);
            write(value, k, point.estimate.count == 0 ? kNothing : point.estimate.value);
            write(error, k, point.estimate.error.value_or(kNothing));
        }
        return CAROM_OK;
    });
}

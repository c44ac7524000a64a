// The rows of the accuracy table: what is counted for one family, number type and dimension.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "support/integer_oracle.hpp"

namespace carom::accuracy {

using Count = std::uint64_t;

inline constexpr std::size_t kForms = 4;

/// Where a row was measured.
struct Place {
    std::string family;
    std::string type;
    int dimension = 0;
};

/// Decisions and times of one way to sweep.
struct Score {
    Count missed = 0;      ///< hits called misses
    Count false_hits = 0;  ///< misses called hits
    Count bounced = 0;     ///< hits brought to the reported time and bounced there
    Count again = 0;       ///< of them, those reported as a hit once more
    double worst_first =
        0;  ///< largest error in ulp; of the textbook forms only where they begin after u = 0
    double worst_last = 0;

    void decided(bool truth, bool answer) {
        if (truth && !answer) ++missed;
        if (!truth && answer) ++false_hits;
    }
    template <class T>
    void timed(T first, T last, const oracle::Times& exact) {
        worst_first = larger(worst_first, time_error(first, exact.first));
        worst_last = larger(worst_last, time_error(last, exact.last));
    }
    /// In ulp; a third of it below the smallest normal number, where times are rounded twice and three times
    /// the bound is allowed.
    template <class T>
    static double time_error(T time, long double exact) {
        const bool subnormal = std::fabs(exact) < static_cast<long double>(std::numeric_limits<T>::min());
        return oracle::ulp_error(time, exact) / (subnormal ? 3 : 1);
    }
    /// A NaN is as wrong as can be.
    static double larger(double worst, double error) {
        if (std::isnan(error)) return std::numeric_limits<double>::infinity();
        return error > worst ? error : worst;
    }
};

struct SweepRow {
    Place place;
    Count queries = 0;
    Count hits = 0;
    std::array<Score, kForms> forms{};
    Score carom;
    Count wrong_states = 0;
    Count wrong_comparisons = 0;  ///< of first times, each with the query before
    Count entered = 0;            ///< positions after `advance` that overlap
    Count misplaced = 0;          ///< such positions that are not where the balls then are
    Count normals = 0;            ///< hits whose normal was checked
    double worst_normal = 0;      ///< largest error of a component, in units of the machine epsilon
    Count stayed = 0;             ///< hits after u = 0 for which `advance` stays at u = 0, which it may
    Count still_closing = 0;      ///< velocities after `bounce` there that close

    Count wrong() const {
        return wrong_states + carom.missed + carom.false_hits + carom.again + wrong_comparisons + entered +
               misplaced + still_closing + (carom.worst_first > kTimeBound ? 1 : 0) +
               (carom.worst_last > kTimeBound ? 1 : 0) + (worst_normal > kNormalBound ? 1 : 0);
    }

    static constexpr double kTimeBound = 0.55;  ///< ulp (docs/math/sweep.md)
    static constexpr double kNormalBound = 4;   ///< epsilon (docs/math/sweep.md)
};

struct FirstTimesRow {
    Place place;
    Count queries = 0;
    Count equal = 0;
    std::array<Count, kForms + 1> wrong_by_times{};  ///< comparing the times of each form, and of `sweep`
    Count wrong_order = 0;                           ///< of `compare_first`

    Count wrong() const { return wrong_order; }
};

struct ImpactRow {
    Place place;
    Count queries = 0;
    Count closing = 0;
    Count still_closing_textbook = 0;
    Count still_closing = 0;
    Count changed_without_impact = 0;

    Count wrong() const { return still_closing + changed_without_impact; }
};

}  // namespace carom::accuracy

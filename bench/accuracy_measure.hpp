// Asks Carom and the textbook forms the same questions and counts the answers that are not the exact ones.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "progress.hpp"

namespace carom::accuracy {

using Count = std::uint64_t;

/// The textbook forms of a sweep.
inline constexpr std::size_t kForms = 4;
extern const std::array<const char*, kForms> form_names;

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

/// What to ask.
struct Questions {
    Count queries = 100'000;            ///< in each row
    std::vector<std::string> families;  ///< all when empty
    unsigned seed = 1;                  ///< another one asks other questions
};

/// All families' names, of the three kinds of question.
std::vector<std::string> family_names();

/// Asks questions of all families that are wanted and hands over each row as soon as it is done.
class Measure {
public:
    explicit Measure(const Questions& questions);
    void sweeps(const std::function<void(const SweepRow&)>& take);
    void first_times(const std::function<void(const FirstTimesRow&)>& take);
    void impacts(const std::function<void(const ImpactRow&)>& take);

private:
    template <template <class, int> class Asker, class Row, class Family>
    void rows(const std::vector<Family>& all, const std::function<void(const Row&)>& take);
    template <class Asker, class Row, class Family>
    Row row(Family family, const Place& place);
    bool wants(const std::string& family) const;
    double all_queries() const;

    Questions questions_;
    Count asked_ = 0;
    bench::Progress progress_;
};

}  // namespace carom::accuracy

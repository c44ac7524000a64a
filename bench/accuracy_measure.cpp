#include "accuracy_measure.hpp"

#include <algorithm>
#include <cmath>
#include <compare>
#include <limits>
#include <tuple>
#include <utility>

#include "carom/pair/advance.hpp"
#include "carom/pair/bounce.hpp"
#include "carom/pair/compare_first.hpp"
#include "carom/pair/sweep.hpp"
#include "support/first_time_families.hpp"
#include "support/integer_oracle.hpp"
#include "support/textbook_forms.hpp"

namespace carom::accuracy {
namespace {

using Forms = std::tuple<textbook::Plain, textbook::Stable, textbook::KahanForm, textbook::NearestApproach>;
static_assert(std::tuple_size_v<Forms> == kForms);
/// Calls `f(form, index)` for each form.
template <class F>
void for_each_form(F f) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        (f(std::tuple_element_t<I, Forms>{}, I), ...);
    }
    (std::make_index_sequence<kForms>{});
}

/// A NaN is as wrong as can be.
double larger(double worst, double error) {
    if (std::isnan(error)) return std::numeric_limits<double>::infinity();
    return error > worst ? error : worst;
}

/// In ulp; a third of it below the smallest normal number, where times are rounded twice and three times the
/// bound is allowed.
template <class T>
double time_error(T time, long double exact) {
    const bool subnormal = std::fabs(exact) < static_cast<long double>(std::numeric_limits<T>::min());
    return oracle::ulp_error(time, exact) / (subnormal ? 3 : 1);
}

void note_decision(Score& score, bool truth, bool answer) {
    if (truth && !answer) ++score.missed;
    if (!truth && answer) ++score.false_hits;
}

template <class T>
void note_times(Score& score, T first, T last, const oracle::Times& exact) {
    score.worst_first = larger(score.worst_first, time_error(first, exact.first));
    score.worst_last = larger(score.worst_last, time_error(last, exact.last));
}

/// One row of sweeps: pairs of a family.
template <class T, int N>
class SweepAsker {
public:
    using Pair = families::MovingPair<T, N>;

    SweepAsker(families::Family family, unsigned seed) : family_(family), make_(seed) {}

    void ask(SweepRow& row) {
        const Pair p = make_(family_);
        const oracle::IntegerQuadratic& q = integers_(p.a, p.b);
        const ContactState truth = state(q);
        const oracle::Times exact = truth == ContactState::apart ? oracle::Times{} : times(q, truth);
        ++row.queries;
        row.hits += truth == ContactState::apart ? 0 : 1;
        for_each_form([&](auto form, std::size_t i) { ask_form(form, row.forms[i], p, truth, exact); });
        ask_carom(row, p, truth, exact);
        compare_with_last(row, p, q);
    }

private:
    template <class Form>
    static void ask_form(Form form, Score& score, const Pair& p, ContactState truth,
                         const oracle::Times& exact) {
        const textbook::Hit<T> answer = form(p.a, p.b);
        note_decision(score, truth != ContactState::apart, answer.hit);
        if (truth != ContactState::will_touch || !answer.hit) return;
        note_times(score, answer.first, answer.last, exact);
        ++score.bounced;
        const auto [a, b] = textbook::bounced_at(answer.first, p.a, p.b);
        if (form(a, b).hit) ++score.again;
    }

    void ask_carom(SweepRow& row, const Pair& p, ContactState truth, const oracle::Times& exact) {
        const Sweep<T, N> answer = sweep(p.a, p.b);
        note_decision(row.carom, truth != ContactState::apart, static_cast<bool>(answer));
        if (answer.state != truth) {
            ++row.wrong_states;
            return;
        }
        if (truth != ContactState::apart) {
            note_times(row.carom, answer.first, answer.last, exact);
            if (row.hits % kHitsPerNormal == 1) check_normal(row, p, answer.normal);
        }
        if (truth != ContactState::overlapping) go_on(row, p, truth);
    }

    static void check_normal(SweepRow& row, const Pair& p, const Vec<T, N>& normal) {
        const Vec<mpf_class, N> exact = oracle::first_normal(p.a, p.b);
        if (std::all_of(exact.coordinates.begin(), exact.coordinates.end(),
                        [](const mpf_class& x) { return x == 0; }))
            return;  // the centres coincide
        ++row.normals;
        for (int k = 0; k < N; ++k) {
            const mpf_class error = abs(exact[k] - static_cast<double>(normal[k]));
            row.worst_normal = larger(row.worst_normal,
                                      error.get_d() / static_cast<double>(std::numeric_limits<T>::epsilon()));
        }
    }

    /// To the first contact, or to the end of the frame; after a contact an elastic bounce and one frame
    /// more.
    void go_on(SweepRow& row, const Pair& p, ContactState truth) {
        const Advance<T, N> at = advance(p.a, p.b);
        MovingBall<T, N> a{at.center_a, p.a.radius, p.a.displacement};
        MovingBall<T, N> b{at.center_b, p.b.radius, p.b.displacement};
        if (after_(a, b).c < 0) ++row.entered;
        if (!placed_well(p.a, at.center_a, at.u) || !placed_well(p.b, at.center_b, at.u)) ++row.misplaced;
        if (truth != ContactState::will_touch && truth != ContactState::touching_closing) return;
        if (at.u == 0 && truth == ContactState::will_touch) ++row.stayed;
        ++row.carom.bounced;
        const auto after =
            bounce(Body<T, N>{a.center, a.displacement, 1}, Body<T, N>{b.center, b.displacement, 1}, T{1});
        a.displacement = after.a;
        b.displacement = after.b;
        if (after_(a, b).b < 0) ++row.still_closing;
        const ContactState then = sweep(a, b).state;
        if (then != ContactState::apart && then != ContactState::touching_parting &&
            then != ContactState::touching_at_rest)
            ++row.carom.again;
    }

    /// Within the promised 4 units in the last place, and one for rounding.
    static bool placed_well(const MovingBall<T, N>& ball, const Vec<T, N>& center, T u) {
        for (int k = 0; k < N; ++k) {
            const auto from = static_cast<long double>(ball.center[k]);
            const auto way = static_cast<long double>(ball.displacement[k]);
            const T larger = std::max(std::fabs(ball.center[k]), std::fabs(ball.displacement[k]));
            const long double error =
                std::fabs(from + static_cast<long double>(u) * way - static_cast<long double>(center[k]));
            if (error > 5 * oracle::ulp_at<T>(static_cast<long double>(larger))) return false;
        }
        return true;
    }

    void compare_with_last(SweepRow& row, const Pair& p, const oracle::IntegerQuadratic& q) {
        if (row.queries > 1 && compare_first(last_.a, last_.b, p.a, p.b) != oracle::compare_first(last_q_, q))
            ++row.wrong_comparisons;
        last_ = p;
        last_q_ = q;
    }

    /// The exact normal takes longer than all the rest.
    static constexpr Count kHitsPerNormal = 64;

    families::Family family_;
    families::Maker<T, N> make_;
    oracle::QuadraticMaker integers_;
    oracle::QuadraticMaker after_;
    Pair last_;
    oracle::IntegerQuadratic last_q_;
};

/// One row of comparisons: which of two pairs touches first.
template <class T, int N>
class FirstTimesAsker {
public:
    FirstTimesAsker(families::FirstTimes family, unsigned seed) : family_(family), make_(seed) {}

    void ask(FirstTimesRow& row) {
        const families::TwoPairs<T, N> p = make_(family_);
        const std::weak_ordering truth =
            oracle::compare_first(one_(p.one.a, p.one.b), two_(p.two.a, p.two.b));
        ++row.queries;
        row.equal += std::is_eq(truth) ? 1 : 0;
        const auto ask_times = [&](std::size_t i, auto first_time) {
            const T one = first_time(p.one);
            const T two = first_time(p.two);
            if ((one < two) != std::is_lt(truth) || (two < one) != std::is_gt(truth)) ++row.wrong_by_times[i];
        };
        for_each_form([&](auto form, std::size_t i) {
            ask_times(i, [&](const auto& pair) { return when(form(pair.a, pair.b)); });
        });
        ask_times(kForms, [&](const auto& pair) {
            const Sweep<T, N> s = sweep(pair.a, pair.b);
            return when(textbook::Hit<T>{static_cast<bool>(s), s.first, s.last});
        });
        if (compare_first(p.one.a, p.one.b, p.two.a, p.two.b) != truth) ++row.wrong_order;
    }

private:
    static T when(const textbook::Hit<T>& hit) {
        return hit.hit ? hit.first : std::numeric_limits<T>::infinity();
    }

    families::FirstTimes family_;
    families::FirstTimesMaker<T, N> make_;
    oracle::QuadraticMaker one_;
    oracle::QuadraticMaker two_;
};

/// One row of impacts.
template <class T, int N>
class ImpactAsker {
public:
    ImpactAsker(families::ImpactFamily family, unsigned seed) : family_(family), make_(seed) {}

    void ask(ImpactRow& row) {
        const families::Impact<T, N> p = make_(family_);
        const bool closes = closing(p, p.a.velocity, p.b.velocity);
        ++row.queries;
        const BounceVelocities<T, N> after = bounce(p.a, p.b, p.restitution);
        if (!closes) {
            if (after.a != p.a.velocity || after.b != p.b.velocity) ++row.changed_without_impact;
            return;
        }
        ++row.closing;
        if (closing(p, after.a, after.b)) ++row.still_closing;
        const auto [va, vb] = textbook::bounce(p.a, p.b, p.restitution);
        if (closing(p, va, vb)) ++row.still_closing_textbook;
    }

private:
    bool closing(const families::Impact<T, N>& p, const Vec<T, N>& va, const Vec<T, N>& vb) {
        return integers_(MovingBall<T, N>{p.a.center, 0, va}, MovingBall<T, N>{p.b.center, 0, vb}).b < 0;
    }

    families::ImpactFamily family_;
    families::ImpactMaker<T, N> make_;
    oracle::QuadraticMaker integers_;
};

/// The same sequence for the same row, whatever other rows are asked for.
unsigned row_seed(unsigned seed, std::size_t family, const Place& place) {
    const auto row = static_cast<unsigned>(family) * 4 + (place.type == "double" ? 2U : 0U) +
                     static_cast<unsigned>(place.dimension - 2);
    return seed * 1000 + row;
}

}  // namespace

const std::array<const char*, kForms> form_names{textbook::Plain::name, textbook::Stable::name,
                                                 textbook::KahanForm::name, textbook::NearestApproach::name};

std::vector<std::string> family_names() {
    std::vector<std::string> names;
    for (const auto f : families::all()) names.push_back(name(f));
    for (const auto f : families::all_first_times()) names.push_back(name(f));
    for (const auto f : families::all_impacts()) names.push_back(name(f));
    return names;
}

Measure::Measure(const Questions& questions)
    : questions_(questions), progress_("asking", all_queries(), "queries") {}

void Measure::sweeps(const std::function<void(const SweepRow&)>& take) {
    rows<SweepAsker>(families::all(), take);
}
void Measure::first_times(const std::function<void(const FirstTimesRow&)>& take) {
    rows<FirstTimesAsker>(families::all_first_times(), take);
}
void Measure::impacts(const std::function<void(const ImpactRow&)>& take) {
    rows<ImpactAsker>(families::all_impacts(), take);
}

template <template <class, int> class Asker, class Row, class Family>
void Measure::rows(const std::vector<Family>& all, const std::function<void(const Row&)>& take) {
    for (const Family family : all) {
        if (!wants(name(family))) continue;
        take(row<Asker<float, 2>, Row>(family, {name(family), "float", 2}));
        take(row<Asker<float, 3>, Row>(family, {name(family), "float", 3}));
        take(row<Asker<double, 2>, Row>(family, {name(family), "double", 2}));
        take(row<Asker<double, 3>, Row>(family, {name(family), "double", 3}));
    }
}

template <class Asker, class Row, class Family>
Row Measure::row(Family family, const Place& place) {
    Row row;
    row.place = place;
    Asker asker(family, row_seed(questions_.seed, static_cast<std::size_t>(family), place));
    const std::string now = place.family + " " + place.type + " " + std::to_string(place.dimension) + "D";
    while (row.queries < questions_.queries) {
        const Count some = std::min<Count>(10'000, questions_.queries - row.queries);
        for (Count i = 0; i < some; ++i) asker.ask(row);
        asked_ += some;
        progress_.done(static_cast<double>(asked_), now);
    }
    progress_.clear();
    return row;
}

bool Measure::wants(const std::string& family) const {
    const auto& wanted = questions_.families;
    return wanted.empty() || std::find(wanted.begin(), wanted.end(), family) != wanted.end();
}

double Measure::all_queries() const {
    const auto names = family_names();
    const auto wanted =
        std::count_if(names.begin(), names.end(), [&](const auto& name) { return wants(name); });
    return 4 * static_cast<double>(questions_.queries) * static_cast<double>(wanted);
}

}  // namespace carom::accuracy

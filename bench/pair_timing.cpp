#include "pair_timing.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <type_traits>

#include "carom/batch/sweep_columns.hpp"
#include "carom/pair/sweep.hpp"
#include "pair/frame_contact.hpp"
#include "pair/relative.hpp"
#include "support/pair_families.hpp"
#include "support/textbook_forms.hpp"

namespace carom::timing {
namespace {

/// Keeps the compiler from dropping a result.
template <class R>
void keep(const R& result) {
    asm volatile("" : : "g"(&result) : "memory");
}

/// The best of nine, in nanoseconds for each of `count` things that `work` does.
template <class F>
double best_ns(double seconds, std::size_t count, F work) {
    using Clock = std::chrono::steady_clock;
    const auto elapsed = [&](std::size_t repeats) {
        const auto start = Clock::now();
        for (std::size_t i = 0; i < repeats; ++i) work();
        return std::chrono::duration<double>(Clock::now() - start).count();
    };
    std::size_t repeats = 1;
    while (elapsed(repeats) < seconds / 2) repeats *= 2;
    double best = elapsed(repeats);
    for (int i = 0; i < 8; ++i) best = std::min(best, elapsed(repeats));
    return best * 1e9 / static_cast<double>(repeats * count);
}

/// Pairs as columns, with room for the answers.
template <class T, int N>
class Columns {
public:
    explicit Columns(const std::vector<families::MovingPair<T, N>>& pairs)
        : state_(pairs.size()), first_(pairs.size()), last_(pairs.size()) {
        for (const auto& pair : pairs) {
            add(a_, pair.a);
            add(b_, pair.b);
        }
    }
    void sweep(InstructionSet set) { keep(sweep_each(view(a_), view(b_), {state_, first_, last_}, set)); }

    /// The number of answers whose bits differ from those of single sweeps.
    std::size_t differing() const {
        std::size_t count = 0;
        for (std::size_t i = 0; i < state_.size(); ++i) {
            const Sweep<T, N> s = carom::sweep(ball(a_, i), ball(b_, i));
            const bool same = s.state == state_[i] && std::memcmp(&s.first, &first_[i], sizeof(T)) == 0 &&
                              std::memcmp(&s.last, &last_[i], sizeof(T)) == 0;
            if (!same) ++count;
        }
        return count;
    }
    static constexpr std::size_t kBytesPerPair = 2 * (2 * N + 1) * sizeof(T) + 1 + 2 * sizeof(T);

private:
    struct Balls {
        std::array<std::vector<T>, N> center, displacement;
        std::vector<T> radius;
    };
    static void add(Balls& balls, const MovingBall<T, N>& ball) {
        balls.radius.push_back(ball.radius);
        for (int k = 0; k < N; ++k) {
            balls.center[static_cast<std::size_t>(k)].push_back(ball.center[k]);
            balls.displacement[static_cast<std::size_t>(k)].push_back(ball.displacement[k]);
        }
    }
    static MovingBall<T, N> ball(const Balls& balls, std::size_t i) {
        MovingBall<T, N> result;
        result.radius = balls.radius[i];
        for (int k = 0; k < N; ++k) {
            result.center[k] = balls.center[static_cast<std::size_t>(k)][i];
            result.displacement[k] = balls.displacement[static_cast<std::size_t>(k)][i];
        }
        return result;
    }
    static BallColumns<T, N> view(const Balls& balls) {
        BallColumns<T, N> columns;
        columns.radius = balls.radius;
        for (std::size_t k = 0; k < static_cast<std::size_t>(N); ++k) {
            columns.center[k] = balls.center[k];
            columns.displacement[k] = balls.displacement[k];
        }
        return columns;
    }

    Balls a_, b_;
    std::vector<ContactState> state_;
    std::vector<T> first_, last_;
};

template <class T>
const char* type_name() {
    return std::is_same_v<T, float> ? "float" : "double";
}

template <class T, int N>
void count(FamilyRow& row, const families::MovingPair<T, N>& pair, double share) {
    const detail::PairMotion<T, N> motion{pair.a, pair.b};
    const ContactState exact = detail::exact_contact(motion.exact()).state;
    const bool hit = exact != ContactState::apart;
    if (hit) row.hits += share;
    if (textbook::Plain{}(pair.a, pair.b).hit != hit) row.textbook_wrong += share;
    if (sweep(pair.a, pair.b).state != exact) ++row.wrong;
    const auto first = detail::filtered(motion.plain(), 1.0, detail::kTimeSlack<T>);
    if (first.apart || first.touch) return;
    row.beyond_filter += share;
    const auto m = detail::safely_scaled_motion(motion);
    const auto second = detail::filtered(detail::rounded(m.motion), m.scale.end(), detail::kSignSlack);
    if (!second.apart && !second.touch) row.exact += share;
}

template <class T, int N>
FamilyRow family_row(families::Family family, const Settings& settings) {
    families::Maker<T, N> make(7);
    std::vector<families::MovingPair<T, N>> pairs(kPairs);
    for (auto& pair : pairs) pair = make(family);

    FamilyRow row{families::name(family), type_name<T>(), N};
    for (const auto& pair : pairs) count(row, pair, 1.0 / kPairs);
    Columns<T, N> columns(pairs);
    columns.sweep(settings.set);
    row.wrong += columns.differing();

    row.textbook_ns = best_ns(settings.seconds, kPairs, [&] {
        for (const auto& pair : pairs) keep(textbook::Plain{}(pair.a, pair.b));
    });
    row.sweep_ns = best_ns(settings.seconds, kPairs, [&] {
        for (const auto& pair : pairs) keep(sweep(pair.a, pair.b));
    });
    row.batch_ns = best_ns(settings.seconds, kPairs, [&] { columns.sweep(settings.set); });
    return row;
}

template <class T>
StreamRow stream_row(const Settings& settings) {
    constexpr std::size_t kMany = 1U << 23;
    StreamRow row{type_name<T>(), kMany};
    families::Maker<T, 3> make(8);
    std::vector<families::MovingPair<T, 3>> pairs(kMany);
    for (auto& pair : pairs) pair = make(families::Family::generic);
    Columns<T, 3> columns(pairs);
    pairs = {};
    columns.sweep(settings.set);
    row.wrong = columns.differing();
    row.ns = best_ns(settings.seconds, kMany, [&] { columns.sweep(settings.set); });
    constexpr std::size_t bytes = Columns<T, 3>::kBytesPerPair;
    row.rate = static_cast<double>(bytes) / row.ns;

    std::vector<char> from(kMany * bytes / 2, 'x');
    std::vector<char> to(from.size());
    const double copy_ns = best_ns(settings.seconds, 2 * from.size(), [&] {
        std::memcpy(to.data(), from.data(), from.size());
        keep(to);
    });
    row.copy_rate = 1 / copy_ns;
    return row;
}

}  // namespace

std::vector<FamilyRow> family_rows(bool only_generic, const Settings& settings) {
    std::vector<FamilyRow> rows;
    for (const families::Family family : families::all()) {
        if (only_generic && family != families::Family::generic) continue;
        rows.push_back(family_row<float, 2>(family, settings));
        rows.push_back(family_row<float, 3>(family, settings));
        rows.push_back(family_row<double, 2>(family, settings));
        rows.push_back(family_row<double, 3>(family, settings));
    }
    return rows;
}

std::vector<StreamRow> stream_rows(const Settings& settings) {
    return {stream_row<float>(settings), stream_row<double>(settings)};
}

}  // namespace carom::timing

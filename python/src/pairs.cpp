// Pairs of balls in arrays. The checks of shapes and numbers are in carom/_pairs.py.
#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <span>

#include "carom/batch/sweep_columns.hpp"
#include "carom/pair/approach.hpp"
#include "carom/pair/bounce.hpp"
#include "carom/pair/overlap.hpp"
#include "common.hpp"

namespace carom::python {
namespace {

/// An array in any order.
using AnyDoubles = py::array_t<double, py::array::forcecast>;

void require_pairs(const py::array& center_a, const py::array& radius_a, const py::array& displacement_a,
                   const py::array& center_b, const py::array& radius_b, const py::array& displacement_b) {
    require_balls(center_a, radius_a, displacement_a);
    require_balls(center_b, radius_b, displacement_b);
    if (center_a.shape(1) != center_b.shape(1))
        throw std::invalid_argument("a and b have different dimensions");
}

/// As `require_pairs`, and as many balls in both.
void require_equal(const py::array& center_a, const py::array& center_b) {
    if (center_a.shape(0) != center_b.shape(0))
        throw std::invalid_argument("a and b have different numbers of balls");
}

/// The columns of an array, or the one of an array with one axis, wherever their numbers lie.
template <std::size_t Count>
class Columns {
public:
    explicit Columns(const AnyDoubles& rows)
        : first_(reinterpret_cast<const char*>(rows.data())),
          down_(rows.strides(0)),
          across_(rows.ndim() > 1 ? rows.strides(1) : 0) {}
    bool is_copied() const { return down_ != kNumber; }
    /// As NumPy makes them.
    bool are_rows() const { return down_ == py::ssize_t{Count} * kNumber && across_ == kNumber; }
    const char* row(std::size_t i) const { return first_ + static_cast<py::ssize_t>(i) * down_; }
    /// Entries from `begin` on: where they are if they lie side by side, or copied.
    void part(std::size_t begin, std::size_t count, std::array<std::span<const double>, Count>& columns) {
        const char* const first = row(begin);
        for (std::size_t k = 0; k < Count; ++k) {
            const char* const top = first + static_cast<py::ssize_t>(k) * across_;
            columns[k] = {reinterpret_cast<const double*>(top), count};
        }
        if (!is_copied()) return;
        for (std::size_t k = 0; k < Count; ++k) {
            copies_[k].resize(count);
            columns[k] = copies_[k];
        }
        // The columns of a row lie together: all of them are read at once.
        std::array<double*, Count> to;
        for (std::size_t k = 0; k < Count; ++k) to[k] = copies_[k].data();
        const char* from = first;
        for (std::size_t i = 0; i < count; ++i, from += down_) {
            for (std::size_t k = 0; k < Count; ++k)
                std::memcpy(&to[k][i], from + static_cast<py::ssize_t>(k) * across_, sizeof(double));
        }
    }

private:
    static constexpr auto kNumber = static_cast<py::ssize_t>(sizeof(double));

    const char* first_;
    py::ssize_t down_, across_;
    std::array<std::vector<double>, Count> copies_;
};

/// Balls of arrays.
template <int N>
class Balls {
public:
    /// `displacement` has no rows where they rest.
    Balls(const AnyDoubles& center, const AnyDoubles& radius, const AnyDoubles& displacement)
        : size_(static_cast<std::size_t>(center.shape(0))),
          moves_(displacement.shape(0) > 0),
          radius_(radius),
          center_(center),
          displacement_(displacement) {}
    std::size_t size() const { return size_; }
    bool is_copied() const { return center_.is_copied() || (moves_ && displacement_.is_copied()); }
    bool are_rows() const { return center_.are_rows() && (!moves_ || displacement_.are_rows()); }
    /// Of balls in rows. Valid until the next call.
    BallRows<double, N> rows(std::size_t begin, std::size_t count) {
        using Row = Vec<double, N>;
        std::array<std::span<const double>, 1> radius;
        radius_.part(begin, count, radius);
        const auto of = [&](const auto& array) {
            return std::span(reinterpret_cast<const Row*>(array.row(begin)), count);
        };
        return {of(center_), radius[0], moves_ ? of(displacement_) : std::span<const Row>{}};
    }
    /// Valid until the next call.
    BallColumns<double, N> part(std::size_t begin, std::size_t count) {
        BallColumns<double, N> columns;
        std::array<std::span<const double>, 1> radius;
        radius_.part(begin, count, radius);
        columns.radius = radius[0];
        center_.part(begin, count, columns.center);
        if (moves_) displacement_.part(begin, count, columns.displacement);
        return columns;
    }

private:
    std::size_t size_;
    bool moves_;
    Columns<1> radius_;
    Columns<std::size_t{N}> center_, displacement_;
};

SweepColumns<double> part_of(const SweepColumns<double>& answer, std::size_t begin, std::size_t count) {
    return {answer.state.subspan(begin, count), answer.first.subspan(begin, count),
            answer.last.subspan(begin, count)};
}

/// Sweeps in blocks, so that copies stay small and Ctrl-C is heard.
template <int N>
std::size_t sweep_blocks(Balls<N>& a, Balls<N>& b, const SweepColumns<double>& answer, Signals& signals) {
    const bool are_rows = a.are_rows() && b.are_rows();
    // Copies of some 100 kB: blocks of 440 to 1000 pairs were measured to be the fastest.
    const std::size_t block = !are_rows && (a.is_copied() || b.is_copied()) ? 1000 : 16384;
    std::size_t contacts = 0;
    for (std::size_t begin = 0; begin < a.size() && signals.go_on(); begin += block) {
        const std::size_t count = std::min(block, a.size() - begin);
        const auto to = part_of(answer, begin, count);
        const auto found = are_rows ? sweep_each(a.rows(begin, count), b.rows(begin, count), to)
                                    : sweep_each(a.part(begin, count), b.part(begin, count), to);
        contacts += found ? *found : 0;
    }
    return contacts;
}

/// The same of all pairs, so many balls of a at a time.
template <int N>
std::size_t sweep_rows(Balls<N>& a, Balls<N>& b, const SweepColumns<double>& answer, Signals& signals) {
    constexpr std::size_t kPairs = 1'000'000;
    const std::size_t rows = std::max<std::size_t>(kPairs / std::max<std::size_t>(b.size(), 1), 1);
    std::size_t contacts = 0;
    for (std::size_t begin = 0; begin < a.size() && signals.go_on(); begin += rows) {
        const std::size_t count = std::min(rows, a.size() - begin);
        const auto found = sweep_all(a.part(begin, count), b.part(0, b.size()),
                                     part_of(answer, begin * b.size(), count * b.size()));
        contacts += found ? *found : 0;
    }
    return contacts;
}

template <int N>
py::tuple sweep(Balls<N> a, Balls<N> b, bool all) {
    const std::size_t pairs = all ? a.size() * b.size() : a.size();
    py::array_t<std::uint8_t> state(static_cast<py::ssize_t>(pairs));
    py::array_t<double> first(static_cast<py::ssize_t>(pairs)), last(static_cast<py::ssize_t>(pairs));
    static_assert(sizeof(ContactState) == 1);
    const SweepColumns<double> answer{{reinterpret_cast<ContactState*>(state.mutable_data()), pairs},
                                      {first.mutable_data(), pairs},
                                      {last.mutable_data(), pairs}};
    std::size_t contacts = 0;
    Signals signals;
    {
        const py::gil_scoped_release release;
        contacts = all ? sweep_rows(a, b, answer, signals) : sweep_blocks(a, b, answer, signals);
    }
    signals.raise();
    return py::make_tuple(state, first, last, contacts);
}

py::tuple sweep_arrays(const AnyDoubles& center_a, const AnyDoubles& radius_a,
                       const AnyDoubles& displacement_a, const AnyDoubles& center_b,
                       const AnyDoubles& radius_b, const AnyDoubles& displacement_b, bool all) {
    require_pairs(center_a, radius_a, displacement_a, center_b, radius_b, displacement_b);
    if (!all) require_equal(center_a, center_b);
    return center_a.shape(1) == 2
               ? sweep<2>({center_a, radius_a, displacement_a}, {center_b, radius_b, displacement_b}, all)
               : sweep<3>({center_a, radius_a, displacement_a}, {center_b, radius_b, displacement_b}, all);
}

/// Rows of N numbers.
template <int N>
Vec<double, N> row(const Doubles& rows, py::ssize_t i) {
    Vec<double, N> result;
    for (int k = 0; k < N; ++k) result[k] = rows.data()[i * N + k];
    return result;
}

template <int N>
void put_row(py::array_t<double>& rows, py::ssize_t i, const Vec<double, N>& from) {
    for (int k = 0; k < N; ++k) rows.mutable_data()[i * N + k] = from[k];
}

template <int N>
MovingBall<double, N> moving(const Doubles& center, const Doubles& radius, const Doubles& displacement,
                             py::ssize_t i) {
    MovingBall<double, N> ball{row<N>(center, i), radius.data()[i], {}};
    if (displacement.shape(0) > 0) ball.displacement = row<N>(displacement, i);
    return ball;
}

/// Where and how each pair touches: centres, normal, point; NaN where it does not.
template <int N>
py::tuple details(const Doubles& center_a, const Doubles& radius_a, const Doubles& displacement_a,
                  const Doubles& center_b, const Doubles& radius_b, const Doubles& displacement_b) {
    const py::ssize_t count = center_a.shape(0);
    std::vector<py::array_t<double>> answers;
    for (int k = 0; k < 4; ++k) {
        answers.emplace_back(std::vector<py::ssize_t>{count, N});
        std::fill_n(answers.back().mutable_data(), count * N, std::numeric_limits<double>::quiet_NaN());
    }
    for (py::ssize_t i = 0; i < count; ++i) {
        const auto found = carom::sweep(moving<N>(center_a, radius_a, displacement_a, i),
                                        moving<N>(center_b, radius_b, displacement_b, i));
        if (!found) continue;
        put_row(answers[0], i, found.center_a);
        put_row(answers[1], i, found.center_b);
        put_row(answers[2], i, found.normal);
        put_row(answers[3], i, found.point);
    }
    return py::make_tuple(answers[0], answers[1], answers[2], answers[3]);
}

py::tuple sweep_details(const Doubles& center_a, const Doubles& radius_a, const Doubles& displacement_a,
                        const Doubles& center_b, const Doubles& radius_b, const Doubles& displacement_b) {
    require_pairs(center_a, radius_a, displacement_a, center_b, radius_b, displacement_b);
    require_equal(center_a, center_b);
    return center_a.shape(1) == 2
               ? details<2>(center_a, radius_a, displacement_a, center_b, radius_b, displacement_b)
               : details<3>(center_a, radius_a, displacement_a, center_b, radius_b, displacement_b);
}

/// Distances of surfaces: at the start, and the least in the frame with its time.
template <int N>
py::tuple gaps(const Doubles& center_a, const Doubles& radius_a, const Doubles& displacement_a,
               const Doubles& center_b, const Doubles& radius_b, const Doubles& displacement_b) {
    const py::ssize_t count = center_a.shape(0);
    py::array_t<double> start(count), least(count), when(count);
    for (py::ssize_t i = 0; i < count; ++i) {
        const auto a = moving<N>(center_a, radius_a, displacement_a, i);
        const auto b = moving<N>(center_b, radius_b, displacement_b, i);
        const auto nearest = closest_approach(a, b);
        start.mutable_data()[i] =
            gap(Ball<double, N>{a.center, a.radius}, Ball<double, N>{b.center, b.radius});
        least.mutable_data()[i] = nearest.gap;
        when.mutable_data()[i] = nearest.u;
    }
    return py::make_tuple(start, least, when);
}

py::tuple all_gaps(const Doubles& center_a, const Doubles& radius_a, const Doubles& displacement_a,
                   const Doubles& center_b, const Doubles& radius_b, const Doubles& displacement_b) {
    require_pairs(center_a, radius_a, displacement_a, center_b, radius_b, displacement_b);
    require_equal(center_a, center_b);
    return center_a.shape(1) == 2
               ? gaps<2>(center_a, radius_a, displacement_a, center_b, radius_b, displacement_b)
               : gaps<3>(center_a, radius_a, displacement_a, center_b, radius_b, displacement_b);
}

template <int N>
py::tuple bounces(const Doubles& center_a, const Doubles& velocity_a, const Doubles& inverse_mass_a,
                  const Doubles& center_b, const Doubles& velocity_b, const Doubles& inverse_mass_b,
                  const Doubles& restitution) {
    const py::ssize_t count = center_a.shape(0);
    py::array_t<double> after_a({count, py::ssize_t{N}}), after_b({count, py::ssize_t{N}});
    for (py::ssize_t i = 0; i < count; ++i) {
        const auto after =
            bounce(Body<double, N>{row<N>(center_a, i), row<N>(velocity_a, i), inverse_mass_a.data()[i]},
                   Body<double, N>{row<N>(center_b, i), row<N>(velocity_b, i), inverse_mass_b.data()[i]},
                   restitution.data()[i]);
        put_row(after_a, i, after.a);
        put_row(after_b, i, after.b);
    }
    return py::make_tuple(after_a, after_b);
}

py::tuple all_bounces(const Doubles& center_a, const Doubles& velocity_a, const Doubles& inverse_mass_a,
                      const Doubles& center_b, const Doubles& velocity_b, const Doubles& inverse_mass_b,
                      const Doubles& restitution) {
    return center_a.shape(1) == 2 ? bounces<2>(center_a, velocity_a, inverse_mass_a, center_b, velocity_b,
                                               inverse_mass_b, restitution)
                                  : bounces<3>(center_a, velocity_a, inverse_mass_a, center_b, velocity_b,
                                               inverse_mass_b, restitution);
}

}  // namespace

void add_pairs(py::module_& module) {
    module.def("sweep_arrays", sweep_arrays);
    module.def("sweep_details", sweep_details);
    module.def("gaps", all_gaps);
    module.def("bounces", all_bounces);
}

}  // namespace carom::python

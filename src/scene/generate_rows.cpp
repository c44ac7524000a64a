// Racks, cradles and lattices: balls at regular distances.
#include "billiards/rack_numbers.hpp"
#include "carom/scene/generate.hpp"
#include "core/float_environment.hpp"
#include "scene/request.hpp"

namespace carom {
namespace {

using namespace detail;

struct RackRow {
    std::vector<int> numbers;  ///< from the lower to the higher coordinate across
};

std::vector<RackRow> rows_of(RackShape shape) {
    using namespace billiards::detail;
    const bool nine = shape == RackShape::nine_ball;
    const int* number = nine ? kNineBallNumbers.data() : kEightBallNumbers.data();
    std::vector<RackRow> rows;
    for (const int count : nine ? kDiamondRows : kTriangleRows) {
        rows.push_back({{number, number + count}});
        number += count;
    }
    return rows;
}

/// Lattice points of one cell, in units of the nearest distance, and the edges of the cell.
template <int N>
struct LatticeCell {
    std::vector<Vec<double, N>> points;
    Vec<double, N> edges;
};

std::optional<LatticeCell<2>> cell_of(LatticeKind kind, const Vec<double, 2>&) {
    if (kind == LatticeKind::square) return LatticeCell<2>{{{}}, {{1, 1}}};
    const double height = std::sqrt(3.0) / 2;
    if (kind == LatticeKind::hexagonal) return LatticeCell<2>{{{}}, {{1, height}}};
    return {};
}

std::optional<LatticeCell<3>> cell_of(LatticeKind kind, const Vec<double, 3>&) {
    if (kind == LatticeKind::cubic) return LatticeCell<3>{{{}}, {{1, 1, 1}}};
    const double half = std::sqrt(2.0) / 2;
    const double edge = 2 * half;
    if (kind == LatticeKind::face_centred) {
        return LatticeCell<3>{{{}, {{half, half, 0}}, {{half, 0, half}}, {{0, half, half}}},
                              {{edge, edge, edge}}};
    }
    return {};
}

template <int N>
std::optional<GenerateError> complaint(const Lattice<N>& request, double count, std::size_t most) {
    auto error = first_of(must_be_count("counts", count, most), must_be_finite("origin", request.origin),
                          must_be_positive("radius", request.radius), must_be_mass(request.mass),
                          must_be_positive("spacing", request.spacing));
    if (!error && request.spacing < 2 * request.radius) {
        error = refusal("spacing", "spacing " + text(request.spacing) + " is below the diameter " +
                                       text(2 * request.radius) + ": neighbours would overlap");
    }
    return error;
}

/// Counts through the cells, the first axis fastest.
template <int N>
bool advance(std::array<std::size_t, N>& cell, const std::array<std::size_t, N>& counts) {
    for (std::size_t k = 0; k < N; ++k) {
        if (++cell[k] < counts[k]) return true;
        cell[k] = 0;
    }
    return false;
}

}  // namespace

template <int N>
GeneratedBalls<N> make_rack(const Rack<N>& request) {
    const DefaultFloatEnvironment environment;
    const auto error =
        first_of(must_be_finite("apex", request.apex), must_be_positive("radius", request.radius),
                 must_be_mass(request.mass), must_not_be_negative("gap", request.gap));
    if (error) return *error;
    if (request.shape > RackShape::nine_ball) return refusal("shape", "there is no such rack");
    if (request.direction > Direction::minus_y) return refusal("direction", "there is no such direction");
    const bool along_x = request.direction == Direction::plus_x || request.direction == Direction::minus_x;
    const bool upwards = request.direction == Direction::plus_x || request.direction == Direction::plus_y;
    const double pitch = 2 * request.radius + request.gap;
    const double row_distance = (upwards ? pitch : -pitch) * (std::sqrt(3.0) / 2);
    std::vector<SceneBall<N>> balls;
    double row_index = 0;
    for (const RackRow& row : rows_of(request.shape)) {
        double place = -0.5 * static_cast<double>(row.numbers.size() - 1);
        for (const int number : row.numbers) {
            SceneBall<N> ball{std::to_string(number), request.apex, {}, request.radius, request.mass};
            ball.position[along_x ? 0 : 1] += row_index * row_distance;
            ball.position[along_x ? 1 : 0] += place * pitch;
            balls.push_back(ball);
            place += 1;
        }
        row_index += 1;
    }
    return balls;
}

template <int N>
GeneratedBalls<N> make_cradle(const Cradle<N>& request, std::size_t most) {
    const DefaultFloatEnvironment environment;
    auto error =
        first_of(must_be_count("count", static_cast<double>(request.count), most),
                 must_be_finite("position", request.position), must_be_positive("radius", request.radius),
                 must_be_mass(request.mass), must_not_be_negative("gap", request.gap),
                 must_not_be_negative("approach", request.approach),
                 must_be_finite("speed", Vec<double, 2>{request.speed, 0}));
    if (!error && request.moving > request.count) {
        error = refusal("moving",
                        "moving is " + text(request.moving) + ", more than the count " + text(request.count));
    }
    if (!error && (request.axis < 0 || request.axis >= N)) error = refusal("axis", "there is no such axis");
    if (error) return *error;
    const double pitch = 2 * request.radius + request.gap;
    std::vector<SceneBall<N>> balls;
    balls.reserve(request.count);
    for (std::size_t i = 0; i < request.count; ++i) {
        SceneBall<N> ball{text(i + 1), request.position, {}, request.radius, request.mass};
        const bool moves = i < request.moving;
        ball.position[request.axis] += static_cast<double>(i) * pitch + (moves ? 0 : request.approach);
        if (moves) ball.velocity[request.axis] = request.speed;
        balls.push_back(ball);
    }
    return balls;
}

template <int N>
GeneratedBalls<N> make_lattice(const Lattice<N>& request, std::size_t most) {
    const DefaultFloatEnvironment environment;
    const auto cell = cell_of(request.kind, request.origin);
    if (!cell) return refusal("kind", "this lattice does not exist in " + std::to_string(N) + " dimensions");
    double count = static_cast<double>(cell->points.size());
    for (const std::size_t n : request.counts) count *= static_cast<double>(n);
    if (const auto error = complaint(request, count, most)) return *error;
    std::vector<SceneBall<N>> balls;
    balls.reserve(static_cast<std::size_t>(count));
    std::array<std::size_t, N> at{};
    do {
        for (const Vec<double, N>& point : cell->points) {
            SceneBall<N> ball{
                numbered(request.name, balls.size()), request.origin, {}, request.radius, request.mass};
            const double shift = request.kind == LatticeKind::hexagonal && at[1] % 2 == 1 ? 0.5 : 0;
            for (int k = 0; k < N; ++k) {
                const double cells = static_cast<double>(at[static_cast<std::size_t>(k)]) * cell->edges[k];
                ball.position[k] += request.spacing * (cells + point[k] + (k == 0 ? shift : 0));
            }
            balls.push_back(ball);
        }
    } while (advance<N>(at, request.counts));
    if (auto error = set_in_motion<N>(balls, request.motion)) return *error;
    return balls;
}

#define CAROM_INSTANTIATE(N)                                               \
    template GeneratedBalls<N> make_rack(const Rack<N>&);                  \
    template GeneratedBalls<N> make_cradle(const Cradle<N>&, std::size_t); \
    template GeneratedBalls<N> make_lattice(const Lattice<N>&, std::size_t);
CAROM_INSTANTIATE(2)
CAROM_INSTANTIATE(3)
#undef CAROM_INSTANTIATE

}  // namespace carom

#include "proof/walls.hpp"

#include "proof/filter.hpp"
#include "proof/flight.hpp"
#include "scene/wall_numbers.hpp"

namespace carom::proof {
namespace {

template <int N>
WideWall<N> face(std::size_t number, int axis, double inward, double bound) {
    WideWall<N> wall;
    wall.number = static_cast<std::uint32_t>(number);
    wall.normal[axis] = inward;
    wall.offset = Wide{inward} * Wide{bound};
    wall.rough_normal = narrow(wall.normal);
    wall.rough_offset = narrow(wall.offset);
    return wall;
}

template <int N>
WideWall<N> plane(std::size_t number, const Wall<N>& from) {
    const WideVec<N> normal = widen(from.half_space.normal);
    const Wide norm = length(normal);
    WideWall<N> wall;
    wall.number = static_cast<std::uint32_t>(number);
    wall.name = from.name;
    wall.normal = (1 / norm) * normal;
    wall.offset = Wide{from.half_space.offset} / norm;
    wall.rough_normal = narrow(wall.normal);
    wall.rough_offset = narrow(wall.offset);
    wall.speed = from.speed;
    wall.temperature = from.temperature.value_or(0);
    return wall;
}

template <int N>
WideWall<N> vessel(std::size_t number, const Container<N>& from) {
    const WideVec<N> axis = widen(from.axis);
    const Wide norm = length(axis);
    WideWall<N> wall;
    wall.number = static_cast<std::uint32_t>(number);
    wall.name = from.name;
    wall.is_round = true;
    wall.center = widen(from.center);
    if (norm > 0) wall.along = (1 / norm) * axis;
    wall.radius = from.radius;
    return wall;
}

}  // namespace

template <int N>
Wide WideWall<N>::gap(const WideVec<N>& x, double ball_radius, Wide t) const {
    if (!is_round) return dot(normal, x) - surface(t) - Wide{ball_radius};
    const WideVec<N> d = across(x - center);
    const Wide room = Wide{radius} - Wide{ball_radius};
    // For large vessels room - |d| would lose the digits of a small gap.
    return room > 0 ? (room * room - dot(d, d)) / (room + rough_length(d)) : room - rough_length(d);
}

template <int N>
double WideWall<N>::least_gap(const Vec<double, N>& begin, const Vec<double, N>& end, double bend, double t,
                              double until) const {
    double first = -rough_offset - t * speed;
    double last = -rough_offset - until * speed;
    double size = std::abs(rough_offset) + (t + until) * std::abs(speed);
    for (int k = 0; k < N; ++k) {
        first += rough_normal[k] * begin[k];
        last += rough_normal[k] * end[k];
        size += std::abs(begin[k]) + std::abs(end[k]);
    }
    return std::min(first, last) - bend - 4 * kFilterMargin * (size + bend);
}

template <int N>
double WideWall<N>::rounding_bound(Wide t, double epoch_length) const {
    if (is_round) {
        double size = radius;
        for (int k = 0; k < N; ++k) size = std::max(size, std::abs(narrow(center[k])));
        return kRoundings * kUnit * size;
    }
    if (speed == 0) return 0;
    const double way = std::abs(narrow(t) * speed);
    const double of_place = kRoundings * kUnit * (std::abs(narrow(offset)) + way);
    return of_place + kTimeRoundings * kUnit * epoch_length * std::abs(speed);
}

template <int N>
std::vector<WideWall<N>> walls_of(const World<N>& world) {
    std::vector<WideWall<N>> walls;
    for (std::size_t k = 0; k < N; ++k) {
        if (world.boundary[k] != Boundary::wall) continue;
        const int axis = static_cast<int>(k);
        walls.push_back(face<N>(detail::lower_face_number(axis), axis, 1, world.box.lower[axis]));
        walls.push_back(face<N>(detail::lower_face_number(axis) + 1, axis, -1, world.box.upper[axis]));
    }
    std::uint32_t number = detail::first_wall_number<N>();
    for (const Wall<N>& wall : world.walls) walls.push_back(plane(number++, wall));
    for (const Container<N>& container : world.containers) walls.push_back(vessel(number++, container));
    return walls;
}

template struct WideWall<2>;
template struct WideWall<3>;
template std::vector<WideWall<2>> walls_of(const World<2>& world);
template std::vector<WideWall<3>> walls_of(const World<3>& world);

}  // namespace carom::proof

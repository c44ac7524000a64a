// Obstacles of frames.
#include <cmath>

#include "c/frame_object.hpp"

namespace carom::c {
namespace {

constexpr const char* kTooLarge = "an obstacle has a number that single precision does not have";

template <class Plane, class T, int N>
bool make_planes(const std::vector<ObstacleNumbers::Ball>& from, std::vector<Plane>& to) {
    for (const auto& [normal, offset] : from) {
        Plane plane;
        plane.offset = static_cast<T>(offset);
        if (!put_vec(normal, plane.normal) || plane.normal == Vec<T, N>{} || !std::isfinite(plane.offset))
            return false;
        to.push_back(plane);
    }
    return true;
}

using Read = const carom_doubles;

std::string read_pairs(Read (&vectors)[3], const char* name, Read& numbers, const char* number_name,
                       int dimension, std::vector<ObstacleNumbers::Ball>& to) {
    if (numbers.data == nullptr && numbers.count > 0) return std::string(number_name) + " is needed";
    std::vector<std::array<double, 3>> read;
    std::string fault = read_vectors(vectors, name, dimension, numbers.count, read);
    for (std::size_t i = 0; fault.empty() && i < numbers.count; ++i) {
        const double number = entry<double>(numbers, i);
        if (!std::isfinite(number))
            fault = std::string(number_name) + ": entry " + std::to_string(i) + " is not finite";
        to.emplace_back(read[i], number);
    }
    return fault;
}

/// Half-spaces or planes.
std::string read_planes(Read (&normals)[3], const char* name, Read& offsets, const char* offset_name,
                        int dimension, std::vector<ObstacleNumbers::Ball>& to) {
    std::string fault = read_pairs(normals, name, offsets, offset_name, dimension, to);
    for (std::size_t i = 0; fault.empty() && i < to.size(); ++i) {
        if (to[i].first == std::array<double, 3>{})
            fault = std::string(name) + ": entry " + std::to_string(i) + " is zero";
    }
    return fault;
}

std::string read_boxes(const carom_obstacle_columns& from, int dimension,
                       std::vector<ObstacleNumbers::Box>& to) {
    const std::size_t count = from.box_lower[0].count;
    std::vector<std::array<double, 3>> lower, upper;
    std::string fault = read_vectors(from.box_lower, "box_lower", dimension, count, lower);
    if (fault.empty()) fault = read_vectors(from.box_upper, "box_upper", dimension, count, upper);
    for (std::size_t i = 0; fault.empty() && i < count; ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            if (lower[i][k] > upper[i][k])
                fault = "box_upper: entry " + std::to_string(i) + " is below box_lower";
        }
        to.emplace_back(lower[i], upper[i]);
    }
    return fault;
}

std::string read_obstacles(const carom_obstacle_columns& from, int dimension, ObstacleNumbers& to) {
    std::string fault =
        read_pairs(from.ball_center, "ball_center", from.ball_radius, "ball_radius", dimension, to.balls);
    for (std::size_t i = 0; fault.empty() && i < to.balls.size(); ++i) {
        if (to.balls[i].second < 0) fault = "ball_radius: entry " + std::to_string(i) + " is negative";
    }
    if (fault.empty())
        fault = read_planes(from.half_space_normal, "half_space_normal", from.half_space_offset,
                            "half_space_offset", dimension, to.half_spaces);
    if (fault.empty())
        fault = read_planes(from.plane_normal, "plane_normal", from.plane_offset, "plane_offset", dimension,
                            to.planes);
    return fault.empty() ? read_boxes(from, dimension, to.boxes) : fault;
}

template <class T, int N>
carom_status find_obstacles(Frame& frame, const typename ColumnsOf<T>::Balls& balls) {
    auto& of = frame.of<T, N>();
    frame.found = false;  // its balls go
    if (const carom_status status = read_balls<T, N>(balls, of); status != CAROM_OK) return status;
    if (const std::string fault = make_obstacles(frame, of); !fault.empty()) return bad(fault);
    frame.obstacle_contacts.clear();
    for (const ObstacleContact<T>& each : of.finder.find(frame_balls(of.balls), *of.obstacles))
        frame.obstacle_contacts.push_back(
            {each.ball, c_obstacle(each.obstacle), each.first, each.last, static_cast<int32_t>(each.state)});
    return CAROM_OK;
}

template <class T>
carom_status find_obstacle_columns(carom_frame* frame, const typename ColumnsOf<T>::Balls* balls,
                                   size_t* count) {
    return with<Frame>(frame, [&](Frame& object) -> carom_status {
        if (balls == nullptr || count == nullptr) return bad(kNullPointer);
        const carom_status status =
            in_dimension(object.dimension, [&](auto n) { return find_obstacles<T, n>(object, *balls); });
        if (status == CAROM_OK) *count = object.obstacle_contacts.size();
        return status;
    });
}

}  // namespace

std::string read_vectors(const carom_doubles* columns, const char* name, int dimension, std::size_t count,
                         std::vector<std::array<double, 3>>& to) {
    to.assign(count, {});
    for (int k = 0; k < dimension; ++k) {
        std::string fault = fault_of(columns[k], name, count, true);
        if (!fault.empty()) return fault;
        for (std::size_t i = 0; i < count; ++i) {
            const double number = entry<double>(columns[k], i);
            if (!std::isfinite(number))
                return std::string(name) + ": entry " + std::to_string(i) + " is not finite";
            to[i][static_cast<std::size_t>(k)] = number;
        }
    }
    return "";
}

template <class T, int N>
std::string make_obstacles(const Frame& frame, FrameOf<T, N>& of) {
    if (of.obstacles) return "";
    std::vector<Ball<T, N>> balls;
    std::vector<HalfSpace<T, N>> half_spaces;
    std::vector<Plane<T, N>> planes;
    std::vector<Box<T, N>> boxes;
    for (const auto& [center, radius] : frame.obstacles.balls) {
        balls.push_back({{}, static_cast<T>(radius)});
        if (!put_vec(center, balls.back().center) || !std::isfinite(balls.back().radius)) return kTooLarge;
    }
    if (!make_planes<HalfSpace<T, N>, T, N>(frame.obstacles.half_spaces, half_spaces)) return kTooLarge;
    if (!make_planes<Plane<T, N>, T, N>(frame.obstacles.planes, planes)) return kTooLarge;
    for (const auto& [lower, upper] : frame.obstacles.boxes) {
        boxes.emplace_back();
        if (!put_vec(lower, boxes.back().lower) || !put_vec(upper, boxes.back().upper)) return kTooLarge;
    }
    of.obstacles.emplace(Obstacles<T, N>{balls, {}, half_spaces, planes, boxes});
    return "";
}

template std::string make_obstacles(const Frame&, FrameOf<double, 2>&);
template std::string make_obstacles(const Frame&, FrameOf<double, 3>&);
template std::string make_obstacles(const Frame&, FrameOf<float, 2>&);
template std::string make_obstacles(const Frame&, FrameOf<float, 3>&);

}  // namespace carom::c

using namespace carom::c;

carom_status carom_frame_set_obstacles(carom_frame* frame, const carom_obstacle_columns* obstacles,
                                       double restitution) {
    return with<Frame>(frame, [&](Frame& object) -> carom_status {
        if (!(restitution >= 0 && restitution <= 1)) return bad("restitution: it must be in [0, 1]");
        ObstacleNumbers numbers;
        numbers.restitution = restitution;
        if (obstacles != nullptr) {
            const std::string fault = read_obstacles(*obstacles, object.dimension, numbers);
            if (!fault.empty()) return bad(fault);
        }
        object.obstacles = std::move(numbers);
        std::apply(
            [](auto&... made) {
                const auto forget = [](auto& each) {
                    if (each) each->obstacles.reset();
                };
                (forget(made), ...);
            },
            object.frames);
        return CAROM_OK;
    });
}

carom_status carom_frame_find_obstacles(carom_frame* frame, const carom_ball_columns* balls, size_t* count) {
    return find_obstacle_columns<double>(frame, balls, count);
}

carom_status carom_frame_find_obstacles_float(carom_frame* frame, const carom_ball_columns_float* balls,
                                              size_t* count) {
    return find_obstacle_columns<float>(frame, balls, count);
}

carom_status carom_frame_obstacle_contacts(carom_frame* frame, size_t first, size_t count,
                                           carom_obstacle_contact* contacts) {
    return with<Frame>(frame, [&](const Frame& object) {
        return copy_some(object.obstacle_contacts, first, count, contacts);
    });
}

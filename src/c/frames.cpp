#include "carom/c/frames.h"

#include <algorithm>
#include <cmath>
#include <thread>

#include "c/frame_object.hpp"

namespace carom::c {
namespace {

unsigned threads_for(unsigned wanted) {
    return wanted == 0 ? std::clamp(std::thread::hardware_concurrency(), 1U, 64U) : wanted;
}

constexpr std::size_t kMostBalls = 0xFFFFFFFF;
constexpr const char* kTooManyBalls = "a frame has less than 2^32 balls";

std::string fault_of_filter(const KeptFilter& filter, std::size_t balls) {
    for (const auto& [column, name] : {std::pair(&filter.group, "group"), std::pair(&filter.mask, "mask")}) {
        if (*column && (*column)->size() != balls)
            return std::string("the filter's ") + name + " has " + std::to_string((*column)->size()) +
                   " entries, not " + std::to_string(balls);
    }
    return "";
}

template <class T, int N>
carom_status find(Frame& frame, const typename ColumnsOf<T>::Balls& balls) {
    auto& of = frame.of<T, N>();
    if (const std::string fault = fault_of_filter(frame.filter, balls.radius.count); !fault.empty())
        return bad(fault);
    frame.found = false;
    if (const carom_status status = read_balls<T, N>(balls, of); status != CAROM_OK) return status;
    frame.contacts.clear();
    for (const FrameContact<T>& each : of.finder.find(frame_balls(of.balls), frame.filter.filter()))
        frame.contacts.push_back({each.a, each.b, each.first, each.last, static_cast<int32_t>(each.state)});
    frame.found = true;
    frame.found_in_float = std::is_same_v<T, float>;
    return CAROM_OK;
}

template <class T, int N>
std::string fault_of_bodies(const typename ColumnsOf<T>::Bodies& bodies) {
    const std::size_t count = bodies.radius.count;
    std::string fault = fault_of(bodies.radius, "radius", count, true);
    if (fault.empty()) fault = fault_of(bodies.inverse_mass, "inverse_mass", count, false);
    for (int k = 0; k < N; ++k) {
        if (fault.empty()) fault = fault_of(bodies.center[k], kCenters[k], count, true);
        if (fault.empty()) fault = fault_of(bodies.displacement[k], kDisplacements[k], count, true);
    }
    if (fault.empty()) fault = fault_of_radius<T>(bodies.radius);
    for (std::size_t k = 0; fault.empty() && bodies.inverse_mass.data != nullptr && k < count; ++k) {
        const T inverse = entry<T>(bodies.inverse_mass, k);
        if (!(inverse >= 0) || std::isinf(inverse))
            fault = "inverse_mass: entry " + std::to_string(k) + " is not finite and >= 0";
    }
    return fault.empty() && count >= kMostBalls ? kTooManyBalls : fault;
}

template <class T, int N>
void read_bodies(const typename ColumnsOf<T>::Bodies& bodies, std::vector<FrameBody<T, N>>& to) {
    to.resize(bodies.radius.count);
    for (std::size_t i = 0; i < to.size(); ++i) {
        FrameBody<T, N>& body = to[i];
        body.radius = entry<T>(bodies.radius, i);
        body.inverse_mass = bodies.inverse_mass.data == nullptr ? 1 : entry<T>(bodies.inverse_mass, i);
        for (int k = 0; k < N; ++k) {
            body.center[k] = entry<T>(bodies.center[k], i);
            body.displacement[k] = entry<T>(bodies.displacement[k], i);
        }
    }
}

/// Empty when all is well.
template <class T, int N>
std::string read_acceleration(const StepSettings& settings, std::vector<FrameBody<T, N>>& bodies) {
    if (!settings.acceleration) {
        for (FrameBody<T, N>& body : bodies) body.acceleration = {};
        return "";
    }
    const StepSettings::Vectors& given = *settings.acceleration;
    if (given.size() != 1 && given.size() != bodies.size())
        return "the acceleration has " + std::to_string(given.size()) + " entries, not " +
               std::to_string(bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        if (!put_vec(given[given.size() == 1 ? 0 : i], bodies[i].acceleration))
            return "the acceleration has a number that single precision does not have";
    }
    return "";
}

template <class T, int N>
void write_bodies(const std::vector<FrameBody<T, N>>& from, const typename ColumnsOf<T>::Bodies& bodies) {
    for (std::size_t i = 0; i < from.size(); ++i) {
        for (int k = 0; k < N; ++k) {
            put(bodies.center[k], i, from[i].center[k]);
            put(bodies.displacement[k], i, from[i].displacement[k]);
        }
    }
}

/// What a step tells beside the places.
template <class T, int N>
void keep_told(const FrameStep<T, N>& done, Frame& frame) {
    frame.bounces.clear();
    frame.bounce_obstacles.clear();
    for (const FrameBounce<T>& each : done.bounces) {
        const bool with_obstacle = each.b == FrameBounce<T>::kObstacle;
        frame.bounces.push_back({each.fraction, each.a, each.b});
        frame.bounce_obstacles.push_back(with_obstacle ? c_obstacle(each.obstacle)
                                                       : carom_obstacle{CAROM_NO_OBSTACLE, 0});
    }
    frame.lost.clear();
    for (const LostMove<T, N>& each : done.lost) {
        carom_lost_move& move = frame.lost.emplace_back();
        move.ball = each.ball;
        for (int k = 0; k < N; ++k) move.displacement[k] = each.displacement[k];
    }
}

template <class T, int N>
carom_status step(Frame& frame, const typename ColumnsOf<T>::Bodies& bodies, StepRules<T> rules) {
    auto& of = frame.of<T, N>();
    std::string fault = fault_of_bodies<T, N>(bodies);
    if (fault.empty()) fault = fault_of_filter(frame.filter, bodies.radius.count);
    if (fault.empty()) fault = make_obstacles(frame, of);
    if (!fault.empty()) return bad(fault);
    read_bodies<T, N>(bodies, of.bodies);
    fault = read_acceleration(frame.settings, of.bodies);
    if (!fault.empty()) return bad(fault);
    rules.obstacle_restitution = static_cast<T>(frame.obstacles.restitution);
    rules.most_bounces = frame.settings.most_bounces;
    rules.filter = frame.filter.filter();
    keep_told(of.stepper.advance_frame(of.bodies, *of.obstacles, rules), frame);
    write_bodies<T, N>(of.bodies, bodies);
    return CAROM_OK;
}

template <class T>
carom_status find_columns(carom_frame* frame, const typename ColumnsOf<T>::Balls* balls, size_t* count) {
    return with<Frame>(frame, [&](Frame& object) -> carom_status {
        if (balls == nullptr || count == nullptr) return bad(kNullPointer);
        const carom_status status =
            in_dimension(object.dimension, [&](auto n) { return find<T, n>(object, *balls); });
        if (status == CAROM_OK) *count = object.contacts.size();
        return status;
    });
}

template <class T>
carom_status step_columns(carom_frame* frame, const typename ColumnsOf<T>::Bodies* bodies, double restitution,
                          double threshold, size_t* bounces) {
    return with<Frame>(frame, [&](Frame& object) -> carom_status {
        if (bodies == nullptr || bounces == nullptr) return bad(kNullPointer);
        if (!(restitution >= 0 && restitution <= 1)) return bad("restitution: it must be in [0, 1]");
        StepRules<T> rules;
        rules.restitution = static_cast<T>(restitution);
        rules.restitution_threshold = static_cast<T>(threshold);
        if (!(threshold >= 0) || !std::isfinite(rules.restitution_threshold))
            return bad("threshold: it must be finite and >= 0");
        const carom_status status =
            in_dimension(object.dimension, [&](auto n) { return step<T, n>(object, *bodies, rules); });
        if (status == CAROM_OK) *bounces = object.bounces.size();
        return status;
    });
}

}  // namespace

template <class T, int N>
carom_status read_balls(const typename ColumnsOf<T>::Balls& balls, FrameOf<T, N>& of) {
    const std::string fault = fault_of<T, N>(balls);
    if (!fault.empty()) return bad(fault);
    const std::size_t count = balls.radius.count;
    if (count >= kMostBalls) return bad(kTooManyBalls);
    of.balls.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        MovingBall<T, N>& ball = of.balls[i];
        ball.radius = entry<T>(balls.radius, i);
        for (int k = 0; k < N; ++k) {
            ball.center[k] = entry<T>(balls.center[k], i);
            ball.displacement[k] =
                balls.displacement[k].data == nullptr ? T{0} : entry<T>(balls.displacement[k], i);
        }
    }
    return CAROM_OK;
}

template carom_status read_balls(const carom_ball_columns&, FrameOf<double, 2>&);
template carom_status read_balls(const carom_ball_columns&, FrameOf<double, 3>&);
template carom_status read_balls(const carom_ball_columns_float&, FrameOf<float, 2>&);
template carom_status read_balls(const carom_ball_columns_float&, FrameOf<float, 3>&);

}  // namespace carom::c

using namespace carom::c;

carom_status carom_frame_create(int dimension, unsigned threads, carom_frame** frame) {
    return guarded([&]() -> carom_status {
        if (frame == nullptr) return bad(kNullPointer);
        if (!is_dimension(dimension)) return bad(kNoDimension);
        if (threads > 1024) return bad("threads: at most 1024");
        return give(frame, std::make_shared<Frame>(dimension, threads_for(threads)));
    });
}

carom_status carom_frame_free(carom_frame* frame) {
    return close<Frame>(frame);
}

carom_status carom_frame_find(carom_frame* frame, const carom_ball_columns* balls, size_t* count) {
    return find_columns<double>(frame, balls, count);
}

carom_status carom_frame_find_float(carom_frame* frame, const carom_ball_columns_float* balls,
                                    size_t* count) {
    return find_columns<float>(frame, balls, count);
}

carom_status carom_frame_contacts(carom_frame* frame, size_t first, size_t count,
                                  carom_frame_contact* contacts) {
    return with<Frame>(
        frame, [&](const Frame& object) { return copy_some(object.contacts, first, count, contacts); });
}

carom_status carom_frame_step(carom_frame* frame, const carom_body_columns* bodies, double restitution,
                              double threshold, size_t* bounces) {
    return step_columns<double>(frame, bodies, restitution, threshold, bounces);
}

carom_status carom_frame_step_float(carom_frame* frame, const carom_body_columns_float* bodies,
                                    double restitution, double threshold, size_t* bounces) {
    return step_columns<float>(frame, bodies, restitution, threshold, bounces);
}

carom_status carom_frame_bounces(carom_frame* frame, size_t first, size_t count,
                                 carom_frame_bounce* bounces) {
    return with<Frame>(frame,
                       [&](const Frame& object) { return copy_some(object.bounces, first, count, bounces); });
}

carom_status carom_frame_bounce_obstacles(carom_frame* frame, size_t first, size_t count,
                                          carom_obstacle* obstacles) {
    return with<Frame>(frame, [&](const Frame& object) {
        return copy_some(object.bounce_obstacles, first, count, obstacles);
    });
}

carom_status carom_frame_lost_count(carom_frame* frame, size_t* count) {
    return with<Frame>(frame, [&](const Frame& object) -> carom_status {
        if (count == nullptr) return bad(kNullPointer);
        *count = object.lost.size();
        return CAROM_OK;
    });
}

carom_status carom_frame_lost_moves(carom_frame* frame, size_t first, size_t count, carom_lost_move* moves) {
    return with<Frame>(frame,
                       [&](const Frame& object) { return copy_some(object.lost, first, count, moves); });
}

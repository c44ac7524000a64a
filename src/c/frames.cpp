#include "carom/c/frames.h"

#include <algorithm>
#include <optional>
#include <thread>
#include <variant>

#include "c/ball_columns.hpp"
#include "c/call.hpp"
#include "carom/frame/frame_stepper.hpp"

namespace carom::c {
namespace {

unsigned threads_for(unsigned wanted) {
    return wanted == 0 ? std::clamp(std::thread::hardware_concurrency(), 1U, 64U) : wanted;
}

FinderOptions options_with(const std::optional<ThreadPool>& pool) {
    FinderOptions options;
    if (pool) options.workers = pool->workers();
    return options;
}

/// What frames of one dimension keep.
template <int N>
struct FrameOf {
    explicit FrameOf(const FinderOptions& options) : finder(options), stepper(options) {}

    FrameContactFinder<double, N> finder;
    FrameStepper<double, N> stepper;
    std::vector<FrameBody<double, N>> bodies;
};

struct Frame : Object {
    static constexpr const char* kName = "frame";

    Frame(int dimension, unsigned threads) {
        if (threads > 1) pool.emplace(threads);
        if (dimension == 2) {
            frame.emplace<FrameOf<2>>(options_with(pool));
        } else {
            frame.emplace<FrameOf<3>>(options_with(pool));
        }
    }

    std::optional<ThreadPool> pool;
    std::variant<std::monostate, FrameOf<2>, FrameOf<3>> frame;
    std::vector<carom_frame_contact> contacts;
    std::vector<carom_frame_bounce> bounces;
};

constexpr std::size_t kMostBalls = 0xFFFFFFFF;

template <int N>
carom_status find(Frame& frame, FrameOf<N>& of, const carom_ball_columns& balls) {
    const std::string fault = fault_of<N>(balls);
    if (!fault.empty()) return bad(fault);
    const std::size_t count = balls.radius.count;
    if (count >= kMostBalls) return bad("a frame has less than 2^32 balls");
    std::vector<MovingBall<double, N>> moving(count);
    for (std::size_t i = 0; i < count; ++i) {
        moving[i].radius = entry<double>(balls.radius, i);
        for (int k = 0; k < N; ++k) {
            moving[i].center[k] = entry<double>(balls.center[k], i);
            if (balls.displacement[k].data != nullptr)
                moving[i].displacement[k] = entry<double>(balls.displacement[k], i);
        }
    }
    frame.contacts.clear();
    for (const FrameContact<double>& each : of.finder.find(frame_balls(moving)))
        frame.contacts.push_back({each.a, each.b, each.first, each.last, static_cast<int32_t>(each.state)});
    return CAROM_OK;
}

template <int N>
std::string fault_of_bodies(const carom_body_columns& bodies) {
    const std::size_t count = bodies.radius.count;
    std::string fault = fault_of(bodies.radius, "radius", count, true);
    if (fault.empty()) fault = fault_of(bodies.inverse_mass, "inverse_mass", count, false);
    for (int k = 0; k < N; ++k) {
        if (fault.empty()) fault = fault_of(bodies.center[k], kCenters[k], count, true);
        if (fault.empty()) fault = fault_of(bodies.displacement[k], kDisplacements[k], count, true);
    }
    if (fault.empty()) fault = fault_of_radius(bodies.radius);
    for (std::size_t k = 0; fault.empty() && bodies.inverse_mass.data != nullptr && k < count; ++k) {
        const double inverse = entry<double>(bodies.inverse_mass, k);
        if (!(inverse >= 0) || std::isinf(inverse))
            fault = "inverse_mass: entry " + std::to_string(k) + " is not finite and >= 0";
    }
    return fault.empty() && count >= kMostBalls ? "a frame has less than 2^32 balls" : fault;
}

template <int N>
carom_status step(Frame& frame, FrameOf<N>& of, const carom_body_columns& bodies,
                  const StepRules<double>& rules) {
    const std::string fault = fault_of_bodies<N>(bodies);
    if (!fault.empty()) return bad(fault);
    of.bodies.resize(bodies.radius.count);
    for (std::size_t i = 0; i < of.bodies.size(); ++i) {
        FrameBody<double, N>& body = of.bodies[i];
        body.radius = entry<double>(bodies.radius, i);
        body.inverse_mass = bodies.inverse_mass.data == nullptr ? 1 : entry<double>(bodies.inverse_mass, i);
        for (int k = 0; k < N; ++k) {
            body.center[k] = entry<double>(bodies.center[k], i);
            body.displacement[k] = entry<double>(bodies.displacement[k], i);
        }
    }
    const FrameStep<double, N> done = of.stepper.advance_frame(of.bodies, rules);
    frame.bounces.clear();
    for (const FrameBounce<double>& each : done.bounces)
        frame.bounces.push_back({each.fraction, each.a, each.b});
    for (std::size_t i = 0; i < of.bodies.size(); ++i) {
        for (int k = 0; k < N; ++k) {
            put(bodies.center[k], i, of.bodies[i].center[k]);
            put(bodies.displacement[k], i, of.bodies[i].displacement[k]);
        }
    }
    return CAROM_OK;
}

/// Calls `question` with the FrameOf of the dimension.
template <class Question>
carom_status in_dimension(Frame& frame, Question question) {
    if (auto* const flat = std::get_if<FrameOf<2>>(&frame.frame)) return question(*flat);
    return question(std::get<FrameOf<3>>(frame.frame));
}

/// Entries `first` to first + count - 1.
template <class Entry>
carom_status copy_some(const std::vector<Entry>& from, std::size_t first, std::size_t count, Entry* to) {
    if (first > from.size() || count > from.size() - first)
        return bad("there are only " + std::to_string(from.size()) + " of them");
    if (to == nullptr && count > 0) return bad(kNullPointer);
    std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(first), count, to);
    return CAROM_OK;
}

}  // namespace
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
    return with<Frame>(frame, [&](Frame& object) -> carom_status {
        if (balls == nullptr || count == nullptr) return bad(kNullPointer);
        const carom_status status = in_dimension(object, [&](auto& of) { return find(object, of, *balls); });
        if (status == CAROM_OK) *count = object.contacts.size();
        return status;
    });
}

carom_status carom_frame_contacts(carom_frame* frame, size_t first, size_t count,
                                  carom_frame_contact* contacts) {
    return with<Frame>(
        frame, [&](const Frame& object) { return copy_some(object.contacts, first, count, contacts); });
}

carom_status carom_frame_step(carom_frame* frame, const carom_body_columns* bodies, double restitution,
                              double threshold, size_t* bounces) {
    return with<Frame>(frame, [&](Frame& object) -> carom_status {
        if (bodies == nullptr || bounces == nullptr) return bad(kNullPointer);
        if (!(restitution >= 0 && restitution <= 1)) return bad("restitution: it must be in [0, 1]");
        if (!(threshold >= 0) || !std::isfinite(threshold))
            return bad("threshold: it must be finite and >= 0");
        carom::StepRules<double> rules;
        rules.restitution = restitution;
        rules.restitution_threshold = threshold;
        const carom_status status =
            in_dimension(object, [&](auto& of) { return step(object, of, *bodies, rules); });
        if (status == CAROM_OK) *bounces = object.bounces.size();
        return status;
    });
}

carom_status carom_frame_bounces(carom_frame* frame, size_t first, size_t count,
                                 carom_frame_bounce* bounces) {
    return with<Frame>(frame,
                       [&](const Frame& object) { return copy_some(object.bounces, first, count, bounces); });
}

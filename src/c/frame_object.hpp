// What a handle of frames stands for.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "c/ball_columns.hpp"
#include "c/call.hpp"
#include "carom/frame/frame_stepper.hpp"

namespace carom::c {

/// Obstacles as numbers, for frames of either precision.
struct ObstacleNumbers {
    using Ball = std::pair<std::array<double, 3>, double>;  ///< or a plane
    using Box = std::pair<std::array<double, 3>, std::array<double, 3>>;

    std::vector<Ball> balls, half_spaces, planes;
    std::vector<Box> boxes;
    double restitution = 1;
};

/// A filter that is kept.
struct KeptFilter {
    std::optional<std::vector<std::uint32_t>> group, mask;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ignored;

    PairFilter filter() const {
        PairFilter all;
        if (group) all.group.data = group->data();
        if (mask) all.mask.data = mask->data();
        all.ignored = ignored;
        return all;
    }
};

/// What holds for all steps.
struct StepSettings {
    using Vectors = std::vector<std::array<double, 3>>;

    std::optional<Vectors> acceleration;  ///< of each ball; one for all
    unsigned most_bounces = StepRules<double>{}.most_bounces;
};

/// What frames of one dimension and precision keep.
template <class T, int N>
struct FrameOf {
    explicit FrameOf(const FinderOptions& options) : finder(options), stepper(options) {}

    FrameContactFinder<T, N> finder;
    FrameStepper<T, N> stepper;
    std::vector<MovingBall<T, N>> balls;
    std::vector<FrameBody<T, N>> bodies;
    std::optional<ObstacleSet<T, N>> obstacles;  ///< made when they are needed
};

struct Frame : Object {
    static constexpr const char* kName = "frame";

    Frame(int of_dimension, unsigned threads) : dimension(of_dimension) {
        if (threads > 1) pool.emplace(threads);
    }

    /// Made when it is needed.
    template <class T, int N>
    FrameOf<T, N>& of() {
        auto& made = std::get<std::unique_ptr<FrameOf<T, N>>>(frames);
        if (!made) {
            FinderOptions options;
            if (pool) options.workers = pool->workers();
            made = std::make_unique<FrameOf<T, N>>(options);
        }
        return *made;
    }

    template <class T, int N>
    using Kept = std::unique_ptr<FrameOf<T, N>>;

    int dimension;
    std::optional<ThreadPool> pool;
    std::tuple<Kept<double, 2>, Kept<double, 3>, Kept<float, 2>, Kept<float, 3>> frames;
    KeptFilter filter;
    ObstacleNumbers obstacles;
    StepSettings settings;
    std::vector<carom_frame_contact> contacts;
    std::vector<carom_obstacle_contact> obstacle_contacts;
    std::vector<carom_frame_bounce> bounces;
    std::vector<carom_obstacle> bounce_obstacles;
    std::vector<carom_lost_move> lost;
    bool found = false;           ///< `contacts` are of balls that are still there
    bool found_in_float = false;  ///< whose
};

/// The obstacles of a frame in its precision, made where they are new; what is wrong with them.
template <class T, int N>
std::string make_obstacles(const Frame& frame, FrameOf<T, N>& of);

inline carom_obstacle c_obstacle(const ObstacleId& id) {
    return {static_cast<int32_t>(id.kind), static_cast<uint32_t>(id.index)};
}

/// N columns of finite numbers, all of one length; what is wrong with them.
std::string read_vectors(const carom_doubles* columns, const char* name, int dimension, std::size_t count,
                         std::vector<std::array<double, 3>>& to);

/// False where single precision does not have the numbers: large ones are infinite.
template <class T, int N>
bool put_vec(const std::array<double, 3>& from, Vec<T, N>& to) {
    for (int k = 0; k < N; ++k) {
        to[k] = static_cast<T>(from[static_cast<std::size_t>(k)]);
        if (!std::isfinite(to[k])) return false;
    }
    return true;
}

/// Reads the balls of a caller into `of.balls`.
template <class T, int N>
carom_status read_balls(const typename ColumnsOf<T>::Balls& balls, FrameOf<T, N>& of);

/// Entries `first` to first + count - 1.
template <class Entry>
carom_status copy_some(const std::vector<Entry>& from, std::size_t first, std::size_t count, Entry* to) {
    if (first > from.size() || count > from.size() - first)
        return bad("there are only " + std::to_string(from.size()) + " of them");
    if (to == nullptr && count > 0) return bad(kNullPointer);
    std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(first), count, to);
    return CAROM_OK;
}

}  // namespace carom::c

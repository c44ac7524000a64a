#include "export/states_gltf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "carom/export/export_states.hpp"
#include "record/ball_kinds.hpp"
#include "record/sheared_crossing.hpp"

namespace carom::detail {
namespace {

/// Of balls times instants: 256 MiB of tracks.
constexpr std::uint64_t kMostPlaces = std::uint64_t{1} << 24U;

/// A ball that crosses more faces between two instants is shown to jump.
constexpr int kMostCrossings = 16;

template <int N>
std::vector<GltfPoint> corners_of(const World<N>& world) {
    std::vector<GltfPoint> corners;
    if (std::find(world.boundary.begin(), world.boundary.end(), Boundary::open) != world.boundary.end()) {
        return corners;
    }
    for (int corner = 0; corner < 1 << N; ++corner) {
        GltfPoint point{};
        for (int k = 0; k < N; ++k) {
            const auto& side = (corner >> k & 1) != 0 ? world.box.upper : world.box.lower;
            point[static_cast<std::size_t>(k)] = static_cast<float>(side[k]);
        }
        corners.push_back(point);
    }
    return corners;
}

/// Times of a track rise, in floats too.
void add_time(std::vector<float>& times, double seconds) {
    auto time = static_cast<float>(seconds);
    if (!times.empty()) {
        time = std::max(time, std::nextafter(times.back(), std::numeric_limits<float>::infinity()));
    }
    times.push_back(time);
}

/// The periodic face that is reached first and the share of the way to it; axis -1 when there is none.
template <int N>
std::pair<int, double> next_face(const World<N>& world, const Vec<double, N>& from,
                                 const Vec<double, N>& target) {
    std::pair<int, double> first{-1, 1.0};
    for (int k = 0; k < N; ++k) {
        if (world.boundary[static_cast<std::size_t>(k)] != Boundary::periodic) continue;
        if (target[k] >= world.box.lower[k] && target[k] <= world.box.upper[k]) continue;
        const double face = target[k] > from[k] ? world.box.upper[k] : world.box.lower[k];
        const double share = std::clamp((face - from[k]) / (target[k] - from[k]), 0.0, 1.0);
        if (share <= first.second) first = {k, share};
    }
    return first;
}

}  // namespace

template <int N>
GltfStates<N>::GltfStates(WholeFile file, const TrajectoryStart<N>& start)
    : file_(std::move(file)), world_(start.scene.world) {
    const BallKinds kinds = kinds_of(start.scene);
    animation_.name = start.scene.name;
    animation_.box_corners = corners_of(world_);
    for (std::size_t ball = 0; ball < start.scene.balls.size(); ++ball) {
        const SceneBall<N>& data = start.scene.balls[ball];
        const std::size_t colour = kinds.first_ball.size() > 1 ? kinds.of_ball[ball] : ball;
        animation_.balls.push_back({data.name.empty() ? fmt::format("ball {}", ball) : data.name,
                                    static_cast<float>(data.radius),
                                    colour,
                                    {}});
    }
}

template <int N>
Result<GltfStates<N>, FileError> GltfStates<N>::create(const std::filesystem::path& path,
                                                       const TrajectoryStart<N>& start,
                                                       const Instants& instants) {
    const std::size_t balls = start.scene.balls.size();
    if (balls > max_gltf_balls) {
        return FileError{fmt::format("{}: a glTF animation shows {} balls at most, not {}", path.string(),
                                     max_gltf_balls, balls)};
    }
    if (instants.count() > kMostPlaces / balls) {
        return FileError{fmt::format("{}: a glTF animation of {} balls shows {} instants at most, not {}",
                                     path.string(), balls, kMostPlaces / balls, instants.count())};
    }
    auto file = WholeFile::create_or_stream(path);
    if (!file) return file.error();
    return GltfStates(std::move(*file), start);
}

template <int N>
void GltfStates<N>::add_key(GltfTrack& track, double seconds, const Vec<double, N>& place) const {
    add_time(track.times, seconds - first_);
    GltfPoint point{};
    for (int k = 0; k < N; ++k) point[static_cast<std::size_t>(k)] = static_cast<float>(place[k]);
    track.points.push_back(point);
}

template <int N>
void GltfStates<N>::fly(std::size_t ball, Vec<double, N> target, double until) {
    GltfTrack& track = animation_.balls[ball].track;
    Vec<double, N> from = places_[ball];
    double begin = last_;
    for (int crossings = 0; crossings < kMostCrossings; ++crossings) {
        const auto [axis, share] = next_face(world_, from, target);
        if (axis < 0) return;
        const double width = world_.box.upper[axis] - world_.box.lower[axis];
        const bool up = target[axis] > from[axis];
        for (int k = 0; k < N; ++k) from[k] += share * (target[k] - from[k]);
        begin += share * (until - begin);
        from[axis] = up ? world_.box.upper[axis] : world_.box.lower[axis];
        add_key(track, begin, from);
        from[axis] = up ? world_.box.lower[axis] : world_.box.upper[axis];
        add_key(track, begin, from);
        target[axis] += up ? -width : width;
        cross_sheared_face(world_, axis, up, begin, until, from, target);
    }
}

template <int N>
void GltfStates<N>::add(const Playback<N>& playback, double seconds) {
    const bool first = animation_.times.empty();
    if (first) {
        first_ = seconds;
        places_.resize(playback.ball_count());
        images_.resize(playback.ball_count());
    }
    add_time(animation_.times, seconds - first_);
    for (std::size_t ball = 0; ball < playback.ball_count(); ++ball) {
        const Vec<double, N> place = playback.position(ball);
        const Image<N> image = playback.image(ball);
        if (!first && image != images_[ball]) {
            Vec<double, N> target = place;
            for (int k = 0; k < N; ++k) {
                const double width = world_.box.upper[k] - world_.box.lower[k];
                target[k] += static_cast<double>(image[k] - images_[ball][k]) * width;
            }
            if (const auto& shear = world_.shear) {
                const auto boxes =
                    static_cast<double>(image[shear->gradient] - images_[ball][shear->gradient]);
                target[shear->flow] += boxes * drift_speed(world_) * seconds;
            }
            fly(ball, target, seconds);
        }
        add_key(animation_.balls[ball].track, seconds, place);
        places_[ball] = place;
        images_[ball] = image;
    }
    last_ = seconds;
}

template <int N>
std::optional<FileError> GltfStates<N>::commit() {
    if (auto failure = file_.append(glb_of(animation_))) return failure;
    return file_.commit();
}

template class GltfStates<2>;
template class GltfStates<3>;

}  // namespace carom::detail

#include "draw/stage.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <thread>

#include "draw/depth_map.hpp"
#include "math/vec_ops.hpp"

namespace carom::draw {
namespace {

using namespace detail;

constexpr int kTaps = 8;  // looks around each sample, for nearness and for shadow
constexpr int kMostSamples = 40'000'000;
constexpr float kWrap = 0.25F;
constexpr float kShade = 0.38F;  // the share of the light that comes into a shadow
constexpr float kWallShade = 0.75F;
constexpr int kShadowSide = 2048;  // samples of the map the light sees

/// In the view: x right, y down, z toward the viewer. From the upper left, from before the scene.
const Vec3f kLight =
    (1 / std::sqrt(0.38F * 0.38F + 0.72F * 0.72F + 0.58F * 0.58F)) * Vec3f{-0.38F, -0.72F, 0.58F};
const Vec3f kUp{0, -1, 0};

float linear(float share) {
    return share <= 0.04045F ? share / 12.92F : std::pow((share + 0.055F) / 1.055F, 2.4F);
}
float gamma(float light) {
    return light <= 0.0031308F ? 12.92F * light : 1.055F * std::pow(light, 1 / 2.4F) - 0.055F;
}
Vec3f linear(const Colour& colour) {
    return {linear(colour.red), linear(colour.green), linear(colour.blue)};
}

struct ViewBall {
    Vec3f center;
    float radius = 0;
    Vec3f colour;
};

/// A sphere, or a cylinder with a unit vector along it.
struct ViewVessel {
    Vec3f center, axis;
    float radius = 0;

    /// From the centre or the axis to a place.
    Vec3f off(const Vec3f& place) const { return across(place - center); }
    Vec3f across(const Vec3f& way) const { return way - dot(axis, way) * axis; }

    /// The z of its far side at a sample; `kFar` where there is none.
    float far_side(float x, float y) const {
        const Vec3f steps = across({0, 0, 1}), way = off({x, y, center[2]});
        const float a = dot(steps, steps), b = dot(steps, way), c = dot(way, way) - radius * radius;
        const float inside = b * b - a * c;
        return a < 1e-6F || inside < 0 ? DepthMap::kFar : center[2] - (b + std::sqrt(inside)) / a;
    }
};

/// What is free of a wall: normal . place >= offset, with a unit normal.
struct ViewLimit {
    Vec3f normal;
    float offset = 0;
};

/// Where to look around a sample, within a circle: a spiral, turned for each sample of a pixel, so that
/// together the looks are many.
Point look_around(int tap, int turn, int turns) {
    const double share = (tap + (turn + 0.5) / turns) / kTaps;
    const double angle = 2 * std::numbers::pi * (tap * 0.381966 + static_cast<double>(turn) / turns);
    return {std::sqrt(share) * std::cos(angle), std::sqrt(share) * std::sin(angle)};
}

/// What the light sees.
class Shadows {
public:
    explicit Shadows(const std::vector<ViewBall>& balls, float softness) : map_(kShadowSide, kShadowSide) {
        for (const ViewBall& ball : balls) {
            const float across = dot(across_, ball.center), along = dot(along_, ball.center);
            left_ = std::min(left_, across - ball.radius);
            top_ = std::min(top_, along - ball.radius);
            right_ = std::max(right_, across + ball.radius);
            bottom_ = std::max(bottom_, along + ball.radius);
        }
        const float side = std::max({right_ - left_, bottom_ - top_, 1.0F});
        scale_ = static_cast<float>(kShadowSide) / side;
        softness_ = std::max(softness * scale_, 1.5F);
        for (std::size_t k = 0; k < balls.size(); ++k)
            map_.add_ball(seen(balls[k].center), scale_ * balls[k].radius, static_cast<std::uint32_t>(k));
    }

    /// The share of the light that reaches a place.
    float light_at(const Vec3f& place, const std::array<Point, kTaps>& looks) const {
        const ScreenPoint at = seen(place);
        float lit = 0;
        for (const Point look : looks) {
            const float x = at.x + softness_ * static_cast<float>(look.x);
            const float y = at.y + softness_ * static_cast<float>(look.y);
            const float depth = map_.depth(pixel(x), pixel(y));
            // The surface leans away from the light: allow for its slope over the distance of the look.
            if (depth <= at.z + 1.5F + softness_) lit += 1;
        }
        return kShade + (1 - kShade) * lit / kTaps;
    }

private:
    /// Also of what lies far beyond the map, or nowhere.
    static int pixel(float x) {
        constexpr float kBeyond = 1e6F;
        return static_cast<int>(std::floor(x > -kBeyond ? std::min(x, kBeyond) : -kBeyond));
    }

    ScreenPoint seen(const Vec3f& place) const {
        return {(dot(across_, place) - left_) * scale_, (dot(along_, place) - top_) * scale_,
                dot(kLight, place) * scale_};
    }

    Vec3f across_ = (1 / std::hypot(kLight[0], kLight[2])) * Vec3f{kLight[2], 0, -kLight[0]};
    Vec3f along_{kLight[1] * across_[2] - kLight[2] * across_[1],
                 kLight[2] * across_[0] - kLight[0] * across_[2],
                 kLight[0] * across_[1] - kLight[1] * across_[0]};
    DepthMap map_;
    float left_ = HUGE_VALF, top_ = HUGE_VALF, right_ = -HUGE_VALF, bottom_ = -HUGE_VALF;
    float scale_ = 1, softness_ = 1;
};

float middle_radius(const std::vector<ViewBall>& balls) {
    std::vector<float> radii;
    radii.reserve(balls.size());
    for (const ViewBall& ball : balls) radii.push_back(ball.radius);
    if (radii.empty()) return 1;
    const auto middle = radii.begin() + static_cast<std::ptrdiff_t>(radii.size() / 2);
    std::nth_element(radii.begin(), middle, radii.end());
    return *middle;
}

class StagePainter {
public:
    StagePainter(Image& image, const Frame& frame, const Stage& stage, const Camera& camera)
        : image_(image),
          left_(static_cast<int>(frame.left)),
          top_(static_cast<int>(frame.top)),
          width_(std::min(static_cast<int>(frame.width), image.width() - left_)),
          height_(std::min(static_cast<int>(frame.height), image.height() - top_)),
          turns_(samples_per_side(width_, height_)),
          balls_(seen(stage, camera)),
          map_(width_ * turns_, height_ * turns_),
          middle_(middle_radius(balls_)),
          shadows_(balls_, 0.22F * middle_) {
        for (std::size_t k = 0; k < balls_.size(); ++k) {
            const ViewBall& ball = balls_[k];
            map_.add_ball({ball.center[0], ball.center[1], ball.center[2]}, ball.radius,
                          static_cast<std::uint32_t>(k));
        }
        for (const StageFace& face : stage.faces) add(face, camera);
        for (const StageVessel& vessel : stage.vessels) {
            const Vec3f axis = turned(vessel.axis, camera);
            vessels_.push_back({seen(vessel.center, camera),
                                largest(axis) > 0 ? (1 / length(axis)) * axis : axis,
                                static_cast<float>(vessel.radius * camera.scale * turns_)});
        }
        for (const HalfSpace<double, 3>& limit : stage.limits) add(limit, camera);
        for (std::size_t k = 0; k < vessels_.size(); ++k) add_vessel(k);
        const int turns = turns_ * turns_;
        looks_.reserve(static_cast<std::size_t>(kTaps) * static_cast<std::size_t>(turns));
        for (int k = 0; k < kTaps * turns; ++k) looks_.push_back(look_around(k % kTaps, k / kTaps, turns));
        ink_.assign(static_cast<std::size_t>(map_.width()) * static_cast<std::size_t>(map_.height()), 0);
        for (const StageEdge& edge : stage.edges) add(edge, camera);
    }

    void paint() {
        const int workers = std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, 16);
        std::vector<std::jthread> threads;
        threads.reserve(static_cast<std::size_t>(workers));
        for (int k = 0; k < workers; ++k) {
            threads.emplace_back([this, k, workers] {
                for (int y = k; y < height_; y += workers) paint_row(y);
            });
        }
    }

private:
    /// Samples along a side of a pixel.
    static int samples_per_side(int width, int height) {
        for (int side = 3; side > 1; --side) {
            if (static_cast<double>(side * side) * width * height <= kMostSamples) return side;
        }
        return 1;
    }

    Vec3f seen(const Vec3d& place, const Camera& camera) const {
        const Point at = camera.at(place);
        return Vec3f{static_cast<float>((at.x - left_) * turns_), static_cast<float>((at.y - top_) * turns_),
                     static_cast<float>(camera.nearness(place) * turns_)};
    }

    std::vector<ViewBall> seen(const Stage& stage, const Camera& camera) const {
        std::vector<ViewBall> balls;
        balls.reserve(stage.balls.size());
        for (const StageBall& ball : stage.balls) {
            balls.push_back({seen(ball.center, camera),
                             static_cast<float>(ball.radius * camera.scale * turns_), linear(ball.colour)});
        }
        return balls;
    }

    /// A direction in the view.
    static Vec3f turned(const Vec3d& way, const Camera& camera) {
        return {static_cast<float>(dot(camera.right, way)), static_cast<float>(-dot(camera.up, way)),
                static_cast<float>(dot(camera.toward, way))};
    }

    void add(const HalfSpace<double, 3>& limit, const Camera& camera) {
        const double size = length(limit.normal);
        const Vec3d place = (limit.offset / (size * size)) * limit.normal;
        const Vec3f normal = static_cast<float>(1 / size) * turned(limit.normal, camera);
        limits_.push_back({normal, dot(normal, seen(place, camera))});
    }

    void add_vessel(std::size_t number) {
        const ViewVessel& vessel = vessels_[number];
        const auto owner = static_cast<std::uint32_t>(balls_.size() + faces_.size() + number);
        for (int y = 0; y < map_.height(); ++y) {
            for (int x = 0; x < map_.width(); ++x) {
                Vec3f place{static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F, 0};
                place[2] = vessel.far_side(place[0], place[1]);
                if (place[2] != DepthMap::kFar && is_free(place)) map_.put(x, y, place[2], owner);
            }
        }
    }

    /// True in all vessels and limits, give or take a sample.
    bool is_free(const Vec3f& place) const {
        return std::all_of(
                   limits_.begin(), limits_.end(),
                   [&](const ViewLimit& limit) { return dot(limit.normal, place) >= limit.offset - 1; }) &&
               std::all_of(vessels_.begin(), vessels_.end(), [&](const ViewVessel& vessel) {
                   return length(vessel.off(place)) <= vessel.radius + 1;
               });
    }

    void add(const StageFace& face, const Camera& camera) {
        const Vec3f normal = turned(face.normal, camera);
        if (normal[2] < 0.02F || face.corners.size() < 3) return;
        std::vector<Point> corners;
        for (const Vec3d& corner : face.corners) {
            const Vec3f at = seen(corner, camera);
            corners.push_back({at[0], at[1]});
        }
        const Vec3f first = seen(face.corners[0], camera);
        map_.add_polygon(corners, {first[0], first[1], first[2]},
                         {-normal[0] / normal[2], -normal[1] / normal[2]},
                         static_cast<std::uint32_t>(balls_.size() + faces_.size()));
        faces_.push_back((1 / length(normal)) * normal);
    }

    /// The samples along a line that nothing hides.
    void add(const StageEdge& edge, const Camera& camera) {
        const Vec3f from = seen(edge.from, camera), to = seen(edge.to, camera);
        const int main = std::fabs(to[0] - from[0]) >= std::fabs(to[1] - from[1]) ? 0 : 1;
        const int other = 1 - main;
        const float span = to[main] - from[main];
        if (span == 0) return;
        const float half =
            0.55F * static_cast<float>(turns_) * std::hypot(1.0F, (to[other] - from[other]) / span);
        const float size = static_cast<float>(main == 0 ? map_.width() : map_.height());
        const float begin = std::clamp(std::min(from[main], to[main]), 0.0F, size);
        const float end = std::clamp(std::max(from[main], to[main]), 0.0F, size);
        for (int k = static_cast<int>(begin); k < static_cast<int>(end); ++k) {
            const Vec3f at = from + ((static_cast<float>(k) + 0.5F - from[main]) / span) * (to - from);
            for (int j = static_cast<int>(at[other] - half); j <= static_cast<int>(at[other] + half); ++j) {
                const int x = main == 0 ? k : j, y = main == 0 ? j : k;
                if (x < 0 || y < 0 || x >= map_.width() || y >= map_.height()) continue;
                if (at[2] >= map_.depth(x, y) - static_cast<float>(turns_)) ink_[index(x, y)] = 1;
            }
        }
    }

    std::size_t index(int x, int y) const {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(map_.width()) +
               static_cast<std::size_t>(x);
    }

    void paint_row(int y) {
        const float share = 1 / static_cast<float>(turns_ * turns_);
        for (int x = 0; x < width_; ++x) {
            Colour& pixel = image_.at(left_ + x, top_ + y);
            const Vec3f ground = linear(pixel);
            Vec3f sum{};
            bool empty = true;
            for (int turn = 0; turn < turns_ * turns_; ++turn) {
                const int sx = x * turns_ + turn % turns_, sy = y * turns_ + turn / turns_;
                Vec3f light = light_of(sx, sy, turn, ground);
                empty = empty && map_.owner(sx, sy) == DepthMap::kNothing && ink_[index(sx, sy)] == 0;
                if (ink_[index(sx, sy)] != 0) light = 0.45F * light + 0.55F * Vec3f{0.06F, 0.08F, 0.1F};
                sum = sum + share * light;
            }
            if (!empty) pixel = {gamma(sum[0]), gamma(sum[1]), gamma(sum[2])};
        }
    }

    /// The light that comes to the viewer from a sample.
    Vec3f light_of(int x, int y, int turn, const Vec3f& ground) const {
        const std::uint32_t owner = map_.owner(x, y);
        if (owner == DepthMap::kNothing) return ground;
        const Vec3f place{static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F, map_.depth(x, y)};
        const bool ball = owner < balls_.size();
        const Vec3f normal = ball ? (1 / balls_[owner].radius) * (place - balls_[owner].center)
                                  : wall_normal(owner - balls_.size(), place);
        std::array<Point, kTaps> looks;
        std::copy_n(looks_.begin() + turn * kTaps, kTaps, looks.begin());
        const float open = openness(place, normal, looks);
        const float slope = dot(normal, kLight);
        // The light wraps a little around a ball, so that its dark side begins softly.
        const float facing = std::max(0.0F, (slope + kWrap) / (1 + kWrap));
        // What turns away from the light; a wall there is not as dark as a ball.
        const float dark = ball ? kShade : kWallShade;
        const float lit =
            slope > 0 ? dark + (shadows_.light_at(place, looks) - dark) * std::min(1.0F, 4 * slope) : dark;
        if (!ball) {
            const float tone = 0.80F + 0.06F * dot(normal, kUp);
            return (tone * (0.45F * open + 0.55F * lit)) * Vec3f{0.97F, 0.985F, 1};
        }
        const float sky = 0.40F + 0.12F * dot(normal, kUp);
        const float rim = std::min(1.0F, 0.72F + 0.9F * normal[2]);
        const Vec3f half = (1 / length(kLight + Vec3f{0, 0, 1})) * (kLight + Vec3f{0, 0, 1});
        const float shine = std::pow(std::max(0.0F, dot(normal, half)), 48.0F);
        const Vec3f& colour = balls_[owner].colour;
        return (rim * (sky * open + 0.78F * facing * lit)) * colour + (0.22F * shine * lit) * Vec3f{1, 1, 1};
    }

    Vec3f wall_normal(std::size_t wall, const Vec3f& place) const {
        if (wall < faces_.size()) return faces_[wall];
        const ViewVessel& vessel = vessels_[wall - faces_.size()];
        return (-1 / vessel.radius) * vessel.off(place);
    }

    /// 1 where nothing is near, less in corners and between balls.
    float openness(const Vec3f& place, const Vec3f& normal, const std::array<Point, kTaps>& looks) const {
        const float reach = 1.6F * std::clamp(middle_, 4.0F, 200.0F);
        float hidden = 0;
        for (const Point look : looks) {
            const float x = place[0] + reach * static_cast<float>(look.x);
            const float y = place[1] + reach * static_cast<float>(look.y);
            const int ix = static_cast<int>(std::floor(x)), iy = static_cast<int>(std::floor(y));
            const float depth = map_.depth(ix, iy);
            if (depth == DepthMap::kFar) continue;
            const Vec3f way{static_cast<float>(ix) + 0.5F - place[0],
                            static_cast<float>(iy) + 0.5F - place[1], depth - place[2]};
            const float far = length(way);
            if (!(far > 0)) continue;
            const float near = std::max(0.0F, 1 - far * far / (4 * reach * reach));
            hidden += near * std::max(0.0F, dot(normal, way) / far - 0.12F);
        }
        return std::max(0.15F, 1 - 1.9F * hidden / kTaps);
    }

    Image& image_;
    int left_, top_, width_, height_, turns_;
    std::vector<ViewBall> balls_;
    std::vector<Vec3f> faces_;  // normals
    std::vector<ViewVessel> vessels_;
    std::vector<ViewLimit> limits_;
    DepthMap map_;
    float middle_;  // radius
    Shadows shadows_;
    std::vector<Point> looks_;
    std::vector<std::uint8_t> ink_;  // 1 where an edge is seen
};

}  // namespace

bool faces_viewer(const Camera& camera, const StageFace& face) {
    return dot(camera.toward, face.normal) > 0;
}

bool lies_behind(const Camera& camera, const StageEdge& edge, const Box<double, 3>& box) {
    const Vec3d middle = 0.5 * (box.lower + box.upper);
    return camera.nearness(edge.from) + camera.nearness(edge.to) < 2 * camera.nearness(middle);
}

void draw_stage(Image& image, const Frame& frame, const Stage& stage, const Camera& camera) {
    StagePainter(image, frame, stage, camera).paint();
}

}  // namespace carom::draw

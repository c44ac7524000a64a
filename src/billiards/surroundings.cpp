#include "billiards/surroundings.hpp"

#include <limits>

namespace carom::billiards::detail {

namespace {

/// A ball of this radius against a nose at this height, `level` away in the plane.
Nose nose_of(double level, double radius, double height) {
    const double up = radius - height;
    const double size = std::sqrt(level * level + up * up);
    const double sine = height / radius - 1;
    return {level / size, up / size, sine, std::sqrt(1 - sine * sine)};
}

CushionLine line_of(const StraightCushion& cushion, double radius) {
    const double dx = cushion.to[0] - cushion.from[0];
    const double dy = cushion.to[1] - cushion.from[1];
    // exact where the cushion is parallel to an axis
    const double length = dx == 0 ? std::fabs(dy) : dy == 0 ? std::fabs(dx) : std::sqrt(dx * dx + dy * dy);
    CushionLine line{};
    line.along_x = dx / length;
    line.along_y = dy / length;
    line.normal_x = -line.along_y;
    line.normal_y = line.along_x;
    // of both ends alike, so that a mirrored cushion has the mirrored line
    const auto across = [&](const Vec2d& place) {
        return line.normal_x * place[0] + line.normal_y * place[1];
    };
    line.offset = 0.5 * (across(cushion.from) + across(cushion.to)) + radius;
    line.begin = line.along_x * cushion.from[0] + line.along_y * cushion.from[1];
    line.length = length;
    line.nose = nose_of(radius, radius, cushion.height);
    return line;
}

/// A place on the line, `share` of its length from its begin.
Vec2d place_on(const CushionLine& line, double share, double radius) {
    const double gap = line.offset - radius;
    const double along = line.begin + share * line.length;
    return {line.normal_x * gap + line.along_x * along, line.normal_y * gap + line.along_y * along};
}

}  // namespace

Surroundings::Surroundings(const Table& table, double radius) : radius_(radius) {
    for (const StraightCushion& cushion : table.straight_cushions) lines_.push_back(line_of(cushion, radius));
    int index = 0;
    for (const RoundCushion& cushion : table.round_cushions) {
        const double reach = radius + cushion.radius;
        discs_.push_back({cushion.centre[0], cushion.centre[1], reach, reach * reach,
                          nose_of(reach, radius, cushion.height), false, index++});
    }
    index = 0;
    for (const Pocket& pocket : table.pockets) {
        discs_.push_back({pocket.centre[0],
                          pocket.centre[1],
                          pocket.radius,
                          pocket.radius * pocket.radius,
                          {1, 0, 0, 1},
                          true,
                          index++});
    }
    find_rectangle();
}

void Surroundings::find_rectangle() {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    // The innermost axis-parallel cushion of each side.
    for (int k = 0; k < 4; ++k)
        sides_[k] = {k / 2, k % 2 == 0 ? 1.0 : -1.0, k % 2 == 0 ? -kInfinity : kInfinity, {}};
    for (const CushionLine& line : lines_) {
        for (RectangleSide& side : sides_) {
            if ((side.axis == 0 ? line.normal_x : line.normal_y) != side.sign) continue;
            const double place = side.sign * line.offset;
            if (side.sign * (place - side.place) > 0) side.place = place;
        }
    }
    if (!(sides_[0].place < sides_[1].place && sides_[2].place < sides_[3].place) || reaches_into_rectangle())
        return;
    for (RectangleSide& side : sides_) {
        for (std::size_t k = 0; k < lines_.size(); ++k) {
            const CushionLine& line = lines_[k];
            if ((side.axis == 0 ? line.normal_x : line.normal_y) != side.sign) continue;
            if (side.sign * line.offset != side.place) continue;
            const double along = side.axis == 0 ? line.along_y : line.along_x;
            const double ends[] = {along * line.begin, along * (line.begin + line.length)};
            side.cushions.push_back(
                {std::min(ends[0], ends[1]), std::max(ends[0], ends[1]), static_cast<int>(k)});
        }
    }
    has_rectangle_ = true;
}

double Surroundings::distance_to_rectangle(double x, double y) const {
    const double dx = std::max({sides_[0].place - x, 0.0, x - sides_[1].place});
    const double dy = std::max({sides_[2].place - y, 0.0, y - sides_[3].place});
    return std::sqrt(dx * dx + dy * dy);
}

bool Surroundings::reaches_into_rectangle() const {
    constexpr double kRounding = 1e-12;
    if (!std::isfinite(distance_to_rectangle(0, 0))) return true;
    for (const CushionDisc& disc : discs_) {
        if (distance_to_rectangle(disc.x, disc.y) < disc.reach - kRounding) return true;
    }
    for (const CushionLine& line : lines_) {
        // The distance to a convex set is convex along the segment, so its least value can be closed in on.
        double low = 0;
        double high = 1;
        for (int k = 0; k < 100; ++k) {
            const double third = (high - low) / 3;
            const Vec2d a = place_on(line, low + third, radius_);
            const Vec2d b = place_on(line, high - third, radius_);
            if (distance_to_rectangle(a[0], a[1]) < distance_to_rectangle(b[0], b[1])) {
                high -= third;
            } else {
                low += third;
            }
        }
        const Vec2d nearest = place_on(line, low, radius_);
        if (distance_to_rectangle(nearest[0], nearest[1]) < radius_ - kRounding) return true;
    }
    return false;
}

Encounter Surroundings::next(const MovingBall& ball) const {
    if (!has_rectangle_) return search(ball, ball.start);
    const double horizon = ball.until - ball.start;
    Encounter first;
    double least = horizon;
    for (int k = 0; k < 4; ++k) {
        const RectangleSide& side = sides_[k];
        const bool is_x = side.axis == 0;
        const double gap = side.sign * ((is_x ? ball.x : ball.y) - side.place);
        if (gap < -kTouch) return search(ball, ball.start);
        const double s = first_line_contact(gap, side.sign * (is_x ? ball.u : ball.v),
                                            side.sign * (is_x ? ball.hx : ball.hy), least);
        if (s > least || (s == least && first.what != Meets::nothing)) continue;
        least = s;
        first = {ball.start + s, Meets::rectangle, k};
    }
    return first;
}

Encounter Surroundings::resolved(const MovingBall& ball, const Encounter& leaves) const {
    const RectangleSide& side = sides_[leaves.index];
    const double q = leaves.at - ball.start;
    const double along =
        side.axis == 0 ? ball.y + q * (ball.v + q * ball.hy) : ball.x + q * (ball.u + q * ball.hx);
    for (const Stretch& cushion : side.cushions) {
        if (cushion.from <= along && along <= cushion.to) return {leaves.at, Meets::straight, cushion.line};
    }
    return search(ball, leaves.at);
}

/// When a place leaves [0, length], if it does within the horizon.
double time_to_leave(double place, double speed, double half, double length, double horizon) {
    const double low = first_line_contact(place, speed, half, horizon);
    const double high = first_line_contact(length - place, -speed, -half, horizon);
    return std::min(low, high);
}

Encounter Surroundings::next_along(const MovingBall& ball,
                                   std::span<const std::pair<Meets, int>> cushions) const {
    // A little beyond the end, so that it no longer counts as beside the cushion.
    constexpr double kBeyond = 1e-9;
    Encounter first = search(ball, ball.start, cushions);
    for (const auto& [what, index] : cushions) {
        if (what != Meets::straight) continue;
        const CushionLine& line = lines_[static_cast<std::size_t>(index)];
        const double place = line.along_x * ball.x + line.along_y * ball.y - line.begin;
        const double leaves = time_to_leave(place, line.along_x * ball.u + line.along_y * ball.v,
                                            line.along_x * ball.hx + line.along_y * ball.hy, line.length,
                                            ball.until - ball.start);
        if (ball.start + leaves + kBeyond < std::min(first.at, ball.until)) {
            first = {ball.start + leaves + kBeyond, Meets::end, index};
        }
    }
    return first;
}

void Surroundings::find_touched(double x, double y, std::vector<std::pair<Meets, int>>& found) const {
    constexpr double kTouches = 5e-13;
    found.clear();
    for (std::size_t k = 0; k < lines_.size(); ++k) {
        const CushionLine& line = lines_[k];
        const double gap = line.normal_x * x + line.normal_y * y - line.offset;
        const double along = line.along_x * x + line.along_y * y - line.begin;
        if (std::fabs(gap) < kTouches && 0 <= along && along <= line.length)
            found.emplace_back(Meets::straight, static_cast<int>(k));
    }
    for (std::size_t k = 0; k < discs_.size(); ++k) {
        const CushionDisc& disc = discs_[k];
        const double dx = x - disc.x;
        const double dy = y - disc.y;
        if (!disc.is_pocket && std::fabs(std::sqrt(dx * dx + dy * dy) - disc.reach) < kTouches)
            found.emplace_back(Meets::round, static_cast<int>(k));
    }
}

/// At least the length of the path up to a time.
double travel_within(const RelativePath& path, double time) {
    constexpr double kRoom = 1 + 1e-9;  // for rounding
    const double speed = std::sqrt(path.u * path.u + path.v * path.v);
    const double half_acceleration = std::sqrt(path.hx * path.hx + path.hy * path.hy);
    return kRoom * time * (speed + half_acceleration * time);
}

Encounter Surroundings::search(const MovingBall& ball, double from,
                               std::span<const std::pair<Meets, int>> without) const {
    const auto is_without = [&](Meets what, std::size_t index) {
        const std::pair<Meets, int> one{what, static_cast<int>(index)};
        return std::find(without.begin(), without.end(), one) != without.end();
    };
    const RelativePath path =
        RelativePath{ball.x, ball.y, ball.u, ball.v, ball.hx, ball.hy}.after(from - ball.start);
    double least = ball.until - from;
    Encounter first;
    const auto take = [&](double s, Meets what, int index) {
        if (s > least || (s == least && first.what != Meets::nothing)) return;
        least = s;
        first = {from + s, what, index};
    };
    for (std::size_t k = 0; k < lines_.size(); ++k) {
        if (is_without(Meets::straight, k)) continue;
        const CushionLine& line = lines_[k];
        const double gap = line.normal_x * path.x + line.normal_y * path.y - line.offset;
        const double s = first_line_contact(gap, line.normal_x * path.u + line.normal_y * path.v,
                                            line.normal_x * path.hx + line.normal_y * path.hy, least);
        if (s > least) continue;
        const RelativePath there = path.after(s);
        const double along = line.along_x * there.x + line.along_y * there.y - line.begin;
        if (0 <= along && along <= line.length) take(s, Meets::straight, static_cast<int>(k));
    }
    const double travel = travel_within(path, least);
    for (std::size_t k = 0; k < discs_.size(); ++k) {
        if (is_without(Meets::round, k)) continue;
        const CushionDisc& disc = discs_[k];
        const RelativePath relative{path.x - disc.x, path.y - disc.y, path.u, path.v, path.hx, path.hy};
        const double near = disc.reach + travel;
        if (relative.x * relative.x + relative.y * relative.y > near * near) continue;
        const double s = certain_disc_contact(relative, disc.reach, disc.squared_reach, least);
        take(s, disc.is_pocket ? Meets::pocket : Meets::round, static_cast<int>(k));
    }
    return first;
}

}  // namespace carom::billiards::detail

#include "billiards/flight_encounters.hpp"

namespace carom::billiards::detail {

namespace {

using carom::detail::dot;
using carom::detail::length;
using carom::detail::operator-;
using carom::detail::operator*;

/// A ball this far below the top of what it is over has come there another way [m].
constexpr double kBelowTop = 1e-9;

Vec2d place_at(const MovingBall& ball, double s) {
    return {ball.x + s * (ball.u + s * ball.hx), ball.y + s * (ball.v + s * ball.hy)};
}

/// A centre that is (level, up) away from a nose, in the upright plane across it.
GapInAir gap_to_nose(double level, double up, double level_speed, double up_speed, double radius) {
    if (up <= 0) return {level - radius, level_speed};
    if (level <= 0) return {up - radius, up_speed};
    const double distance = std::sqrt(level * level + up * up);
    return {distance - radius, (level * level_speed + up * up_speed) / distance};
}

/// The same as a direction; `outward` is the horizontal unit vector from the cushion.
Vec3d direction_from_nose(double level, double up, const Vec2d& outward) {
    if (up <= 0) return {outward[0], outward[1], 0};
    if (level <= 0) return {0, 0, 1};
    const double distance = std::sqrt(level * level + up * up);
    const double share = level / distance;
    return {share * outward[0], share * outward[1], up / distance};
}

/// A stretch of time.
struct Stretch {
    double from, to;
    bool is_empty() const { return !(from <= to); }
};

/// When a place that moves evenly is in [0, length].
Stretch time_within(double place, double speed, double length, double horizon) {
    if (speed == 0) return place >= 0 && place <= length ? Stretch{0, horizon} : Stretch{1, 0};
    const double at_begin = -place / speed;
    const double at_end = (length - place) / speed;
    return {std::max(0.0, std::min(at_begin, at_end)), std::min(horizon, std::max(at_begin, at_end))};
}

}  // namespace

FlightEncounters::FlightEncounters(const Table& table, const TableOutline& outline, double radius,
                                   double gravity)
    : table_(&table), outline_(&outline), radius_(radius), falling_(0.5 * gravity) {
    for (const StraightCushion& cushion : table.straight_cushions)
        cushions_.push_back(edge_between(cushion.from, cushion.to));
}

Encounter FlightEncounters::next(const MovingBall& ball) const {
    Encounter first = landing(ball);
    const auto take = [&](double s, Meets what, std::size_t index) {
        if (ball.start + s < first.at) first = {ball.start + s, what, static_cast<int>(index)};
    };
    const auto horizon = [&] { return first.at - ball.start; };
    if (outline_->has_rails()) {
        take(leaving(ball), Meets::off_table, 0);
        for (const OutlineEdge& edge : outline_->edges()) {
            if (edge.pocket >= 0)
                take(throat(ball, edge), Meets::pocket, static_cast<std::size_t>(edge.pocket));
        }
    }
    for (std::size_t k = 0; k < cushions_.size(); ++k)
        take(contact_with_straight(ball, cushions_[k], horizon()), Meets::straight, k);
    for (std::size_t k = 0; k < table_->round_cushions.size(); ++k)
        take(contact_with_round(ball, k, horizon()), Meets::round, k);
    return first;
}

/// Seconds until the ball has fallen to a height.
double FlightEncounters::fall_to(const MovingBall& ball, double height) const {
    const double above = ball.z - height;
    const double discriminant = ball.w * ball.w + 4 * falling_ * above;
    if (discriminant < 0 || (above < -kBelowTop && ball.w <= 0)) return kNever;
    const double root = std::sqrt(discriminant);
    return std::max(0.0, ball.w < 0 ? 2 * above / (root - ball.w) : (ball.w + root) / (2 * falling_));
}

/// On the bed, on a rail or in a pocket.
Encounter FlightEncounters::landing(const MovingBall& ball) const {
    const auto at = [&](double s, Meets what) {
        const int pocket = pocket_at(place_at(ball, s));
        return pocket < 0 ? Encounter{ball.start + s, what, -1}
                          : Encounter{ball.start + s, Meets::pocket, pocket};
    };
    const double on_bed = fall_to(ball, radius_);
    if (!outline_->has_rails()) return at(on_bed, Meets::bed);
    const double on_rail = fall_to(ball, height_on_rail());
    if (on_rail < kNever && !outline_->contains(place_at(ball, on_rail))) return at(on_rail, Meets::rail_top);
    return at(on_bed, Meets::bed);
}

int FlightEncounters::pocket_at(const Vec2d& place) const {
    for (std::size_t k = 0; k < table_->pockets.size(); ++k) {
        const Pocket& pocket = table_->pockets[k];
        if (length(place - pocket.centre) < pocket.radius) return static_cast<int>(k);
    }
    return -1;
}

/// Over the end of the rails.
double FlightEncounters::leaving(const MovingBall& ball) const {
    double first = kNever;
    const double places[] = {ball.x, ball.y}, speeds[] = {ball.u, ball.v};
    for (int axis = 0; axis < 2; ++axis) {
        const double speed = speeds[axis];
        if (speed == 0) continue;
        const double end = speed > 0 ? outline_->upper()[axis] : outline_->lower()[axis];
        first = std::min(first, std::max(0.0, (end - places[axis]) / speed));
    }
    return first;
}

/// Between the jaws of a pocket, lower than the rails: the ball falls.
double FlightEncounters::throat(const MovingBall& ball, const OutlineEdge& edge) const {
    const Vec2d velocity{ball.u, ball.v};
    const double gap = dot(edge.normal, place_at(ball, 0)) - edge.offset;
    const double speed = dot(edge.normal, velocity);
    if (gap < 0 || speed >= 0) return kNever;
    const double s = gap / -speed;
    const double along = dot(edge.along, place_at(ball, s)) - edge.begin;
    const double height = ball.z + s * (ball.w - s * falling_);
    return along >= 0 && along <= edge.length && height < height_on_rail() ? s : kNever;
}

double FlightEncounters::contact_with_straight(const MovingBall& ball, const OutlineEdge& cushion,
                                               double horizon) const {
    const Vec2d velocity{ball.u, ball.v};
    const Stretch beside = time_within(dot(cushion.along, place_at(ball, 0)) - cushion.begin,
                                       dot(cushion.along, velocity), cushion.length, horizon);
    if (beside.is_empty()) return kNever;
    const double speed = dot(cushion.normal, velocity);
    const bool has_top = outline_->has_rails();
    const auto level_at = [&](double s) { return dot(cushion.normal, place_at(ball, s)) - cushion.offset; };
    const auto up_at = [&](double s) {
        return has_top ? ball.z + s * (ball.w - s * falling_) - outline_->height() : 0.0;
    };
    if (level_at(beside.from) <= 0 && up_at(beside.from) < radius_ - kBelowTop) return kNever;
    const auto gap_at = [&](double s) {
        const double t = beside.from + s;
        return gap_to_nose(level_at(t), up_at(t), speed, ball.w - 2 * t * falling_, radius_);
    };
    const double s =
        beside.from + first_contact_in_air(gap_at, has_top ? falling_ : 0.0, beside.to - beside.from);
    return s < kNever && level_at(s) > 0 ? s : kNever;
}

double FlightEncounters::contact_with_round(const MovingBall& ball, std::size_t cushion,
                                            double horizon) const {
    const RoundCushion& round = table_->round_cushions[cushion];
    const bool has_top = outline_->has_rails() && !outline_->is_pillar(cushion);
    const Vec2d velocity{ball.u, ball.v};
    const auto gap_at = [&](double s) {
        const Vec2d away = place_at(ball, s) - round.centre;
        const double distance = length(away);
        const double speed = distance > 0 ? dot(away, velocity) / distance : length(velocity);
        const double up = has_top ? ball.z + s * (ball.w - s * falling_) - round.height : 0.0;
        return gap_to_nose(distance - round.radius, up, speed, ball.w - 2 * s * falling_, radius_);
    };
    if (length(place_at(ball, 0) - round.centre) <= round.radius &&
        ball.z - round.height < radius_ - kBelowTop)
        return kNever;
    return first_contact_in_air(gap_at, has_top ? falling_ : 0.0, horizon);
}

Vec3d FlightEncounters::normal_of(const MovingBall& ball, const Encounter& met) const {
    const Vec2d place = place_at(ball, 0);
    const double up = ball.z - outline_->height();
    const auto index = static_cast<std::size_t>(met.index);
    if (met.what == Meets::straight) {
        const OutlineEdge& cushion = cushions_[index];
        const double level = dot(cushion.normal, place) - cushion.offset;
        return direction_from_nose(level, outline_->has_rails() ? up : 0.0, cushion.normal);
    }
    const RoundCushion& round = table_->round_cushions[index];
    const Vec2d away = place - round.centre;
    const double distance = length(away);
    const bool has_top = outline_->has_rails() && !outline_->is_pillar(index);
    return direction_from_nose(distance - round.radius, has_top ? up : 0.0, (1 / distance) * away);
}

Encounter FlightEncounters::next_on_rail(const MovingBall& ball) const {
    Encounter first;
    double least = ball.until - ball.start;
    const auto take = [&](double s, Meets what, std::size_t index) {
        if (s > least || (s == least && first.what != Meets::nothing)) return;
        least = s;
        first = {ball.start + s, what, static_cast<int>(index)};
    };
    const Vec2d place{ball.x, ball.y}, velocity{ball.u, ball.v}, half{ball.hx, ball.hy};
    for (std::size_t k = 0; k < outline_->edges().size(); ++k) {
        const OutlineEdge& edge = outline_->edges()[k];
        const double s = first_line_contact(edge.offset - dot(edge.normal, place),
                                            -dot(edge.normal, velocity), -dot(edge.normal, half), least);
        if (s > least) continue;
        const double along = dot(edge.along, place_at(ball, s)) - edge.begin;
        if (along >= 0 && along <= edge.length) take(s, Meets::rail_edge, k);
    }
    for (std::size_t k = 0; k < table_->pockets.size(); ++k) {
        const Pocket& pocket = table_->pockets[k];
        const Vec2d away = place - pocket.centre;
        take(certain_disc_contact({away[0], away[1], ball.u, ball.v, ball.hx, ball.hy}, pocket.radius,
                                  pocket.radius * pocket.radius, least),
             Meets::pocket, k);
    }
    for (int axis = 0; axis < 2; ++axis) {
        take(first_line_contact(outline_->upper()[axis] - place[axis], -velocity[axis], -half[axis], least),
             Meets::off_table, 0);
        take(first_line_contact(place[axis] - outline_->lower()[axis], velocity[axis], half[axis], least),
             Meets::off_table, 0);
    }
    return first;
}

}  // namespace carom::billiards::detail

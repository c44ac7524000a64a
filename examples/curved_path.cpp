// A ball rolls inside a round track and meets a resting ball: when does the curved path touch, and how is the
// ball turned then?
//
// A sweep answers for straight moves, so the path is replaced by its chord. Path and chord differ by at most
// sag = |acceleration| h^2 / 8 in a piece of length h. Hence no contact of the path comes before that of a
// ball whose radius is larger by sag, nor after the first one of a ball whose radius is smaller by sag. The
// two bracket the time, the bracket is the next piece, and sag shrinks with the square of its length.
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>

#include "carom/pair/sweep.hpp"

namespace {

using carom::Vec2d;

constexpr double kTrackRadius = 2.0;  // of the centre's path, m
constexpr double kBallRadius = 0.1;   // m
constexpr double kTurnRate = 1.5;     // of the centre about the origin, rad/s
constexpr double kFrame = 0.5;        // s
constexpr double kRendered = 0.05;    // s between two pictures
const carom::Circle<double> kTarget{{1.6, 1.3}, 0.15};

Vec2d center(double t) {
    return {kTrackRadius * std::cos(kTurnRate * t), kTrackRadius * std::sin(kTurnRate * t)};
}

struct Piece {
    double from = 0;
    double to = kFrame;

    double length() const { return to - from; }
    double sag() const { return kTrackRadius * kTurnRate * kTurnRate * length() * length() / 8; }

    /// The chord's sweep with the ball's radius changed by `more`.
    carom::Sweep<double, 2> sweep_chord(double more) const {
        const Vec2d start = center(from), end = center(to);
        return sweep(carom::MovingBall<double, 2>{start, kBallRadius, {end[0] - start[0], end[1] - start[1]}},
                     carom::Circle<double>{kTarget.center, kTarget.radius + more});
    }
};

/// The time of first contact in the piece, to within 1e-14 s.
std::optional<double> first_contact(const Piece& piece) {
    const auto wide = piece.sweep_chord(piece.sag());
    if (!wide) return {};
    const auto narrow =
        kTarget.radius > piece.sag() ? piece.sweep_chord(-piece.sag()) : carom::Sweep<double, 2>{};
    const double latest = narrow ? narrow.first : wide.last;
    const Piece bracket{piece.from + wide.first * piece.length(), piece.from + latest * piece.length()};
    if (bracket.length() < 1e-14) return bracket.from;
    if (bracket.length() < piece.length() / 2) return first_contact(bracket);
    const double middle = bracket.from + bracket.length() / 2;
    if (const auto early = first_contact({bracket.from, middle})) return early;
    return first_contact({middle, bracket.to});
}

/// |center(t) - target| = sum of radii, solved for t by the law of cosines.
double exact_contact() {
    const double far = std::hypot(kTarget.center[0], kTarget.center[1]);
    const double sum = kBallRadius + kTarget.radius;
    const double between =
        std::acos((kTrackRadius * kTrackRadius + far * far - sum * sum) / (2 * kTrackRadius * far));
    return (std::atan2(kTarget.center[1], kTarget.center[0]) - between) / kTurnRate;
}

using Quaternion = std::array<double, 4>;

/// The ball's orientation after rolling without slipping for t: a turn about the axis of the track.
Quaternion orientation(double t) {
    const double angle = -kTurnRate * t * kTrackRadius / kBallRadius;
    return {std::cos(angle / 2), 0, 0, std::sin(angle / 2)};
}

/// From p to q, less than half a turn apart, at constant speed.
Quaternion slerp(const Quaternion& p, const Quaternion& q, double u) {
    double cosine = 0;
    for (std::size_t k = 0; k < 4; ++k) cosine += p[k] * q[k];
    const double angle = std::acos(cosine);
    Quaternion result{};
    for (std::size_t k = 0; k < 4; ++k) {
        result[k] = (std::sin((1 - u) * angle) * p[k] + std::sin(u * angle) * q[k]) / std::sin(angle);
    }
    return result;
}

}  // namespace

int main() {
    const auto straight = Piece{}.sweep_chord(0);
    const auto bracket = Piece{}.sweep_chord(Piece{}.sag());
    const auto time = first_contact(Piece{});
    if (!time) return 1;
    std::printf("one chord:  contact at %.15f s, bracket from %.3f s to %.3f s\n", straight.first * kFrame,
                bracket.first * kFrame, bracket.last * kFrame);
    std::printf("subdivided: contact at %.15f s\n", *time);
    std::printf("exact:      contact at %.15f s\n", exact_contact());

    // A renderer knows the orientations of two pictures; the fraction between them gives the one at contact.
    const double before = std::floor(*time / kRendered) * kRendered, after = before + kRendered;
    const double u = (*time - before) / (after - before);
    const Quaternion turned = slerp(orientation(before), orientation(after), u);
    const Quaternion truth = orientation(*time);
    double error = std::fabs(*time - exact_contact());
    for (std::size_t k = 0; k < 4; ++k) error = std::fmax(error, std::fabs(turned[k] - truth[k]));
    std::printf("turned by %.9f rad about the axis, largest error %s 1e-12\n",
                2 * std::atan2(turned[3], turned[0]), error < 1e-12 ? "below" : "above");
    return error < 1e-12 ? 0 : 1;
}

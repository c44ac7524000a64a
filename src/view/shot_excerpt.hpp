// The part of a file of shots that a page shows.
#pragma once

#include "view/excerpt.hpp"

namespace carom::view {

/// The kinds of events on a table have numbers of their own from here on.
inline constexpr int kFirstTableKind = 32;
/// A ball is put in its place before a shot.
inline constexpr int kPlaced = 63;

/// Fills an excerpt from shots, one after the other.
class ShotExcerptCollector {
public:
    ShotExcerptCollector(const billiards::TableScene& scene, const Window& window);

    /// False, and the shot is left out, when the excerpt is full.
    bool take(const PlayedShot& shot);
    Excerpt<2> finish();

private:
    void add_kind(double time, int kind, int ball, int other);
    void add_state(int ball, const billiards::BallState& state, const Vec2d& acceleration);
    void place_balls(const PlayedShot& shot);
    void add_event(const billiards::ShotEvent& event);
    static void add_flight(std::vector<Flight>& flights, std::size_t state, const billiards::BallState& ball);

    std::uint64_t most_records_;
    Excerpt<2> excerpt_;
    ShotFacts facts_;
    std::vector<billiards::BallState> states_;  // where the last shot left the balls
    std::vector<std::size_t> tray_;             // of each pocketed ball its place there
    std::size_t fallen_ = 0;
};

}  // namespace carom::view

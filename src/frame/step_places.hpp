// Places at the end of a frame that overlap nothing: what rounding takes from a gap is given back, or the
// bodies concerned go back to where they were.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "frame/frame_search.hpp"
#include "frame/step_bodies.hpp"

namespace carom::detail {

/// What is known of a frame that has been played.
template <class T, int N>
struct PlayedFrame {
    std::span<const FrameBody<T, N>> starts;
    std::span<const StepBody<N>> bodies;
    const typename ObstacleSet<T, N>::Tree* obstacles = nullptr;  ///< null: none
    PairFilter filter;
};

template <class T, int N>
class StepPlaces {
public:
    explicit StepPlaces(const FinderOptions& options) : options_(options), search_(options) {}

    /// Chooses a place for every body: near the end of its way, or where it was at the start. Everybody at
    /// the start is a valid choice, so that going back from body to body ends. The order of the bodies does
    /// not matter.
    void settle(const PlayedFrame<T, N>& frame);

    const Vec<T, N>& center(std::size_t i) const { return ends_[i].center; }
    /// What the body did not move.
    std::optional<Vec<T, N>> lost(std::size_t i) const;

    std::size_t bytes() const;

private:
    using Pair = std::pair<std::uint32_t, std::uint32_t>;
    using Push = Vec<std::int64_t, N>;

    void begin();
    bool push_all(int round);
    void push_apart(std::uint32_t i, std::uint32_t j);
    void push(std::uint32_t i, const Vec<double, N>& away);
    bool can_go(std::uint32_t i) const;
    Vec<T, N> pushed_place(std::uint32_t i, int round) const;
    void find_overlaps(std::span<const std::uint32_t> of);
    bool is_new_overlap(std::uint32_t i, std::uint32_t j) const;
    template <class F>
    void for_each_entered(std::uint32_t i, const F& f) const;
    bool enters_obstacle(std::uint32_t i) const;
    void go_back(std::uint32_t body);
    void put(std::uint32_t i, const Vec<T, N>& center);
    template <class F>
    void for_each_near(std::uint32_t i, const F& f);

    FinderOptions options_;
    FrameSearch<T, N> search_;
    PlayedFrame<T, N> frame_;
    std::vector<MovingBall<T, N>> ends_;  ///< at rest
    std::vector<bool> is_back_;
    std::vector<std::uint32_t> to_check_;  ///< those that have gone back
    std::vector<Pair> overlaps_;           ///< that were none at the start, the lower body first
    std::vector<std::uint32_t> inside_;    ///< bodies in an obstacle that they were clear of
    std::vector<Push> pushes_;             ///< of each body
    std::vector<std::uint32_t> pushed_;    ///< those with a push
};

}  // namespace carom::detail

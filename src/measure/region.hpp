// The part of space that balls can be in, as far as its volume is known.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "carom/scene/scene.hpp"

namespace carom::detail {

/// A box that faces, periods and walls across its axes close, or a round vessel in it: a sphere, or a
/// cylinder along an axis. Slanted walls cut nothing off a box. Volumes are areas in 2D.
template <int N>
class Region {
public:
    explicit Region(const World<N>& world);

    /// What is missing to a closed region of known volume, as in "pressure needs ..."; empty when nothing is.
    const std::string& wants() const { return wants_; }
    /// Walls lean across it that are not counted.
    bool is_cut() const { return has_slanted_walls_; }
    /// No wall that closes it moves.
    bool is_still() const;
    /// True where walls, not periods, close it along the axis.
    bool has_walls(int axis) const;

    /// 0 unless it is closed.
    double volume(double time = 0) const;
    /// Over a time without a change of the walls that close it.
    double mean_volume(double from, double to) const;
    /// Where it begins and ends along an axis, at time 0.
    double lower(int axis) const;
    double upper(int axis) const;
    /// Of what lies from `from` to `to` on the axis, at time 0.
    double volume_between(int axis, double from, double to) const;
    /// 0 where it is not known, or changes.
    double wall_area(std::uint32_t wall) const;

private:
    struct BoundingPlane {
        double place = 0;  ///< at time 0
        double speed = 0;  ///< along the axis
        std::optional<std::uint32_t> wall;
    };
    using BoundingPlanes = std::vector<BoundingPlane>;

    void add_wall(const Wall<N>& wall, std::uint32_t number);
    void judge(const World<N>& world);
    bool holds_vessel() const;
    bool moves(int axis) const;
    bool is_closed(int axis) const { return !below_[at(axis)].empty() && !above_[at(axis)].empty(); }
    double width(int axis, double time) const;
    double volume_below(int axis, double place) const;
    static std::size_t at(int axis) { return static_cast<std::size_t>(axis); }

    std::array<BoundingPlanes, N> below_, above_;  ///< of each axis
    bool has_slanted_walls_ = false;
    std::optional<Container<N>> vessel_;
    std::optional<int> along_;  ///< axis of a cylinder
    std::uint32_t vessel_wall_ = 0;
    std::string wants_;
};

}  // namespace carom::detail

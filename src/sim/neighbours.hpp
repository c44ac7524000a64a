// Which balls can a ball meet before it leaves its neighbour shell?
//
// Around each ball stands a shell, centred where the ball was when its list was built. Balls are
// neighbours when their shells touch; a ball that leaves its shell gets a new one and a new list. So a pair
// that is on no list cannot touch. Shells decide which predictions are made, never what they say.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/anchor_grid.hpp"

namespace carom::detail {

/// `ball` in the image `image` of the owner of the list: both unwrapped, as in `separation_at`.
template <int N>
struct Neighbour {
    std::uint32_t ball = 0;
    Image<N> image{};
};

template <int N>
class Neighbours {
public:
    /// `shell` is the usual thickness of a shell, a length > 0.
    Neighbours(const Space<N>& space, const Scene<N>& scene, double shell);

    /// Gives the ball a new shell around `position` (not wrapped, as reached from `image`) and lists its
    /// neighbours. A ball that met nobody since its last shell gets one twice as thick, as long as its list
    /// stays short.
    void rebuild(std::uint32_t ball, Vec<double, N> position, Image<N> image);

    /// Tells that the ball met something.
    void met(std::uint32_t ball) { shells_[ball].met = true; }

    std::span<const Neighbour<N>> of(std::uint32_t ball) const { return lists_[ball]; }

    /// How long until the ball, now at `position` in `image`, leaves its shell; infinity at rest.
    double time_to_exit(std::uint32_t ball, const Vec<double, N>& position, const Image<N>& image,
                        const Vec<double, N>& velocity) const;

private:
    struct Shell {
        Anchor<N> anchor;
        double thickness = 0;
        double exit_distance = 0;  // a little less, to be safe from rounding
        bool met = false;
        bool built = false;
    };

    void forget(std::uint32_t ball);
    void choose_thickness(std::uint32_t ball, double slack);
    void link(std::uint32_t ball, std::uint32_t other, const Image<N>& image);

    Space<N> space_;
    std::vector<double> radii_;
    double usual_;
    double thickest_;
    AnchorGrid<N> grid_;
    std::vector<Shell> shells_;
    std::vector<std::vector<Neighbour<N>>> lists_;
};

}  // namespace carom::detail

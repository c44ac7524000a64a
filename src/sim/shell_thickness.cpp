// How thick is a shell? As the lists say: where they are long shells get thinner, where they are short and
// nobody is met thicker. Nothing here changes a bit of the trajectory.
#include <algorithm>
#include <array>
#include <cmath>

#include "sim/neighbours.hpp"

namespace carom::detail {
namespace {

/// A shell need not be thinner along a periodic axis than this share of its width: floats resolve that.
constexpr double kNarrowest = 0x1p-18;

/// Nor thicker than this, in the bounding flights' unit, so that no float overflows.
constexpr double kThickest = 0x1p60;

/// A ball that has left so many shells without an impact, with few neighbours, is in thin company: its shells
/// get thicker.
constexpr std::uint8_t kLonely = 4;

/// So do, where balls may leave for good, those of one that has left so many, however many neighbours fly
/// along with it: that nothing will meet again is to be found.
constexpr std::uint8_t kLeaving = 16;

/// As many neighbours as a shell of the usual thickness has, where balls are as dense as they are on average.
template <int N>
constexpr std::size_t kUsuallyListed = N == 3 ? 13 : 10;

/// With no more than this a shell may get twice as thick.
template <int N>
constexpr std::size_t kFewListed = N == 3 ? 4 : 8;

/// With more than this it gets thinner, to have as many as usual: longer lists take more memory, and a look
/// at them takes longer.
constexpr std::size_t kManyListed = NeighbourLists::kShort;

/// But no thinner than this share of the radius: it is not by its thickness that such a shell has many.
constexpr double kThinEnough = 0.25;

/// And thicker again by this factor.
constexpr double kThicker = 1.25;

/// How far apart balls are, is seen by so many before and after each in the order along the curve.
constexpr std::uint32_t kAlongCurve = 8;

}  // namespace

/// From half-way to the nearest image of a ball on, shells would be near in too many images.
template <int N>
void Neighbours<N>::limit_thickness(double narrowest, double largest_radius) {
    const double half_way = ((narrowest / 2 - largest_radius) * scale_.length - margin_) * (1 - 0x1p-10);
    thickest_ = std::max(std::min(half_way, kThickest), thinnest_);
    for (int k = 0; k < N; ++k) {
        const double room = (domain_.period[k] / 2 - largest_radius) * scale_.length - margin_;
        const bool narrow = domain_.is_periodic(k) && room < thickest_;
        narrow_[k] = narrow ? std::max(room, kNarrowest * scale_.period[k]) : HUGE_VAL;
    }
    is_narrow_ = half_way < thickest_;
    if (domain_.is_sheared()) make_room_to_slide(largest_radius);
}

/// The reach of a ball's next shell.
template <int N>
float Neighbours<N>::chosen_reach(const BallRecord<N>& record, float reach, std::size_t listed) const {
    const double radius = radius_of(record);
    const double kept = static_cast<double>(reach) - radius;
    const double usual = usual_ * scale_.length;
    const bool lonely = record.expiries_since_impact >= kLonely && listed <= kFewListed<N>;
    const bool leaves = record.expiries_since_impact >= kLeaving && domain_.is_endless;
    double wanted = usual;
    if (listed > kManyListed && kept > kThinEnough * radius) {
        const double share = static_cast<double>(kUsuallyListed<N>) / static_cast<double>(listed);
        wanted = std::max(kept * std::pow(share, 1.0 / N), kThinEnough * radius);
    } else if (lonely || leaves) {
        wanted = 2 * kept;
    } else if (kept < usual) {
        wanted = listed > kUsuallyListed<N> ? kept : std::min(kThicker * kept, usual);
    }
    return static_cast<float>((radius + std::clamp(wanted, thinnest_, thickest_)) * (1 + 0x1p-23));
}

/// The thickness of a ball's first shell: the usual one, or less where many balls are near.
template <int N>
double Neighbours<N>::first_thickness(const BallTable<N>& balls, std::uint32_t ball, Time now) const {
    const double usual = usual_ * scale_.length;
    if (ball < kAlongCurve || ball + kAlongCurve >= balls.size()) return usual;
    const Vec<double, N> here = balls.position_at(ball, now);
    std::array<double, 2 * kAlongCurve> ways{};
    for (std::uint32_t i = 0; i < kAlongCurve; ++i) {
        ways[2 * i] = largest(balls.position_at(ball - i - 1, now) - here);
        ways[2 * i + 1] = largest(balls.position_at(ball + i + 1, now) - here);
    }
    std::nth_element(ways.begin(), ways.begin() + kAlongCurve, ways.end());
    const double way = ways[kAlongCurve] * scale_.length;
    return std::min(usual, std::max(way, kThinEnough * radius_of(balls[ball])));
}

template class Neighbours<2>;
template class Neighbours<3>;

}  // namespace carom::detail

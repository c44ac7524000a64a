// Which images of a neighbour come near during a long straight flight through a periodic box?
//
// The images that a flight passes are the points of a lattice in a long, thin cylinder. Seen in units in
// which the cylinder is as long as wide, they are few points in a ball, and a reduced basis of the lattice
// finds them: A. K. Lenstra, H. W. Lenstra, L. Lovasz, "Factoring polynomials with rational coefficients",
// Math. Ann. 261 (1982) 515; U. Fincke, M. Pohst, Math. Comput. 44 (1985) 463. docs/math/check.md, "Long
// flights".
#pragma once

#include <vector>

#include "proof/wide.hpp"

namespace carom::proof {

/// Straight flights across more half-widths of a periodic box than this are looked at as a whole.
inline constexpr double kLongFlight = 16;

/// No more images are looked for.
inline constexpr std::size_t kMostNearImages = 512;

/// A straight flight d + w s for s in [0, duration], and the widths of the box. A width of 0 stands for an
/// axis without images.
template <int N>
struct LongFlight {
    Vec<double, N> d;
    Vec<double, N> w;  ///< not 0
    double duration = 0;
    double reach = 0;  ///< finite, at least 2^-41 of the way, of d and of the widths together
    Vec<double, N> width;
};

/// The shifts k for which d + k width + w s comes within `reach` of zero, in any order, and some of those
/// that come nearly so; `kMostNearImages` of them where there are more. False when they are not found: with
/// flights that do not meet what is asked above, and images too far away for a double.
template <int N>
bool near_images(const LongFlight<N>& flight, std::vector<Vec<double, N>>& images);

}  // namespace carom::proof

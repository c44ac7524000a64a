// Which periodic images of a neighbour can matter?
#pragma once

#include <cmath>
#include <optional>

#include "proof/flight.hpp"

namespace carom::proof {

/// Images beyond are not looked at: their numbers have to be exact, and the next of a number another one.
inline constexpr double kFarthestImage = 0x1p40;

/// Whole numbers of box widths per axis, both ends included; one 0 on axes that are not periodic.
template <int N>
struct ImageRange {
    Vec<double, N> first;
    Vec<double, N> last;
    bool countable = true;  ///< false: too many, or too far away for a double
};

/// The shifts k for which d + k width, give or take `spread`, comes within `reach` of zero on every axis.
/// Roundings here are far below the margin that callers put into `reach`.
template <int N>
ImageRange<N> images_near(const Vec<double, N>& d, const Vec<double, N>& spread, double reach,
                          const CheckContext<N>& context) {
    constexpr double kMost = 64;
    ImageRange<N> range;
    for (int k = 0; k < N; ++k) {
        const double width = context.width[k];
        const double far = reach + spread[k];
        if (width == 0) {
            if (std::abs(d[k]) > far) range.first[k] = 1;
        } else {
            range.first[k] = std::ceil((-far - d[k]) / width);
            range.last[k] = std::floor((far - d[k]) / width);
            const bool near =
                std::abs(range.first[k]) <= kFarthestImage && std::abs(range.last[k]) <= kFarthestImage;
            if (!near || range.last[k] - range.first[k] > kMost) range.countable = false;
        }
        if (range.first[k] > range.last[k]) break;
    }
    return range;
}

template <int N, class Visit>
void for_each_image(const ImageRange<N>& range, Visit visit) {
    for (int k = 0; k < N; ++k) {
        if (range.first[k] > range.last[k]) return;
    }
    Vec<double, N> image = range.first;
    for (int k = 0; k < N;) {
        visit(image);
        for (k = 0; k < N; ++k) {
            image[k] += 1;
            if (image[k] <= range.last[k]) break;
            image[k] = range.first[k];
        }
    }
}

template <WideOrQuick Real = Wide, int N>
Vec<Real, N> shift_of(const Vec<double, N>& image, const CheckContext<N>& context) {
    return each_axis<N, Real>([&](int k) { return Real{image[k]} * Real{context.width[k]}; });
}

/// Where rounding leaves more rows of boxes in doubt than this, no image is looked at.
inline constexpr double kMostRows = 32;

/// Visits the images of a vector between two balls that may be shorter than `look`: with the vector that the
/// boxes are counted from, and the boxes. In a sheared box one row of boxes after the other.
template <int N, class Visit>
void for_each_image_within(double look, const WideVec<N>& direct, Time now, const CheckContext<N>& context,
                           Visit visit) {
    const auto around = [&](const WideVec<N>& from, std::optional<double> row) {
        ImageRange<N> range = images_near(narrow(from), {}, look, context);
        if (!range.countable) return;
        const int gradient = context.drift.gradient;
        if (row) range.first[gradient] = range.last[gradient] = *row;
        for_each_image(range, [&](const Vec<double, N>& image) { visit(from, image); });
    };
    if (!context.is_sheared()) return around(direct, {});
    const ShearDrift& drift = context.drift;
    const double width = context.width[drift.gradient];
    const double up = narrow(direct[drift.gradient]);
    if (!(look <= kMostRows * width && std::abs(up) <= kFarthestImage * width)) return;
    const Wide seconds = seconds_between({}, now, context.epoch_length);
    for (double row = std::ceil((-look - up) / width); row <= std::floor((look - up) / width); row += 1) {
        WideVec<N> from = direct;
        from[drift.flow] += drift.way(row, seconds);
        around(from, row);
    }
}

}  // namespace carom::proof

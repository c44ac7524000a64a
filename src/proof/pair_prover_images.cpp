// Two balls in a periodic box: which of their images come near, piece by piece of the time that they share.
#include <cmath>

#include "proof/near_images.hpp"
#include "proof/pair_prover.hpp"

namespace carom::proof {
namespace {

/// Flights across more half-widths of a periodic box than this are left open: nobody would wait for the
/// proof.
constexpr double kMostPieces = 0x1p24;
/// Times as far for the next look at such a flight.
constexpr double kFarther = 4;

/// Along axis k, up to the end of the encounter.
template <int N>
double fastest(const SharedFlight<N>& e, int k) {
    return std::abs(e.w[k]) + std::abs(e.a[k]) * e.duration;
}

template <int N>
Vec<double, N> seen_at(Vec<double, N> d, const Vec<double, N>& image, const CheckContext<N>& context) {
    for (int k = 0; k < N; ++k) d[k] += image[k] * context.width[k];
    return d;
}

}  // namespace

/// Row by row of boxes along the gradient of a sheared box, each of which moves as one.
template <int N>
void PairProver<N>::prove_rows(const SharedFlight<N>& e, Time now) {
    const int axis = context_.drift.gradient;
    const double end = e.d[axis] + e.w[axis] * e.duration;
    const double width = context_.width[axis];
    const double first = std::ceil((-e.reach - std::max(e.d[axis], end)) / width);
    const double last = std::floor((e.reach - std::min(e.d[axis], end)) / width);
    if (!(last - first <= kMostPieces)) return report_->note_open_contact();
    if (!(std::abs(first) <= kFarthestImage)) return report_->note_open_contact();
    double pieces = 0;  // of all rows: they take the time
    for (double row = first; row <= last; row += 1) {
        const SharedFlight<N> in = in_row(e, row);
        pieces += std::min(pieces_of(in), kLongFlight);
        if (!(pieces <= kMostPieces)) return report_->note_open_contact();
        prove_images(in, now);
    }
}

template <int N>
SharedFlight<N> PairProver<N>::in_row(SharedFlight<N> e, double row) const {
    const ShearDrift& drift = context_.drift;
    e.row = row;
    e.way = drift.way(row, seconds_between({}, e.from, context_.epoch_length));
    e.d[drift.flow] += narrow(e.way);
    e.w[drift.flow] += row * drift.speed;
    const double moved = drift.width + std::abs(row * drift.speed) * (e.duration + context_.epoch_length);
    e.reach += kFilterMargin * moved;
    return e;
}

/// So many half-widths of a periodic box are crossed.
template <int N>
double PairProver<N>::pieces_of(const SharedFlight<N>& e) const {
    double pieces = 1;
    for (int k = 0; k < N && context_.periodic; ++k) {
        if (context_.width[k] > 0)
            pieces = std::max(pieces, 2 * fastest(e, k) / context_.width[k] * e.duration);
    }
    return std::ceil(pieces);
}

/// All images, or those of the encounter's row.
template <int N>
void PairProver<N>::prove_images(const SharedFlight<N>& e, Time now) {
    const double pieces = pieces_of(e);
    if (pieces > kLongFlight && e.a == Vec<double, N>{}) return prove_long_flight(e, now);
    if (!(pieces <= kMostPieces)) return report_->note_open_contact();
    std::vector<Vec<double, N>> examined;  // in the piece before: an image is near for one stretch of time
    for (double piece = 0; piece < pieces; piece += 1) {
        const double begin = e.duration * (piece / pieces);
        const double end = e.duration * ((piece + 1) / pieces);
        const ImageRange<N> range = images_between(e, begin, end);
        if (!range.countable) return report_->note_open_contact();
        std::vector<Vec<double, N>> near;
        for_each_image(range, [&](const Vec<double, N>& image) {
            const Tangent<N> line(seen_at(e.d, image, context_), e.w, e.a, begin, end);
            if (!stays_beyond(line.d, line.w, begin, end, e.reach + line.farthest_off()))
                near.push_back(image);
        });
        for (const Vec<double, N>& image : near) {
            if (std::find(examined.begin(), examined.end(), image) == examined.end()) examine(e, image, now);
        }
        examined = std::move(near);
    }
}

/// All images that a straight flight passes. Farther and farther ones until one is there: for the smallest
/// gap.
template <int N>
void PairProver<N>::prove_long_flight(const SharedFlight<N>& e, Time now) {
    LongFlight<N> flight{e.d, e.w, e.duration, e.reach, context_.width};
    Vec<double, N> row;
    if (context_.is_sheared()) {
        const int axis = context_.drift.gradient;
        row[axis] = e.row;
        flight.d[axis] += e.row * context_.width[axis];
        flight.width[axis] = 0;
    }
    std::vector<Vec<double, N>> images;
    bool is_one_near = false;
    for (flight.reach = e.reach - looked_for(); !is_one_near; flight.reach *= kFarther) {
        const bool may_touch = flight.reach <= e.reach - looked_for();
        flight.reach = std::min(flight.reach, e.reach);
        const bool are_known = near_images(flight, images);
        const bool are_all = are_known && images.size() < kMostNearImages;
        // Of too many images, those up to the first that is no clear case.
        const std::uint64_t before = report_->faults() + report_->open_contacts();
        const auto is_clear = [&] { return report_->faults() + report_->open_contacts() == before; };
        for (std::size_t i = 0; i < images.size() && (are_all || is_clear()); ++i) {
            for (int k = 0; k < N; ++k) images[i][k] += row[k];
            const Vec<double, N> d = seen_at(e.d, images[i], context_);
            if (stays_beyond(d, e.w, 0, e.duration, flight.reach)) continue;
            is_one_near = true;
            examine(e, images[i], now);
        }
        if (may_touch && !are_all && is_clear()) report_->note_open_contact();
        if (!are_known || !(flight.reach < e.reach)) return;
    }
}

/// Which images may be near between two moments of an encounter?
template <int N>
ImageRange<N> PairProver<N>::images_between(const SharedFlight<N>& e, double begin, double end) const {
    const Tangent<N> line(e.d, e.w, e.a, begin, end);
    Vec<double, N> middle;
    Vec<double, N> spread;
    for (int k = 0; k < N; ++k) {
        middle[k] = line.d[k] + line.w[k] * ((begin + end) / 2);
        spread[k] = std::abs(line.w[k]) * ((end - begin) / 2) + line.off[k];
    }
    ImageRange<N> range = images_near(middle, spread, e.reach, context_);
    if (context_.is_sheared()) {
        const int axis = context_.drift.gradient;
        range.first[axis] = std::max(range.first[axis], e.row);
        range.last[axis] = std::min(range.last[axis], e.row);
    }
    return range;
}

template void PairProver<2>::prove_rows(const SharedFlight<2>&, Time);
template void PairProver<3>::prove_rows(const SharedFlight<3>&, Time);
template void PairProver<2>::prove_images(const SharedFlight<2>&, Time);
template void PairProver<3>::prove_images(const SharedFlight<3>&, Time);

}  // namespace carom::proof

#include "pair/box_contact.hpp"

#include "math/lane.hpp"

namespace carom::detail {
namespace {

std::size_t place(int k) {
    return static_cast<std::size_t>(k);
}

}  // namespace

template <int N>
bool BoxContact<N>::is_surely_apart() const {
    constexpr double slack = 0x1p-48;
    const double r = signs_.radius();
    for (int k = 0; k < N; ++k) {
        const double x = signs_.center()[k];
        const double end = x + signs_.displacement()[k];
        const double lower = signs_.lower()[k];
        const double upper = signs_.upper()[k];
        const double size = std::fabs(x) + std::fabs(end) + std::fabs(signs_.displacement()[k]) + r;
        if (smaller(x, end) - r - upper > slack * (size + std::fabs(upper))) return true;
        if (lower - r - larger(x, end) > slack * (size + std::fabs(lower))) return true;
    }
    return false;
}

template <int N>
BoxSides<N> BoxContact<N>::sides_at_start() const {
    BoxSides<N> sides{};
    for (int k = 0; k < N; ++k) {
        const double x = signs_.center()[k];
        const double w = signs_.displacement()[k];
        const bool below = x < signs_.lower()[k] || (x == signs_.lower()[k] && w < 0);
        const bool above = x > signs_.upper()[k] || (x == signs_.upper()[k] && w > 0);
        sides[place(k)] = below ? BoxSide::below : above ? BoxSide::above : BoxSide::within;
    }
    return sides;
}

template <int N>
void BoxContact<N>::cut_frame() {
    std::array<Crossing, 2 * N> crossings{};
    std::size_t count = 0;
    for (int k = 0; k < N; ++k) {
        const bool rises = signs_.displacement()[k] > 0;
        const Crossing at_lower{k, signs_.lower()[k], rises ? BoxSide::within : BoxSide::below};
        const Crossing at_upper{k, signs_.upper()[k], rises ? BoxSide::above : BoxSide::within};
        for (const Crossing& c : {rises ? at_lower : at_upper, rises ? at_upper : at_lower}) {
            if (!signs_.is_inside_frame(c)) continue;
            std::size_t i = count++;  // insertion keeps the order of equal ones and needs no memory
            for (; i > 0 && signs_.compare(c, crossings[i - 1]) < 0; --i) crossings[i] = crossings[i - 1];
            crossings[i] = c;
        }
    }
    piece_count_ = count + 1;
    pieces_[0].sides = sides_at_start();
    for (std::size_t i = 0; i < count; ++i) {
        pieces_[i].end = crossings[i];
        pieces_[i + 1].sides = pieces_[i].sides;
        pieces_[i + 1].sides[place(crossings[i].axis)] = crossings[i].after;
    }
}

template <int N>
std::size_t BoxContact<N>::piece_of_first_contact() const {
    for (std::size_t i = 0; i < piece_count_; ++i) {
        if (slope_at_start_of(i) >= 0) return piece_count_;
        if (excess_at_end_of(i) <= 0) return i;
        const bool turns = slope_at_end_of(i) > 0;
        if (turns) {
            const bool meets = exact_quadratic(signs_.motion(pieces_[i].sides)).disc.sign() >= 0;
            return meets ? i : piece_count_;
        }
    }
    return piece_count_;
}

template <int N>
double BoxContact<N>::last_time(std::size_t from) const {
    for (std::size_t i = from; i < piece_count_; ++i) {
        if (excess_at_end_of(i) <= 0) continue;
        const double last = roots_of(exact_quadratic(signs_.motion(pieces_[i].sides))).last;
        return larger(smaller(last, 1), 0);
    }
    return 1;
}

template <int N>
ContactState BoxContact<N>::state_of_point_on_surface() const {
    ContactState state = ContactState::overlapping;
    for (int k = 0; k < N; ++k) {
        if (pieces_[0].sides[place(k)] != BoxSide::within) return ContactState::touching_parting;
        const double x = signs_.center()[k];
        if (x != signs_.lower()[k] && x != signs_.upper()[k]) continue;
        if (signs_.displacement()[k] == 0) {
            state = ContactState::touching_at_rest;
        } else if (state == ContactState::overlapping) {
            state = ContactState::touching_closing;
        }
    }
    return state;
}

template <int N>
ContactState BoxContact<N>::state_at_start(int excess) const {
    if (excess < 0) return ContactState::overlapping;
    if (signs_.radius() == 0) return state_of_point_on_surface();
    const BoxSides<N>& sides = pieces_[0].sides;
    const int slope = signs_.slope_at_start(sides);
    if (slope != 0) return slope < 0 ? ContactState::touching_closing : ContactState::touching_parting;
    const bool moves = exact_quadratic(signs_.motion(sides)).a.sign() > 0;
    return moves ? ContactState::touching_parting : ContactState::touching_at_rest;
}

template <int N>
auto BoxContact<N>::nearest_face() const -> NearestFace {
    NearestFace nearest{{0, BoxSide::below}, signs_.rate_to({0, BoxSide::below})};
    for (int k = 0; k < N; ++k) {
        for (const Face face : {Face{k, BoxSide::below}, Face{k, BoxSide::above}}) {
            const int order = signs_.compare_depths(face, nearest.face);
            const int rate = signs_.rate_to(face);
            if (order < 0) nearest = {face, rate};
            if (order == 0 && rate > nearest.rate) nearest.rate = rate;
        }
    }
    return nearest;
}

template <int N>
Vec<double, N> BoxContact<N>::toward_at_start() const {
    const Vec<double, N> toward = direction_of(signs_.motion(pieces_[0].sides).d);
    if (largest(toward) > 0) return toward;
    const Face face = nearest_face().face;
    Vec<double, N> into{};
    into[face.axis] = face.side == BoxSide::below ? 1 : -1;
    return into;
}

template <int N>
void BoxContact<N>::decide() {
    cut_frame();
    const int excess = signs_.excess_at_start(pieces_[0].sides);
    if (excess <= 0) {
        contact_.state = state_at_start(excess);
        contact_.toward = toward_at_start();
        contact_.last = contact_.state == ContactState::touching_parting ? 0 : last_time(0);
        return;
    }
    enters_ = piece_of_first_contact();
    if (enters_ == piece_count_) return;
    const ExactMotion<N> motion = signs_.motion(pieces_[enters_].sides);
    const double first = smaller(roots_of(exact_quadratic(motion)).first, 1);
    Vec<double, N> toward = direction_at_first_contact(motion);
    if (!(largest(toward) > 0)) {  // a point on a face
        for (int k = 0; k < N; ++k) toward[k] = -static_cast<double>(pieces_[enters_].sides[place(k)]);
    }
    contact_ = {ContactState::will_touch, first, larger(first, last_time(enters_)), toward};
}

template class BoxContact<2>;
template class BoxContact<3>;

}  // namespace carom::detail

// A moving ball and an axis-aligned box, closed and solid, with its true rounded edges and corners: the
// state, the interval and the direction of the contact in the frame. Derivation: docs/math/box.md.
#pragma once

#include "pair/box_signs.hpp"
#include "pair/contact_order.hpp"

namespace carom::detail {

template <int N>
class BoxContact {
public:
    template <class T>
    BoxContact(const MovingBall<T, N>& ball, const Box<T, N>& box) : signs_(ball, box) {
        const bool finite = is_finite(ball.center) && is_finite(ball.displacement) && is_finite(box.lower) &&
                            is_finite(box.upper) && std::isfinite(ball.radius);
        if (finite && !is_empty() && !is_surely_apart()) decide();
    }

    const ContactSpan<N>& contact() const { return contact_; }
    /// The sign of the rate at which the gap changes at the start; for a centre inside the box the gap to the
    /// nearest face counts.
    int rate_at_start() const {
        const int slope = signs_.slope_at_start(pieces_[0].sides);
        return slope == 0 && signs_.starts_inside() ? nearest_face().rate : slope;
    }
    /// The first time as (p - sqrt(q)) / s; only for a ball that will touch.
    ExactRoot first_root() const {
        return detail::first_root(exact_quadratic(signs_.motion(pieces_[enters_].sides)));
    }

private:
    /// A part of the frame in which no coordinate crosses a bound; the last one ends with the frame.
    struct Piece {
        BoxSides<N> sides{};
        Crossing end{};
    };
    static constexpr std::size_t kMostPieces = 2 * N + 1;

    bool is_empty() const {
        for (int k = 0; k < N; ++k) {
            if (signs_.lower()[k] > signs_.upper()[k]) return true;
        }
        return false;
    }
    /// In one axis the ball's way and the box are further apart than rounding can tell.
    bool is_surely_apart() const;
    void decide();
    void cut_frame();
    BoxSides<N> sides_at_start() const;

    bool is_last(std::size_t i) const { return i + 1 == piece_count_; }
    int excess_at_end_of(std::size_t i) const {
        return is_last(i) ? signs_.excess_at_end(pieces_[i].sides)
                          : signs_.excess_at(pieces_[i].sides, pieces_[i].end);
    }
    int slope_at_end_of(std::size_t i) const {
        return is_last(i) ? signs_.slope_at_end(pieces_[i].sides)
                          : signs_.slope_at(pieces_[i].sides, pieces_[i].end);
    }
    int slope_at_start_of(std::size_t i) const {
        return i == 0 ? signs_.slope_at_start(pieces_[i].sides)
                      : signs_.slope_at(pieces_[i].sides, pieces_[i - 1].end);
    }

    /// The piece in which a ball that starts outside first touches; piece_count_ when there is none.
    std::size_t piece_of_first_contact() const;
    /// The last contact, where piece `from` is in contact.
    double last_time(std::size_t from) const;
    ContactState state_at_start(int excess) const;
    ContactState state_of_point_on_surface() const;
    /// From the centre to the nearest point of the box, or of its surface when the centre is inside.
    Vec<double, N> toward_at_start() const;
    /// The face nearest to a centre inside, and the sign of the rate at which the gap changes: of faces at
    /// the same depth the one that comes nearer counts.
    struct NearestFace {
        Face face;
        int rate = 0;
    };
    NearestFace nearest_face() const;

    BoxSigns<N> signs_;
    std::array<Piece, kMostPieces> pieces_{};
    std::size_t piece_count_ = 0;
    std::size_t enters_ = 0;
    ContactSpan<N> contact_;
};

}  // namespace carom::detail

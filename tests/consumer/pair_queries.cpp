// Hashes of what the pair queries answer.
#include <array>
#include <span>

#include "bits.hpp"
#include "carom/batch/sweep_columns.hpp"
#include "carom/geom/plane.hpp"
#include "carom/pair/advance.hpp"
#include "carom/pair/approach.hpp"
#include "carom/pair/bounce.hpp"
#include "carom/pair/clip_move.hpp"
#include "carom/pair/compare_first.hpp"
#include "carom/pair/overlap.hpp"
#include "carom/pair/sweep.hpp"
#include "queries.hpp"

namespace {

constexpr int kRounds = 400;

template <class T, int N>
struct Inputs {
    Inputs(Random& random, Regime regime)
        : a{point<T, N>(random, regime), positive_number<T>(random, regime), point<T, N>(random, regime)},
          b{point<T, N>(random, regime), positive_number<T>(random, regime), point<T, N>(random, regime)},
          plane{point<T, N>(random, regime), number<T>(random, regime)},
          restitution(assemble<T>(false, kExponentMax<T> / 2 - 1, random.word())) {
        if (random.below(4) == 0) b.displacement = a.displacement;
        // A normal must not be zero.
        plane.normal[0] =
            std::bit_cast<T>(static_cast<Bits<T>>(std::bit_cast<Bits<T>>(plane.normal[0]) | 1u));
        for (auto& ball : others) ball = {point<T, N>(random, regime), positive_number<T>(random, regime)};
        // At most 2, so that masses stay those of a physical ball.
        for (T& inverse : inverse_masses) {
            const int exponent = random.below(kExponentMax<T> / 2 + 1);
            inverse = assemble<T>(false, exponent, random.word());
        }
    }
    carom::MovingBall<T, N> a;
    carom::MovingBall<T, N> b;
    carom::Plane<T, N> plane;
    T restitution;
    std::array<carom::Ball<T, N>, 3> others;
    std::array<T, 2> inverse_masses{};
};

template <class T, int N>
void add_sweep(Hash& hash, const carom::Sweep<T, N>& sweep) {
    hash.add(static_cast<std::uint64_t>(sweep.state));
    hash.add_number(sweep.first);
    hash.add_number(sweep.last);
    hash.add_vec(sweep.center_a);
    hash.add_vec(sweep.center_b);
    hash.add_vec(sweep.normal);
    hash.add_vec(sweep.point);
}

template <class T, int N>
void add_advance(Hash& hash, const carom::Advance<T, N>& advance) {
    hash.add_number(advance.u);
    hash.add_vec(advance.center_a);
    hash.add_vec(advance.center_b);
}

/// The box around the origin with a corner at `corner`. Signs are set in the bits: this file's flags must
/// decide nothing.
template <class T, int N>
carom::Box<T, N> box_to(const carom::Vec<T, N>& corner) {
    constexpr Bits<T> sign = Bits<T>{1} << (8 * sizeof(T) - 1);
    carom::Box<T, N> box;
    for (int k = 0; k < N; ++k) {
        const auto bits = std::bit_cast<Bits<T>>(corner[k]);
        box.lower[k] = std::bit_cast<T>(static_cast<Bits<T>>(bits | sign));
        box.upper[k] = std::bit_cast<T>(static_cast<Bits<T>>(bits & ~sign));
    }
    return box;
}

/// One ball against three resting ones, in columns.
template <class T, int N>
void add_batch(Hash& hash, const Inputs<T, N>& in) {
    std::array<std::array<T, 3>, N + 1> columns{};
    carom::BallColumns<T, N> balls;
    for (std::size_t k = 0; k < static_cast<std::size_t>(N); ++k) {
        for (std::size_t i = 0; i < 3; ++i) columns[k][i] = in.others[i].center[static_cast<int>(k)];
        balls.center[k] = columns[k];
    }
    for (std::size_t i = 0; i < 3; ++i) columns[N][i] = in.others[i].radius;
    balls.radius = columns[N];
    std::array<carom::ContactState, 3> state{};
    std::array<T, 3> first{};
    std::array<T, 3> last{};
    const auto contacts = carom::sweep_one(in.a, balls, carom::SweepColumns<T>{state, first, last});
    hash.add(contacts ? *contacts : 99);
    for (std::size_t i = 0; i < 3; ++i) {
        hash.add(static_cast<std::uint64_t>(state[i]));
        hash.add_number(first[i]);
        hash.add_number(last[i]);
    }
}

template <class T, int N, class Other>
void add_resting(Hash& hash, const carom::Ball<T, N>& ball, const Other& other) {
    hash.add(carom::overlaps(ball, other) ? 1 : 0);
    hash.add_number(carom::gap(ball, other));
    if (const auto contact = carom::contact(ball, other)) {
        hash.add_vec(contact->point);
        hash.add_vec(contact->normal);
        hash.add_number(contact->depth);
    }
}

template <class T, int N>
void add_motion(Hash& hash, const Inputs<T, N>& in) {
    const carom::Ball<T, N> resting{in.b.center, in.b.radius};
    const carom::HalfSpace<T, N> solid = carom::half_space_below(in.plane);
    add_sweep(hash, carom::sweep(in.a, in.b));
    add_sweep(hash, carom::sweep(in.a, resting));
    add_sweep(hash, carom::sweep(in.a, solid));
    add_sweep(hash, carom::sweep(in.a, in.plane));
    add_sweep(hash, carom::sweep(in.a, box_to(in.others[0].center)));
    add_advance(hash, carom::advance(in.a, in.b));
    add_advance(hash, carom::advance(in.a, solid));
    add_batch(hash, in);
    const auto order =
        carom::compare_first(in.a, in.b, in.b, carom::MovingBall<T, N>{in.others[2].center, 1, {}});
    hash.add(order < 0 ? 0 : order > 0 ? 2 : 1);

    const auto nearest = carom::closest_approach(in.a, in.b);
    hash.add_number(nearest.u);
    hash.add_number(nearest.gap);
    hash.add_vec(nearest.center_a);
    hash.add_vec(nearest.center_b);

    if (const auto hit = carom::cast(carom::Ray<T, N>{in.a.center, in.a.displacement}, resting)) {
        hash.add_number(hit->first);
        hash.add_number(hit->last);
        hash.add_vec(hit->point);
        hash.add_vec(hit->normal);
    }
    const auto clipped = carom::clip_move(in.a, std::span<const carom::Ball<T, N>>(in.others));
    hash.add_number(clipped.fraction);
    hash.add_vec(clipped.displacement);
    hash.add(clipped.obstacle ? clipped.obstacle->index : 99);
    hash.add_vec(clipped.normal);
}

template <class T, int N>
void add_bounces(Hash& hash, const Inputs<T, N>& in) {
    const carom::Body<T, N> a{in.a.center, in.a.displacement, in.inverse_masses[0]};
    const carom::Body<T, N> b{in.b.center, in.b.displacement, in.inverse_masses[1]};
    const auto velocities = carom::bounce(a, b, in.restitution);
    hash.add_vec(velocities.a);
    hash.add_vec(velocities.b);
    hash.add_vec(carom::bounce(in.a.displacement, carom::half_space_below(in.plane), in.restitution));
}

template <class T, int N>
void add_planes(Hash& hash, const Inputs<T, N>& in) {
    hash.add_number(carom::signed_distance(in.plane, in.a.center));
    hash.add_number(carom::plane_through(in.a.center, in.plane.normal).offset);
    if constexpr (N == 3) {
        if (const auto plane = carom::plane_through(in.a.center, in.b.center, in.others[0].center)) {
            hash.add_vec(plane->normal);
            hash.add_number(plane->offset);
        }
    }
}

}  // namespace

template <class T, int N>
std::uint64_t hash_pair_queries() {
    Hash hash;
    Random random(1);
    for (int i = 0; i < kRounds * kRegimes; ++i) {
        const Inputs<T, N> in(random, static_cast<Regime>(i % kRegimes));
        const carom::Ball<T, N> resting{in.a.center, in.a.radius};
        add_resting(hash, resting, in.others[0]);
        add_resting(hash, resting, in.plane);
        add_resting(hash, resting, carom::half_space_below(in.plane));
        add_motion(hash, in);
        add_bounces(hash, in);
        add_planes(hash, in);
    }
    return hash.value();
}

template std::uint64_t hash_pair_queries<float, 2>();
template std::uint64_t hash_pair_queries<float, 3>();
template std::uint64_t hash_pair_queries<double, 2>();
template std::uint64_t hash_pair_queries<double, 3>();

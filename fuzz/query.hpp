// A question from bytes: numbers of every kind, and the things that a question is about.
//
// Many numbers are copies, neighbours, sums or multiples of earlier ones, and many balls are put where they
// touch another, because contacts, ties and cancellation are there. When the bytes are used up, every draw is
// 0.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <span>
#include <type_traits>

#include "carom/geom/ball.hpp"
#include "carom/geom/box.hpp"
#include "carom/geom/plane.hpp"
#include "carom/pair/bounce.hpp"
#include "shown.hpp"

namespace carom::fuzz {

class Bytes {
public:
    explicit Bytes(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    std::uint8_t next() {
        if (bytes_.empty()) return 0;
        const std::uint8_t byte = bytes_.front();
        bytes_ = bytes_.subspan(1);
        return byte;
    }
    std::uint64_t next_eight() {
        std::uint64_t all = 0;
        for (int i = 0; i < 8; ++i) all = all << 8 | next();
        return all;
    }

private:
    std::span<const std::uint8_t> bytes_;
};

/// Which numbers a query may hold. The product of two ordinary ones is finite in double.
enum class Numbers : unsigned char { ordinary, finite, any };

/// Draws numbers. One byte chooses the kind (3 bits) and says more about it (5 bits).
template <class T>
class NumberReader {
public:
    NumberReader(Bytes& bytes, Numbers which) : bytes_(bytes), which_(which) {}

    T next() {
        const T x = drawn();
        earlier_[count_++ % earlier_.size()] = x;
        return x;
    }
    /// x, or the number nearest to it that the query may hold.
    T allowed(T x) const {
        if (which_ == Numbers::any || std::fabs(x) <= largest()) return x;
        return std::signbit(x) ? -largest() : largest();
    }

private:
    using Limits = std::numeric_limits<T>;

    T largest() const {
        constexpr T ordinary = std::is_same_v<T, float> ? T{0x1p120} : static_cast<T>(0x1p480);
        return which_ == Numbers::ordinary ? ordinary : Limits::max();
    }

    T drawn() {
        const unsigned byte = bytes_.next();
        const int more = static_cast<int>(byte >> 3);
        switch (byte & 7) {
            case 0:
                return static_cast<T>(more - 16);
            case 1:
                return static_cast<T>(more - 16) / T{10};
            case 2:
                return earlier(more);
            case 3:
                return allowed(
                    std::nextafter(earlier(more >> 1), more % 2 == 0 ? -Limits::max() : Limits::max()));
            case 4:
                return combined(more);
            case 5:
                return power_of_two(more);
            case 6:
                return special(more);
            default:
                return from_bits(more);
        }
    }

    /// The number drawn `back` numbers ago; 0 for the last one.
    T earlier(int back) const {
        const std::size_t age = static_cast<std::size_t>(back) + 1;
        return age > count_ || age > earlier_.size() ? T{0} : earlier_[(count_ - age) % earlier_.size()];
    }
    T combined(int more) {
        const T x = earlier(more >> 2);
        const int how = more & 3;
        if (how == 0) return -x;
        if (how == 1) return allowed(x * 2);
        const T y = earlier(bytes_.next() & 31);
        return allowed(how == 2 ? x + y : x - y);
    }
    T power_of_two(int more) {
        constexpr int lowest = Limits::min_exponent - Limits::digits;
        constexpr int range = Limits::max_exponent - lowest;
        const int step = (more & 15) * 256 + bytes_.next();
        const T size = std::ldexp(T{1}, lowest + step % range);
        return allowed(more >= 16 ? -size : size);
    }
    T special(int more) const {
        constexpr T root = std::is_same_v<T, float> ? T{0x1p64} : static_cast<T>(0x1p512);
        const std::array<T, 16> list{T{0},
                                     Limits::denorm_min(),
                                     Limits::min(),
                                     Limits::min() - Limits::denorm_min(),
                                     Limits::max(),
                                     Limits::max() / 2,
                                     Limits::epsilon(),
                                     1 + Limits::epsilon(),
                                     1 - Limits::epsilon() / 2,
                                     1 / Limits::epsilon(),
                                     root,
                                     1 / root,
                                     static_cast<T>(1.0 / 3),
                                     static_cast<T>(1e5),
                                     which_ == Numbers::any ? Limits::quiet_NaN() : T{5},
                                     which_ == Numbers::any ? Limits::infinity() : T{12}};
        const T x = list[static_cast<std::size_t>(more & 15)];
        return allowed(more >= 16 ? -x : x);
    }
    /// Any finite number, or one of size 2^-8 to 2^8 with all digits in use.
    T from_bits(int more) {
        const std::uint64_t bits = bytes_.next_eight();
        if (more >= 16) {
            const auto digits = static_cast<T>(static_cast<std::int64_t>(bits) >> (64 - Limits::digits));
            return std::ldexp(digits, (more & 15) - 8 - Limits::digits + 1);
        }
        T x{};
        if constexpr (std::is_same_v<T, float>) {
            x = std::bit_cast<float>(static_cast<std::uint32_t>(bits >> 32));
        } else {
            x = std::bit_cast<double>(bits);
        }
        if (which_ != Numbers::any && std::isnan(x)) return T{0.75};
        return allowed(x);
    }

    Bytes& bytes_;
    Numbers which_;
    std::array<T, 64> earlier_{};
    std::size_t count_ = 0;
};

/// Draws things that obey the preconditions of the questions, but for numbers that are not finite.
template <class T, int N>
class Query {
public:
    Query(Bytes& bytes, Numbers which) : bytes_(bytes), numbers_(bytes, which) {}

    /// 0 to count - 1.
    int choice(int count) { return bytes_.next() % count; }

    T number() { return numbers_.next(); }
    /// 0 or more.
    T size() {
        const T x = number();
        return x < 0 ? -x : x;
    }
    Vec<T, N> vec() {
        Vec<T, N> x;
        for (int k = 0; k < N; ++k) x[k] = number();
        return x;
    }
    Vec<T, N> direction() {
        Vec<T, N> x = vec();
        if (x == Vec<T, N>{}) x[0] = 1;
        return x;
    }

    Ball<T, N> ball() {
        const Vec<T, N> center = vec();
        return told(Ball<T, N>{center, size()});
    }
    MovingBall<T, N> moving_ball() {
        const Vec<T, N> center = vec();
        const T radius = size();
        return told(MovingBall<T, N>{center, radius, vec()});
    }
    /// Often in touch with `a` at the start, or about to graze it.
    MovingBall<T, N> moving_ball_near(const MovingBall<T, N>& a) {
        const int how = choice(6);
        if (how < 3) return moving_ball();
        MovingBall<T, N> b{a.center, size(), vec()};
        const T reach = a.radius + b.radius;
        const int axis = choice(2 * N);
        if (how == 3) {
            shift(b.center[axis / 2], axis % 2 == 0 ? reach : -reach);
        } else if (how == 4) {  // 3, 4, 5
            shift(b.center[axis / 2], reach / 5 * 3);
            shift(b.center[(axis / 2 + 1) % N], axis % 2 == 0 ? reach / 5 * 4 : -reach / 5 * 4);
        } else {
            shift(b.center[axis / 2], reach);
            shift(b.center[(axis / 2 + 1) % N], number());
            b.displacement[axis / 2] = a.displacement[axis / 2];
        }
        return told(b);
    }
    Ball<T, N> ball_near(const MovingBall<T, N>& a) {
        const MovingBall<T, N> b = moving_ball_near(a);
        return told(Ball<T, N>{b.center, b.radius});
    }

    Body<T, N> body() {
        const Vec<T, N> center = vec();
        const Vec<T, N> velocity = vec();
        return told(Body<T, N>{center, velocity, size()});
    }

    /// HalfSpace or Plane; often in touch with `a` at the start.
    template <class Surface>
    Surface surface_near(const MovingBall<T, N>& a) {
        const int how = choice(4);
        if (how < 2) {
            const Vec<T, N> normal = direction();
            return told(Surface{normal, number()});
        }
        Vec<T, N> normal{};
        const int axis = choice(N);
        normal[axis] = how == 2 ? T{1} : T{-1};
        return told(Surface{normal, numbers_.allowed(normal[axis] * a.center[axis] - a.radius)});
    }
    /// Often with a face in touch with `a`; one in eight may be empty.
    Box<T, N> box_near(const MovingBall<T, N>& a) {
        const int how = choice(8);
        Box<T, N> box{vec(), vec()};
        if (how >= 4) {
            const int axis = choice(N);
            box.lower[axis] = numbers_.allowed(a.center[axis] + a.radius);
        }
        for (int k = 0; k < N && how != 0; ++k) {
            if (box.upper[k] < box.lower[k]) box.upper[k] = box.lower[k];
        }
        return told(box);
    }

private:
    /// With CAROM_FUZZ_SHOW in the environment everything is printed when it is drawn, for failures that
    /// cannot print.
    template <class Thing>
    static Thing told(const Thing& thing) {
        static const bool shows = std::getenv("CAROM_FUZZ_SHOW") != nullptr;
        if (shows) std::fputs((shown(thing) + "\n").c_str(), stderr);
        return thing;
    }
    void shift(T& x, T by) const { x = numbers_.allowed(x + by); }

    Bytes& bytes_;
    NumberReader<T> numbers_;
};

}  // namespace carom::fuzz

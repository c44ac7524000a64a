// Inputs made of and results reduced to integers, so that no flag or floating-point mode of this program
// touches them.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "carom/math/vec.hpp"

template <class T>
using Bits = std::conditional_t<std::is_same_v<T, float>, std::uint32_t, std::uint64_t>;

template <class T>
inline constexpr int kFractionBits = std::is_same_v<T, float> ? 23 : 52;
template <class T>
inline constexpr int kExponentMax = std::is_same_v<T, float> ? 255 : 2047;

template <class T>
constexpr int exponent_of(T x) {
    return static_cast<int>(std::bit_cast<Bits<T>>(x) >> kFractionBits<T>) & kExponentMax<T>;
}

class Hash {
public:
    void add(std::uint64_t word) {
        state_ = (state_ ^ word) * 0x9E3779B97F4A7C15u;
        state_ ^= state_ >> 29;
    }
    // All NaNs count as one: which of them an invalid operation gives is the compiler's choice.
    template <class T>
    void add_number(T x) {
        const Bits<T> bits = std::bit_cast<Bits<T>>(x);
        const Bits<T> fraction = bits & ((Bits<T>{1} << kFractionBits<T>)-1);
        const bool nan = exponent_of(x) == kExponentMax<T> && fraction != 0;
        add(nan ? 0x7FF8u : std::uint64_t{bits});
    }
    template <class T, int N>
    void add_vec(const carom::Vec<T, N>& v) {
        for (int axis = 0; axis < N; ++axis) add_number(v[axis]);
    }
    std::uint64_t value() const { return state_; }

private:
    std::uint64_t state_ = 0x243F6A8885A308D3u;
};

// SplitMix64 (Steele, Lea, Flood 2014).
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t word() {
        std::uint64_t z = (state_ += 0x9E3779B97F4A7C15u);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }
    int below(int bound) { return static_cast<int>(word() % static_cast<std::uint64_t>(bound)); }

private:
    std::uint64_t state_;
};

// Which numbers a query is made of.
enum class Regime { ordinary, touching, subnormal, tiny, huge, mixed };
inline constexpr int kRegimes = 6;

template <class T>
T assemble(bool negative, int exponent, std::uint64_t fraction) {
    const Bits<T> mask = (Bits<T>{1} << kFractionBits<T>)-1;
    return std::bit_cast<T>(static_cast<Bits<T>>((Bits<T>{negative} << (8 * sizeof(T) - 1)) |
                                                 (static_cast<Bits<T>>(exponent) << kFractionBits<T>) |
                                                 (static_cast<Bits<T>>(fraction) & mask)));
}

template <class T>
T number(Random& random, Regime regime) {
    constexpr int kOne = kExponentMax<T> / 2;
    const bool negative = random.below(2) == 1;
    const std::uint64_t fraction = random.word();
    switch (regime) {
        case Regime::ordinary:
            return assemble<T>(negative, kOne - 2 + random.below(5), fraction);
        case Regime::touching:  // -5 ... 5, so that many pairs touch exactly
            return static_cast<T>(random.below(11) - 5);
        case Regime::subnormal:
            return assemble<T>(negative, 0, fraction >> random.below(kFractionBits<T>));
        case Regime::tiny:
            return assemble<T>(negative, random.below(12), fraction);
        case Regime::huge:
            return assemble<T>(negative, kExponentMax<T> - 14 + random.below(12), fraction);
        case Regime::mixed:
            return assemble<T>(negative, random.below(kExponentMax<T>), fraction);
    }
    return 0;
}

template <class T>
T positive_number(Random& random, Regime regime) {
    return std::bit_cast<T>(
        static_cast<Bits<T>>(std::bit_cast<Bits<T>>(number<T>(random, regime)) & ~Bits<T>{0} >> 1));
}

template <class T, int N>
carom::Vec<T, N> point(Random& random, Regime regime) {
    carom::Vec<T, N> result;
    for (int axis = 0; axis < N; ++axis) result[axis] = number<T>(random, regime);
    return result;
}

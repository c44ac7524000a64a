// Exact sums and products of doubles: what decides when floating point cannot.
//
// A number is a sign and a row of 32-bit limbs times 2^(32 exponent), in an array whose fixed size follows
// from the degree of the polynomial it is the value of. Any finite doubles, subnormal to huge, side by side:
// nothing over- or underflows, nothing is allocated. Only as many limbs are touched as the values span, so
// ordinary inputs cost about a microsecond a decision. Test: tests/math/exact_test.cpp.
#pragma once

#include <array>
#include <cstdint>

#include "math/two_term.hpp"

namespace carom::detail {

/// A result: limbs[0] is the lowest; the value is the sum of limbs[i] 2^(32 (i + exponent)). Zero has no
/// limbs; otherwise the first and the last limb are not zero.
struct Magnitude {
    std::uint32_t* limbs = nullptr;
    int size = 0;
    int exponent = 0;
};

/// The same for reading.
struct MagnitudeView {
    const std::uint32_t* limbs = nullptr;
    int size = 0;
    int exponent = 0;
};

/// |x| as limbs; at most 3.
void assign_magnitude(Magnitude& out, double x);
/// -1, 0 or 1 as |x| is below, equal to or above |y|.
int compare_magnitudes(const MagnitudeView& x, const MagnitudeView& y);
void add_magnitudes(Magnitude& out, const MagnitudeView& x, const MagnitudeView& y);
/// |x| - |y| for |x| >= |y|.
void subtract_magnitudes(Magnitude& out, const MagnitudeView& x, const MagnitudeView& y);
void multiply_magnitudes(Magnitude& out, const MagnitudeView& x, const MagnitudeView& y);

/// value * 2^exponent, with the exponent kept apart so that nothing over- or underflows.
struct ScaledTwoTerm {
    TwoTerm value;
    int exponent = 0;
};

/// Relative error below 2^-100; the value is 0 or between 2^128 and 2^160.
ScaledTwoTerm magnitude_in_two_terms(const MagnitudeView& x);

/// The value of a homogeneous polynomial of this degree in finite doubles.
template <int Degree>
class Exact {
public:
    /// 2^-1074 to 2^1026 spans 67 limbs; each factor adds as many, and the last limb takes the carries.
    static constexpr int kLimbs = 68 * Degree;

    // The limbs above size_ are never read, so they are not set.
    Exact() {}  // NOLINT(cppcoreguidelines-pro-type-member-init,modernize-use-equals-default)
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init)
    explicit Exact(double x) : sign_(x < 0 ? -1 : x > 0 ? 1 : 0) {
        static_assert(Degree == 1, "an input has degree 1");
        put([&](Magnitude& out) { assign_magnitude(out, x); });
    }
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init)
    Exact(const Exact& other) { *this = other; }
    Exact& operator=(const Exact& other) {
        if (this == &other) return *this;
        sign_ = other.sign_;
        size_ = other.size_;
        exponent_ = other.exponent_;
        for (int i = 0; i < size_; ++i) limbs_[place(i)] = other.limbs_[place(i)];
        return *this;
    }
    ~Exact() = default;

    /// -1, 0 or 1.
    int sign() const { return sign_; }

    Exact operator-() const {
        Exact result = *this;
        result.sign_ = -sign_;
        return result;
    }
    friend Exact operator+(const Exact& x, const Exact& y) { return sum(x, y, y.sign_); }
    friend Exact operator-(const Exact& x, const Exact& y) { return sum(x, y, -y.sign_); }

    template <int Other>
    Exact<Degree + Other> operator*(const Exact<Other>& y) const {
        Exact<Degree + Other> result;
        result.sign_ = sign_ * y.sign();
        if (result.sign_ != 0) {
            result.put([&](Magnitude& out) { multiply_magnitudes(out, magnitude(), y.magnitude()); });
        }
        return result;
    }

    ScaledTwoTerm in_two_terms() const {
        ScaledTwoTerm result = magnitude_in_two_terms(magnitude());
        if (sign_ < 0) result.value = -result.value;
        return result;
    }

private:
    template <int>
    friend class Exact;

    static std::size_t place(int i) { return static_cast<std::size_t>(i); }

    MagnitudeView magnitude() const { return {limbs_.data(), size_, exponent_}; }

    template <class F>
    void put(F compute) {
        Magnitude out{limbs_.data(), 0, 0};
        compute(out);
        size_ = out.size;
        exponent_ = out.exponent;
    }

    static Exact sum(const Exact& x, const Exact& y, int y_sign) {
        if (y_sign == 0) return x;
        Exact result;
        if (x.sign_ == y_sign || x.sign_ == 0) {
            result.sign_ = y_sign;
            result.put([&](Magnitude& out) { add_magnitudes(out, x.magnitude(), y.magnitude()); });
            return result;
        }
        const int order = compare_magnitudes(x.magnitude(), y.magnitude());
        if (order == 0) return result;
        const Exact& larger = order > 0 ? x : y;
        const Exact& smaller = order > 0 ? y : x;
        result.sign_ = order > 0 ? x.sign_ : y_sign;
        result.put(
            [&](Magnitude& out) { subtract_magnitudes(out, larger.magnitude(), smaller.magnitude()); });
        return result;
    }

    int sign_ = 0;
    int size_ = 0;
    int exponent_ = 0;
    std::array<std::uint32_t, static_cast<std::size_t>(kLimbs)> limbs_;
};

}  // namespace carom::detail

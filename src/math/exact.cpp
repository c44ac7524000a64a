#include "math/exact.hpp"

#include <cmath>

namespace carom::detail {
namespace {

constexpr int kLimbBits = 32;

/// The limb of x at 2^(32 position), 0 outside.
std::uint32_t limb_at(const MagnitudeView& x, int position) {
    const int i = position - x.exponent;
    return i >= 0 && i < x.size ? x.limbs[i] : 0;
}

int top(const MagnitudeView& x) {
    return x.exponent + x.size;
}

/// Drops leading and trailing zero limbs.
void trim(Magnitude& x) {
    while (x.size > 0 && x.limbs[x.size - 1] == 0) --x.size;
    int zeros = 0;
    while (zeros < x.size && x.limbs[zeros] == 0) ++zeros;
    if (zeros == 0) return;
    for (int i = zeros; i < x.size; ++i) x.limbs[i - zeros] = x.limbs[i];
    x.size -= zeros;
    x.exponent += zeros;
}

}  // namespace

void assign_magnitude(Magnitude& out, double x) {
    out.size = 0;
    if (x == 0) return;
    int exponent = 0;
    const double mantissa = std::frexp(std::fabs(x), &exponent);
    const auto bits = static_cast<std::uint64_t>(std::ldexp(mantissa, 53));
    const int lowest = exponent - 53 + 64 * kLimbBits;  // made positive, so that / and % round down
    const int shift = lowest % kLimbBits;
    const std::uint64_t low = bits << shift;
    out.exponent = lowest / kLimbBits - 64;
    out.limbs[0] = static_cast<std::uint32_t>(low);
    out.limbs[1] = static_cast<std::uint32_t>(low >> kLimbBits);
    out.limbs[2] = shift == 0 ? 0 : static_cast<std::uint32_t>(bits >> (64 - shift));
    out.size = 3;
    trim(out);
}

int compare_magnitudes(const MagnitudeView& x, const MagnitudeView& y) {
    if (x.size == 0 || y.size == 0) return (x.size > 0 ? 1 : 0) - (y.size > 0 ? 1 : 0);
    if (top(x) != top(y)) return top(x) < top(y) ? -1 : 1;
    const int lowest = x.exponent < y.exponent ? x.exponent : y.exponent;
    for (int position = top(x) - 1; position >= lowest; --position) {
        const std::uint32_t a = limb_at(x, position);
        const std::uint32_t b = limb_at(y, position);
        if (a != b) return a < b ? -1 : 1;
    }
    return 0;
}

void add_magnitudes(Magnitude& out, const MagnitudeView& x, const MagnitudeView& y) {
    const bool x_zero = x.size == 0;
    const bool y_zero = y.size == 0;
    const int lowest = x_zero ? y.exponent : y_zero || x.exponent < y.exponent ? x.exponent : y.exponent;
    const int highest = x_zero ? top(y) : y_zero || top(x) > top(y) ? top(x) : top(y);
    std::uint64_t carry = 0;
    out.size = 0;
    out.exponent = lowest;
    for (int position = lowest; position < highest; ++position) {
        carry += std::uint64_t{limb_at(x, position)} + limb_at(y, position);
        out.limbs[out.size++] = static_cast<std::uint32_t>(carry);
        carry >>= kLimbBits;
    }
    if (carry != 0) out.limbs[out.size++] = static_cast<std::uint32_t>(carry);
    trim(out);
}

void subtract_magnitudes(Magnitude& out, const MagnitudeView& x, const MagnitudeView& y) {
    const int lowest = y.size == 0 || x.exponent < y.exponent ? x.exponent : y.exponent;
    std::int64_t borrow = 0;
    out.size = 0;
    out.exponent = lowest;
    for (int position = lowest; position < top(x); ++position) {
        borrow += std::int64_t{limb_at(x, position)} - std::int64_t{limb_at(y, position)};
        out.limbs[out.size++] = static_cast<std::uint32_t>(borrow);
        borrow >>= kLimbBits;  // 0 or -1
    }
    trim(out);
}

void multiply_magnitudes(Magnitude& out, const MagnitudeView& x, const MagnitudeView& y) {
    out.size = x.size + y.size;
    out.exponent = x.exponent + y.exponent;
    for (int i = 0; i < out.size; ++i) out.limbs[i] = 0;
    for (int i = 0; i < x.size; ++i) {
        std::uint64_t carry = 0;
        for (int j = 0; j < y.size; ++j) {
            carry += std::uint64_t{x.limbs[i]} * y.limbs[j] + out.limbs[i + j];
            out.limbs[i + j] = static_cast<std::uint32_t>(carry);
            carry >>= kLimbBits;
        }
        out.limbs[i + y.size] = static_cast<std::uint32_t>(carry);
    }
    trim(out);
}

ScaledTwoTerm magnitude_in_two_terms(const MagnitudeView& x) {
    constexpr int kUsed = 5;  // at least 129 bits
    ScaledTwoTerm result;
    if (x.size == 0) return result;
    const int lowest = top(x) - kUsed;
    double unit = 0x1p128;
    for (int position = top(x) - 1; position >= lowest; --position) {
        result.value = result.value + TwoTerm{unit * limb_at(x, position), 0};
        unit *= 0x1p-32;
    }
    result.exponent = lowest * kLimbBits;
    return result;
}

}  // namespace carom::detail

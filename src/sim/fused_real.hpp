// double for the kernels, with exact products by fused multiply-add where the instruction set has it.
//
// The words are those that plain doubles give, where products neither over- nor underflow: an exact product
// is the same however it is made. Everything here depends on the instruction set, so that code compiled for
// one never serves another.
#pragma once

#include "carom/core/instruction_set.hpp"
#include "math/two_term.hpp"

namespace carom::detail {

template <InstructionSet Set>
struct FusedReal {
    double x = 0;

    FusedReal() = default;
    explicit FusedReal(double value) : x(value) {}

    friend FusedReal operator-(FusedReal a) { return FusedReal(-a.x); }
    friend FusedReal operator+(FusedReal a, FusedReal b) { return FusedReal(a.x + b.x); }
    friend FusedReal operator-(FusedReal a, FusedReal b) { return FusedReal(a.x - b.x); }
    friend FusedReal operator*(FusedReal a, FusedReal b) { return FusedReal(a.x * b.x); }
    friend FusedReal operator/(FusedReal a, FusedReal b) { return FusedReal(a.x / b.x); }
    friend bool operator<(FusedReal a, FusedReal b) { return a.x < b.x; }
    friend bool operator>(FusedReal a, FusedReal b) { return a.x > b.x; }
    friend bool operator<=(FusedReal a, FusedReal b) { return a.x <= b.x; }
};

template <InstructionSet Set>
FusedReal<Set> absolute(FusedReal<Set> a) {
    return FusedReal<Set>(__builtin_fabs(a.x));
}
template <InstructionSet Set>
FusedReal<Set> larger(FusedReal<Set> a, FusedReal<Set> b) {
    return a.x > b.x ? a : b;
}
template <InstructionSet Set>
FusedReal<Set> rounded_root(FusedReal<Set> a) {
    return FusedReal<Set>(__builtin_sqrt(a.x));
}
template <InstructionSet Set>
FusedReal<Set> either(bool mask, FusedReal<Set> a, FusedReal<Set> b) {
    return mask ? a : b;
}

#if defined(__FMA__)
template <InstructionSet Set>
TwoTermOf<FusedReal<Set>> two_product(FusedReal<Set> a, FusedReal<Set> b) {
    const double p = a.x * b.x;
    return {FusedReal<Set>(p), FusedReal<Set>(__builtin_fma(a.x, b.x, -p))};
}
#endif

}  // namespace carom::detail

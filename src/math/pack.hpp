// W numbers side by side, with the operations of math/lane.hpp. Include it only in files compiled for the
// instruction set that has registers of this width.
//
// Lanes do what one number does: + - * / and sqrt round the same, and a product's low word is the same from a
// fused multiply-add as from Dekker's split.
#pragma once

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "math/two_term.hpp"

#if defined(__SSE2__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace carom::detail {

template <class E, int W>
struct PackTypes {
    static constexpr int kBytes = W * static_cast<int>(sizeof(E));
    using Bit = std::conditional_t<std::is_same_v<E, float>, int, long long>;
    static constexpr Bit kAllButSign = std::numeric_limits<Bit>::max();
    // NOLINTBEGIN(modernize-use-using): the attribute belongs to a typedef
    typedef E Lanes __attribute__((vector_size(kBytes)));
    typedef Bit Bits __attribute__((vector_size(kBytes)));
    // NOLINTEND(modernize-use-using)
};

/// One truth value a lane: all bits of the lane set, or none; with AVX-512 one bit.
template <class E, int W>
struct PackMask {
#if defined(__AVX512DQ__)
    std::conditional_t<W == 16, __mmask16, __mmask8> bits{};
#else
    typename PackTypes<E, W>::Bits bits{};
#endif
};

template <class E, int W>
struct Pack {
    using Lanes = typename PackTypes<E, W>::Lanes;
    using Mask = PackMask<E, W>;
    Lanes lanes{};

    Pack() = default;
    explicit Pack(double x) : lanes(static_cast<E>(x) - Lanes{}) {}
    explicit Pack(Lanes x) : lanes(x) {}

    friend Pack operator-(Pack x) { return Pack(-x.lanes); }
    friend Pack operator+(Pack x, Pack y) { return Pack(x.lanes + y.lanes); }
    friend Pack operator-(Pack x, Pack y) { return Pack(x.lanes - y.lanes); }
    friend Pack operator*(Pack x, Pack y) { return Pack(x.lanes * y.lanes); }
    friend Pack operator/(Pack x, Pack y) { return Pack(x.lanes / y.lanes); }
#if defined(__AVX512DQ__)
    friend Mask operator<(Pack x, Pack y) {
        return compared<_CMP_LT_OQ>(x, y);
    }
    friend Mask operator<=(Pack x, Pack y) {
        return compared<_CMP_LE_OQ>(x, y);
    }
    friend Mask operator==(Pack x, Pack y) {
        return compared<_CMP_EQ_OQ>(x, y);
    }
#else
    friend Mask operator<(Pack x, Pack y) {
        return {x.lanes < y.lanes};
    }
    friend Mask operator<=(Pack x, Pack y) {
        return {x.lanes <= y.lanes};
    }
    friend Mask operator==(Pack x, Pack y) {
        return {x.lanes == y.lanes};
    }
#endif
    friend Mask operator>(Pack x, Pack y) {
        return y < x;
    }
    friend Mask operator>=(Pack x, Pack y) {
        return y <= x;
    }

private:
#if defined(__AVX512DQ__)
    template <int Relation>
    static Mask compared(Pack x, Pack y) {
        if constexpr (std::is_same_v<E, float>) {
            return {_mm512_cmp_ps_mask(x.lanes, y.lanes, Relation)};
        } else {
            return {_mm512_cmp_pd_mask(x.lanes, y.lanes, Relation)};
        }
    }
#endif
};

template <int W>
Pack<double, W> either(PackMask<double, W> mask, Pack<double, W> x, Pack<double, W> y) {
#if defined(__AVX512DQ__)
    return Pack<double, W>(_mm512_mask_blend_pd(mask.bits, y.lanes, x.lanes));
#else
    return Pack<double, W>(mask.bits ? x.lanes : y.lanes);
#endif
}
template <int W>
Pack<float, W> either(PackMask<float, W> mask, Pack<float, W> x, Pack<float, W> y) {
#if defined(__AVX512DQ__)
    return Pack<float, W>(_mm512_mask_blend_ps(mask.bits, y.lanes, x.lanes));
#else
    return Pack<float, W>(mask.bits ? x.lanes : y.lanes);
#endif
}
template <int W>
Pack<double, W> larger(Pack<double, W> x, Pack<double, W> y) {
#if defined(__AVX512DQ__)
    return Pack<double, W>(_mm512_maskz_max_pd(0xFF, x.lanes, y.lanes));
#elif defined(__AVX2__)
    return Pack<double, W>(_mm256_max_pd(x.lanes, y.lanes));
#elif defined(__SSE2__)
    return Pack<double, W>(_mm_max_pd(x.lanes, y.lanes));
#elif defined(__wasm_simd128__)
    return Pack<double, W>(wasm_f64x2_pmax(y.lanes, x.lanes));
#else
    return either(x > y, x, y);
#endif
}
template <int W>
Pack<double, W> smaller(Pack<double, W> x, Pack<double, W> y) {
#if defined(__AVX512DQ__)
    return Pack<double, W>(_mm512_maskz_min_pd(0xFF, x.lanes, y.lanes));
#elif defined(__AVX2__)
    return Pack<double, W>(_mm256_min_pd(x.lanes, y.lanes));
#elif defined(__SSE2__)
    return Pack<double, W>(_mm_min_pd(x.lanes, y.lanes));
#elif defined(__wasm_simd128__)
    return Pack<double, W>(wasm_f64x2_pmin(y.lanes, x.lanes));
#else
    return either(x < y, x, y);
#endif
}
template <int W>
Pack<float, W> smaller(Pack<float, W> x, Pack<float, W> y) {
#if defined(__AVX512DQ__)
    return Pack<float, W>(_mm512_maskz_min_ps(0xFFFF, x.lanes, y.lanes));
#elif defined(__AVX2__)
    return Pack<float, W>(_mm256_min_ps(x.lanes, y.lanes));
#elif defined(__SSE2__)
    return Pack<float, W>(_mm_min_ps(x.lanes, y.lanes));
#elif defined(__wasm_simd128__)
    return Pack<float, W>(wasm_f32x4_pmin(y.lanes, x.lanes));
#else
    return either(x < y, x, y);
#endif
}
template <int W>
Pack<float, W> larger(Pack<float, W> x, Pack<float, W> y) {
#if defined(__AVX512DQ__)
    return Pack<float, W>(_mm512_maskz_max_ps(0xFFFF, x.lanes, y.lanes));
#elif defined(__AVX2__)
    return Pack<float, W>(_mm256_max_ps(x.lanes, y.lanes));
#elif defined(__SSE2__)
    return Pack<float, W>(_mm_max_ps(x.lanes, y.lanes));
#elif defined(__wasm_simd128__)
    return Pack<float, W>(wasm_f32x4_pmax(y.lanes, x.lanes));
#else
    return either(x > y, x, y);
#endif
}
/// x y + z, rounded once where that is fast and twice elsewhere: for what decides no bit of an answer.
template <int W>
Pack<float, W> multiply_add(Pack<float, W> x, Pack<float, W> y, Pack<float, W> z) {
#if defined(__AVX512DQ__)
    return Pack<float, W>(_mm512_fmadd_ps(x.lanes, y.lanes, z.lanes));
#elif defined(__FMA__)
    return Pack<float, W>(_mm256_fmadd_ps(x.lanes, y.lanes, z.lanes));
#else
    return x * y + z;
#endif
}
template <class E, int W>
Pack<E, W> absolute(Pack<E, W> x) {
    using Types = PackTypes<E, W>;
    const auto bits = reinterpret_cast<typename Types::Bits>(x.lanes) & Types::kAllButSign;
    return Pack<E, W>(reinterpret_cast<typename Types::Lanes>(bits));
}
template <class E, int W, class... Masks>
PackMask<E, W> both(PackMask<E, W> mask, Masks... others) {
    return {static_cast<decltype(mask.bits)>((mask.bits & ... & others.bits))};
}
template <class E, int W, class... Masks>
PackMask<E, W> one_of(PackMask<E, W> mask, Masks... others) {
    return {static_cast<decltype(mask.bits)>((mask.bits | ... | others.bits))};
}

template <int W>
Pack<double, W> rounded_root(Pack<double, W> x) {
#if defined(__AVX512DQ__)
    return Pack<double, W>(_mm512_maskz_sqrt_pd(0xFF, x.lanes));
#elif defined(__AVX2__)
    return Pack<double, W>(_mm256_sqrt_pd(x.lanes));
#elif defined(__SSE2__)
    return Pack<double, W>(_mm_sqrt_pd(x.lanes));
#elif defined(__aarch64__)
    return Pack<double, W>(vsqrtq_f64(x.lanes));
#elif defined(__wasm_simd128__)
    return Pack<double, W>(wasm_f64x2_sqrt(x.lanes));
#else
    for (int k = 0; k < W; ++k) x.lanes[k] = std::sqrt(x.lanes[k]);
    return x;
#endif
}

template <int W>
Pack<float, W> rounded_root(Pack<float, W> x) {
#if defined(__AVX512DQ__)
    return Pack<float, W>(_mm512_maskz_sqrt_ps(0xFFFF, x.lanes));
#elif defined(__AVX2__)
    return Pack<float, W>(_mm256_sqrt_ps(x.lanes));
#elif defined(__SSE2__)
    return Pack<float, W>(_mm_sqrt_ps(x.lanes));
#elif defined(__aarch64__)
    return Pack<float, W>(vsqrtq_f32(x.lanes));
#elif defined(__wasm_simd128__)
    return Pack<float, W>(wasm_f32x4_sqrt(x.lanes));
#else
    for (int k = 0; k < W; ++k) x.lanes[k] = std::sqrt(x.lanes[k]);
    return x;
#endif
}

/// Bit k is the truth in lane k.
template <class E, int W>
unsigned bits_of(PackMask<E, W> mask) {
#if defined(__AVX512DQ__)
    return mask.bits;
#elif defined(__AVX2__)
    if constexpr (std::is_same_v<E, float>) {
        return static_cast<unsigned>(_mm256_movemask_ps(reinterpret_cast<__m256>(mask.bits)));
    } else {
        return static_cast<unsigned>(_mm256_movemask_pd(reinterpret_cast<__m256d>(mask.bits)));
    }
#elif defined(__SSE2__)
    if constexpr (std::is_same_v<E, float>) {
        return static_cast<unsigned>(_mm_movemask_ps(reinterpret_cast<__m128>(mask.bits)));
    } else {
        return static_cast<unsigned>(_mm_movemask_pd(reinterpret_cast<__m128d>(mask.bits)));
    }
#elif defined(__wasm_simd128__)
    if constexpr (std::is_same_v<E, float>) {
        return wasm_i32x4_bitmask(mask.bits);
    } else {
        return wasm_i64x2_bitmask(mask.bits);
    }
#else
    unsigned bits = 0;
    for (int k = 0; k < W; ++k) bits |= mask.bits[k] != 0 ? 1U << k : 0U;
    return bits;
#endif
}
template <class E, int W>
bool everywhere(PackMask<E, W> mask) {
    return bits_of(mask) == (1U << W) - 1;
}

#if defined(__FMA__) || defined(__aarch64__)
/// x y exactly; the low word is x y - p in one rounding.
template <int W>
TwoTermOf<Pack<double, W>> two_product(Pack<double, W> x, Pack<double, W> y) {
    using Real = Pack<double, W>;
    const Real p = x * y;
#if defined(__AVX512DQ__)
    return {p, Real(_mm512_fmsub_pd(x.lanes, y.lanes, p.lanes))};
#elif defined(__FMA__)
    return {p, Real(_mm256_fmsub_pd(x.lanes, y.lanes, p.lanes))};
#else
    return {p, Real(vfmaq_f64(-p.lanes, x.lanes, y.lanes))};
#endif
}
#endif

/// W numbers from memory of any alignment.
template <class E, int W>
Pack<E, W> load(const E* from) {
    typename PackTypes<E, W>::Lanes lanes;
    std::memcpy(&lanes, from, sizeof lanes);
    return Pack<E, W>(lanes);
}
/// The numbers value(0) to value(W - 1), brought together in registers: through memory they would wait for
/// each other.
template <int W, class F, int... Lane>
Pack<double, W> gather(F value, std::integer_sequence<int, Lane...>) {
    using Lanes = typename PackTypes<double, W>::Lanes;
    using Given = typename PackTypes<decltype(value(0)), W>::Lanes;
    return Pack<double, W>(__builtin_convertvector((Given{value(Lane)...}), Lanes));
}
template <int W, class F>
Pack<double, W> gather(F value) {
    return gather<W>(value, std::make_integer_sequence<int, W>{});
}
template <class E, int W>
void store(E* to, Pack<E, W> x) {
    std::memcpy(to, &x.lanes, sizeof x.lanes);
}

}  // namespace carom::detail

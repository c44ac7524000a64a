// double as a pack of one lane: the operations that kernels for any number of lanes need beside + - * /.
// batch/pack.hpp has the same for wider packs. A mask has one truth value a lane.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace carom::detail {

inline double absolute(double x) {
    return std::fabs(x);
}
inline double larger(double x, double y) {
    return x > y ? x : y;
}
inline double smaller(double x, double y) {
    return x < y ? x : y;
}
/// sqrt(x) rounded once.
inline double rounded_root(double x) {
    return std::sqrt(x);
}
/// x in the lanes where `mask` is true, y in the others.
inline double either(bool mask, double x, double y) {
    return mask ? x : y;
}
/// As `either`, and surely without a branch: for what cannot be guessed.
inline double chosen(bool mask, double x, double y) {
    const std::uint64_t bits = std::uint64_t{0} - static_cast<std::uint64_t>(mask);
    return std::bit_cast<double>((std::bit_cast<std::uint64_t>(x) & bits) |
                                 (std::bit_cast<std::uint64_t>(y) & ~bits));
}
inline float larger(float x, float y) {
    return x > y ? x : y;
}
inline bool everywhere(bool mask) {
    return mask;
}
template <class... Masks>
bool both(bool mask, Masks... others) {
    return (static_cast<unsigned>(mask) & ... & static_cast<unsigned>(others)) != 0;
}
template <class... Masks>
bool one_of(bool mask, Masks... others) {
    return (static_cast<unsigned>(mask) | ... | static_cast<unsigned>(others)) != 0;
}

}  // namespace carom::detail

// Prints hashes of all result bits of the library. They must not depend on how this program is compiled and
// linked, nor on the floating-point modes it runs in: `consumer upward` computes with upward rounding set.
#include <cfenv>
#include <cinttypes>
#include <cstdio>
#include <cstring>

#include "queries.hpp"

namespace {

bool subnormals_are_flushed() {
    const volatile double smallest_normal = 0x1p-1022;
    const volatile double half = 0.5;
    const volatile double product = smallest_normal * half;
    std::uint64_t bits = 0;
    const double copy = product;
    std::memcpy(&bits, &copy, sizeof bits);
    return bits == 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 1 && std::strcmp(argv[1], "upward") == 0) std::fesetround(FE_UPWARD);
    std::fprintf(stderr, "subnormals: %s\n", subnormals_are_flushed() ? "flushed" : "kept");
    std::printf("pair queries, float  2D  %016" PRIx64 "\n", hash_pair_queries<float, 2>());
    std::printf("pair queries, float  3D  %016" PRIx64 "\n", hash_pair_queries<float, 3>());
    std::printf("pair queries, double 2D  %016" PRIx64 "\n", hash_pair_queries<double, 2>());
    std::printf("pair queries, double 3D  %016" PRIx64 "\n", hash_pair_queries<double, 3>());
    std::printf("generators               %016" PRIx64 "\n", hash_generators());
    std::printf("simulation               %016" PRIx64 "\n", hash_simulation());
}

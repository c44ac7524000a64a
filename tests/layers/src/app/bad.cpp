#include "carom/pair/good.hpp"

void print() {
    fmt::print("raw");                 // EXPECT
    std::fputs("raw", stderr);         // EXPECT
    tell(stdout, "what may be shown");
}

#include <fmt/format.h>  // EXPECT third party in a public header

#include "carom/sim/simulation.hpp"  // EXPECT upward
#include "pair/kernel.hpp"           // EXPECT private header in a public one

#include "carom/record/trajectory.hpp"  // EXPECT sideways

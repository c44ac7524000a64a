#include "carom/core/version.hpp"  // EXPECT a file in no layer

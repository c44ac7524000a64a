#include <vector>

#include "carom/geom/ball.hpp"
#include "carom/pair/sweep.hpp"

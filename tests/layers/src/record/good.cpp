#include <fmt/format.h>

#include <fstream>

#include "carom/record/trajectory.hpp"
#include "carom/sim/event.hpp"

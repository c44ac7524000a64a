#include "carom/pair/sweep.hpp"

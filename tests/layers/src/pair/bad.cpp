#include <fstream>  // EXPECT files in the core
  #  include "carom/scene/scene.hpp"  // EXPECT upward, oddly spaced
#include "carom/nowhere/x.hpp"  // EXPECT unknown layer
#include "kernel.hpp"           // EXPECT no layer
#include "math/exact_vec.hpp"
#include "pair/kernel.hpp"

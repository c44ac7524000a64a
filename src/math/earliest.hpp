// Which of a few keys is the least? Compiled for each instruction set.
#pragma once

#include <cstddef>

namespace carom::detail {

struct Earliest {
    double key = 0;
    std::size_t at = 0;    ///< the first that has it
    bool is_alone = true;  ///< no other has it
};

/// Of so many keys, a multiple of 8 above 0; none is NaN.
using EarliestFunction = Earliest (*)(const double* keys, std::size_t count);

}  // namespace carom::detail

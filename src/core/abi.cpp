#include "carom/core/abi.hpp"

const char carom::detail::standard_library = 0;

// Every query exists for these number types and dimensions.
#pragma once

// NOLINTNEXTLINE(cppcoreguidelines-macro-usage): explicit instantiation has no other short form
#define CAROM_FOR_EACH_TYPE(INSTANTIATE) \
    INSTANTIATE(float, 2)                \
    INSTANTIATE(float, 3)                \
    INSTANTIATE(double, 2)               \
    INSTANTIATE(double, 3)

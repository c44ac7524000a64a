// Every query exists for these number types and dimensions. A target may compile those of one type only.
#pragma once

#ifdef CAROM_NUMBER_TYPE
#define CAROM_FOR_EACH_TYPE(INSTANTIATE) \
    INSTANTIATE(CAROM_NUMBER_TYPE, 2)    \
    INSTANTIATE(CAROM_NUMBER_TYPE, 3)
#else
// NOLINTNEXTLINE(cppcoreguidelines-macro-usage): explicit instantiation has no other short form
#define CAROM_FOR_EACH_TYPE(INSTANTIATE) \
    INSTANTIATE(float, 2)                \
    INSTANTIATE(float, 3)                \
    INSTANTIATE(double, 2)               \
    INSTANTIATE(double, 3)
#endif

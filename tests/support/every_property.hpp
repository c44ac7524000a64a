// Properties for float and double in two and three dimensions.
#pragma once

#include <rapidcheck/gtest.h>

/// Four cases, from NAMEFloat2D to NAMEDouble3D: CHECK<T, N>() holds for whatever it draws.
#define CAROM_PROPERTY_OF_EVERY_KIND(suite, name, check) \
    RC_GTEST_PROP(suite, name##Float2D, ()) {            \
        check<float, 2>();                               \
    }                                                    \
    RC_GTEST_PROP(suite, name##Float3D, ()) {            \
        check<float, 3>();                               \
    }                                                    \
    RC_GTEST_PROP(suite, name##Double2D, ()) {           \
        check<double, 2>();                              \
    }                                                    \
    RC_GTEST_PROP(suite, name##Double3D, ()) {           \
        check<double, 3>();                              \
    }

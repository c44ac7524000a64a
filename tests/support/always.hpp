// A property of one number type and dimension, for typed tests.
#pragma once

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace carom {

/// f(K{}) holds for every case that rapidcheck draws.
template <class K, class F>
void always(F f) {
    EXPECT_TRUE(rc::check([&] { f(K{}); }));
}

}  // namespace carom

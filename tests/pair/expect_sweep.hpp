// What a sweep is expected to answer.
#pragma once

#include <gtest/gtest.h>

#include "carom/pair/sweep.hpp"

namespace carom {

template <class T, int N>
void expect_sweep(const Sweep<T, N>& s, ContactState state, double first, double last) {
    EXPECT_EQ(s.state, state);
    EXPECT_EQ(s.first, static_cast<T>(first));
    EXPECT_EQ(s.last, static_cast<T>(last));
}

}  // namespace carom

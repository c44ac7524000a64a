// What nearly all tests include, read once.
#pragma once

#include <gmpxx.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "precompiled.hpp"

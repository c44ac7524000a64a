// What nearly all tests include, read once.
#pragma once

#include <gtest/gtest.h>
#include <gmpxx.h>
#include <rapidcheck/gtest.h>

#include "precompiled.hpp"

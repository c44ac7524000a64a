// Values of a study that differ in how they are written only.
#pragma once

#include <span>
#include <string>

namespace carom::detail {

/// What is wrong with values of TOML of which two are the same, such as 1 and 1.0; empty when all differ.
std::string fault_of_same(std::span<const std::string> values);

}  // namespace carom::detail

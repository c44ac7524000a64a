// What the generators ask of the numbers in a request.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "carom/scene/generate.hpp"
#include "scene/scene_check.hpp"

namespace carom::detail {

inline GenerateError refusal(const char* field, const std::string& message) {
    return {field, message};
}

/// The first of several complaints.
template <class... More>
std::optional<GenerateError> first_of(std::optional<GenerateError> error, More... more) {
    if constexpr (sizeof...(More) == 0) {
        return error;
    } else {
        return error ? error : first_of(std::move(more)...);
    }
}

inline std::optional<GenerateError> must_be_positive(const char* field, double x) {
    if (x >= kSmallest && x <= kLargest) return {};
    return refusal(field,
                   std::string(field) + " is " + text(x) + "; it must be above 0 and within 1e-100 to 1e100");
}

inline std::optional<GenerateError> must_not_be_negative(const char* field, double x) {
    if (x == 0) return {};
    if (x >= kSmallest && x <= kLargest) return {};
    return refusal(
        field, std::string(field) + " is " + text(x) + "; it must be 0 or more, and within 1e-100 to 1e100");
}

template <int N>
std::optional<GenerateError> must_be_finite(const char* field, const Vec<double, N>& x) {
    if (is_finite(x) && largest(x) <= kLargest) return {};
    return refusal(field, std::string(field) + " must be finite, and at most 1e100 in size");
}

inline std::optional<GenerateError> must_be_mass(double mass) {
    return mass == immovable ? std::nullopt : must_be_positive("mass", mass);
}

/// `most` is less than `max_balls` where the scene has balls already.
inline std::optional<GenerateError> must_be_count(const char* field, double count, std::size_t most) {
    if (count >= 1 && count <= static_cast<double>(most)) return {};
    const std::string beside =
        most == max_balls ? "" : " here, because all balls of a scene are " + text(max_balls) + " at most";
    return refusal(field, "this makes " + text(count) + " balls; there must be 1 to " + text(most) + beside);
}

/// How many balls a scene still takes.
inline std::size_t room_beside(std::size_t present) {
    return max_balls - std::min(max_balls, present);
}

/// `prefix` and a number from 1, or nothing.
inline std::string numbered(const std::string& prefix, std::size_t index) {
    return prefix.empty() ? std::string() : prefix + text(index + 1);
}

}  // namespace carom::detail

// Numbers and names in messages for people.
#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>

#include "carom/scene/scene.hpp"

namespace carom::detail {

/// The shortest decimal that reads back as the same double.
std::string text(double x);
std::string text(unsigned long long x);
/// Of any unsigned type: std::size_t is not std::uint64_t on every machine.
template <std::unsigned_integral X>
std::string text(X x) {
    return text(static_cast<unsigned long long>(x));
}

/// Four significant digits, for sizes that were computed.
std::string rough(double x);

/// Like `rough`, with more digits where it takes them to read otherwise than `limit`.
std::string rough_beside(double limit, double x);

/// The name in quotes; a tab becomes `\t`, other control characters become '?', and a
/// long name is cut.
std::string in_quotes(std::string_view name);

/// "x", "y" or "z".
std::string axis_name(int axis);

/// `ball 3 "cue"`, or `ball 3` when it has no name. Indices start at 0, as they do in events.
template <int N>
std::string label(const SceneBall<N>& ball, std::size_t index) {
    const std::string number = "ball " + text(index);
    return ball.name.empty() ? number : number + " " + in_quotes(ball.name);
}

}  // namespace carom::detail

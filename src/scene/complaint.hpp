// What is wrong with a number of a scene, in words, and the finding about it.
#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "scene/scene_check.hpp"

namespace carom::detail {

using Subject = Finding::Subject;

enum class Zero : unsigned char { allowed, refused };

/// Why x is no magnitude to compute with; empty when it is one.
inline std::string complaint(double x, Zero zero) {
    if (std::isnan(x)) return "is not a number";
    if (std::isinf(x)) return "is infinite";
    if (x == 0 && zero == Zero::allowed) return {};
    const double size = std::fabs(x);
    if (size >= kSmallest && size <= kLargest) return {};
    return "is " + text(x) + ", outside the range 1e-100 to 1e100 in size; choose other units";
}

/// The first bad coordinate in words, empty when all are good.
template <int N>
std::string complaint(const Vec<double, N>& x, Zero zero) {
    for (int k = 0; k < N; ++k) {
        const std::string bad = complaint(x[k], zero);
        if (!bad.empty()) return "on axis " + axis_name(k) + " " + bad;
    }
    return {};
}

/// Why x is no magnitude above 0.
inline std::string positive_complaint(double x) {
    if (x <= 0) return "is " + text(x) + "; it must be above 0";
    return complaint(x, Zero::refused);
}

inline std::string mass_complaint(double mass) {
    if (mass == immovable) return {};
    if (mass <= 0) return "is " + text(mass) + "; it must be above 0 (infinite for an immovable ball)";
    return complaint(mass, Zero::refused);
}

/// What is said of a ball whose coordinate x lies outside a periodic axis.
inline std::string outside_complaint(int axis, double x, double lower, double upper) {
    return " lies outside the periodic box: on axis " + axis_name(axis) + " " + text(x) + " is not in [" +
           text(lower) + ", " + text(upper) + ")";
}

/// Adds a fault about a member when there is a complaint; returns whether there is none.
template <int N>
bool accept(SceneCheck<N>& check, std::string_view kind, const Finding& about, const std::string& who,
            const std::string& complaint) {
    if (complaint.empty()) return true;
    check.faults.add(kind, [&] {
        Finding finding = about;
        finding.message = who + ": " + about.field + " " + complaint;
        return finding;
    });
    return false;
}

inline Finding about(Subject subject, std::vector<std::size_t> culprits, const char* field, double size) {
    Finding finding;
    finding.subject = subject;
    finding.culprits = std::move(culprits);
    finding.field = field;
    finding.size = size;
    return finding;
}

}  // namespace carom::detail
